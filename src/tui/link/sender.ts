// Sends messages in the order in which they were written, one at a time, each under its own key. A message with an
// unknown outcome is resent under the same key, so that it arrives exactly once.
import {LINE_CAP} from '../../ipc/wire/index.ts';
import type {SentText} from '../../shared/records/message-details.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import {draftKeyOf} from '../state/draft-key.ts';
import {otherMachine} from '../state/selectors.ts';
import type {PendingSend} from '../state/ui-state.ts';
import type {AppStore} from '../store/reduce-app.ts';
import {changeSend, startSend} from '../store/ui-changes.ts';
import type {GatewayClient} from './gateway-client.ts';

export type Sender = Disposable & {
  /**
   * Queues a message for the current session; `entry` is what the input history stores. `steer`: for the turn that runs
   * there.
   */
  send(message: SentText, entry: string, steer?: boolean): void;
  /** Queues a message for a session, whatever is open now; what is written there stays. */
  sendTo(session: SessionKey | undefined, message: SentText): void;
  /** Continues with the queued messages. */
  drain(): void;
};

type SenderDeps = {
  readonly store: AppStore;
  readonly clock: Clock;
  readonly call: GatewayClient['call'];
  readonly newKey: () => string;
};

export const createSender = ({store, clock, call, newKey}: SenderDeps): Sender => {
  let running = false;
  let ended = false;
  let again: Disposable | undefined;

  const drain = async (): Promise<void> => {
    if (running) return;
    running = true;
    again?.[Symbol.dispose]();
    try {
      for (let next = firstWaiting(store); next !== undefined; next = firstWaiting(store)) await deliver(next);
    } catch {
      // Unreachable or no response: the message stays first in the queue. `drain` is called on reconnecting.
      if (!ended && store.get().ui.connection.kind === 'live') again = clock.after(SECOND, start);
    } finally {
      running = false;
    }
  };

  const deliver = async ({key, session, text, steer, enclosed}: PendingSend): Promise<void> => {
    if (isTooLong(text)) {
      store.update(changeSend(key, {state: {kind: 'refused', reason: TOO_LONG}}));
      return;
    }
    try {
      const stored = await call('session.send', {text, key, session, steer, enclosed: atDaemon(enclosed)});
      store.update(changeSend(key, {session: stored.session, state: {kind: 'stored', turnId: stored.turnId}}));
    } catch (thrown) {
      if (thrown instanceof GatewayError && thrown.code !== 'unavailable' && thrown.code !== 'moved') {
        store.update(changeSend(key, {state: {kind: 'refused', reason: errorMessage(thrown)}}));
        return;
      }
      throw thrown;
    }
  };

  /** A path of this machine is none of the daemon's, where that is another one. */
  const atDaemon = (enclosed: PendingSend['enclosed']): PendingSend['enclosed'] =>
    otherMachine(store.get().ui) === undefined
      ? enclosed
      : enclosed?.map(part => ({...part, files: part.files.map(file => `/another-machine${file}`)}));

  const start = (): void => {
    void drain();
  };

  /** A conversation that another one continues takes no more messages. */
  const pending = (to: SessionKey | undefined, message: SentText): PendingSend => {
    const session = to === undefined ? undefined : (store.get().gateway.sessions.get(to)?.continuedIn ?? to);
    return {key: newKey(), ...message, at: clock.now(), state: {kind: 'waiting'}, session};
  };

  return {
    send: (message, entry, steer = false) => {
      const {gateway, ui} = store.get();
      const send: PendingSend = {...pending(ui.session, message), steer: steer || undefined};
      const {session} = send;
      store.update(startSend(draftKeyOf(gateway, ui.session), send, entry));
      if (session !== undefined && session !== ui.session) store.dispatch({type: 'open', session});
      start();
    },
    sendTo: (session, message) => {
      const send = pending(session, message);
      store.update(ui => ({...ui, sends: [...ui.sends, send]}));
      start();
    },
    drain: start,
    [Symbol.dispose]: () => {
      // A request on its way fails after this, and must not be tried again.
      ended = true;
      again?.[Symbol.dispose]();
    },
  };
};

/** The daemon would close the connection at each attempt. */
const isTooLong = (text: string): boolean =>
  text.length > LINE_CAP / 8 && new TextEncoder().encode(JSON.stringify(text)).length > LINE_CAP - ROOM_FOR_THE_REST;

const firstWaiting = (store: AppStore): PendingSend | undefined =>
  store.get().ui.connection.kind === 'live'
    ? store.get().ui.sends.find(({state}) => state.kind === 'waiting')
    : undefined;

const ROOM_FOR_THE_REST = 4 * 1024;
const TOO_LONG = 'The message is longer than 8 MiB. Put it into a workspace file and name the file.';
