// Sends events to one client. A live client gets each batch. A slow or new one catches up from the store at its own
// speed. An event is sent only if it directly follows the last one, so switching modes neither loses nor repeats
// events.
import type {PeerConnection} from '../../ipc/wire/index.ts';
import type {GatewayEvent} from '../../shared/events/gateway-event.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import type {Log} from '../ports/system.ts';
import {type Batch, encodeEvent} from './batch.ts';
import {sayGoodbye} from './goodbye.ts';

type SubscriberDeps = {
  readonly connection: PeerConnection;
  /** The number of the client's last event. */
  readonly since: number;
  readonly thinking: boolean;
  /** Events after `since`, in order. Undefined if some of them have been deleted. */
  readonly eventsAfter: (since: number, limit: number) => readonly GatewayEvent[] | undefined;
  readonly clock: Clock;
  readonly log: Log;
};

export type Subscriber = {
  start(): void;
  /** Sends a batch if the client keeps up. Otherwise the client catches up later. Never waits. */
  take(batch: Batch): void;
  end(): void;
};

export const createSubscriber = ({
  connection,
  since,
  thinking,
  eventsAfter,
  clock,
  log,
}: SubscriberDeps): Subscriber => {
  let state: 'waiting' | 'catching-up' | 'live' | 'ended' = 'waiting';
  let sent = since;
  let patience: Disposable | undefined;

  const catchUp = async (): Promise<void> => {
    state = 'catching-up';
    try {
      while (isCatchingUp()) {
        if (connection.pending() > SLOW_BYTES) await connection.drained();
        else if (sendPage()) await nextTurn();
        else state = 'live';
      }
    } catch (thrown) {
      log.error({error: errorMessage(thrown)}, "Couldn't read the events for a client.");
      cut('The events could not be read; the log of the daemon says why.');
    }
  };

  // A function, because the compiler can't know that the state changes while the loop waits.
  const isCatchingUp = (): boolean => state === 'catching-up';

  /** Sends a page of missing events. False if none are missing. */
  const sendPage = (): boolean => {
    const page = eventsAfter(sent, PAGE);
    if (page === undefined) {
      cut('Events that this client missed have been deleted; subscribing again gives a snapshot.');
      return true;
    }
    let lines = '';
    for (const event of page) {
      if (lines.length > SLOW_BYTES) break;
      lines += encodeEvent(event);
      sent = event.seq;
    }
    if (lines !== '') connection.send(lines);
    return page.length > 0;
  };

  const cut = (reason: string): void => {
    log.warn({reason, lastSeq: sent, unsentBytes: connection.pending()}, 'A client was disconnected.');
    end();
    sayGoodbye(connection, reason);
  };

  const end = (): void => {
    state = 'ended';
    patience?.[Symbol.dispose]();
  };

  /**
   * Stops sending. A burst can overtake a client that reads well, so the client gets time to drain. A client that
   * doesn't drain isn't reading and is disconnected. Otherwise it catches up.
   */
  const fallBehind = (): void => {
    patience?.[Symbol.dispose]();
    const running = clock.after(PATIENCE_MS, () => {
      if (state !== 'ended' && connection.pending() > STUCK_BYTES) cut(NOT_READING);
    });
    patience = running;
    void connection.drained().then(() => running[Symbol.dispose]());
    void catchUp();
  };

  const deliver = (batch: Batch, unsent: number): void => {
    const bytes = unsent > SLOW_BYTES ? batch.eventsOnly() : batch.whole(thinking);
    if (bytes.length > 0) connection.send(bytes);
    sent = batch.last() ?? sent;
  };

  return {
    start: () => {
      if (state === 'waiting') void catchUp();
    },
    take: batch => {
      if (state !== 'live') return;
      const unsent = connection.pending();
      if (unsent > STUCK_BYTES) fallBehind();
      else if ((batch.first() ?? sent + 1) === sent + 1) deliver(batch, unsent);
      // The client became live after the commit and already has a part of this batch from the store.
      else if ((batch.last() ?? sent) > sent) void catchUp();
    },
    end,
  };
};

const nextTurn = (): Promise<void> => new Promise(resolve => setImmediate(resolve));

/** Events per step of a replay. Blocks the event loop for a millisecond at most. */
const PAGE = 64;
/** Unsent bytes above which a client gets no deltas and a replay waits. */
const SLOW_BYTES = 256 * 1024;
/** Unsent bytes above which a client gets nothing more. */
const STUCK_BYTES = 1024 * 1024;
const PATIENCE_MS = SECOND;
const NOT_READING = 'This client stopped reading; it can subscribe again from the last event it has.';
