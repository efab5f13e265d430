// Follows events across daemon restarts without gaps or repeats: each connection continues after the last event number.
// A daemon that crashed is started again. A daemon that was stopped on purpose (it announced that, or removed its
// socket) isn't: somebody stopped it deliberately.
import type {Method, Params, Result} from '../../../ipc/method-table.ts';
import {formatClose} from '../../../ipc/wire/index.ts';
import type {Delta, GatewayEvent, Snapshot} from '../../../shared/events/gateway-event.ts';
import type {Wire} from '../../../shared/fields/wire.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {SECOND} from '../../../shared/time/time.ts';
import {type Connect, type DaemonConnection, type OnNotice, pause} from './connect.ts';
import {HostError, NoDaemonError, saysNoneRuns, UnreachableHostError} from './no-daemon-error.ts';

export type FollowOptions = {
  readonly connect: Connect;
  readonly clock: Clock;
  /** The last known event; undefined starts with the next one. */
  readonly since?: number;
  readonly onEvent: (event: GatewayEvent) => void;
  readonly onDelta?: (delta: Delta) => void;
  /** Called when the events between the last known one and this number are no longer stored. */
  readonly onMissed?: (seq: number, snapshot: Wire<Snapshot>) => void;
  readonly onLost?: (reason: string) => void;
  readonly onBack?: () => void;
  /** Called with the reason why the daemon sends and confirms nothing, and without one when it does again. */
  readonly onHeld?: (reason: string | undefined) => void;
  /** Time to wait for a daemon that was stopped on purpose. @default forever */
  readonly patienceMs?: number;
};

export type Following = AsyncDisposable & {
  /** Calls over the current connection or the next one. An interrupted call is repeated, so it must be idempotent. */
  readonly call: <M extends Method>(method: M, params: Params<M>) => Promise<Result<M>>;
  /** Rejects when the daemon is permanently unreachable. Never resolves. */
  readonly broken: Promise<never>;
};

/** Resolves after the first subscription. */
export const follow = async (options: FollowOptions): Promise<Following> => {
  const {connect, clock} = options;
  let last = options.since;
  let current: DaemonConnection | undefined;
  let closingReason: string | undefined;
  const noteHeld = changesOnly(options.onHeld);
  let disposed = false;
  const stopping = new AbortController();
  let waiting = Promise.withResolvers<DaemonConnection>();
  const broken = Promise.withResolvers<never>();
  broken.promise.catch(() => {});

  const take = (event: GatewayEvent): void => {
    if (last !== undefined && event.seq <= last) return;
    last = event.seq;
    options.onEvent(event);
  };

  const onNotice: OnNotice = notice => {
    switch (notice.method) {
      case 'event':
        take(notice.params);
        break;
      case 'delta':
        options.onDelta?.(notice.params);
        break;
      case 'thinking':
      case 'clients':
        break;
      case 'held':
        return noteHeld(notice.params.reason);
      case 'closing':
        closingReason = notice.params.reason;
        break;
    }
  };

  const open = async (starts: boolean, mayAsk: boolean): Promise<DaemonConnection> => {
    await using stack = new AsyncDisposableStack();
    const connection = stack.use(await connect({onNotice, starts, mayAsk, signal: stopping.signal}));
    const since = last;
    const {seq, snapshot} = await connection.client.call('events.subscribe', {since});
    if (since === undefined) last = Math.max(seq, last ?? seq);
    else if (snapshot !== undefined) {
      last = seq;
      options.onMissed?.(seq, snapshot);
    }
    stack.move();
    return connection;
  };

  /** Reconnects after a connection was lost. */
  const reopen = async (onPurpose: boolean): Promise<DaemonConnection> => {
    const giveUpAt = clock.now() + (options.patienceMs ?? Number.POSITIVE_INFINITY);
    let starts = false;
    for (let wait = BETWEEN_DIALS_MS; ; ) {
      try {
        // Lines of text come to this terminal by now.
        return await open(starts, false);
      } catch (thrown) {
        if (!passes(thrown) || disposed || clock.now() >= giveUpAt) throw thrown;
        starts = !onPurpose && thrown instanceof NoDaemonError && thrown.daemonState === 'stale';
        if (thrown instanceof HostError) wait = Math.min(2 * wait, BETWEEN_LOGINS_MS);
        if (!starts) await pauseUnless(stopping.signal, clock, wait);
        if (disposed) throw thrown;
      }
    }
  };

  const keep = async (first: DaemonConnection): Promise<never> => {
    let connection = first;
    for (;;) {
      current = connection;
      waiting.resolve(connection);
      const reason = await connection.client.closed;
      waiting = Promise.withResolvers();
      waiting.promise.catch(() => {});
      if (disposed) return new Promise(() => {});
      options.onLost?.(closingReason ?? formatClose(reason));
      const onPurpose = closingReason !== undefined;
      closingReason = undefined;
      connection = await reopen(onPurpose);
      if (disposed) {
        // Closed while the connection opened: the replayed events were all that was needed.
        await connection[Symbol.asyncDispose]();
        return new Promise(() => {});
      }
      options.onBack?.();
    }
  };

  const call: Following['call'] = async (method, params) => {
    for (;;) {
      const connection = await waiting.promise;
      try {
        return await connection.client.call(method, params);
      } catch (thrown) {
        const over = await Promise.race([connection.client.closed.then(() => true), pause(clock, SETTLE_MS)]);
        if (over !== true) throw thrown;
        // The next iteration waits for the following connection.
        await pause(clock, 0);
      }
    }
  };

  keep(await open(true, true)).catch((thrown: unknown) => {
    broken.reject(thrown);
    waiting.reject(thrown);
  });

  return {
    call,
    broken: broken.promise,
    [Symbol.asyncDispose]: async () => {
      disposed = true;
      await current?.[Symbol.asyncDispose]();
      // Not before: what was written last leaves first.
      stopping.abort();
    },
  };
};

/** Each subscription says it again. */
const changesOnly = (listener: FollowOptions['onHeld']): NonNullable<FollowOptions['onHeld']> => {
  let known: string | undefined;
  return reason => {
    if (reason !== known) listener?.(reason);
    known = reason;
  };
};

const pauseUnless = async (stopped: AbortSignal, clock: Clock, ms: number): Promise<void> => {
  const {promise: over, resolve} = Promise.withResolvers<unknown>();
  using _ = clock.after(ms, () => resolve(undefined));
  stopped.addEventListener('abort', resolve);
  await over;
  stopped.removeEventListener('abort', resolve);
};

/** True if a failure is temporary: nobody listens, or the daemon was gone before it answered. */
const passes = (thrown: unknown): boolean =>
  saysNoneRuns(thrown) ||
  thrown instanceof UnreachableHostError ||
  (thrown instanceof GatewayError &&
    ['unavailable', 'moved'].includes(thrown.code) &&
    !(thrown instanceof NoDaemonError));

const BETWEEN_DIALS_MS = SECOND / 10;
/** After some attempts, on another machine. */
const BETWEEN_LOGINS_MS = 10 * SECOND;
const SETTLE_MS = 20;
