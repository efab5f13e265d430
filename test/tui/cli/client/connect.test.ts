import {expect, test} from 'vitest';
import type {Client} from '../../../../src/ipc/protocol.ts';
import {DialError} from '../../../../src/ipc/socket/dial.ts';
import {placesOf} from '../../../../src/shared/records/places.ts';
import {GatewayError} from '../../../../src/shared/text/gateway-error.ts';
import {type ConnectDeps, createConnect} from '../../../../src/tui/cli/client/connect.ts';
import type {DaemonProgram, StartedDaemon} from '../../../../src/tui/cli/client/daemon-program.ts';
import {NoDaemonError} from '../../../../src/tui/cli/client/no-daemon-error.ts';
import {type FakeClock, fakeClock} from '../../../support/fake-clock.ts';
import {fakeDaemon} from '../fake-daemon.ts';

const places = placesOf({ROOSTER_HOME: '/home/alice/r'}, '/home/alice');

type Scene = {
  readonly clock?: FakeClock;
  readonly dial: ConnectDeps['dial'];
  readonly start?: () => StartedDaemon;
  readonly onStarted?: () => void;
};

const connectIn = ({clock = fakeClock(), dial, start = noStart, onStarted = () => {}}: Scene) => {
  const program: DaemonProgram = {
    entry: '/opt/daemon.js',
    start,
    ask: async () => ({code: 0, stdout: '', stderr: ''}),
    become: () => {
      throw new Error('not here');
    },
  };
  return createConnect({places, version: '0.1.0', clock, dial, program, onStarted});
};

const noStart = (): never => {
  throw new Error('nothing is to be started here');
};

/** Advances the clock until the promise has settled. */
const settled = async <T>(clock: FakeClock, promise: Promise<T>): Promise<T> => {
  let done = false;
  const mark = (): void => {
    done = true;
  };
  promise.then(mark, mark);
  while (!done) await clock.advance(10);
  return promise;
};

test('a running daemon is greeted, and none is started', async () => {
  const clock = fakeClock();
  const daemon = fakeDaemon(clock);
  await using connection = await connectIn({clock, dial: daemon.dial})();
  expect(connection.hello.pid).toBe(4321);
  expect(daemon.dials).toBe(1);
});

test('without a daemon one is started once, and dialled until it answers', async () => {
  const clock = fakeClock();
  const daemon = fakeDaemon(clock, {}, {running: false});
  let starts = 0;
  let released = 0;
  const told: string[] = [];
  const start = (): StartedDaemon => {
    starts += 1;
    clock.after(150, daemon.start);
    return {
      ended: new Promise(() => {}),
      release: () => {
        released += 1;
      },
    };
  };
  const connect = connectIn({clock, dial: daemon.dial, start, onStarted: () => told.push('started')});
  await using connection = await settled(clock, connect());
  expect(connection.hello.pid).toBe(4321);
  expect({starts, released, told}).toEqual({starts: 1, released: 1, told: ['started']});
});

test('a started daemon that is slow to answer is waited for, with a note, while its process lives', async () => {
  const clock = fakeClock();
  const {dial: slow} = fakeDaemon(clock, {hello: () => new Promise(() => {})});
  const daemon = fakeDaemon(clock);
  const readyAt = clock.now() + 25_000;
  let isStarted = false;
  const notes: number[] = [];
  const connect = createConnect({
    ...{places, version: '0.1.0', clock},
    dial: path => {
      if (!isStarted) throw new DialError('absent', 'no such socket');
      return (clock.now() < readyAt ? slow : daemon.dial)(path);
    },
    program: {
      ...{entry: '', ask: async () => ({code: 0, stdout: '', stderr: ''}), become: noStart},
      start: () => {
        isStarted = true;
        return {ended: new Promise(() => {}), release: () => {}};
      },
    },
    onStarting: ms => notes.push(Math.round(ms / 1_000)),
  });
  await using connection = await settled(clock, connect());
  expect(connection.hello.pid).toBe(4321);
  expect(notes).toEqual([4, 24]);
});

test('a start that loses against another client keeps dialling', async () => {
  const clock = fakeClock();
  const daemon = fakeDaemon(clock, {}, {running: false});
  clock.after(300, daemon.start);
  const start = (): StartedDaemon => ({
    ended: Promise.resolve({code: 0, output: 'Another daemon already runs in this home.'}),
    release: () => {},
  });
  await using connection = await settled(clock, connectIn({clock, dial: daemon.dial, start})());
  expect(connection.hello.pid).toBe(4321);
});

test("a daemon that can't start reports its own sentence", async () => {
  const clock = fakeClock();
  const daemon = fakeDaemon(clock, {}, {running: false});
  const start = (): StartedDaemon => ({
    ended: Promise.resolve({code: 1, output: 'rooster.db is damaged; it was left as it is.'}),
    release: () => {},
  });
  const thrown = await settled(
    clock,
    connectIn({clock, dial: daemon.dial, start})().catch((error: unknown) => error),
  );
  expect(thrown).toBeInstanceOf(NoDaemonError);
  expect(thrown).toMatchObject({message: 'rooster.db is damaged; it was left as it is.', daemonState: undefined});
});

test("a program that can't be started gives the same failure", async () => {
  const start = (): never => {
    throw new GatewayError('failed', 'The log cannot be written.');
  };
  const connect = connectIn({dial: fakeDaemon(fakeClock(), {}, {running: false}).dial, start});
  const thrown = await connect().catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(NoDaemonError);
  expect(thrown).toMatchObject({message: 'The log cannot be written.'});
});

test('a started daemon that never answers is given up after two minutes, and the log is named', async () => {
  const clock = fakeClock();
  const began = clock.now();
  const start = (): StartedDaemon => ({ended: new Promise(() => {}), release: () => {}});
  const connect = connectIn({clock, dial: fakeDaemon(clock, {}, {running: false}).dial, start});
  const thrown = await settled(
    clock,
    connect().catch((error: unknown) => error),
  );
  expect(thrown).toMatchObject({message: expect.stringContaining('/home/alice/r/logs/daemon.log')});
  expect(clock.now() - began).toBeGreaterThanOrEqual(120_000);
  expect(clock.now() - began).toBeLessThan(120_500);
});

test('a client that may not start a daemon learns that none runs', async () => {
  const connect = connectIn({dial: fakeDaemon(fakeClock(), {}, {running: false}).dial});
  const thrown = await connect({starts: false}).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(NoDaemonError);
  expect(thrown).toMatchObject({daemonState: 'absent'});
});

test('a socket of another user is no reason to start a daemon', async () => {
  const dial = (): never => {
    throw new DialError('forbidden', 'The socket belongs to somebody else.');
  };
  const thrown = await connectIn({dial})().catch((error: unknown) => error);
  expect(thrown).toMatchObject({message: 'The socket belongs to somebody else.', daemonState: undefined});
});

test('a daemon that refuses the greeting is reported as another version', async () => {
  const clock = fakeClock();
  const refuse = (): never => {
    throw new GatewayError('invalid', 'This daemon speaks protocol 2.');
  };
  const {dial} = fakeDaemon(clock, {hello: refuse});
  const thrown = await settled(
    clock,
    connectIn({clock, dial})().catch((error: unknown) => error),
  );
  expect(thrown).toBeInstanceOf(NoDaemonError);
  expect(thrown).toMatchObject({message: expect.stringMatching(/protocol 2.*rooster daemon restart/u)});
});

test("a request sent with the greeting doesn't hide a refused greeting", async () => {
  const clock = fakeClock();
  const order: string[] = [];
  const refuse = (): never => {
    order.push('greeting read');
    throw new GatewayError('invalid', 'This daemon speaks protocol 2.');
  };
  const {dial} = fakeDaemon(clock, {hello: refuse});
  const along = (client: Client): void => {
    order.push('asked along');
    client.call('daemon.status', {}).catch(() => order.push('unanswered'));
  };
  const thrown = await settled(
    clock,
    connectIn({clock, dial})({along}).catch((error: unknown) => error),
  );
  expect(order.slice(0, 2)).toEqual(['asked along', 'greeting read']);
  expect(thrown).toMatchObject({message: expect.stringMatching(/protocol 2.*rooster daemon restart/u)});
});

test('a daemon that ends during the greeting counts as not running', async () => {
  const clock = fakeClock();
  const daemon = fakeDaemon(clock, {
    hello: () => {
      queueMicrotask(daemon.kill);
      return new Promise(() => {});
    },
  });
  const connect = connectIn({clock, dial: daemon.dial});
  const thrown = await settled(
    clock,
    connect({starts: false}).catch((error: unknown) => error),
  );
  expect(thrown).toMatchObject({daemonState: 'absent'});
});

test('a cancelled client stops dialling', async () => {
  const clock = fakeClock();
  const start = (): StartedDaemon => ({ended: new Promise(() => {}), release: () => {}});
  const connect = connectIn({clock, dial: fakeDaemon(clock, {}, {running: false}).dial, start});
  const ending = new AbortController();
  clock.after(100, () => ending.abort(new Error('left')));
  const thrown = await settled(
    clock,
    connect({signal: ending.signal}).catch((error: unknown) => error),
  );
  expect(thrown).toMatchObject({message: 'left'});
});

test('a hanging daemon is reported as not answering', async () => {
  const clock = fakeClock();
  const {dial} = fakeDaemon(clock, {hello: () => new Promise(() => {})});
  const thrown: unknown = await settled(clock, connectIn({clock, dial})()).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(NoDaemonError);
  expect(thrown).toMatchObject({
    message: 'The daemon runs but does not answer. Run "rooster daemon restart".',
  });
});
