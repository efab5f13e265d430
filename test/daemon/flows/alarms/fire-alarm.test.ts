// A due alarm, with a stubbed waker: the numbers are those of the checklist (test/seeds.md).

import {expect, test} from 'vitest';
import type {WakeRequest} from '../../../../src/daemon/flows/alarms/wake-session.ts';
import {framedText} from '../../../../src/daemon/turns/prompt/framed-text.ts';
import {DAY, HOUR, isoOf, MINUTE, SECOND} from '../../../../src/shared/time/time.ts';
import {OPERATOR, openAlarmScene, type WakeAnswer} from '../../../support/alarm-scene.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {anAlarm, aRun, noon} from '../../store/store-fixture.ts';

const busy: WakeAnswer = () => ({kind: 'later', reason: 'too much at once'});

test('CH-02, CH-09, CH-16: the waker gets a request, nothing else leaves the scheduler, and absent values are absent fields', async () => {
  using scene = openAlarmScene();
  const first = await scene.alarmService.set({in: '1h', message: ' a\n', payload: '{"b":1.0}'}, OPERATOR);
  const second = await scene.alarmService.set({in: '1h', message: 'c'}, OPERATOR);
  await scene.clock.advance(HOUR);
  expect(scene.asked.map(({frame: _, ...request}) => request)).toEqual([
    {
      alarmId: first.id,
      runId: scene.store.alarms.get(first.id)?.runId,
      attempt: 1,
      user: 'alice',
      session: 'rooster:main',
      message: ' a\n',
      payload: '{"b":1.0}',
    },
    {
      alarmId: second.id,
      runId: scene.store.alarms.get(second.id)?.runId,
      attempt: 1,
      user: 'alice',
      session: 'rooster:main',
      message: 'c',
    },
  ]);
  expect(scene.notices).toEqual([]);
  expect(scene.store.messages.page('rooster:main', {limit: 5}).messages).toEqual([]);
  expect(scene.store.deliveries.list({limit: 5})).toEqual([]);
});

test('CH-08: 1,000 due alarms and four schedulers on one database: each wakes once', async () => {
  using scene = openAlarmScene();
  const sources = [scene.source, scene.createSource(), scene.createSource(), scene.createSource()];
  scene.store.transact(() => {
    for (let index = 0; index < 1_000; index += 1) scene.store.alarms.add(anAlarm(`${index}`, {nextAt: noon + 1}));
  });
  scene.clock.set(noon + 1);
  for (let round = 0; round < 100 && scene.store.alarms.countActive() > 0; round += 1) {
    for (const source of sources) source.fireDue(scene.clock.now());
    await scene.clock.advance(0);
  }
  expect(scene.accepted).toHaveLength(1_000);
  expect(new Set(scene.accepted).size).toBe(1_000);
  expect(scene.store.runs.list({kind: 'alarm', limit: 2_000})).toHaveLength(1_000);
});

test('CH-14, CH-15: an accepted one-time alarm is fired and a cron alarm continues; a refused one is never done', async () => {
  using scene = openAlarmScene();
  const once = await scene.alarmService.set({in: '1h', message: 'a'}, OPERATOR);
  const daily = await scene.alarmService.set({cron: '0 13 * * *', message: 'b'}, OPERATOR);
  scene.answers(busy);
  await scene.clock.advance(HOUR);
  for (const {id} of [once, daily])
    expect(scene.store.alarms.get(id)).toMatchObject({state: 'active', failures: 1, lastError: 'too much at once'});
  expect(scene.store.runs.list({kind: 'alarm', limit: 5}).map(({status}) => status)).toEqual(['running', 'running']);
  scene.answers((_, accept) => accept());
  await scene.clock.advance(5 * SECOND);
  expect(scene.store.alarms.get(once.id)).toMatchObject({state: 'fired', failures: 0});
  expect(scene.store.alarms.get(once.id)).not.toHaveProperty('lastError', expect.anything());
  expect(scene.store.alarms.get(daily.id)).toMatchObject({state: 'active', nextAt: noon + HOUR + DAY});
});

test('CH-44: retry waits grow from seconds to fifteen minutes, and outlast an hour of refusals', async () => {
  using scene = openAlarmScene();
  const {id} = await scene.alarmService.set({in: '1h', message: 'a'}, OPERATOR);
  const tries: number[] = [];
  scene.answers(() => {
    tries.push(scene.clock.now() - noon - HOUR);
    return {kind: 'later', reason: 'too much at once'};
  });
  await scene.clock.advance(2 * HOUR);
  expect(tries.slice(0, 10).map(ms => ms / SECOND)).toEqual([0, 5, 20, 50, 110, 230, 470, 950, 1_850, 2_750]);
  expect(scene.store.alarms.get(id)).toMatchObject({state: 'active'});
  const [delayed] = scene.events.filter(({type}) => type === 'alarm.delayed');
  expect(delayed).toMatchObject({alarm: {failures: 1, retryAt: isoOf(noon + HOUR + 5 * SECOND)}});
  scene.answers((_, accept) => accept());
  await scene.clock.advance(15 * MINUTE);
  expect(scene.accepted).toEqual([id]);
});

test('CH-44: after six hours an alarm fails with its reason, and operator and conversation are notified once', async () => {
  using scene = openAlarmScene();
  scene.store.sessions.put({
    key: 'rooster:dm:signal:bob-uuid',
    kind: 'dm',
    title: 'bob',
    trust: 'inner',
    lastActivityAt: noon,
  });
  const {id} = await scene.alarmService.set({in: '1h', message: 'a', session: 'rooster:dm:signal:bob-uuid'}, OPERATOR);
  scene.answers(busy);
  await scene.clock.advance(8 * HOUR);
  expect(scene.store.alarms.get(id)).toMatchObject({state: 'failed', endedAt: expect.any(Number)});
  expect(scene.store.alarms.get(id)?.lastError).toMatch(/^too much at once Rooster tried \d+ times in 6 hours/u);
  expect(scene.store.runs.list({kind: 'alarm', limit: 5})).toMatchObject([{status: 'failed'}]);
  expect(scene.events.filter(({type}) => type === 'alarm.failed')).toHaveLength(1);
  expect(scene.notices.map(({session}) => session)).toEqual(['rooster:main', 'rooster:dm:signal:bob-uuid']);
  expect(scene.notices[0]?.text).toContain(`Alarm ${id} (“a”), due 2026-11-21 07:00 EST, could not wake this agent`);
  const tries = scene.asked.length;
  await scene.clock.advance(DAY);
  expect(scene.asked).toHaveLength(tries);
});

test('CH-44: a permanent refusal fails the alarm immediately', async () => {
  using scene = openAlarmScene();
  const once = await scene.alarmService.set({in: '1h', message: 'a'}, OPERATOR);
  const daily = await scene.alarmService.set({cron: '0 13 * * *', message: 'b'}, OPERATOR);
  scene.answers(() => ({kind: 'never', reason: 'nobody is there any more'}));
  await scene.clock.advance(HOUR);
  for (const {id} of [once, daily]) {
    expect(scene.store.alarms.get(id)).toMatchObject({
      state: 'failed',
      failures: 1,
      lastError: 'nobody is there any more',
    });
    expect(scene.store.alarms.get(id)).not.toHaveProperty('nextAt', expect.anything());
  }
  expect(scene.asked).toHaveLength(2);
  await scene.clock.advance(2 * DAY);
  expect(scene.asked).toHaveLength(2);
});

test('CH-24: an alarm keeps 300 whole characters of an answer, with the words before it', async () => {
  using scene = openAlarmScene();
  const {id} = await scene.alarmService.set({in: '1h', message: 'a'}, OPERATOR);
  scene.answers(() => ({kind: 'later', reason: `neo answered 503. ${'🌍'.repeat(300)}`}));
  await scene.clock.advance(HOUR);
  expect(scene.store.alarms.get(id)?.lastError).toBe(`neo answered 503. ${'🌍'.repeat(300)}`);
  scene.answers(() => ({kind: 'later', reason: '🌍'.repeat(900)}));
  await scene.clock.advance(HOUR);
  expect(scene.store.alarms.get(id)?.lastError).toBe('🌍'.repeat(600));
});

test("CH-45: retries don't move the cron schedule; occurrences in between are skipped, counted and recorded", async () => {
  using scene = openAlarmScene();
  const {id} = await scene.alarmService.set({cron: '*/10 * * * *', message: 'a'}, OPERATOR);
  scene.answers(busy);
  await scene.clock.advance(HOUR);
  expect(scene.store.alarms.get(id)).toMatchObject({state: 'active', skipped: 4});
  scene.answers((_, accept) => accept());
  await scene.clock.advance(15 * MINUTE);
  const after = scene.store.alarms.get(id);
  // 12:10 was accepted in the end; then 12:00 + n * 10 minutes continues unchanged.
  expect((after?.nextAt ?? 0) % (10 * MINUTE)).toBe(0);
  expect(after).toMatchObject({failures: 0});
  const runs = scene.store.runs.list({kind: 'alarm', name: id, limit: 50});
  const skipped = runs.filter(({status}) => status === 'skipped');
  expect(skipped.length).toBeGreaterThan(1);
  expect(skipped.every(({error = ''}) => /skipped: the one before was still to be taken up\.$/u.test(error))).toBe(
    true,
  );
  await scene.clock.advance(DAY);
  expect(scene.accepted.length).toBeGreaterThan(140);
  expect(scene.store.alarms.get(id)?.skipped).toBe(after?.skipped);
});

test('a repeating alarm is planned again as soon as its wake-up is accepted, without a tick of the clock', async () => {
  const clock = Object.assign(fakeClock(noon), {lookAgain: () => ({[Symbol.dispose]: () => {}})});
  using scene = openAlarmScene({clock});
  scene.answers(async (_, accept) => {
    await Promise.resolve();
    return accept();
  });
  await scene.alarmService.set({cron: '0 * * * *', message: 'a'}, OPERATOR);
  await clock.advance(HOUR);
  expect([scene.accepted.length, clock.nextTimerAt]).toEqual([1, noon + 2 * HOUR]);
});

test('CH-45: an overdue cron alarm wakes once, late, with the number of skipped occurrences', async () => {
  using scene = openAlarmScene();
  const {id} = await scene.alarmService.set({cron: '0 * * * *', message: 'a'}, OPERATOR);
  scene.clock.set(noon + 5 * HOUR + 30 * MINUTE);
  await scene.clock.advance(30 * SECOND);
  expect(scene.accepted).toEqual([id]);
  expect(shown(scene.asked[0])).toContain('It was due 2026-11-21 17:00 CET and is 30 minutes late');
  expect(shown(scene.asked[0])).toContain(
    '4 occurrences, from 2026-11-21 13:00 CET to 2026-11-21 16:00 CET, were skipped: Rooster was not running.',
  );
  expect(scene.store.alarms.get(id)).toMatchObject({skipped: 4, nextAt: noon + 6 * HOUR});
  expect(scene.store.runs.list({kind: 'alarm', name: id, limit: 5}).map(({status}) => status)).toEqual([
    'skipped',
    'ran',
  ]);
});

test('after the clock was a year or some hours ahead, no alarm waits a year and none wakes twice', async () => {
  using scene = openAlarmScene();
  const {id} = await scene.alarmService.set({cron: '0 * * * *', message: 'a'}, OPERATOR);
  scene.clock.set(noon + 365 * DAY);
  await scene.clock.advance(MINUTE);
  expect(scene.accepted).toHaveLength(1);
  scene.clock.set(noon + 10 * MINUTE);
  await scene.clock.advance(HOUR);
  expect(scene.accepted).toEqual([id, id]);
  await scene.clock.advance(3 * HOUR);
  expect(scene.accepted).toHaveLength(5);
  // Back by three hours: those have been handled.
  scene.clock.set(noon + 70 * MINUTE);
  await scene.clock.advance(170 * MINUTE);
  expect(scene.accepted).toHaveLength(5);
  await scene.clock.advance(HOUR);
  expect(scene.accepted).toHaveLength(6);
});

test('CH-44: a cron alarm that failed for six hours continues with its next instant', async () => {
  using scene = openAlarmScene();
  const {id} = await scene.alarmService.set({cron: '0 13 * * *', message: 'a'}, OPERATOR);
  scene.answers(busy);
  await scene.clock.advance(8 * HOUR);
  expect(scene.store.alarms.get(id)).toMatchObject({state: 'active', nextAt: noon + HOUR + DAY});
  expect(scene.notices[0]?.text).toContain('Its next instants stay as they are.');
  scene.answers((_, accept) => accept());
  await scene.clock.advance(DAY);
  expect(scene.accepted).toEqual([id]);
});

test("an alarm that can't be claimed delays no other, and is tried again every few seconds, not in a loop", async () => {
  using scene = openAlarmScene();
  const at = noon + HOUR;
  scene.store.transact(() => {
    // All moments at which it could be claimed are taken.
    for (let index = 0; index < 100; index += 1) {
      const taken = {kind: 'alarm', name: 'alm_1', scheduledFor: at + index, status: 'ran', endedAt: at} as const;
      scene.store.runs.claim(aRun(`taken${index}`, taken));
    }
    scene.store.alarms.add(anAlarm('1', {nextAt: at}));
    scene.store.alarms.add(anAlarm('2', {nextAt: at}));
  });
  await scene.clock.advance(HOUR + MINUTE);
  expect(scene.asked.map(({alarmId}) => alarmId)).toEqual(['alm_2']);
  const failures = scene.log.lines.filter(({sentence}) => sentence.startsWith('The alarm schedule failed'));
  expect(failures.length).toBeGreaterThan(5);
  expect(failures.length).toBeLessThan(20);
});

test('CH-46: a hanging wake delays no other, and at most fifty run at a time', async () => {
  using scene = openAlarmScene();
  const hanging = Promise.withResolvers<never>();
  for (let index = 0; index < 80; index += 1)
    scene.store.alarms.add(anAlarm(`${index}`, {nextAt: noon + 1, message: index < 50 ? 'hang' : 'go'}));
  scene.store.alarms.add(anAlarm('other', {nextAt: noon, message: 'go'}));
  scene.answers(({message}, accept) => (message === 'hang' ? hanging.promise : accept()));
  scene.clock.set(noon + 1);
  scene.source.fireDue(scene.clock.now());
  await scene.clock.advance(MINUTE);
  expect(scene.accepted).toContain('alm_other');
  expect(scene.asked.length).toBeLessThanOrEqual(51);
  expect(scene.source.nextAt(scene.clock.now())).toBeUndefined();
});

test("CH-47: a cancel before the hour prevents the alarm, one during it isn't overwritten, a later one fails", async () => {
  using scene = openAlarmScene();
  const before = await scene.alarmService.set({in: '1h', message: 'a'}, OPERATOR);
  await scene.alarmService.cancel(before.id, OPERATOR);
  const during = await scene.alarmService.set({in: '1h', message: 'b'}, OPERATOR);
  scene.answers(async (_, accept) => {
    await scene.alarmService.cancel(during.id, OPERATOR);
    return accept();
  });
  await scene.clock.advance(HOUR);
  expect(scene.asked.map(({alarmId}) => alarmId)).toEqual([during.id]);
  expect(scene.accepted).toEqual([]);
  expect(scene.store.alarms.get(during.id)).toMatchObject({state: 'cancelled'});
  expect(scene.store.runs.list({kind: 'alarm', limit: 5})).toMatchObject([
    {name: during.id, status: 'skipped', error: 'The alarm was cancelled before the agent woke.'},
  ]);
  scene.answers((_, accept) => accept());
  const fired = await scene.alarmService.set({in: '1h', message: 'c'}, OPERATOR);
  await scene.clock.advance(HOUR);
  await expect(scene.alarmService.cancel(fired.id, OPERATOR)).rejects.toThrow('it has already fired');
  expect(await scene.alarmService.cancel(before.id, OPERATOR)).toMatchObject({state: 'cancelled'});
});

test('a cancel ends retries', async () => {
  using scene = openAlarmScene();
  const {id} = await scene.alarmService.set({in: '1h', message: 'a'}, OPERATOR);
  scene.answers(busy);
  await scene.clock.advance(HOUR);
  await scene.alarmService.cancel(id, OPERATOR);
  await scene.clock.advance(DAY);
  expect(scene.asked).toHaveLength(1);
  expect(scene.store.runs.list({kind: 'alarm', limit: 5})).toMatchObject([{status: 'skipped'}]);
});

test('run by hand, an alarm wakes now: a one-time alarm ends, a cron alarm continues, a failed one is retried', async () => {
  using scene = openAlarmScene();
  const once = await scene.alarmService.set({in: '1h', message: 'a'}, OPERATOR);
  const daily = await scene.alarmService.set({cron: '0 13 * * *', message: 'b'}, OPERATOR);
  expect(await scene.source.wakeNow(once.id, OPERATOR)).toMatchObject({alarm: {state: 'fired'}, turnId: 'turn_1'});
  expect(await scene.source.wakeNow(daily.id, OPERATOR)).toMatchObject({
    alarm: {state: 'active', nextAt: noon + HOUR},
  });
  expect(shown(scene.asked.at(-1))).toContain('The operator ran it by hand.');
  await expect(scene.source.wakeNow(once.id, OPERATOR)).rejects.toThrow('it has already fired');
  const failed = await scene.alarmService.set({in: '2h', message: 'c'}, OPERATOR);
  scene.answers(() => ({kind: 'never', reason: 'Nobody is there.'}));
  await expect(scene.source.wakeNow(failed.id, OPERATOR)).rejects.toThrow("Couldn't wake the agent: Nobody is there.");
  expect(scene.store.alarms.get(failed.id)).toMatchObject({state: 'failed'});
  scene.answers((_, accept) => accept());
  expect(await scene.source.wakeNow(failed.id, OPERATOR)).toMatchObject({alarm: {state: 'fired'}});
  scene.answers(busy);
  await expect(scene.source.wakeNow(daily.id, OPERATOR)).rejects.toThrow('Rooster retries automatically.');
  scene.answers((_, accept) => accept());
  await scene.clock.advance(5 * SECOND);
  expect(scene.store.alarms.get(daily.id)).toMatchObject({state: 'active', failures: 0, nextAt: noon + HOUR});
});

test('CH-41: a wake interrupted by a stop before acceptance resumes under the same run', async () => {
  using scene = openAlarmScene();
  const {id} = await scene.alarmService.set({in: '1h', message: 'a'}, OPERATOR);
  scene.answers(() => new Promise<never>(() => {}));
  await scene.clock.advance(HOUR);
  const [run] = scene.store.runs.list({kind: 'alarm', limit: 5});
  // Another daemon on the same database.
  using next = openAlarmScene({clock: scene.clock, store: scene.store});
  if (run !== undefined) next.source.resume(run);
  await scene.clock.advance(SECOND);
  expect(next.asked.map(({runId}) => runId)).toEqual([run?.id]);
  expect(next.store.alarms.get(id)).toMatchObject({state: 'fired'});
  expect(next.store.runs.list({kind: 'alarm', limit: 5})).toHaveLength(1);
});

test("a turn that crashed the daemon five times doesn't start a sixth time", async () => {
  using scene = openAlarmScene();
  const {id} = await scene.alarmService.set({in: '1h', message: 'a'}, OPERATOR);
  await scene.clock.advance(HOUR);
  const [run] = scene.store.runs.list({kind: 'alarm', limit: 5});
  if (run === undefined) throw new Error('it has not run');
  const {output: _, ...begun} = run;
  const again = {...begun, status: 'running' as const, attempt: 6};
  scene.store.runs.update(again);
  scene.source.resume(again);
  await scene.clock.advance(SECOND);
  expect(scene.accepted).toEqual([id]);
  expect(scene.store.alarms.get(id)).toMatchObject({
    state: 'failed',
    lastError: 'The daemon stopped 5 times during this run, so Rooster no longer retries it.',
  });
  expect(scene.store.runs.get(run.id)).toMatchObject({status: 'failed', attempt: 5});
  expect(scene.notices).toHaveLength(1);
});

/** The message of a wake as the model sees it. */
const shown = (request: WakeRequest | undefined): string =>
  request === undefined
    ? ''
    : framedText({
        id: 'msg_1',
        session: request.session,
        role: 'user',
        text: request.message,
        at: 0,
        source: {kind: 'alarm', name: request.alarmId},
        frame: request.frame,
      });
