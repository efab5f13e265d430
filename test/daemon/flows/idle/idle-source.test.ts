// The wake source of idle conversations on a real store, with scripted jobs.

import {expect, test} from 'vitest';
import type {People} from '../../../../src/daemon/core.ts';
import {type IdleSourceDeps, openIdleSource} from '../../../../src/daemon/flows/idle/idle-source.ts';
import type {IdleJob, IdleSession} from '../../../../src/daemon/schedule/idle/idle-job.ts';
import {noRun, runAt} from '../../../../src/daemon/schedule/idle/next-run.ts';
import type {Run} from '../../../../src/shared/records/jobs/jobs.ts';
import type {Message} from '../../../../src/shared/records/message.ts';
import type {SessionKey} from '../../../../src/shared/records/session-key.ts';
import {kindOfSession} from '../../../../src/shared/records/session-key.ts';
import type {Trust} from '../../../../src/shared/records/trust.ts';
import {DAY, type EpochMs, HOUR, MINUTE, SECOND} from '../../../../src/shared/time/time.ts';
import {conversationsOf} from '../../../support/conversations.ts';
import {countingIds} from '../../../support/counting-ids.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {memoryLog} from '../../../support/memory-log.ts';
import {openNewStore} from '../../../support/new-database.ts';
import {startScheduler} from '../../../support/start-scheduler.ts';
import {testCore} from '../../../support/test-core.ts';

const MAIN = 'rooster:main';
const noon = Date.UTC(2026, 10, 21, 12);

/** The reasons why a heartbeat doesn't run: after each one the reflection is still checked. */
test.each<[string, Told['nextAt']]>([
  ['not idle long enough', () => noon + 10 * MINUTE],
  ['done already', () => undefined],
  ['an empty file', () => undefined],
  ['waiting on CONTINUE', (_, now) => now + 30 * MINUTE],
  [
    'a guard that broke',
    () => {
      throw new Error('The disk is on fire.');
    },
  ],
])('the reflection is checked after a skipped heartbeat: %s', async (_, nextAt) => {
  await using room = openRoom();
  room.heartbeat.nextAt = nextAt;
  room.reflection.nextAt = () => noon + 4 * MINUTE;
  room.say(MAIN);
  await room.clock.advance(4 * MINUTE);
  expect(room.fired).toEqual([['reflection', MAIN, noon + 4 * MINUTE]]);
});

test.each(['ran', 'suppressed', 'skipped', 'failed'] as const)(
  'after a heartbeat that %s the reflection of the same instant follows, but not before its end',
  async status => {
    await using room = openRoom();
    room.heartbeat.nextAt = once(noon + 4 * MINUTE);
    room.reflection.nextAt = () => noon + 4 * MINUTE;
    room.say(MAIN);
    await room.clock.advance(5 * MINUTE);
    expect(room.fired.map(([kind]) => kind)).toEqual(['heartbeat']);
    room.end('heartbeat', MAIN, status);
    await room.clock.advance(0);
    expect(room.fired.map(([kind]) => kind)).toEqual(['heartbeat', 'reflection']);
  },
);

test('the status says which of the two is running', async () => {
  await using room = openRoom();
  room.heartbeat.nextAt = once(noon + 4 * MINUTE);
  room.say(MAIN);
  await room.clock.advance(4 * MINUTE);
  expect(room.source().status()).toMatchObject([
    {heartbeat: {why: 'Running now.'}, reflection: {why: 'Nothing is planned.'}},
  ]);
  room.end('heartbeat', MAIN, 'ran');
  expect(room.source().status()).toMatchObject([{heartbeat: {why: 'Nothing is planned.'}}]);
});

test("heartbeat and reflection have their own instants: the earlier one doesn't wait for the later", async () => {
  await using room = openRoom();
  room.heartbeat.nextAt = () => noon + 20 * MINUTE;
  room.reflection.nextAt = once(noon + 2 * MINUTE);
  room.say(MAIN);
  await room.clock.advance(3 * MINUTE);
  expect(room.fired).toEqual([['reflection', MAIN, noon + 2 * MINUTE]]);
});

test('nothing starts while a turn runs or waits there; soon afterwards due jobs start', async () => {
  await using room = openRoom();
  room.heartbeat.nextAt = () => noon + 4 * MINUTE;
  room.say(MAIN);
  room.busy.add(MAIN);
  await room.clock.advance(10 * MINUTE);
  expect(room.fired).toEqual([]);
  room.busy.delete(MAIN);
  await room.clock.advance(30 * SECOND);
  expect(room.fired).toHaveLength(1);
});

test('a guard that throws prevents the run, is logged, and is asked again later', async () => {
  await using room = openRoom();
  let broken = true;
  room.heartbeat.nextAt = () => {
    if (broken) throw new Error('The disk is on fire.');
    return noon + 4 * MINUTE;
  };
  room.say(MAIN);
  await room.clock.advance(4 * MINUTE);
  expect(room.fired).toEqual([]);
  expect(
    room.log.lines.some(({level, sentence}) => level === 'error' && sentence.includes('The disk is on fire.')),
  ).toBe(true);
  broken = false;
  await room.clock.advance(5 * MINUTE);
  expect(room.fired).toHaveLength(1);
});

test("a job that claims nothing, or throws, isn't asked in a loop", async () => {
  await using room = openRoom();
  let asked = 0;
  room.heartbeat.nextAt = () => noon;
  room.heartbeat.fire = () => {
    asked += 1;
    if (asked % 2 === 0) throw new Error('No.');
  };
  room.say(MAIN);
  await room.clock.advance(60 * MINUTE);
  expect(asked).toBeGreaterThan(5);
  expect(asked).toBeLessThan(20);
});

test('of many due jobs three run at a time, and the next starts soon after one ends', async () => {
  await using room = openRoom();
  const done = new Set<SessionKey>();
  room.heartbeat.nextAt = ({key}) => (done.has(key) ? undefined : noon + 4 * MINUTE);
  const all = Array.from({length: 6}, (_, index): SessionKey => `rooster:dm:signal:p${index}`);
  for (const key of all) room.say(key);
  await room.clock.advance(5 * MINUTE);
  expect(room.fired.map(([, key]) => key)).toEqual(all.slice(0, 3));
  for (const key of all) {
    done.add(key);
    room.end('heartbeat', key, 'suppressed');
    await room.clock.advance(30 * SECOND);
  }
  expect(room.fired.map(([, key]) => key)).toEqual(all);
});

test('each of five hundred jobs due at start runs once, at most three at a time', async () => {
  await using room = openRoom({open: false});
  const count = 500;
  const done = new Set<SessionKey>();
  const all = Array.from({length: count}, (_, index): SessionKey => `rooster:dm:signal:p${index}`);
  for (const key of all) room.say(key, noon - HOUR);
  let asked = 0;
  room.heartbeat.nextAt = ({key}) => {
    asked += 1;
    return done.has(key) ? undefined : noon - HOUR + 4 * MINUTE;
  };
  room.open();
  for (let step = 0; step < 2 * count && done.size < count; step += 1) {
    await room.clock.advance(30 * SECOND);
    const atWork = room.fired.slice(done.size);
    expect(atWork.length).toBeLessThanOrEqual(3);
    for (const [, key] of atWork) {
      done.add(key);
      room.end('heartbeat', key, 'suppressed');
    }
  }
  await room.clock.advance(HOUR);
  expect(room.fired).toHaveLength(count);
  expect(new Set(room.fired.map(([, key]) => key)).size).toBe(count);
  // Each is asked a few times per half minute of waiting, not in a loop.
  expect(asked).toBeLessThan(4 * count * (count / 3));
});

test('groups, isolated sessions and other agents have no idle jobs', async () => {
  await using room = openRoom();
  room.heartbeat.nextAt = () => noon + 4 * MINUTE;
  for (const key of ['rooster:group:signal:abc', 'rooster:cron:morning', 'hen:main'] as const) room.say(key);
  await room.clock.advance(10 * MINUTE);
  expect(room.fired).toEqual([]);
});

test('a conversation that goes on in another one has no idle jobs', async () => {
  const before = 'rooster:dm:signal:alice-uuid';
  await using room = openRoom({current: key => (key === before ? MAIN : key)});
  room.heartbeat.nextAt = () => noon + 4 * MINUTE;
  room.say(before);
  await room.clock.advance(10 * MINUTE);
  expect(room.fired).toEqual([]);
});

test('after a day of silence a conversation is not looked at until somebody writes', async () => {
  await using room = openRoom();
  room.heartbeat.nextAt = () => undefined;
  room.say(MAIN);
  await room.clock.advance(DAY - HOUR);
  expect(room.source().nextAt(room.clock.now())).toBe(noon + DAY);
  await room.clock.advance(2 * HOUR);
  expect(room.source().nextAt(room.clock.now())).toBeUndefined();
});

test('a start restores the last activity of each conversation from the store, up to a day back', async () => {
  await using room = openRoom({open: false});
  room.heartbeat.nextAt = () => undefined;
  room.say('rooster:dm:signal:old', noon - DAY - 1);
  room.say('rooster:dm:signal:answered', noon - 10 * MINUTE, noon - 2 * MINUTE);
  room.say('rooster:dm:signal:told', noon - 20 * MINUTE);
  room.announce('rooster:dm:signal:told', noon - MINUTE);
  room.open();
  expect(room.standing()).toEqual([
    ['rooster:dm:signal:answered', noon - 2 * MINUTE],
    ['rooster:dm:signal:told', noon - 20 * MINUTE],
  ]);
});

test('no heartbeat starts beside a resumed reflection until it ends', async () => {
  await using room = openRoom({open: false});
  room.heartbeat.nextAt = () => noon;
  room.say(MAIN);
  room.left('reflection', MAIN);
  room.open();
  await room.clock.advance(MINUTE);
  expect(room.fired).toEqual([]);
  room.end('reflection', MAIN, 'ran');
  await room.clock.advance(0);
  expect(room.fired.map(([kind]) => kind)).toEqual(['heartbeat']);
});

test('an idle job never has more trust than its conversation', async () => {
  await using room = openRoom({sessionTrust: 'familiar'});
  const trusts: string[] = [];
  const fire = room.heartbeat.fire;
  Object.assign(room.heartbeat, {
    nextAt: once(noon + 4 * MINUTE),
    fire: (session: IdleSession, now: EpochMs) => {
      trusts.push(session.trust);
      fire(session, now);
    },
  });
  room.say(MAIN);
  await room.clock.advance(4 * MINUTE);
  expect(trusts).toEqual(['familiar']);
});

test('ten thousand active conversations cause no pause, and each is checked', {tags: ['deep']}, async () => {
  await using room = openRoom();
  room.heartbeat.nextAt = () => noon + DAY;
  for (let index = 0; index < 10_000; index += 1) room.hear(`rooster:dm:signal:p${index}`);
  let calls = 0;
  for (; calls < 200 && room.source().nextAt(noon) === noon; calls += 1);
  expect(calls).toBe(99);
  // Nothing has changed since, so nothing is asked.
  room.heartbeat.nextAt = () => {
    throw new Error('asked');
  };
  expect(room.source().nextAt(noon)).toBe(noon + DAY);
});

/** A scripted job: the test decides when it is due. */
type Told = {
  nextAt: (session: IdleSession, now: EpochMs) => EpochMs | undefined;
  fire: (session: IdleSession, now: EpochMs) => void;
};

const once = (at: EpochMs) => {
  let asked = false;
  return (_: unknown, now: EpochMs): EpochMs | undefined => {
    const was = asked;
    asked ||= now >= at;
    return was ? undefined : at;
  };
};

const openRoom = ({
  open: opened = true,
  sessionTrust = 'full',
  current = conversationsOf().current,
}: {
  readonly open?: boolean;
  readonly sessionTrust?: Trust;
  readonly current?: People['current'];
} = {}) => {
  const clock = fakeClock(noon);
  const log = memoryLog();
  const ids = countingIds();
  const store = openNewStore({clock, log});
  const busy = new Set<SessionKey>();
  const fired: (readonly [IdleJob['kind'], SessionKey, EpochMs])[] = [];
  const running = new Map<string, Run>();

  const told = (kind: IdleJob['kind']): Told => ({
    nextAt: () => undefined,
    fire: (session, now) => {
      fired.push([kind, session.key, now]);
      const run: Run = {
        id: ids.next('run'),
        kind,
        name: session.key,
        session: 'rooster:cron:x',
        status: 'running',
        scheduledFor: now,
        startedAt: now,
        attempt: 1,
        late: false,
      };
      running.set(`${kind} ${session.key}`, run);
      store.transact(emit => emit({type: 'run.started', run}));
    },
  });
  const job = (kind: IdleJob['kind'], as: Told): IdleJob => ({
    kind,
    plan: session => {
      const at = as.nextAt(session, clock.now());
      return at === undefined ? noRun('Nothing is planned.') : runAt(at, 'a test says so');
    },
    fire: (session, _, now) => as.fire(session, now),
    resume: () => {},
  });
  const heartbeat = told('heartbeat');
  const reflection = told('reflection');
  const put = (key: SessionKey, at: EpochMs, over: Partial<Message>, endedAt?: EpochMs): void =>
    store.transact(emit => {
      const session = {
        key,
        kind: kindOfSession(key),
        title: key,
        user: 'alice',
        trust: sessionTrust,
        lastActivityAt: at,
      } as const;
      store.sessions.put(session);
      const turnId = ids.next('turn');
      const source = {kind: 'user', name: 'alice'} as const;
      if (endedAt !== undefined)
        store.turns.put({
          id: turnId,
          session: key,
          state: 'ended',
          source,
          trust: 'full',
          deliver: false,
          queuedAt: at,
          endedAt,
        });
      const message: Message = {
        id: ids.next('msg'),
        session: key,
        role: 'user',
        text: 'hello',
        at,
        source,
        ...(endedAt === undefined ? {} : {turnId}),
        ...over,
      };
      store.messages.add(message);
      emit({type: 'message.added', session: key, message});
    });

  const deps: Omit<IdleSourceDeps, 'reschedule'> = {
    ...testCore({store, clock, ids, log, people: {current, userIn: () => 'alice', trustOf: () => 'full'}}),
    isBusy: key => busy.has(key),
    whyNothing: () => undefined,
    soonestMs: () => 4 * MINUTE,
    jobs: [job('heartbeat', heartbeat), job('reflection', reflection)],
  };
  let reschedule = (_?: EpochMs): void => {};
  let source: ReturnType<typeof openIdleSource> | undefined;
  let scheduler: ReturnType<typeof startScheduler> | undefined;
  const open = (): void => {
    source = openIdleSource({...deps, reschedule: at => reschedule(at)});
    scheduler = startScheduler({clock, log, sources: [source]});
    reschedule = scheduler.reschedule;
  };
  if (opened) open();
  const theSource = () => {
    if (source === undefined) throw new Error('it is not open');
    return source;
  };

  return {
    clock,
    log,
    busy,
    fired,
    heartbeat,
    reflection,
    open,
    source: theSource,
    standing: () =>
      theSource()
        .status()
        .map(({session, lastHeardAt}) => [session, lastHeardAt]),
    say: (key: SessionKey, at = clock.now(), endedAt?: EpochMs) => put(key, at, {}, endedAt),
    hear: (key: SessionKey) => put(key, clock.now(), {}),
    announce: (key: SessionKey, at: EpochMs) =>
      put(key, at, {role: 'assistant', source: {kind: 'system', name: 'heartbeat'}}),
    /** A run that the previous daemon didn't finish. */
    left: (kind: IdleJob['kind'], key: SessionKey) => {
      const run: Run = {
        id: ids.next('run'),
        kind,
        name: key,
        session: 'rooster:cron:x',
        status: 'running',
        scheduledFor: clock.now(),
        startedAt: clock.now(),
        attempt: 1,
        late: false,
      };
      store.runs.claim(run);
      running.set(`${kind} ${key}`, run);
    },
    end: (kind: IdleJob['kind'], key: SessionKey, status: Run['status']) => {
      const run = running.get(`${kind} ${key}`);
      if (run !== undefined)
        store.transact(emit => emit({type: 'run.ended', run: {...run, status, endedAt: clock.now()}}));
    },
    [Symbol.asyncDispose]: async () => {
      scheduler?.[Symbol.dispose]();
      source?.[Symbol.dispose]();
      store[Symbol.dispose]();
    },
  };
};
