import {expect, test} from 'vitest';
import {GatewayError} from '../../../../src/shared/text/gateway-error.ts';
import {HOUR} from '../../../../src/shared/time/time.ts';
import type {Connect} from '../../../../src/tui/cli/client/connect.ts';
import {type FollowOptions, follow} from '../../../../src/tui/cli/client/follow.ts';
import {UnreachableHostError} from '../../../../src/tui/cli/client/no-daemon-error.ts';
import {commandWorld, type TestWorld, type TestWorldOptions} from '../command-world.ts';

type Followed = TestWorld & {readonly seen: number[]; readonly notes: string[]; readonly options: FollowOptions};

const scene = async (options: TestWorldOptions = {}, more: Partial<FollowOptions> = {}): Promise<Followed> => {
  const made = await commandWorld(options);
  const seen: number[] = [];
  const notes: string[] = [];
  return {
    ...made,
    seen,
    notes,
    options: {
      connect: made.world.connect,
      clock: made.clock,
      onEvent: ({seq}) => seen.push(seq),
      onMissed: seq => notes.push(`missed, on after ${seq}`),
      onLost: reason => notes.push(`lost: ${reason}`),
      onBack: () => notes.push('back'),
      ...more,
    },
  };
};

const happen = ({daemon}: TestWorld, times: number): void => {
  for (let time = 0; time < times; time += 1) daemon.emit({type: 'session.reset'});
};

test('without a number, following begins with the next event', async () => {
  const made = await scene();
  happen(made, 3);
  await using _ = await follow(made.options);
  happen(made, 2);
  await made.clock.advance(100);
  expect(made.seen).toEqual([4, 5]);
});

test('with a number, following begins right after it', async () => {
  const made = await scene({}, {since: 1});
  happen(made, 3);
  await using _ = await follow(made.options);
  happen(made, 1);
  await made.clock.advance(100);
  expect(made.seen).toEqual([2, 3, 4]);
});

test('a killed daemon is restarted, and no event is lost or repeated', async () => {
  const made = await scene();
  await using _ = await follow(made.options);
  happen(made, 2);
  await made.clock.advance(100);
  made.daemon.kill();
  happen(made, 2);
  await made.clock.advance(1_000);
  happen(made, 1);
  await made.clock.advance(100);
  expect(made.seen).toEqual([1, 2, 3, 4, 5]);
  expect(made.starts()).toBe(1);
  expect(made.notes).toEqual([expect.stringContaining('lost: '), 'back']);
});

test.each([
  ['says so', 'The daemon was told to stop.'],
  ['only takes its socket with it', undefined],
])('a daemon that was stopped on purpose, and %s, is waited for and not started', async (_name, words) => {
  const made = await scene();
  await using _ = await follow(made.options);
  made.daemon.stop(words);
  await made.clock.advance(60_000);
  expect(made.starts()).toBe(0);
  expect(made.notes).toEqual([`lost: ${words ?? 'The other side closed the connection.'}`]);
  made.daemon.start();
  happen(made, 1);
  await made.clock.advance(1_000);
  expect(made.seen).toEqual([1]);
  expect(made.notes.at(-1)).toBe('back');
});

test('a daemon that dies again during the subscription is restarted', async () => {
  let subscriptions = 0;
  const made = await scene({
    answers: {
      'events.subscribe': () => {
        subscriptions += 1;
        if (subscriptions !== 2) return {seq: 0};
        queueMicrotask(made.daemon.kill);
        return new Promise(() => {});
      },
    },
  });
  await using _ = await follow(made.options);
  made.daemon.kill();
  await made.clock.advance(2_000);
  expect({subscriptions, starts: made.starts(), last: made.notes.at(-1)}).toEqual({
    subscriptions: 3,
    starts: 2,
    last: 'back',
  });
});

test('waiting for a stopped daemon can have a limit', async () => {
  const made = await scene({}, {patienceMs: 5_000});
  await using following = await follow(made.options);
  const broken = following.broken.catch((thrown: unknown) => thrown);
  made.daemon.stop();
  await made.clock.advance(6_000);
  expect(await broken).toMatchObject({message: 'The daemon is not running.'});
});

test('pruned events are reported, and following continues after them', async () => {
  const made = await scene();
  await using _ = await follow(made.options);
  happen(made, 1);
  await made.clock.advance(100);
  made.daemon.kill();
  happen(made, 5);
  made.daemon.forget(2);
  await made.clock.advance(1_000);
  happen(made, 1);
  await made.clock.advance(100);
  expect(made.notes).toContain('missed, on after 6');
  expect(made.seen).toEqual([1, 7]);
});

test('a call interrupted by a restart is repeated on the next connection', async () => {
  let calls = 0;
  const made = await scene({
    answers: {
      'session.send': ({text}) => {
        calls += 1;
        if (calls > 1) return {session: 'a:main', turnId: `turn_${text}`};
        queueMicrotask(made.daemon.kill);
        return new Promise(() => {});
      },
    },
  });
  await using following = await follow(made.options);
  const sent = following.call('session.send', {text: 'hello', key: 'k1'});
  await made.clock.advance(1_000);
  expect(await sent).toEqual({session: 'a:main', turnId: 'turn_hello'});
  expect(calls).toBe(2);
});

test("a call that the daemon refuses isn't repeated", async () => {
  const made = await scene({
    answers: {
      'session.send': () => {
        throw new GatewayError('refused', 'Too many messages.');
      },
    },
  });
  await using following = await follow(made.options);
  const sent = following.call('session.send', {text: 'hello'}).catch((thrown: unknown) => thrown);
  await made.clock.advance(1_000);
  expect(await sent).toMatchObject({code: 'refused', message: 'Too many messages.'});
  expect(made.daemon.asked.filter(([method]) => method === 'session.send')).toHaveLength(1);
});

test('a machine that is not reachable for a night is tried at once and then ever more rarely, and never asked for a password', async () => {
  let isAway = false;
  const logins: (boolean | undefined)[] = [];
  const made = await scene();
  const connect: Connect = async options => {
    logins.push(options?.mayAsk);
    if (isAway) throw new UnreachableHostError("Couldn't reach den.");
    return await made.world.connect(options);
  };
  await using _ = await follow({...made.options, connect});
  isAway = true;
  made.daemon.stop();
  await made.clock.advance(1_000);
  expect(logins.length).toBeGreaterThan(3);
  await made.clock.advance(8 * HOUR);
  expect(logins.length).toBeLessThan(8 * 60 * 6 + 20);
  expect(logins).toEqual([true, ...logins.slice(1).map(() => false)]);
  isAway = false;
  made.daemon.start();
  await made.clock.advance(10_000);
  expect(made.notes.at(-1)).toBe('back');
});

test('whoever ends the following waits for no further attempt', async () => {
  let attempts = 0;
  const made = await scene();
  const connect: Connect = async options => {
    attempts += 1;
    if (attempts > 1) throw new UnreachableHostError("Couldn't reach den.");
    return await made.world.connect(options);
  };
  const following = await follow({...made.options, connect});
  made.daemon.stop();
  await made.clock.advance(60_000);
  await following[Symbol.asyncDispose]();
  const before = attempts;
  expect(made.clock.nextTimerAt).toBeUndefined();
  await made.clock.advance(60_000);
  expect(attempts).toBe(before);
});
