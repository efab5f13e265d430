// Synchronizes the state with the daemon. Connects, subscribes after the last known event, and applies each event once
// and in order. Resubscribes after a gap, and reconnects with growing delays.
import {PROTOCOL} from '../../ipc/checks.ts';
import type {GatewayEvent} from '../../shared/events/gateway-event.ts';
import {type Names, NO_NAMES} from '../../shared/record-text/names.ts';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';
import {sanitizeDeep} from '../../shared/text/sanitize.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {type EpochMs, instantOfIso, SECOND} from '../../shared/time/time.ts';
import type {AppStore} from '../store/reduce-app.ts';
import {changeConnection} from '../store/ui-changes.ts';
import type {Connect, GatewayClient} from './gateway-client.ts';

export type Sync = AsyncDisposable & {
  /** Rejects with `unavailable` without a connection. */
  readonly call: GatewayClient['call'];
  /** Retries now, without the remaining delay. */
  poke(): void;
};

type SyncDeps = {
  readonly connect: Connect;
  readonly store: AppStore;
  readonly clock: Clock;
  /** Between 0 and 1. */
  readonly random: () => number;
  /** Called when the state matches the daemon's again: queued messages may leave. */
  readonly onLive: () => void;
  readonly onConfigChanged: () => void;
  /** Called with the zone of the person at the terminal, before anything is shown. */
  readonly onZone: (zone: string | undefined) => void;
  /** Reports an event that could not be applied: a bug. */
  readonly onBroken: (thrown: unknown) => void;
  /** The locale of this terminal. */
  readonly locale?: string;
};

export const startSync = (deps: SyncDeps): Sync => {
  const {connect, store, clock} = deps;
  const stopping = new AbortController();
  let client: GatewayClient | undefined;
  let poke: (() => void) | undefined;

  const run = async (): Promise<void> => {
    for (let attempt = 0; !stopping.signal.aborted; ) {
      let reason: string;
      let liveAt: EpochMs | undefined;
      try {
        await using dialled = await connect(stopping.signal);
        client = dialled;
        store.update(ui => ({...ui, moved: dialled.at}));
        reason = await converse(dialled, deps, () => {
          liveAt = clock.now();
        });
      } catch (thrown) {
        reason = errorMessage(thrown);
      } finally {
        client = undefined;
      }
      if (stopping.signal.aborted) return;
      // A connection that ends at once doesn't reset the retry delay.
      attempt = liveAt !== undefined && clock.now() - liveAt >= STEADY_MS ? 1 : attempt + 1;
      const wait = waitBefore(attempt, deps.random());
      const lost = {kind: 'lost', attempt, reason} as const;
      store.update(changeConnection({...lost, retryAt: clock.now() + wait}, clock.now()));
      await pause(wait);
      if (stopping.signal.aborted) return;
      store.update(changeConnection(lost, clock.now()));
    }
  };

  const pause = (ms: number): Promise<void> =>
    new Promise(resolve => {
      const timer = clock.after(ms, resolve);
      poke = () => {
        timer[Symbol.dispose]();
        resolve();
      };
    });

  const running = run();
  return {
    call: async (method, params, options) => {
      if (client === undefined) throw new GatewayError('unavailable', "Couldn't reach the daemon.");
      return client.call(method, params, options);
    },
    poke: () => poke?.(),
    [Symbol.asyncDispose]: async () => {
      stopping.abort();
      poke?.();
      await client?.[Symbol.asyncDispose]();
      await running;
    },
  };
};

/** Processes a connection until it ends; resolves with the reason. */
const converse = async (
  client: GatewayClient,
  {store, clock, onLive, onConfigChanged, onZone, onBroken, locale}: SyncDeps,
  live: () => void,
): Promise<string> => {
  /** Events that arrive before the state that they follow. */
  let early: GatewayEvent[] | undefined = [];
  let reason: string | undefined;
  const failed = Promise.withResolvers<string>();
  let greetedAt = 0;
  const publishNames = (names: Names): void => store.update(ui => ({...ui, names: sanitizeDeep(names)}));

  const subscribe = async (since: number | undefined, again = false): Promise<void> => {
    early = [];
    const {seq, snapshot} = await client.call('events.subscribe', {
      thinking: true,
      clients: true,
      since,
    });
    if (snapshot !== undefined)
      store.dispatch({type: 'snapshot', seq, snapshot: sanitizeDeep(snapshot), again, now: clock.now()});
    // A daemon whose last event precedes ours has another database than the one we mirror.
    else if (since !== undefined && seq < since) return subscribe(undefined, true);
    else if (since !== undefined) store.dispatch({type: 'replay', since, upTo: seq, now: clock.now()});
    const waiting = early;
    early = undefined;
    for (const event of waiting) take(event);
  };

  const resync = (): void => {
    subscribe(undefined).catch((thrown: unknown) => failed.resolve(errorMessage(thrown)));
  };

  const take = (event: GatewayEvent): void => {
    const {seq} = store.get().gateway;
    if (early !== undefined || seq === undefined) {
      early?.push(event);
      return;
    }
    if (event.seq <= seq) return;
    if (event.seq > seq + 1) {
      resync();
      return;
    }
    try {
      store.dispatch({type: 'event', event: sanitizeDeep(event), now: clock.now()}, 'soon');
    } catch (thrown) {
      // Handled like a missing event.
      onBroken(thrown);
      resync();
      return;
    }
    if (event.type !== 'config.changed') return;
    // The `hello` response is newer than events before it.
    if (event.names !== undefined && event.seq > greetedAt) publishNames(event.names);
    onConfigChanged();
    // The ways of a reminder follow the addresses of its person.
    if (event.keys.some(key => key.startsWith('users'))) resync();
  };

  client.onNotice((name, notice) => {
    if (name === 'event') take(notice);
    else if (name === 'delta') store.dispatch({type: 'delta', delta: sanitizeDeep(notice)}, 'soon');
    else if (name === 'thinking') store.dispatch({type: 'thinking', delta: sanitizeDeep(notice)}, 'soon');
    else if (name === 'clients')
      store.update(ui => (ui.clients === notice.count ? ui : {...ui, clients: notice.count}), 'soon');
    else if (name === 'held')
      store.update(ui => ({...ui, held: notice.reason === undefined ? undefined : sanitizeDeep(notice.reason)}));
    else reason = notice.reason;
  });

  const start = async (): Promise<string> => {
    const asked = clock.now();
    const hello = await greet(client, locale);
    onZone(hello.zone);
    publishNames(hello.names ?? NO_NAMES);
    greetedAt = hello.seq;
    const now = instantOfIso(hello.now);
    // The response was written about half-way between request and arrival.
    if (now !== undefined) store.update(ui => ({...ui, clockOffsetMs: Math.round(now - (asked + clock.now()) / 2)}));
    const {seq} = store.get().gateway;
    const other = seq !== undefined && hello.seq < seq;
    await subscribe(other ? undefined : seq, other);
    live();
    store.update(changeConnection({kind: 'live'}, clock.now()));
    onLive();
    return failed.promise;
  };

  const ended = await Promise.race([client.closed, start()]);
  return reason ?? ended;
};

/** A daemon from before an update refuses parameters that it doesn't know. */
const greet = async (client: GatewayClient, locale: string | undefined) => {
  const plain = {protocol: PROTOCOL, client: 'tui'};
  if (locale === undefined) return await client.call('hello', plain);
  return await client.call('hello', {...plain, locale}).catch((thrown: unknown) => {
    if (thrown instanceof GatewayError && thrown.code === 'invalid') return client.call('hello', plain);
    throw thrown;
  });
};

/** 0.25 s, doubled up to 10 s, minus up to a quarter at random so that clients don't reconnect together. */
const waitBefore = (attempt: number, random: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)) * (1 - random / 4);

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10 * SECOND;
const STEADY_MS = 2 * SECOND;
