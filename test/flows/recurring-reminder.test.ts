import {expect, test} from 'vitest';
import type {Params} from '../../src/ipc/method-table.ts';
import {DAY, HOUR, instantOfIso, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';

// The clock begins on Saturday, 2026-11-21, at 12:00 in Berlin (11:00 UTC).

const ALICE = {users: [{name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']}]};
const PILLS = 'FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0';
const HOURLY = 'FREQ=HOURLY';

const start = async (home: string) => {
  const signal = fakeChannel();
  const fixture = await openTestDaemon({home, models: scriptedModel([]).models, config: ALICE, channels: [signal]});
  return {fixture, signal};
};
const repeat = (fixture: TestDaemon, rule: string, more: Partial<Params<'reminder.set'>> = {}) =>
  fixture.call('reminder.set', {repeat: rule, message: 'pills', user: 'alice', ...more});
const runsOf = async (fixture: TestDaemon, id: string) =>
  (await fixture.call('run.list', {kind: 'reminder', name: id})).runs.toReversed();
const goTo = (fixture: TestDaemon, iso: string) =>
  fixture.clock.advance((instantOfIso(iso) ?? 0) - fixture.clock.now());

test('a series is set with its rule, its start and the next three instants', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const set = await repeat(fixture, PILLS);
  const next = ['2026-11-21T19:00:00.000Z', '2026-11-22T07:00:00.000Z', '2026-11-22T19:00:00.000Z'];
  expect(set).toMatchObject({
    state: 'pending',
    fireAt: next[0],
    next,
    skipped: [],
    missed: 'latest',
    repeat: {rule: 'FREQ=DAILY;BYHOUR=8,20;BYMINUTE=0', zone: 'Europe/Berlin', start: '2026-11-21T20:00:00'},
  });
  expect(await fixture.call('reminder.get', {id: set.id})).toEqual(set);
});

test('each occurrence has its own run, and the series continues', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, PILLS);
  await fixture.clock.advance(DAY);
  expect(signal.texts).toEqual(['pills', 'pills']);
  expect(await runsOf(fixture, id)).toMatchObject([
    {name: id, status: 'ran', scheduledFor: '2026-11-21T19:00:00.000Z', late: false},
    {name: id, status: 'ran', scheduledFor: '2026-11-22T07:00:00.000Z', late: false},
  ]);
  expect(await fixture.call('reminder.get', {id})).toMatchObject({
    state: 'pending',
    fireAt: '2026-11-22T19:00:00.000Z',
    occurrence: {n: 2, at: '2026-11-22T07:00:00.000Z'},
  });
});

test('done ends the occurrence and its nagging, not the series; a second done changes nothing', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, PILLS, {nag: '15m'});
  await goTo(fixture, '2026-11-21T19:20:00Z');
  expect(signal.texts).toHaveLength(2);
  const done = await fixture.call('reminder.done', {id});
  expect(done).toMatchObject({state: 'pending', fireAt: '2026-11-22T07:00:00.000Z'});
  expect(done).not.toHaveProperty('occurrence');
  expect(await fixture.call('reminder.done', {id})).toEqual(done);
  expect(fixture.events.filter(({type}) => type === 'reminder.done')).toHaveLength(1);
  await goTo(fixture, '2026-11-22T06:59:00Z');
  expect(signal.texts).toHaveLength(2);
  await goTo(fixture, '2026-11-22T07:16:00Z');
  expect(signal.texts).toHaveLength(4);
});

test('a series that never fired has no occurrence to end', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, PILLS);
  await expect(fixture.call('reminder.done', {id})).rejects.toThrow("hasn't fired yet");
});

test('the next occurrence ends the nagging of the previous one', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  await repeat(fixture, HOURLY, {nag: '25m'});
  await fixture.clock.advance(MINUTE + 2 * HOUR);
  // At :01, :26 and :51 each: the one at the next :16 would come after the next occurrence.
  expect(signal.texts).toHaveLength(7);
});

test('a snoozed occurrence fires again, and the series keeps its times', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, PILLS);
  await goTo(fixture, '2026-11-21T19:05:00Z');
  const snoozed = await fixture.call('reminder.snooze', {id, in: '30m'});
  expect(snoozed).toMatchObject({
    state: 'pending',
    fireAt: '2026-11-21T19:35:00.000Z',
    next: ['2026-11-22T07:00:00.000Z', '2026-11-22T19:00:00.000Z', '2026-11-23T07:00:00.000Z'],
    occurrence: {n: 1, at: '2026-11-21T19:00:00.000Z', snoozedUntil: '2026-11-21T19:35:00.000Z'},
  });
  await goTo(fixture, '2026-11-21T19:36:00Z');
  expect(signal.texts).toHaveLength(2);
  const again = await fixture.call('reminder.get', {id});
  expect(again.fireAt).toBe('2026-11-22T07:00:00.000Z');
  expect(again.occurrence).toEqual({n: 1, at: '2026-11-21T19:00:00.000Z'});
  expect(again).not.toHaveProperty('snoozedAt');
});

test("an occurrence can't be snoozed beyond the next one, which would end it", async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, PILLS);
  await goTo(fixture, '2026-11-21T19:05:00Z');
  await expect(fixture.call('reminder.snooze', {id, in: '20h'})).rejects.toThrow(
    'The next occurrence is tomorrow 08:00.',
  );
});

test('a snooze before firing moves only the next occurrence', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, PILLS);
  expect(await fixture.call('reminder.snooze', {id, at: '2026-11-21T21:00:00Z'})).toMatchObject({
    fireAt: '2026-11-21T21:00:00.000Z',
    occurrence: {n: 1, at: '2026-11-21T19:00:00.000Z'},
  });
  await goTo(fixture, '2026-11-21T20:59:00Z');
  expect(signal.texts).toEqual([]);
  await goTo(fixture, '2026-11-22T07:01:00Z');
  expect(signal.texts).toHaveLength(2);
  expect((await runsOf(fixture, id)).map(({scheduledFor}) => scheduledFor)).toEqual([
    '2026-11-21T21:00:00.000Z',
    '2026-11-22T07:00:00.000Z',
  ]);
});

test('skip leaves out the next occurrence, or the named one', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, PILLS);
  expect(await fixture.call('reminder.skip', {id})).toMatchObject({
    fireAt: '2026-11-22T07:00:00.000Z',
    skipped: ['2026-11-21T19:00:00.000Z'],
  });
  expect(await fixture.call('reminder.skip', {id, at: '2026-11-23T07:00:00Z'})).toMatchObject({
    next: ['2026-11-22T07:00:00.000Z', '2026-11-22T19:00:00.000Z', '2026-11-23T19:00:00.000Z'],
    skipped: ['2026-11-21T19:00:00.000Z', '2026-11-23T07:00:00.000Z'],
  });
  await expect(fixture.call('reminder.skip', {id, at: '2026-11-23T07:30:00Z'})).rejects.toThrow(
    'no occurrence at that time',
  );
  await goTo(fixture, '2026-11-24T07:01:00Z');
  expect(signal.texts).toHaveLength(4);
  // The skipped ones count: the first, the fourth.
  expect(await fixture.call('reminder.get', {id})).toMatchObject({occurrence: {n: 6, at: '2026-11-24T07:00:00.000Z'}});
  expect(fixture.events.filter(({type}) => type === 'reminder.skipped')).toMatchObject([
    {skippedAt: '2026-11-21T19:00:00.000Z'},
    {skippedAt: '2026-11-23T07:00:00.000Z'},
  ]);
});

test('skip during nagging skips the open occurrence', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, PILLS, {nag: '15m'});
  await goTo(fixture, '2026-11-21T19:20:00Z');
  const skipped = await fixture.call('reminder.skip', {id});
  expect(skipped).toMatchObject({skipped: ['2026-11-21T19:00:00.000Z'], fireAt: '2026-11-22T07:00:00.000Z'});
  expect(skipped).not.toHaveProperty('occurrence');
  await goTo(fixture, '2026-11-22T06:00:00Z');
  expect(signal.texts).toHaveLength(2);
});

test('a paused series fires and misses nothing, and continues when resumed', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  const {id} = await repeat(fixture, PILLS, {nag: '15m'});
  await goTo(fixture, '2026-11-21T19:05:00Z');
  expect(await fixture.call('reminder.pause', {id})).toMatchObject({state: 'pending', paused: true});
  await fixture.clock.advance(DAY);
  await using again = await fixture.restart();
  await again.clock.advance(DAY / 2);
  expect(signal.texts).toHaveLength(1);
  expect(await again.call('reminder.list', {})).toMatchObject({reminders: [{id, paused: true}]});
  const resumed = await again.call('reminder.resume', {id});
  expect(resumed).toMatchObject({fireAt: '2026-11-23T19:00:00.000Z', state: 'pending'});
  expect(resumed).not.toHaveProperty('paused');
  await again.clock.advance(DAY / 2 + HOUR);
  expect(signal.texts.slice(1).every(text => text.startsWith('pills'))).toBe(true);
  expect((await runsOf(again, id)).every(({status}) => status === 'ran')).toBe(true);
  // Three were paused, and one has come since.
  expect(await again.call('reminder.get', {id})).toMatchObject({occurrence: {n: 5}});
});

test.each([
  ['latest', ['pills\n\n(3 earlier occurrences were missed.)'], ['skipped', 'ran']],
  ['each', ['pills', 'pills', 'pills', 'pills'], ['ran', 'ran', 'ran', 'ran']],
  ['skip', [], ['skipped']],
] as const)('missed while the daemon was down, policy %s', async (missed, texts, statuses) => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  const {id} = await repeat(fixture, PILLS, {missed});
  await fixture[Symbol.asyncDispose]();
  fixture.clock.set(instantOfIso('2026-11-23T08:00:00Z') ?? 0);
  await using again = await openTestDaemon({
    home: home.path,
    models: scriptedModel([]).models,
    config: ALICE,
    clock: fixture.clock,
    channels: [signal],
  });
  await again.clock.advance(SECOND);
  expect(signal.texts).toEqual(texts);
  const runs = await runsOf(again, id);
  expect(runs.map(({status}) => status)).toEqual(statuses);
  expect(runs.every(({late}) => late)).toBe(true);
  expect(await again.call('reminder.get', {id})).toMatchObject({
    state: 'pending',
    fireAt: '2026-11-23T19:00:00.000Z',
    ...(missed === 'skip' ? {} : {occurrence: {n: 4, at: '2026-11-23T07:00:00.000Z'}}),
  });
  await again.clock.advance(HOUR);
  expect(signal.texts).toHaveLength(texts.length);
  if (missed === 'each') return;
  const {error} = runs.find(({status}) => status === 'skipped') ?? {};
  expect(error).toContain('Rooster was not running');
});

test('with very many missed occurrences, only the newest are caught up', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, 'FREQ=MINUTELY', {missed: 'each'});
  fixture.clock.set(fixture.clock.now() + 10 * HOUR);
  await fixture.clock.advance(SECOND);
  expect(signal.texts).toHaveLength(20);
  expect(await runsOf(fixture, id)).toHaveLength(21);
  expect(await fixture.call('reminder.get', {id})).toMatchObject({occurrence: {n: 600}});
});

test.each([
  ['a count', {count: 2}, 2],
  ['an end', {until: '2026-11-22'}, 3],
  ['an end at an instant', {until: '2026-11-22T07:00:00Z'}, 2],
] as const)('%s ends the series, and its last answer the reminder', async (_, end, times) => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using __ = fixture;
  const {id} = await repeat(fixture, PILLS, end);
  // One occurrence more would have come.
  await fixture.clock.advance(times * 12 * HOUR + 9 * HOUR);
  expect(signal.texts).toHaveLength(times);
  expect(await fixture.call('reminder.get', {id})).toMatchObject({state: 'fired', next: [], occurrence: {n: times}});
  expect(await fixture.call('reminder.list', {})).toEqual({reminders: []});
  const snoozed = await fixture.call('reminder.snooze', {id, in: '10m'});
  expect(snoozed).toMatchObject({state: 'pending', next: []});
  await fixture.clock.advance(11 * MINUTE);
  expect(signal.texts).toHaveLength(times + 1);
  expect(await fixture.call('reminder.done', {id})).toMatchObject({state: 'done'});
});

test('skipping the last open occurrence ends the reminder', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, PILLS, {count: 1});
  await fixture.clock.advance(9 * HOUR);
  expect(await fixture.call('reminder.skip', {id})).toMatchObject({
    state: 'done',
    skipped: ['2026-11-21T19:00:00.000Z'],
  });
});

test('cancelling ends the whole series, even a paused one', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, PILLS);
  await fixture.call('reminder.pause', {id});
  expect(await fixture.call('reminder.cancel', {id})).toMatchObject({state: 'cancelled', next: []});
  await fixture.clock.advance(9 * HOUR);
  expect(signal.texts).toEqual([]);
  expect(await fixture.call('reminder.list', {state: 'cancelled'})).toMatchObject({reminders: [{id}]});
});

test('the night when clocks go forward moves only one occurrence', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  fixture.clock.set(instantOfIso('2027-03-26T12:00:00Z') ?? 0);
  const set = await repeat(fixture, 'FREQ=DAILY;BYHOUR=2;BYMINUTE=30');
  expect(set.next).toEqual(['2027-03-27T01:30:00.000Z', '2027-03-28T01:30:00.000Z', '2027-03-29T00:30:00.000Z']);
});

test('the night when clocks go back has each occurrence once', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  fixture.clock.set(instantOfIso('2027-10-30T12:00:00Z') ?? 0);
  await repeat(fixture, 'FREQ=DAILY;BYHOUR=2;BYMINUTE=30', {count: 2});
  await fixture.clock.advance(2 * DAY);
  expect(signal.texts).toHaveLength(2);
});

test('a clock that is set back repeats no instant', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, HOURLY);
  await fixture.clock.advance(2 * HOUR);
  fixture.clock.set(fixture.clock.now() - 90 * MINUTE);
  await fixture.clock.advance(2 * HOUR);
  const instants = (await runsOf(fixture, id)).map(({scheduledFor}) => scheduledFor);
  expect(new Set(instants).size).toBe(instants.length);
  expect(signal.texts).toHaveLength(3);
});

test('the agent handles each occurrence, and the series ends when the last one is settled', async () => {
  using home = tempDir();
  using model = scriptedModel(['one', 'One.', 'two', 'Two.']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const {id} = await fixture.call('reminder.set', {
    repeat: HOURLY,
    message: 'look at the build',
    mode: 'agent',
    count: 2,
  });
  const settled = (times: number) =>
    fixture.event(
      'reminder.settled',
      () => fixture.events.filter(({type}) => type === 'reminder.settled').length === times,
    );
  await fixture.clock.advance(MINUTE);
  await settled(1);
  await fixture.clock.advance(HOUR);
  await settled(2);
  expect(await fixture.call('reminder.get', {id})).toMatchObject({state: 'fired', occurrence: {n: 2}});
  expect((await runsOf(fixture, id)).map(({output}) => output)).toEqual(['one', 'two']);
  const {deliveries} = await fixture.call('outbox.list', {});
  expect(deliveries.map(({text}) => text)).toEqual(['Two.', 'One.']);
});

test.each([
  [{repeat: 'FREQ=SECONDLY'}, 'too often'],
  [{repeat: 'FREQ=DAILY', until: '2020-01-01'}, 'no future dates'],
  [{repeat: 'FREQ=DAILY', until: 'soon'}, "isn't a date or an instant"],
  [{in: '5m', count: 3}, 'needs a recurrence'],
] as const)('%j is refused with a sentence', async (request, says) => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  await expect(fixture.call('reminder.set', {message: 'x', ...request})).rejects.toThrow(says);
});

test('the same key is the same series; another recurrence with it is refused', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, PILLS, {key: 'k'});
  expect(await repeat(fixture, PILLS, {key: 'k'})).toMatchObject({id});
  await expect(repeat(fixture, HOURLY, {key: 'k'})).rejects.toThrow('belongs to reminder');
});

test('why of an occurrence shows series, rule and instant', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await repeat(fixture, PILLS);
  await fixture.clock.advance(9 * HOUR);
  const [run] = await runsOf(fixture, id);
  const {steps} = await fixture.call('why', {id: run?.id ?? ''});
  expect(steps.map(({what}) => what).join('\n')).toContain(`in Europe/Berlin (${PILLS}), occurrence 1)`);
  expect(steps.find(({what}) => what.startsWith('reminder was due'))?.at).toBe('2026-11-21T19:00:00.000Z');
});
