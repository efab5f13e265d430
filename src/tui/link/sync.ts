// Inbound: the connection and what comes over it. It dials, subscribes from the last number it has seen, applies each event
// once and in order, answers a gap by asking again, and dials anew when the connection ends, waiting a little longer each time.
import {PROTOCOL} from '../../ipc/protocol.ts';
import type {GatewayEvent} from '../../shared/events/gateway-event.ts';
import {errorMessage, GatewayError} from '../../shared/records/gateway-error.ts';
import {type Names, NO_NAMES} from '../../shared/text/names.ts';
import {sanitizeDeep} from '../../shared/text/sanitize.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {type EpochMs, instantOfIso, SECOND} from '../../shared/time/time.ts';
import type {AppStore} from '../store/reduce-app.ts';
import type {Connect, GatewayClient} from './gateway-client.ts';

export type Sync = AsyncDisposable & {
  /** Rejects with `unavailable` while there is no connection. */
  readonly call: GatewayClient['call'];
  /** Does not wait for the next try. */
  poke(): void;
};

type SyncDeps = {
  readonly connect: Connect;
  readonly store: AppStore;
  readonly clock: Clock;
  /** Between 0 and 1. */
  readonly random: () => number;
  /** The state is the daemon's again: what waited may be sent. */
  readonly onLive: () => void;
  readonly onConfigChanged: () => void;
  /** The zone of the person at the terminal, before anything is shown. */
  readonly onZone: (zone: string | undefined) => void;
  /** An event could not be applied: a bug, here or there. */
  readonly onBroken: (thrown: unknown) => void;
  /** A sentence with the commands that it names as they are typed here. */
  readonly inPlace: (sentence: string) => string;
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
        reason = await converse(dialled, deps, () => {
          liveAt = clock.now();
        });
      } catch (thrown) {
        reason = deps.inPlace(errorMessage(thrown));
      } finally {
        client = undefined;
      }
      if (stopping.signal.aborted) return;
      // A daemon that ends as soon as it is reached is not dialled faster and faster.
      attempt = liveAt !== undefined && clock.now() - liveAt >= STEADY_MS ? 1 : attempt + 1;
      const wait = waitBefore(attempt, deps.random());
      const lost = {kind: 'lost', attempt, reason} as const;
      store.dispatch({type: 'connection', connection: {...lost, retryAt: clock.now() + wait}, now: clock.now()});
      await pause(wait);
      if (stopping.signal.aborted) return;
      store.dispatch({type: 'connection', connection: lost, now: clock.now()});
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

/** Talks until the connection ends; resolves with the reason. */
const converse = async (
  client: GatewayClient,
  {store, clock, onLive, onConfigChanged, onZone, onBroken}: SyncDeps,
  live: () => void,
): Promise<string> => {
  /** Events that came while the state they follow was on its way. */
  let early: GatewayEvent[] | undefined = [];
  let reason: string | undefined;
  const failed = Promise.withResolvers<string>();
  let greetedAt = 0;
  const tellNames = (names: Names): void => store.dispatch({type: 'names', names: sanitizeDeep(names)});

  const subscribe = async (since: number | undefined, anew = false): Promise<void> => {
    early = [];
    const {seq, snapshot} = await client.call('events.subscribe', {
      thinking: true,
      clients: true,
      ...(since === undefined ? {} : {since}),
    });
    if (snapshot !== undefined)
      store.dispatch({type: 'snapshot', seq, snapshot: sanitizeDeep(snapshot), anew, now: clock.now()});
    // A daemon whose events end before ours has another memory than the one we mirror.
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
      // It is answered as one that did not come.
      onBroken(thrown);
      resync();
      return;
    }
    if (event.type !== 'config.changed') return;
    // The greeting knew more than an event before it.
    if (event.names !== undefined && event.seq > greetedAt) tellNames(event.names);
    onConfigChanged();
  };

  client.onNotice((name, notice) => {
    if (name === 'event') take(notice);
    else if (name === 'delta') store.dispatch({type: 'delta', delta: sanitizeDeep(notice)}, 'soon');
    else if (name === 'thinking') store.dispatch({type: 'thinking', delta: sanitizeDeep(notice)}, 'soon');
    else if (name === 'clients') store.dispatch({type: 'clients', count: notice.count}, 'soon');
    else reason = notice.reason;
  });

  const start = async (): Promise<string> => {
    const asked = clock.now();
    const hello = await client.call('hello', {protocol: PROTOCOL, client: 'tui'});
    onZone(hello.zone);
    tellNames(hello.names ?? NO_NAMES);
    greetedAt = hello.seq;
    const now = instantOfIso(hello.now);
    // The answer was written about half-way between asking and hearing.
    if (now !== undefined) store.dispatch({type: 'clock', offsetMs: Math.round(now - (asked + clock.now()) / 2)});
    const {seq} = store.get().gateway;
    const other = seq !== undefined && hello.seq < seq;
    await subscribe(other ? undefined : seq, other);
    live();
    store.dispatch({type: 'connection', connection: {kind: 'live'}, now: clock.now()});
    onLive();
    return failed.promise;
  };

  const ended = await Promise.race([client.closed, start()]);
  return reason ?? ended;
};

/** 0.25 s, doubled each time up to 10 s, up to a quarter less by chance so that many clients do not come at once. */
const waitBefore = (attempt: number, random: number): number =>
  Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** (attempt - 1)) * (1 - random / 4);

const FIRST_WAIT_MS = 250;
const LONGEST_WAIT_MS = 10 * SECOND;
const STEADY_MS = 2 * SECOND;
