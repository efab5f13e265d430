import {expect, test} from 'vitest';
import type {Params} from '../../src/ipc/method-table.ts';
import {instantOfIso, MINUTE} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';

// The clock begins on Saturday, 2026-11-21, at 12:00 in Berlin (11:00 UTC).

const ALICE = {users: [{name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']}]};
const PILLS = 'FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0';

const start = async (home: string) => {
  const signal = fakeChannel();
  const fixture = await openTestDaemon({home, models: scriptedModel([]).models, config: ALICE, channels: [signal]});
  return {fixture, signal};
};
const repeat = (fixture: TestDaemon, rule: string, more: Partial<Params<'reminder.set'>> = {}) =>
  fixture.call('reminder.set', {repeat: rule, message: 'pills', user: 'alice', ...more});
const goTo = (fixture: TestDaemon, iso: string) =>
  fixture.clock.advance((instantOfIso(iso) ?? 0) - fixture.clock.now());

test('a recurrence is confirmed in words', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {repeat: kept} = await repeat(fixture, 'FREQ=WEEKLY;BYDAY=MO,WE,FR', {when: 'monday 9am', until: '2027-03-28'});
  expect(kept).toMatchObject({
    words: 'every Monday, Wednesday and Friday at 09:00 until 28 March 2027',
    start: '2026-11-23T09:00:00',
  });
});

test.each<[Partial<Params<'reminder.set'>>, object]>([
  [{when: 'every weekday at 8'}, {rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', start: '2026-11-23T08:00:00'}],
  [
    {repeat: 'every weekday', when: '8am'},
    {rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', start: '2026-11-23T08:00:00'},
  ],
  [{repeat: 'every weekday at 8'}, {rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', start: '2026-11-23T08:00:00'}],
  [
    {repeat: 'every day', at: '2026-12-01T09:00:00+01:00'},
    {rule: 'FREQ=DAILY', start: '2026-12-01T09:00:00'},
  ],
  [
    {repeat: 'every day at 8', at: '2026-12-01T08:00:00+01:00'},
    {rule: 'FREQ=DAILY', start: '2026-12-01T08:00:00'},
  ],
  [{repeat: 'every morning', at: '2026-12-01T06:30:00+01:00'}, {start: '2026-12-01T06:30:00'}],
  [
    {repeat: 'every 2 hours', in: '1h'},
    {rule: 'FREQ=HOURLY;INTERVAL=2', start: '2026-11-21T13:00:00'},
  ],
  [{repeat: 'FREQ=DAILY'}, {rule: 'FREQ=DAILY', start: '2026-11-22T09:00:00'}],
  [{when: 'every day at 9 for two weeks'}, {rule: 'FREQ=DAILY', until: '2026-12-05'}],
  [{when: 'daily at noon in New York'}, {zone: 'America/New_York', start: '2026-11-21T12:00:00'}],
  [
    {repeat: 'RRULE:FREQ=DAILY', when: 'tomorrow 7am', count: 3},
    {start: '2026-11-22T07:00:00', count: 3},
  ],
])('%j is read as a recurrence', async (request, kept) => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  expect((await fixture.call('reminder.set', {message: 'x', ...request})).repeat).toMatchObject(kept);
});

test.each([
  [{repeat: 'now and then'}, 'as a recurrence'],
  [{repeat: 'every weekday at 8', when: '9am'}, 'as one recurrence'],
  [{repeat: 'every weekday', when: '8am', in: '1h'}, 'give at most one of'],
  [{when: 'every weekday at 8', in: '1h'}, 'give exactly one of'],
  [{repeat: 'every weekday at 8', in: '1h'}, '"every weekday at 8" and "1h" name different times of day'],
  [{repeat: 'every day at 8 and 20', at: '2026-12-01T09:00:00+01:00'}, 'name different times of day'],
  [{when: '9am', message: 'every weekday standup'}, 'contains a recurrence'],
  [{when: 'the day before my flight'}, 'the day before my flight'],
] as const)('%j is refused with a sentence', async (request, says) => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  await expect(fixture.call('reminder.set', {message: 'x', ...request})).rejects.toThrow(says);
});

test('a preview shows the meaning of a phrase, and stores nothing', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  expect(await fixture.call('reminder.preview', {when: 'take the pills every day at 8 and 20'})).toEqual({
    fireAt: '2026-11-21T19:00:00.000Z',
    next: ['2026-11-21T19:00:00.000Z', '2026-11-22T07:00:00.000Z', '2026-11-22T19:00:00.000Z'],
    repeat: {
      rule: 'FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0',
      words: 'every day at 08:00 and 20:00',
      zone: 'Europe/Berlin',
      start: '2026-11-21T20:00:00',
    },
    when: 'every day at 8 and 20',
    text: 'take the pills',
    zone: 'Europe/Berlin',
  });
  const summer = {when: 'tomorrow 9am', zone: 'America/New_York', now: '2027-07-01T12:00:00Z'};
  expect(await fixture.call('reminder.preview', summer)).toMatchObject({fireAt: '2027-07-02T13:00:00.000Z'});
  await expect(fixture.call('reminder.preview', {when: 'pills'})).rejects.toThrow('says no time');
  await expect(fixture.call('reminder.preview', {when: '9am', zone: 'Nowhere'})).rejects.toThrow("isn't a time zone");
  await expect(fixture.call('reminder.preview', {when: '9am', user: 'nobody'})).rejects.toThrow('No person');
  const far = fixture.call('reminder.preview', {when: 'every day', now: '9999-12-31T23:59:59.999Z'});
  await expect(far).rejects.toThrow('1970 to 2200');
  expect(await fixture.call('reminder.list', {})).toEqual({reminders: []});
});

test('"in an hour and again in two hours" gives two reminders', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {also = [], fireAt} = await fixture.call('reminder.preview', {
    when: 'in an hour and again in two hours stretch',
  });
  expect([fireAt, ...also.map(one => one.fireAt)]).toEqual(['2026-11-21T12:00:00.000Z', '2026-11-21T13:00:00.000Z']);
});

test('the text and the nagging of the whole series change without a question', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id, next} = await repeat(fixture, PILLS);
  expect(await fixture.call('reminder.edit', {id, message: 'vitamins', nag: '30m'})).toMatchObject({
    next,
    nagMs: 30 * MINUTE,
  });
  await goTo(fixture, '2026-11-21T19:31:00Z');
  expect(signal.texts).toEqual(['vitamins', 'vitamins']);
});

test('the text and the time of one occurrence change, and the series stays', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, PILLS);
  const at = '2026-11-21T18:00:00.000Z';
  expect(
    await fixture.call('reminder.edit', {id, scope: 'this', at, message: 'pills, before the train'}),
  ).toMatchObject({
    fireAt: at,
    message: 'pills',
    occurrence: {n: 1, at: '2026-11-21T19:00:00.000Z', snoozedUntil: at, message: 'pills, before the train'},
  });
  await goTo(fixture, '2026-11-22T07:01:00Z');
  expect(signal.texts).toEqual(['pills, before the train', 'pills']);
  await expect(fixture.call('reminder.edit', {id, scope: 'this', nag: '5m'})).rejects.toThrow(
    'Change the rest for the series',
  );
});

test('the text of an occurrence that has rung already changes what it rings with again', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, PILLS, {nag: '30m'});
  await goTo(fixture, '2026-11-21T19:01:00Z');
  await fixture.call('reminder.edit', {id, scope: 'this', message: 'pills, with water'});
  await goTo(fixture, '2026-11-21T19:31:00Z');
  expect(signal.texts).toEqual(['pills', 'pills, with water']);
});

test('a new time alone leads to a question: this occurrence, or all', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, 'FREQ=WEEKLY;BYDAY=MO,FR', {when: 'monday 9am'});
  await expect(fixture.call('reminder.edit', {id, when: '10:30'})).rejects.toThrow('Say which');
  expect(await fixture.call('reminder.edit', {id, when: '10:30', scope: 'series'})).toMatchObject({
    next: ['2026-11-23T09:30:00.000Z', '2026-11-27T09:30:00.000Z', '2026-11-30T09:30:00.000Z'],
    repeat: {words: 'every Monday and Friday at 10:30'},
  });
  await expect(fixture.call('reminder.edit', {id, when: 'thursday 10:30', scope: 'series'})).rejects.toThrow(
    'For other days, give the whole recurrence',
  );
});

test('a series with several times a day accepts no single new time', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, PILLS);
  await expect(fixture.call('reminder.edit', {id, when: '9:30', scope: 'series'})).rejects.toThrow(
    'the whole recurrence',
  );
});

test('a new recurrence begins now; a one-time reminder can repeat from then on', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, PILLS);
  expect(await fixture.call('reminder.edit', {id, repeat: 'FREQ=DAILY', when: '21:15'})).toMatchObject({
    next: ['2026-11-21T20:15:00.000Z', '2026-11-22T20:15:00.000Z', '2026-11-23T20:15:00.000Z'],
  });
  expect(await fixture.call('reminder.edit', {id, repeat: 'every other day at 7am'})).toMatchObject({
    repeat: {words: 'every other day at 07:00'},
  });
  const once = await fixture.call('reminder.set', {in: '2h', message: 'water'});
  expect(await fixture.call('reminder.edit', {id: once.id, repeat: 'FREQ=DAILY', count: 2})).toMatchObject({
    next: ['2026-11-21T13:00:00.000Z', '2026-11-22T13:00:00.000Z'],
    repeat: {count: 2},
  });
});

test('a new rule without a time of day keeps the one of the series', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, 'FREQ=DAILY', {when: '8:15'});
  expect(await fixture.call('reminder.edit', {id, repeat: 'FREQ=WEEKLY;BYDAY=MO'})).toMatchObject({
    next: ['2026-11-23T07:15:00.000Z', '2026-11-30T07:15:00.000Z', '2026-12-07T07:15:00.000Z'],
  });
});

test.each<[string, Partial<Params<'reminder.set'>>, string]>([
  ['a span', {in: '1h'}, '2026-11-21T12:00:01.000Z'],
  ['an instant', {at: '2027-01-01T09:00:00.500Z'}, '2027-01-01T09:00:01.000Z'],
  ['an instant of this second', {at: '2026-11-21T11:00:00.500Z'}, '2026-11-21T11:00:01.000Z'],
])('a series that begins between two seconds, by %s, loses no occurrence', async (_, moment, first) => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _f = fixture;
  await fixture.clock.advance(250);
  expect(await repeat(fixture, 'FREQ=WEEKLY', moment)).toMatchObject({fireAt: first});
  const day = await repeat(fixture, 'FREQ=DAILY', {when: '13:00'});
  const at = '2026-11-21T14:00:00.250Z';
  expect(await fixture.call('reminder.edit', {id: day.id, at, scope: 'series'})).toMatchObject({
    fireAt: '2026-11-21T14:00:01.000Z',
  });
});

test('a count continues when the time of the series changes', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, 'FREQ=DAILY', {when: '13:00', count: 3});
  await goTo(fixture, '2026-11-21T12:30:00Z');
  expect(await fixture.call('reminder.edit', {id, when: '14:00', scope: 'series'})).toMatchObject({
    next: ['2026-11-21T13:00:00.000Z', '2026-11-22T13:00:00.000Z'],
  });
  await goTo(fixture, '2026-11-22T13:30:00Z');
  expect(await fixture.call('reminder.get', {id})).toMatchObject({state: 'fired', occurrence: {n: 3}});
});

test.each([
  ['reminder.skip', "doesn't repeat. Cancel it instead."],
  ['reminder.pause', "doesn't repeat. Cancel it instead."],
  ['reminder.resume', /doesn't repeat\.$/u],
] as const)('%s needs a series', async (method, says) => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await fixture.call('reminder.set', {in: '2h', message: 'water'});
  await expect(fixture.call(method, {id})).rejects.toThrow(says);
});

test.each(['reminder.cancel', 'reminder.skip', 'reminder.done', 'reminder.edit'] as const)(
  '%s can be undone once, even by the next daemon',
  async method => {
    using home = tempDir();
    const {fixture, signal} = await start(home.path);
    const {id} = await repeat(fixture, PILLS, {nag: '15m'});
    await goTo(fixture, '2026-11-21T19:01:00Z');
    const before = await fixture.call('reminder.get', {id});
    await (method === 'reminder.edit' ? fixture.call(method, {id, message: 'x'}) : fixture.call(method, {id}));
    expect(await fixture.call('reminder.get', {id})).not.toEqual(before);
    await using again = await fixture.restart();
    expect(await again.call('reminder.undo', {})).toEqual({...before, undone: method.slice('reminder.'.length)});
    expect(await again.call('reminder.get', {id})).toEqual(before);
    await expect(again.call('reminder.undo', {})).rejects.toThrow('nothing to undo');
    await again.clock.advance(15 * MINUTE);
    expect(signal.texts).toEqual(['pills', 'pills']);
  },
);

test("a change that was changed again, or is older than ten minutes, can't be undone", async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, 'FREQ=MINUTELY;INTERVAL=3');
  await fixture.call('reminder.skip', {id});
  // It rings meanwhile.
  await fixture.clock.advance(7 * MINUTE);
  await expect(fixture.call('reminder.undo', {})).rejects.toThrow('has changed since');
  await fixture.call('reminder.cancel', {id});
  await fixture.clock.advance(11 * MINUTE);
  await expect(fixture.call('reminder.undo', {})).rejects.toThrow('nothing to undo');
});

test('an undo that names a reminder leaves a later change of another one alone', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await fixture.call('reminder.set', {in: '2h', message: 'tea'});
  const {id: other} = await fixture.call('reminder.set', {in: '3h', message: 'rent'});
  await fixture.call('reminder.cancel', {id});
  await fixture.call('reminder.cancel', {id: other});
  await expect(fixture.call('reminder.undo', {id})).rejects.toThrow('Another reminder has changed since');
  expect(await fixture.call('reminder.undo', {id: other})).toMatchObject({message: 'rent', state: 'pending'});
});

test('a cancelled reminder whose time has passed fires late after an undo', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id} = await fixture.call('reminder.set', {in: '5m', message: 'oven', user: 'alice'});
  await fixture.call('reminder.cancel', {id});
  await fixture.clock.advance(9 * MINUTE);
  await fixture.call('reminder.undo', {});
  await fixture.clock.advance(MINUTE);
  expect(signal.texts).toEqual(['oven']);
  expect(await fixture.event('reminder.fired')).toMatchObject({late: true});
});

test('pills at 8 and 20, over the night when clocks go forward: nagged, restarted, done, skipped once', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  fixture.clock.set(instantOfIso('2027-03-27T12:00:00Z') ?? 0);
  const {id} = await repeat(fixture, PILLS, {nag: '15m'});
  await goTo(fixture, '2027-03-27T19:16:00Z');
  expect(signal.texts).toHaveLength(2);
  await using again = await fixture.restart();
  await again.clock.advance(15 * MINUTE);
  expect(signal.texts).toHaveLength(3);
  await again.call('reminder.done', {id});
  // 08:00 is 06:00 UTC from that night on.
  expect(await again.call('reminder.skip', {id})).toMatchObject({skipped: ['2027-03-28T06:00:00.000Z']});
  await goTo(again, '2027-03-28T17:59:00Z');
  expect(signal.texts).toHaveLength(3);
  await goTo(again, '2027-03-28T18:01:00Z');
  expect(signal.texts).toHaveLength(4);
  await again.call('reminder.done', {id});
  const {runs} = await again.call('run.list', {kind: 'reminder', name: id});
  expect(runs.map(({scheduledFor, status}) => [scheduledFor, status])).toEqual([
    ['2027-03-28T18:00:00.000Z', 'ran'],
    ['2027-03-27T19:00:00.000Z', 'ran'],
  ]);
  expect(await again.call('reminder.get', {id})).toMatchObject({
    next: ['2027-03-29T06:00:00.000Z', '2027-03-29T18:00:00.000Z', '2027-03-30T06:00:00.000Z'],
  });
});

test('commands from the phone answer the open occurrence of a series, and name a paused one', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, PILLS);
  await goTo(fixture, '2026-11-21T19:00:30Z');
  const says = async (text: string): Promise<string | undefined> => {
    const before = signal.texts.length;
    await signal.says('alice-uuid', text);
    await fixture.clock.advance(1_000);
    return signal.texts.slice(before).join('\n');
  };
  expect(await says('/reminders')).toBe(
    '- pills (was due today 20:00 CET)\n- tomorrow 08:00 CET: pills (every day at 08:00 and 20:00)',
  );
  expect(await says('/snooze 10m')).toBe('Snoozed until today 20:10 CET: pills');
  await goTo(fixture, '2026-11-21T19:11:00Z');
  expect(await says('/done')).toBe('Done: pills');
  expect(await fixture.call('reminder.get', {id})).not.toHaveProperty('occurrence');
  await fixture.call('reminder.pause', {id});
  expect(await says('/reminders')).toBe('- paused: pills (every day at 08:00 and 20:00)');
});

test('a paused series is not among the next events', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, PILLS);
  await fixture.call('reminder.set', {when: 'in 3 days', message: 'later', user: 'alice'});
  await fixture.call('reminder.pause', {id});
  const next = async () => (await fixture.call('daemon.status', {})).nextWakes.map(({what}) => what);
  expect(await next()).toEqual(['later']);
  await goTo(fixture, '2026-11-22T10:00:00Z');
  expect(await next()).toEqual(['later']);
});

test('a snooze from the phone is undone by the next undo, and by no other', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const other = await fixture.call('reminder.set', {when: 'in 3 days', message: 'other', user: 'alice'});
  const {id} = await fixture.call('reminder.set', {when: 'in 1 minute', message: 'tea', user: 'alice'});
  await fixture.clock.advance(MINUTE + 1_000);
  await fixture.call('reminder.cancel', {id: other.id});
  await signal.says('alice-uuid', 'snooze 20m');
  await fixture.clock.advance(1_000);
  expect(await fixture.call('reminder.get', {id})).toMatchObject({state: 'pending'});
  expect(await fixture.call('reminder.undo', {})).toMatchObject({id, state: 'fired'});
});
