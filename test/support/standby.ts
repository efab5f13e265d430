// A daemon that stands by, on a real socket: it says where the one is that does the work, and refuses everything else.
import {spawn} from 'node:child_process';
import {PROTOCOL} from '../../src/ipc/checks.ts';
import {METHODS, type Methods, PARAMS} from '../../src/ipc/method-table.ts';
import {listen} from '../../src/ipc/socket/listen.ts';
import {type Handlers, servePeer, type Transport} from '../../src/ipc/wire/index.ts';
import {placesOf} from '../../src/shared/records/places.ts';
import {GatewayError} from '../../src/shared/text/gateway-error.ts';
import {systemClock} from '../../src/shared/time/clock.ts';

export type Standby = AsyncDisposable & {
  readonly socket: string;
  /** The methods that it was asked for, besides `hello`. */
  readonly asked: readonly string[];
  /** It sends clients there from now on. Undefined: nobody does the work. */
  readonly movesTo: (address: string | undefined) => void;
};

/** At the socket of a home, which must have no daemon. */
export const startStandby = async (home: string, address?: string): Promise<Standby> => {
  const {socket} = placesOf({ROOSTER_HOME: home}, home);
  const asked: string[] = [];
  const clock = systemClock();
  const open = new Set<Transport>();
  // A process that ends when its daemon is told to stop.
  const self = spawn('sleep', ['600'], {stdio: 'ignore'});
  let moved = address;
  const refuse = (method: string) => (): never => {
    asked.push(method);
    if (moved === undefined) throw new GatewayError('unavailable', 'No daemon does the work now.');
    throw new GatewayError('moved', `Another daemon does the work: ${moved}`, {address: moved});
  };
  const identity = {version: '0.1.0', pid: self.pid ?? 0, bootId: 'boot_standby', startedAt: new Date().toISOString()};
  const status = {...STATUS, ...identity, home: placesOf({ROOSTER_HOME: home}, home)};
  const handlers = {
    ...Object.fromEntries(METHODS.map(method => [method, refuse(method)])),
    hello: () => ({protocol: PROTOCOL, ...identity, now: new Date().toISOString(), seq: 0, moved}),
    'daemon.status': () => {
      asked.push('daemon.status');
      return {...status, now: new Date().toISOString()};
    },
    'daemon.stop': () => {
      asked.push('daemon.stop');
      setTimeout(() => void stop(), 20);
      return {};
    },
  } as unknown as Handlers<Methods>;
  const listener = await listen({
    path: socket,
    onConnection: transport => {
      open.add(transport);
      servePeer<Methods>({
        ...{greeting: 'hello', transport, handlers, parsers: PARAMS, clock},
        onError: thrown => {
          throw thrown;
        },
        onClose: () => open.delete(transport),
      });
    },
  });
  const stop = async (): Promise<void> => {
    for (const transport of open) transport.abort();
    await listener[Symbol.asyncDispose]();
    self.kill('SIGKILL');
  };
  return {
    socket,
    asked,
    movesTo: to => {
      moved = to;
    },
    [Symbol.asyncDispose]: stop,
  };
};

const STATUS = {
  ...{running: true, seq: 0, agent: '', model: {name: '', ready: false}, clients: 0},
  ...{sessions: {total: 0, busy: 0, queued: 0}, reminders: {pending: 0}, alarms: {active: 0}},
  ...{outbox: {waiting: 0, dead: 0}, nextWakes: [], channels: [], problems: []},
};
