// A daemon that waits and does nothing of its own: it keeps a copy of another machine, or stands by to take its place.
// Clients can ask who it is and how it is, stop it and start it again. All else is refused.
import {PROTOCOL} from '../../ipc/checks.ts';
import type {DaemonStatus} from '../../ipc/daemon-status.ts';
import {METHODS, type Methods, type Result} from '../../ipc/method-table.ts';
import {updateProblems} from '../../ipc/versions/failed-update.ts';
import type {Handlers} from '../../ipc/wire/index.ts';
import {toWire} from '../../shared/fields/wire.ts';
import type {GatewayError} from '../../shared/text/gateway-error.ts';
import {isoOf} from '../../shared/time/time.ts';
import type {DaemonOptions} from './daemon-options.ts';
import {bootIdAt, serveClients} from './serve-clients.ts';

type WaitingDaemon = Pick<DaemonOptions, 'places' | 'env' | 'clock' | 'log' | 'version' | 'onStop'> & {
  /** Added to its identity. */
  readonly greeting: () => Pick<Result<'hello'>, 'seq'> & Partial<Result<'hello'>>;
  /** Replaces the facts of a daemon without reminders, channels and an agent. */
  readonly status: () => Partial<DaemonStatus>;
  /** The answer to all other methods. */
  readonly refusal: (method: keyof Methods) => GatewayError;
};

/** Resolves when clients can connect. The caller holds the lock of the home. Disposing disconnects them. */
export const startWaitingDaemon = async (options: WaitingDaemon): Promise<AsyncDisposable> => {
  await using stack = new AsyncDisposableStack();
  const server = stack.use(serveClients(options));
  const {clock, version, places, onStop} = options;
  const startedAt = clock.now();
  const identity = {version, pid: process.pid, bootId: bootIdAt(startedAt)};
  const status = (): DaemonStatus => {
    const {clients, problems} = server.connected();
    const own = options.status();
    return {
      ...{running: true, ...identity, startedAt, now: clock.now(), home: places, clients, seq: options.greeting().seq},
      ...{agent: '', model: {name: '', ready: false}, sessions: {total: 0, busy: 0, queued: 0}},
      ...{reminders: {pending: 0}, alarms: {active: 0}, outbox: {waiting: 0, dead: 0}, nextWakes: [], channels: []},
      ...own,
      problems: [...problems, ...updateProblems(places.versions, version), ...(own.problems ?? [])],
    };
  };
  const own: Pick<Handlers<Methods>, 'hello' | `daemon.${'status' | 'stop' | 'restart'}`> = {
    hello: () => ({
      ...{protocol: PROTOCOL, ...identity, startedAt: isoOf(startedAt), now: isoOf(clock.now())},
      ...options.greeting(),
    }),
    'daemon.status': () => toWire(status()),
    'daemon.stop': () => {
      onStop('stop');
      return {};
    },
    'daemon.restart': () => {
      onStop('restart');
      return {};
    },
  };
  const refuse = (method: keyof Methods) => (): never => {
    throw options.refusal(method);
  };
  const others = Object.fromEntries(METHODS.map(method => [method, refuse(method)]));
  stack.use(await server.open({...(others as unknown as Handlers<Methods>), ...own}));
  const opened = stack.move();
  return {[Symbol.asyncDispose]: () => opened.disposeAsync()};
};
