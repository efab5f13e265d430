// The link to the daemon: the connection and everything that runs over it. Dialling starts with `open`, so the first
// frame doesn't wait for it.
import type {DaemonStatus} from '../../ipc/daemon-status.ts';
import {fromWire} from '../../shared/fields/wire.ts';
import {otherRelease} from '../../shared/records/host.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {sanitizeDeep} from '../../shared/text/sanitize.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {ShownZone} from '../format/shown-zone.ts';
import {customKeys} from '../input/custom-keys.ts';
import {sessionCalled} from '../input/find.ts';
import type {AppStore} from '../store/reduce-app.ts';
import {addToast} from '../store/ui-changes.ts';
import type {Connect, GatewayClient} from './gateway-client.ts';
import {startIdlePlans} from './idle-plans.ts';
import {startJobOccurrences} from './job-occurrences.ts';
import {type PastReader, startPast} from './past.ts';
import {startPresence} from './presence.ts';
import {type Reader, startReader} from './reader.ts';
import {startSearch} from './search.ts';
import {createSender, type Sender} from './sender.ts';
import {type Sync, startSync} from './sync.ts';
import {READ_ONLY, watchOnly} from './watch-only.ts';

export type Link = AsyncDisposable & {
  /** Text in responses is sanitized, like all text that enters the state. */
  readonly call: GatewayClient['call'];
  readonly sender: Sender;
  readonly reader: Reader;
  readonly past: PastReader;
  open(): void;
  poke(): void;
  /** A key was pressed at this terminal. */
  key(): void;
  /** Fetches the daemon's status. */
  refreshStatus(): Promise<void>;
};

type LinkDeps = {
  readonly connect: Connect;
  readonly store: AppStore;
  readonly clock: Clock;
  readonly random: () => number;
  readonly newKey: () => string;
  /** The first session: a key, or part of a title. */
  readonly session?: string;
  readonly onBroken: (thrown: unknown) => void;
  /** The zone in which times are shown. @default the machine's */
  readonly shownZone?: ShownZone;
  /** The locale of this terminal, such as `de-DE`. */
  readonly locale?: string;
};

export const createLink = (deps: LinkDeps): Link => {
  const {connect, store, clock, random, newKey, session, onBroken, shownZone, locale} = deps;
  let sync: Sync | undefined;
  let wanted = session;

  const {watches} = store.get().ui;
  const reach: GatewayClient['call'] = async (method, params, options) => {
    if (sync === undefined) throw new GatewayError('unavailable', "Couldn't reach the daemon yet.");
    return sanitizeDeep(await sync.call(method, params, options));
  };

  const call = watches ? watchOnly(reach) : reach;

  const followZone = (zone: string | undefined): void => {
    shownZone?.follow(zone);
    const name = shownZone?.name();
    store.update(ui => (ui.zone === name ? ui : {...ui, zone: name}));
  };

  /** Says once which chosen keys can't be used. */
  const followKeys = (keys: DaemonStatus['keys']): void => {
    const before = customKeys(store.get().ui.status?.keys).problems;
    for (const problem of customKeys(keys).problems.filter(item => !before.includes(item)))
      store.update(addToast({tone: 'warn', text: problem, now: clock.now()}));
  };

  /** Says once that the disk is full. No event can, because events are saved on that disk. */
  const followDisk = (problems: DaemonStatus['problems']): void => {
    const before = store.get().ui.status?.problems ?? [];
    for (const {key, reason} of problems)
      if (key === 'disk' && !before.some(known => known.reason === reason))
        store.update(addToast({tone: 'error', text: reason, now: clock.now()}));
  };

  /** Says once that another release runs on the other machine. */
  const followRelease = (there: string): void => {
    const {host, status} = store.get().ui;
    const sentence = host && otherRelease(host.name, there, host.version);
    if (sentence !== undefined && status?.version !== there)
      store.update(addToast({tone: 'warn', text: sentence, now: clock.now()}));
  };

  const refreshStatus = async (): Promise<void> => {
    try {
      const status = await call('daemon.status', {});
      followZone(status.zone);
      followRelease(status.version);
      followKeys(status.keys);
      followDisk(status.problems);
      store.update(ui => ({...ui, status: fromWire<DaemonStatus>(status)}), 'soon');
    } catch {
      // The connection reports its own problems.
    }
  };

  const openWanted = (): void => {
    if (wanted === undefined) return;
    const found = sessionCalled(store.get(), wanted);
    const text = `No conversation "${wanted}". /session lists them.`;
    if (found !== undefined) store.dispatch({type: 'open', session: found.key});
    else store.update(addToast({tone: 'warn', text, now: clock.now()}));
    wanted = undefined;
  };

  const sender = watches ? watchingSender(deps) : createSender({store, clock, call, newKey});
  const reader = startReader({store, call});
  const past = startPast({store, call});
  const jobOccurrences = startJobOccurrences({store, call});
  const idlePlans = startIdlePlans({store, clock, refreshStatus});
  const search = startSearch({store, clock, call});
  // A client that only watches can't be reached.
  const presence = watches ? undefined : startPresence({store, clock, call});
  return {
    call,
    sender,
    reader,
    past,
    open: () => {
      const onLive = (): void => {
        openWanted();
        sender.drain();
        void refreshStatus();
      };
      sync ??= startSync({
        connect,
        store,
        clock,
        random,
        onLive,
        onZone: followZone,
        onConfigChanged: () => void refreshStatus(),
        onBroken,
        ...(locale === undefined || locale === '' ? {} : {locale}),
      });
    },
    poke: () => sync?.poke(),
    key: () => presence?.key(),
    refreshStatus,
    [Symbol.asyncDispose]: async () => {
      reader[Symbol.dispose]();
      past[Symbol.dispose]();
      jobOccurrences[Symbol.dispose]();
      idlePlans[Symbol.dispose]();
      search[Symbol.dispose]();
      presence?.[Symbol.dispose]();
      sender[Symbol.dispose]();
      await sync?.[Symbol.asyncDispose]();
    },
  };
};

/** Says that nothing is sent. The draft stays, and so does what an earlier run has not sent yet. */
const watchingSender = ({store, clock}: LinkDeps): Sender => ({
  send: () => store.update(addToast({tone: 'warn', text: READ_ONLY, now: clock.now()})),
  sendTo: () => {},
  drain: () => {},
  [Symbol.dispose]: () => {},
});
