// A due alarm, with a stubbed waker: the numbers are those of the checklist (docs/seeds.md).

import {expect, test} from 'vitest';
import type {WakeRequest} from '../../../../src/daemon/flows/alarms/wake-session.ts';
import {framedText} from '../../../../src/daemon/turns/framed-text.ts';
import {DAY, HOUR, isoOf, MINUTE, SECOND} from '../../../../src/shared/time/time.ts';
import {OPERATOR, openAlarmDesk, type WakeAnswer} from '../../../support/alarm-desk.ts';
import {anAlarm, noon} from '../../store/store-house.ts';

const busy: WakeAnswer = () => ({kind: 'later', reason: 'too much at once'});

test('CH-02, CH-09, CH-16: the waker gets a request, nothing else leaves the scheduler, and absent values are absent fields', async () => {
  using desk = openAlarmDesk();
  const first = await desk.alarmService.set({in: '1h', message: ' a\n', payload: '{"b":1.0}'}, OPERATOR);
  const second = await desk.alarmService.set({in: '1h', message: 'c'}, OPERATOR);
  await desk.clock.advance(HOUR);
  expect(desk.asked.map(({frame: _, ...request}) => request)).toEqual([
    {
      alarmId: first.id,
      runId: desk.store.alarms.get(first.id)?.runId,
      attempt: 1,
      user: 'alice',
      session: 'rooster:main',
      message: ' a\n',
      payload: '{"b":1.0}',
    },
    {
      alarmId: second.id,
      runId: desk.store.alarms.get(second.id)?.runId,
      attempt: 1,
      user: 'alice',
      session: 'rooster:main',
      message: 'c',
    },
  ]);
  expect(desk.notices).toEqual([]);
  expect(desk.store.messages.page('rooster:main', {limit: 5}).messages).toEqual([]);
  expect(desk.store.deliveries.list({limit: 5})).toEqual([]);
});

test('CH-08: 1,000 due alarms and four schedulers on one database: each wakes once', async () => {
  using desk = openAlarmDesk();
  const sources = [desk.source, desk.createSource(), desk.createSource(), desk.createSource()];
  desk.store.transact(() => {
    for (let index = 0; index < 1_000; index += 1) desk.store.alarms.add(anAlarm(`${index}`, {nextAt: noon + 1}));
  });
  desk.clock.set(noon + 1);
  for (let round = 0; round < 100 && desk.store.alarms.countActive() > 0; round += 1) {
    for (const source of sources) source.fireDue(desk.clock.now());
    await desk.clock.advance(0);
  }
  expect(desk.accepted).toHaveLength(1_000);
  expect(new Set(desk.accepted).size).toBe(1_000);
  expect(desk.store.runs.list({kind: 'alarm', limit: 2_000})).toHaveLength(1_000);
});

test('CH-14, CH-15: an accepted one-time alarm is fired and a cron alarm continues; a refused one is never done', async () => {
  using desk = openAlarmDesk();
  const once = await desk.alarmService.set({in: '1h', message: 'a'}, OPERATOR);
  const daily = await desk.alarmService.set({cron: '0 13 * * *', message: 'b'}, OPERATOR);
  desk.answers(busy);
  await desk.clock.advance(HOUR);
  for (const {id} of [once, daily])
    expect(desk.store.alarms.get(id)).toMatchObject({state: 'active', failures: 1, lastError: 'too much at once'});
  expect(desk.store.runs.list({kind: 'alarm', limit: 5}).map(({status}) => status)).toEqual(['running', 'running']);
  desk.answers((_, accept) => accept());
  await desk.clock.advance(5 * SECOND);
  expect(desk.store.alarms.get(once.id)).toMatchObject({state: 'fired', failures: 0});
  expect(desk.store.alarms.get(once.id)).not.toHaveProperty('lastError');
  expect(desk.store.alarms.get(daily.id)).toMatchObject({state: 'active', nextAt: noon + HOUR + DAY});
});

test('CH-44: retry waits grow from seconds to fifteen minutes, and outlast an hour of refusals', async () => {
  using desk = openAlarmDesk();
  const {id} = await desk.alarmService.set({in: '1h', message: 'a'}, OPERATOR);
  const tries: number[] = [];
  desk.answers(() => {
    tries.push(desk.clock.now() - noon - HOUR);
    return {kind: 'later', reason: 'too much at once'};
  });
  await desk.clock.advance(2 * HOUR);
  expect(tries.slice(0, 10).map(ms => ms / SECOND)).toEqual([0, 5, 20, 50, 110, 230, 470, 950, 1_850, 2_750]);
  expect(desk.store.alarms.get(id)).toMatchObject({state: 'active'});
  const [delayed] = desk.events.filter(({type}) => type === 'alarm.delayed');
  expect(delayed).toMatchObject({alarm: {failures: 1, retryAt: isoOf(noon + HOUR + 5 * SECOND)}});
  desk.answers((_, accept) => accept());
  await desk.clock.advance(15 * MINUTE);
  expect(desk.accepted).toEqual([id]);
});

test('CH-44: after six hours an alarm fails with its reason, and operator and conversation are notified once', async () => {
  using desk = openAlarmDesk();
  desk.store.sessions.put({
    key: 'rooster:dm:signal:bob-uuid',
    kind: 'dm',
    title: 'bob',
    trust: 'inner',
    lastActivityAt: noon,
  });
  const {id} = await desk.alarmService.set({in: '1h', message: 'a', session: 'rooster:dm:signal:bob-uuid'}, OPERATOR);
  desk.answers(busy);
  await desk.clock.advance(8 * HOUR);
  expect(desk.store.alarms.get(id)).toMatchObject({state: 'failed', endedAt: expect.any(Number)});
  expect(desk.store.alarms.get(id)?.lastError).toMatch(/^too much at once Rooster tried \d+ times in 6 hours/u);
  expect(desk.store.runs.list({kind: 'alarm', limit: 5})).toMatchObject([{status: 'failed'}]);
  expect(desk.events.filter(({type}) => type === 'alarm.failed')).toHaveLength(1);
  expect(desk.notices.map(({session}) => session)).toEqual(['rooster:main', 'rooster:dm:signal:bob-uuid']);
  expect(desk.notices[0]?.text).toContain(`Alarm ${id} (“a”), due 2026-11-21 07:00 EST, could not wake this agent`);
  const tries = desk.asked.length;
  await desk.clock.advance(DAY);
  expect(desk.asked).toHaveLength(tries);
});

test('CH-44: a permanent refusal fails the alarm immediately', async () => {
  using desk = openAlarmDesk();
  const once = await desk.alarmService.set({in: '1h', message: 'a'}, OPERATOR);
  const daily = await desk.alarmService.set({cron: '0 13 * * *', message: 'b'}, OPERATOR);
  desk.answers(() => ({kind: 'never', reason: 'nobody is there any more'}));
  await desk.clock.advance(HOUR);
  for (const {id} of [once, daily]) {
    expect(desk.store.alarms.get(id)).toMatchObject({
      state: 'failed',
      failures: 1,
      lastError: 'nobody is there any more',
    });
    expect(desk.store.alarms.get(id)).not.toHaveProperty('nextAt');
  }
  expect(desk.asked).toHaveLength(2);
  await desk.clock.advance(2 * DAY);
  expect(desk.asked).toHaveLength(2);
});

test('CH-24: an alarm keeps 300 whole characters of a reason', async () => {
  using desk = openAlarmDesk();
  const {id} = await desk.alarmService.set({in: '1h', message: 'a'}, OPERATOR);
  desk.answers(() => ({kind: 'later', reason: '🌍'.repeat(400)}));
  await desk.clock.advance(HOUR);
  expect(desk.store.alarms.get(id)?.lastError).toBe('🌍'.repeat(300));
});

test("CH-45: retries don't move the cron schedule; occurrences in between are skipped, counted and recorded", async () => {
  using desk = openAlarmDesk();
  const {id} = await desk.alarmService.set({cron: '*/10 * * * *', message: 'a'}, OPERATOR);
  desk.answers(busy);
  await desk.clock.advance(HOUR);
  expect(desk.store.alarms.get(id)).toMatchObject({state: 'active', skipped: 4});
  desk.answers((_, accept) => accept());
  await desk.clock.advance(15 * MINUTE);
  const after = desk.store.alarms.get(id);
  // 12:10 was accepted in the end; then 12:00 + n * 10 minutes continues unchanged.
  expect((after?.nextAt ?? 0) % (10 * MINUTE)).toBe(0);
  expect(after).toMatchObject({failures: 0});
  const runs = desk.store.runs.list({kind: 'alarm', name: id, limit: 50});
  const skipped = runs.filter(({status}) => status === 'skipped');
  expect(skipped.length).toBeGreaterThan(1);
  expect(skipped.every(({error = ''}) => /skipped: the one before was still to be taken up\.$/u.test(error))).toBe(
    true,
  );
  await desk.clock.advance(DAY);
  expect(desk.accepted.length).toBeGreaterThan(140);
  expect(desk.store.alarms.get(id)?.skipped).toBe(after?.skipped);
});

test('CH-45: an overdue cron alarm wakes once, late, with the number of skipped occurrences', async () => {
  using desk = openAlarmDesk();
  const {id} = await desk.alarmService.set({cron: '0 * * * *', message: 'a'}, OPERATOR);
  desk.clock.set(noon + 5 * HOUR + 30 * MINUTE);
  await desk.clock.advance(30 * SECOND);
  expect(desk.accepted).toEqual([id]);
  expect(shown(desk.asked[0])).toContain('It was due 2026-11-21 17:00 CET and is 30 minutes late');
  expect(shown(desk.asked[0])).toContain(
    '4 occurrences, from 2026-11-21 13:00 CET to 2026-11-21 16:00 CET, were skipped: the daemon was off.',
  );
  expect(desk.store.alarms.get(id)).toMatchObject({skipped: 4, nextAt: noon + 6 * HOUR});
  expect(desk.store.runs.list({kind: 'alarm', name: id, limit: 5}).map(({status}) => status)).toEqual([
    'skipped',
    'ran',
  ]);
});

test('after the clock was a year or some hours ahead, no alarm waits a year and none wakes twice', async () => {
  using desk = openAlarmDesk();
  const {id} = await desk.alarmService.set({cron: '0 * * * *', message: 'a'}, OPERATOR);
  desk.clock.set(noon + 365 * DAY);
  await desk.clock.advance(MINUTE);
  expect(desk.accepted).toHaveLength(1);
  desk.clock.set(noon + 10 * MINUTE);
  await desk.clock.advance(HOUR);
  expect(desk.accepted).toEqual([id, id]);
  await desk.clock.advance(3 * HOUR);
  expect(desk.accepted).toHaveLength(5);
  // Back by three hours: those have been handled.
  desk.clock.set(noon + 70 * MINUTE);
  await desk.clock.advance(170 * MINUTE);
  expect(desk.accepted).toHaveLength(5);
  await desk.clock.advance(HOUR);
  expect(desk.accepted).toHaveLength(6);
});

test('CH-44: a cron alarm that failed for six hours continues with its next instant', async () => {
  using desk = openAlarmDesk();
  const {id} = await desk.alarmService.set({cron: '0 13 * * *', message: 'a'}, OPERATOR);
  desk.answers(busy);
  await desk.clock.advance(8 * HOUR);
  expect(desk.store.alarms.get(id)).toMatchObject({state: 'active', nextAt: noon + HOUR + DAY});
  expect(desk.notices[0]?.text).toContain('Its next instants stay as they are.');
  desk.answers((_, accept) => accept());
  await desk.clock.advance(DAY);
  expect(desk.accepted).toEqual([id]);
});

test('CH-46: a hanging wake delays no other, and at most fifty run at a time', async () => {
  using desk = openAlarmDesk();
  const hanging = Promise.withResolvers<never>();
  for (let index = 0; index < 80; index += 1)
    desk.store.alarms.add(anAlarm(`${index}`, {nextAt: noon + 1, message: index < 50 ? 'hang' : 'go'}));
  desk.store.alarms.add(anAlarm('other', {nextAt: noon, message: 'go'}));
  desk.answers(({message}, accept) => (message === 'hang' ? hanging.promise : accept()));
  desk.clock.set(noon + 1);
  desk.source.fireDue(desk.clock.now());
  await desk.clock.advance(MINUTE);
  expect(desk.accepted).toContain('alm_other');
  expect(desk.asked.length).toBeLessThanOrEqual(51);
  expect(desk.source.nextAt(desk.clock.now())).toBeUndefined();
});

test("CH-47: a cancel before the hour prevents the alarm, one during it isn't overwritten, a later one fails", async () => {
  using desk = openAlarmDesk();
  const before = await desk.alarmService.set({in: '1h', message: 'a'}, OPERATOR);
  await desk.alarmService.cancel(before.id, OPERATOR);
  const during = await desk.alarmService.set({in: '1h', message: 'b'}, OPERATOR);
  desk.answers(async (_, accept) => {
    await desk.alarmService.cancel(during.id, OPERATOR);
    return accept();
  });
  await desk.clock.advance(HOUR);
  expect(desk.asked.map(({alarmId}) => alarmId)).toEqual([during.id]);
  expect(desk.accepted).toEqual([]);
  expect(desk.store.alarms.get(during.id)).toMatchObject({state: 'cancelled'});
  expect(desk.store.runs.list({kind: 'alarm', limit: 5})).toMatchObject([
    {name: during.id, status: 'skipped', error: 'The alarm was cancelled before the agent woke.'},
  ]);
  desk.answers((_, accept) => accept());
  const fired = await desk.alarmService.set({in: '1h', message: 'c'}, OPERATOR);
  await desk.clock.advance(HOUR);
  await expect(desk.alarmService.cancel(fired.id, OPERATOR)).rejects.toThrow('it has already fired');
  expect(await desk.alarmService.cancel(before.id, OPERATOR)).toMatchObject({state: 'cancelled'});
});

test('a cancel ends retries', async () => {
  using desk = openAlarmDesk();
  const {id} = await desk.alarmService.set({in: '1h', message: 'a'}, OPERATOR);
  desk.answers(busy);
  await desk.clock.advance(HOUR);
  await desk.alarmService.cancel(id, OPERATOR);
  await desk.clock.advance(DAY);
  expect(desk.asked).toHaveLength(1);
  expect(desk.store.runs.list({kind: 'alarm', limit: 5})).toMatchObject([{status: 'skipped'}]);
});

test('run by hand, an alarm wakes now: a one-time alarm ends, a cron alarm continues, a failed one is retried', async () => {
  using desk = openAlarmDesk();
  const once = await desk.alarmService.set({in: '1h', message: 'a'}, OPERATOR);
  const daily = await desk.alarmService.set({cron: '0 13 * * *', message: 'b'}, OPERATOR);
  expect(await desk.source.wakeNow(once.id, OPERATOR)).toMatchObject({alarm: {state: 'fired'}, turnId: 'turn_1'});
  expect(await desk.source.wakeNow(daily.id, OPERATOR)).toMatchObject({
    alarm: {state: 'active', nextAt: noon + HOUR},
  });
  expect(shown(desk.asked.at(-1))).toContain('The operator ran it by hand.');
  await expect(desk.source.wakeNow(once.id, OPERATOR)).rejects.toThrow('it has already fired');
  const failed = await desk.alarmService.set({in: '2h', message: 'c'}, OPERATOR);
  desk.answers(() => ({kind: 'never', reason: 'Nobody is there.'}));
  await expect(desk.source.wakeNow(failed.id, OPERATOR)).rejects.toThrow("Couldn't wake the agent: Nobody is there.");
  expect(desk.store.alarms.get(failed.id)).toMatchObject({state: 'failed'});
  desk.answers((_, accept) => accept());
  expect(await desk.source.wakeNow(failed.id, OPERATOR)).toMatchObject({alarm: {state: 'fired'}});
  desk.answers(busy);
  await expect(desk.source.wakeNow(daily.id, OPERATOR)).rejects.toThrow('Rooster retries automatically.');
  desk.answers((_, accept) => accept());
  await desk.clock.advance(5 * SECOND);
  expect(desk.store.alarms.get(daily.id)).toMatchObject({state: 'active', failures: 0, nextAt: noon + HOUR});
});

test('CH-41: a wake interrupted by a stop before acceptance resumes under the same run', async () => {
  using desk = openAlarmDesk();
  const {id} = await desk.alarmService.set({in: '1h', message: 'a'}, OPERATOR);
  desk.answers(() => new Promise<never>(() => {}));
  await desk.clock.advance(HOUR);
  const [run] = desk.store.runs.list({kind: 'alarm', limit: 5});
  // Another daemon on the same database.
  using next = openAlarmDesk({clock: desk.clock, store: desk.store});
  if (run !== undefined) next.source.resume(run);
  await desk.clock.advance(SECOND);
  expect(next.asked.map(({runId}) => runId)).toEqual([run?.id]);
  expect(next.store.alarms.get(id)).toMatchObject({state: 'fired'});
  expect(next.store.runs.list({kind: 'alarm', limit: 5})).toHaveLength(1);
});

test("a turn that crashed the daemon five times doesn't start a sixth time", async () => {
  using desk = openAlarmDesk();
  const {id} = await desk.alarmService.set({in: '1h', message: 'a'}, OPERATOR);
  await desk.clock.advance(HOUR);
  const [run] = desk.store.runs.list({kind: 'alarm', limit: 5});
  if (run === undefined) throw new Error('it has not run');
  const {output: _, ...begun} = run;
  const again = {...begun, status: 'running' as const, attempt: 6};
  desk.store.runs.update(again);
  desk.source.resume(again);
  await desk.clock.advance(SECOND);
  expect(desk.accepted).toEqual([id]);
  expect(desk.store.alarms.get(id)).toMatchObject({
    state: 'failed',
    lastError: 'The daemon stopped 5 times during this run, so Rooster no longer retries it.',
  });
  expect(desk.store.runs.get(run.id)).toMatchObject({status: 'failed', attempt: 5});
  expect(desk.notices).toHaveLength(1);
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
