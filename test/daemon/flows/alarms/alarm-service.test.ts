// Setting, listing and cancelling alarms: the numbers are those of the checklist (test/seeds.md).
import {expect, test} from 'vitest';
import type {Actor} from '../../../../src/daemon/routing/actor.ts';
import type {AlarmRequest} from '../../../../src/shared/records/jobs/alarm.ts';
import {HOUR, isoOf, MINUTE} from '../../../../src/shared/time/time.ts';
import {asBob, OPERATOR, openAlarmScene} from '../../../support/alarm-scene.ts';
import {anAlarm, aReminder, noon} from '../../store/store-fixture.ts';

test.each<[string, AlarmRequest, RegExp]>([
  ['nothing to say', {in: '1h', message: ' \n'}, /has no message/u],
  ['no time', {message: 'a'}, /Give the time exactly once/u],
  ['two times', {in: '1h', at: '2026-12-01T09:00', message: 'a'}, /Give the time exactly once/u],
  ['a moment and a timetable', {in: '1h', cron: '0 9 * * *', message: 'a'}, /not both/u],
  ['a time that is past', {at: '2026-11-21T10:59:00Z', message: 'a'}, /The time of an alarm must be in the future/u],
  ['no time at all', {when: 'when pigs fly', message: 'a'}, /I can't read/u],
  ['six fields', {cron: '0 0 9 * * *', message: 'a'}, /five fields/u],
  ['an hour that is none', {cron: '0 25 * * *', message: 'a'}, /25 isn't a valid hour/u],
  ['@every, which drifts', {cron: '@every 30m', message: 'a'}, /of names there are @yearly/u],
  ['a zone that is none', {cron: '0 9 * * *', timezone: 'Mars/Base', message: 'a'}, /isn't a time zone/u],
  ['a payload that is no JSON', {in: '1h', message: 'a', payload: '{cursor: 240}'}, /isn't valid JSON/u],
  ['a message that is too long', {in: '1h', message: 'a'.repeat(16_001)}, /16000 characters/u],
  ['a payload that is too long', {in: '1h', message: 'a', payload: `"${'a'.repeat(16_000)}"`}, /16000 characters/u],
  ['a job’s session', {in: '1h', message: 'a', session: 'rooster:cron:morning'}, /runs on a schedule/u],
  ['another agent', {in: '1h', message: 'a', session: 'heron:main'}, /isn't a conversation of this agent/u],
  ['a stranger', {in: '1h', message: 'a', session: 'rooster:dm:signal:mallory'}, /No configured user/u],
])('CH-25, CH-40: an alarm with %s is refused, and nothing is stored', async (_, request, reason) => {
  using scene = openAlarmScene();
  await expect(scene.alarmService.set(request, OPERATOR)).rejects.toThrow(reason);
  expect(scene.store.alarms.countActive()).toBe(0);
  expect(scene.events).toEqual([]);
});

test.each<[AlarmRequest, string]>([
  [{in: '90 seconds', message: 'a'}, '2026-11-21T11:01:30.000Z'],
  [{at: '2026-12-01T09:00:00Z', message: 'a'}, '2026-12-01T09:00:00.000Z'],
  [{at: '2026-12-01T09:00', message: 'a'}, '2026-12-01T08:00:00.000Z'],
  [{at: '2026-12-01T09:00', timezone: 'Asia/Tokyo', message: 'a'}, '2026-12-01T00:00:00.000Z'],
  [{when: 'tomorrow 9am', message: 'a'}, '2026-11-22T08:00:00.000Z'],
  [{cron: '30 9 * * 1-5', message: 'a'}, '2026-11-23T08:30:00.000Z'],
  [{cron: '30 9 * * 1-5', timezone: 'UTC', message: 'a'}, '2026-11-23T09:30:00.000Z'],
  [{cron: '@daily', message: 'a'}, '2026-11-21T23:00:00.000Z'],
])('CH-40: %j wakes at %s', async (request, at) => {
  using scene = openAlarmScene();
  const set = await scene.alarmService.set(request, OPERATOR);
  expect(isoOf(set.nextAt ?? 0)).toBe(at);
});

test.each([
  ['spring, when 02:30 is not there', '2027-03-27T12:00:00Z', '30 2 * * *', ['2027-03-28T01:00', '2027-03-29T00:30']],
  ['autumn, when 02:30 is there twice', '2027-10-30T12:00:00Z', '30 2 * * *', ['2027-10-31T00:30', '2027-11-01T01:30']],
])('CH-40: a cron alarm wakes once in the night of %s', async (_, from, cron, instants) => {
  using scene = openAlarmScene();
  scene.clock.set(Date.parse(from));
  const {id} = await scene.alarmService.set({cron, message: 'a'}, OPERATOR);
  for (const instant of instants) {
    expect(isoOf(scene.store.alarms.get(id)?.nextAt ?? 0)).toBe(`${instant}:00.000Z`);
    await scene.clock.advance((scene.store.alarms.get(id)?.nextAt ?? 0) - scene.clock.now());
  }
  expect(scene.accepted).toHaveLength(2);
});

test('CH-37, CH-38: an alarm belongs to its creator, whatever the request says', async () => {
  using scene = openAlarmScene();
  const request = {in: '1h', message: 'a', user: 'alice', trust: 'full'};
  expect(await scene.alarmService.set(request, asBob)).toMatchObject({
    user: 'bob',
    session: asBob.session,
    turnId: 'turn_bob',
  });
  const {user: _, ...nobody} = asBob;
  await expect(scene.alarmService.set({in: '1h', message: 'a'}, nobody)).rejects.toThrow('An alarm needs a user');
});

test("CH-30, CH-38: an alarm wakes its own conversation or another one of its user, no other user's", async () => {
  using scene = openAlarmScene();
  const set = async (session: AlarmRequest['session'], actor: Actor) =>
    (await scene.alarmService.set({in: '1h', message: 'a', ...(session === undefined ? {} : {session})}, actor))
      .session;
  const alice: Actor = {user: 'alice', operator: false, session: 'rooster:main', trust: 'full'};
  expect(await set(undefined, alice)).toBe('rooster:main');
  expect(await set('rooster:dm:signal:alice-uuid', alice)).toBe('rooster:dm:signal:alice-uuid');
  for (const other of ['rooster:main', 'rooster:dm:signal:alice-uuid', 'rooster:group:signal:AAEC'] as const)
    await expect(set(other, asBob)).rejects.toThrow('An alarm can only wake your own conversations.');
  const operator = await scene.alarmService.set({in: '1h', message: 'a', session: asBob.session}, OPERATOR);
  expect(operator).toMatchObject({user: 'bob'});
});

test("CH-30: an alarm set in a job wakes its person's conversation; without one it is refused", async () => {
  using scene = openAlarmScene();
  scene.store.reminders.add(aReminder('1', {sourceSession: 'rooster:main', user: 'alice'}));
  const set = async (session: Actor['session'], user: string) =>
    (await scene.alarmService.set({in: '1h', message: 'a'}, {user, operator: false, session})).session;
  expect(await set('rooster:cron:morning', 'bob')).toBe('rooster:dm:signal:bob-uuid');
  expect(await set('rooster:cron:morning', 'alice')).toBe('rooster:dm:signal:alice-uuid');
  // A reminder belongs to the conversation that it was set in.
  expect(await set('rooster:cron:reminder-rem_1', 'alice')).toBe('rooster:main');
  await expect(set('rooster:cron:morning', 'dave')).rejects.toThrow('its user has no conversation');
});

test('CH-49: the same key and content give the same alarm, other content conflicts; an ended alarm frees the key', async () => {
  using scene = openAlarmScene();
  const request = {in: '1h', message: 'a', payload: '1', key: 'k'};
  const first = await scene.alarmService.set(request, OPERATOR);
  await scene.clock.advance(MINUTE);
  expect(await scene.alarmService.set(request, OPERATOR)).toEqual(first);
  for (const other of [
    {message: 'b'},
    {payload: '1.0'},
    {in: '2h'},
    {session: 'rooster:dm:signal:alice-uuid'} as const,
  ])
    await expect(scene.alarmService.set({...request, ...other}, OPERATOR)).rejects.toThrow(
      `The key "k" belongs to alarm ${first.id}, which has other content`,
    );
  // For another user it is a different key.
  expect((await scene.alarmService.set(request, asBob)).id).not.toBe(first.id);
  await scene.clock.advance(HOUR);
  expect((await scene.alarmService.set(request, OPERATOR)).id).not.toBe(first.id);
  expect(scene.events.filter(({type}) => type === 'alarm.set')).toHaveLength(3);
});

test("CH-51: list, get and cancel cover one's own alarms, and all of them for the operator", async () => {
  using scene = openAlarmScene();
  const hers = await scene.alarmService.set({in: '2h', message: 'a'}, OPERATOR);
  const his = await scene.alarmService.set({in: '1h', message: 'b'}, asBob);
  expect(scene.alarmService.list({}, asBob).map(({id}) => id)).toEqual([his.id]);
  expect(scene.alarmService.list({}, OPERATOR).map(({id}) => id)).toEqual([his.id, hers.id]);
  expect(() => scene.alarmService.get(hers.id, asBob)).toThrow(`No alarm ${hers.id}.`);
  await expect(scene.alarmService.cancel(hers.id, asBob)).rejects.toThrow(`No alarm ${hers.id}.`);
  await expect(scene.source.wakeNow(hers.id, asBob)).rejects.toThrow(`No alarm ${hers.id}.`);
  expect(await scene.alarmService.cancel(his.id, asBob)).toMatchObject({state: 'cancelled'});
  expect(scene.alarmService.list({state: 'cancelled'}, asBob).map(({id}) => id)).toEqual([his.id]);
});

test('a conversation may have two hundred alarms; the operator has no limit', async () => {
  using scene = openAlarmScene();
  for (let index = 0; index < 200; index += 1)
    scene.store.alarms.add(anAlarm(`bob${index}`, {user: 'bob', nextAt: noon + HOUR}));
  await expect(scene.alarmService.set({in: '1h', message: 'a'}, asBob)).rejects.toThrow('200 alarms are already set');
  expect(await scene.alarmService.set({in: '1h', message: 'a', session: asBob.session}, OPERATOR)).toMatchObject({
    user: 'bob',
  });
});
