// Reminders that repeat after they are done: "done" sets the next instant, whichever way it comes.
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {type EpochMs, HOUR, instantOfIso, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {imagesBeforeCommits} from '../support/kill-images.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

// The clock begins on Saturday, 2026-11-21, at 12:00 in Berlin (11:00 UTC).

const ALICE = {users: [{name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']}]};

const start = async (home: string, startAt?: EpochMs) => {
  const signal = fakeChannel();
  const fixture = await openTestDaemon({
    home,
    models: scriptedModel([]).models,
    config: ALICE,
    channels: [signal],
    clock: fakeClock(startAt),
  });
  return {fixture, signal};
};
const water = (fixture: TestDaemon, when = 'every 3 days at 9 after I did it') =>
  fixture.call('reminder.set', {when, message: 'water the plants', user: 'alice'});
const goTo = (fixture: TestDaemon, iso: string) =>
  fixture.clock.advance((instantOfIso(iso) ?? 0) - fixture.clock.now());
const get = (fixture: TestDaemon, id: string) => fixture.call('reminder.get', {id: id as 'rem_1'});

test('the first date is known, and no other', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  expect(await water(fixture)).toMatchObject({
    state: 'pending',
    fireAt: '2026-11-22T08:00:00.000Z',
    next: ['2026-11-22T08:00:00.000Z'],
    repeat: {rule: 'FREQ=DAILY;INTERVAL=3', from: 'done', words: '3 days after you do it, at 09:00'},
  });
});

test('nothing new comes while it is not done; "done" counts the days from then and keeps the time of day', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id} = await water(fixture);
  await goTo(fixture, '2026-12-05T20:30:00.000Z');
  expect(signal.texts).toEqual(['water the plants']);
  const waiting = await get(fixture, id);
  expect(waiting).toMatchObject({state: 'pending', next: [], occurrence: {n: 1, at: '2026-11-22T08:00:00.000Z'}});
  expect((await fixture.call('reminder.list', {})).reminders.map(reminder => reminder.id)).toEqual([id]);
  const done = await fixture.call('reminder.done', {id});
  expect(done).toMatchObject({
    state: 'pending',
    fireAt: '2026-12-08T08:00:00.000Z',
    next: ['2026-12-08T08:00:00.000Z'],
  });
  expect(done.occurrence).toBeUndefined();
  await goTo(fixture, '2026-12-20T12:00:00.000Z');
  expect(signal.texts).toEqual(['water the plants', 'water the plants']);
});

test('hours count from the instant of "done", also through the night in which clocks go back', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path, instantOfIso('2026-10-24T20:00:00.000Z'));
  await using _ = fixture;
  const {id} = await water(fixture, 'every 4 hours after I did it');
  await goTo(fixture, '2026-10-25T00:00:00.000Z');
  expect(signal.texts).toHaveLength(1);
  await goTo(fixture, '2026-10-25T01:10:20.000Z');
  expect((await fixture.call('reminder.done', {id})).next).toEqual(['2026-10-25T05:10:20.000Z']);
});

test('days keep the time of day over a clock change, and a time that the clocks skip moves by the gap', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path, instantOfIso('2027-03-24T20:00:00.000Z'));
  await using _ = fixture;
  const {id} = await water(fixture, 'every 3 days at 02:30 after I did it');
  await goTo(fixture, '2027-03-25T10:00:00.000Z');
  // 28 March: clocks go from 02:00 to 03:00.
  expect((await fixture.call('reminder.done', {id})).next).toEqual(['2027-03-28T01:30:00.000Z']);
  await goTo(fixture, '2027-03-28T10:00:00.000Z');
  expect((await fixture.call('reminder.done', {id})).next).toEqual(['2027-03-31T00:30:00.000Z']);
});

test('"done" on Signal sets the next date and says it', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id} = await water(fixture);
  await goTo(fixture, '2026-11-22T18:00:00.000Z');
  await signal.says('alice-uuid', 'done');
  await fixture.clock.advance(SECOND);
  await until('the words', () => signal.texts.length === 2);
  expect((await get(fixture, id)).next).toEqual(['2026-11-25T08:00:00.000Z']);
  expect(signal.texts[1]).toBe('Done: "water the plants". Next: Wed 25 Nov 09:00.');
});

test('done before its time counts from then; a second "done" changes nothing; undo takes it back', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id, next} = await water(fixture, 'every 2 hours after I did it');
  await fixture.clock.advance(HOUR);
  const early = await fixture.call('reminder.done', {id});
  expect(early.next).toEqual(['2026-11-21T14:00:00.000Z']);
  await fixture.clock.advance(5 * SECOND);
  expect(await fixture.call('reminder.done', {id})).toEqual(early);
  await fixture.clock.advance(MINUTE);
  expect((await fixture.call('reminder.undo', {})).next).toEqual(next);
});

test('skip, snooze, pause and resume keep their meaning', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id} = await water(fixture);
  // The coming one is left out: one interval later.
  expect((await fixture.call('reminder.skip', {id})).next).toEqual(['2026-11-25T08:00:00.000Z']);
  await goTo(fixture, '2026-11-25T09:00:00.000Z');
  expect((await fixture.call('reminder.snooze', {id, in: '1h'})).fireAt).toBe('2026-11-25T10:00:00.000Z');
  await fixture.clock.advance(2 * HOUR);
  expect(signal.texts).toHaveLength(2);
  // Of the open one: it counts from now, as if it was done.
  expect((await fixture.call('reminder.skip', {id, at: '2026-11-25T08:00:00.000Z'})).next).toEqual([
    '2026-11-28T08:00:00.000Z',
  ]);
  await fixture.call('reminder.pause', {id});
  await goTo(fixture, '2026-12-02T10:00:00.000Z');
  expect(signal.texts).toHaveLength(2);
  expect((await fixture.call('reminder.resume', {id})).next).toEqual(['2026-12-03T08:00:00.000Z']);
});

test('an edit of the interval counts again from "done"; of the time of day it keeps the day', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await water(fixture);
  await goTo(fixture, '2026-11-22T09:00:00.000Z');
  await fixture.call('reminder.done', {id});
  const longer = await fixture.call('reminder.edit', {id, when: 'every 5 days at 9 after I did it'});
  expect(longer.next).toEqual(['2026-11-27T08:00:00.000Z']);
  const later = await fixture.call('reminder.edit', {id, when: '18:00', scope: 'series'});
  expect(later).toMatchObject({next: ['2026-11-27T17:00:00.000Z'], repeat: {from: 'done'}});
  const plain = await fixture.call('reminder.edit', {id, when: 'every 3 days at 9'});
  expect(plain.repeat?.from).toBeUndefined();
  expect(plain.next).toHaveLength(3);
  const again = await fixture.call('reminder.edit', {id, from: 'done'});
  expect(again).toMatchObject({repeat: {from: 'done'}});
  expect(again.next).toHaveLength(1);
});

test('an edit while it waits for its "done" makes nothing due', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id} = await water(fixture);
  await goTo(fixture, '2026-11-23T09:00:00.000Z');
  const edited = await fixture.call('reminder.edit', {id, when: 'every 2 days at 10 after I did it'});
  expect(edited).toMatchObject({state: 'pending', next: []});
  await goTo(fixture, '2026-11-29T09:00:00.000Z');
  expect(signal.texts).toHaveLength(1);
  expect((await fixture.call('reminder.done', {id})).next).toEqual(['2026-12-01T09:00:00.000Z']);
});

test('it ends after its count', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await water(fixture, 'every day at 9 after I did it 2 times');
  await goTo(fixture, '2026-11-22T09:00:00.000Z');
  await fixture.call('reminder.done', {id});
  await goTo(fixture, '2026-11-23T09:00:00.000Z');
  expect((await get(fixture, id)).state).toBe('fired');
  expect((await fixture.call('reminder.done', {id})).state).toBe('done');
});

test.each([
  [{when: 'every monday at 9', from: 'done'}, 'needs an interval'],
  [{repeat: 'FREQ=WEEKLY;BYDAY=MO', from: 'done'}, 'needs an interval'],
  [{when: 'tomorrow at 9', from: 'done'}, 'needs a recurrence'],
  [{when: 'every 3 days at 9 after I did it', missed: 'each'}, 'misses nothing'],
] as const)('%o is refused', async (request, reason) => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  await expect(fixture.call('reminder.set', {...request, message: 'mop'})).rejects.toThrow(reason);
});

test('the calendar has it as a task with a note', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await water(fixture);
  const {ics} = await fixture.call('calendar.export', {});
  const text = ics.replaceAll('\r\n ', '');
  expect(text).toContain(`BEGIN:VTODO\r\nUID:${id}@rooster`);
  expect(text).toContain('DUE:20261122T080000Z');
  expect(text).toContain(String.raw`DESCRIPTION:Repeats 3 days after you do it\, at 09:00 (Europe/Berlin).`);
  expect(text).not.toContain('RRULE');
  expect(await fixture.call('calendar.import', {ics})).toMatchObject({added: 0, updated: 0, own: 1});
});

test('after the clock was a year ahead, a "done" of then counts from now', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await water(fixture);
  await goTo(fixture, '2026-11-22T09:00:00.000Z');
  const right = fixture.clock.now();
  fixture.clock.set(right + 365 * 24 * HOUR);
  await fixture.clock.advance(MINUTE);
  await fixture.call('reminder.done', {id});
  fixture.clock.set(right);
  await fixture.clock.advance(MINUTE);
  expect((await get(fixture, id)).next).toEqual(['2026-11-25T08:00:00.000Z']);
});

test('killed at any step from "done" to the next instant, it rings exactly once more', async () => {
  using dir = tempDir();
  const home = join(dir.path, 'home');
  const first = await start(home);
  const {id} = await water(first.fixture);
  await goTo(first.fixture, '2026-11-22T09:00:00.000Z');
  const life = imagesBeforeCommits(home, dir.path);
  await first.fixture.call('reminder.done', {id});
  await goTo(first.fixture, '2026-11-25T08:00:01.000Z');
  life[Symbol.dispose]();
  const endedAt = first.fixture.clock.now();
  await first.fixture[Symbol.asyncDispose]();
  expect(life.images.length).toBeGreaterThan(1);
  for (const image of life.images) {
    const {fixture} = await start(image.home, endedAt);
    // The person says it again if there was no answer.
    if ((await get(fixture, id)).repeat?.counted === undefined) await fixture.call('reminder.done', {id});
    await goTo(fixture, '2026-11-29T08:00:01.000Z');
    const {runs} = await fixture.call('run.list', {kind: 'reminder', name: id});
    expect([image.name, runs.length, (await get(fixture, id)).next]).toEqual([image.name, 2, []]);
    await fixture[Symbol.asyncDispose]();
  }
});

test('in a chat without a model it is set, listed and done, in German too', async () => {
  using home = tempDir();
  const fixture = await openTestDaemon({home: home.path, config: ALICE});
  await using _ = fixture;
  const say = (text: string) => fixture.say(text);
  expect(await say('water the plants every 3 days at 9 after I did it')).toContain('The first: tomorrow 09:00.');
  await goTo(fixture, '2026-11-22T09:00:00.000Z');
  expect(await say('done')).toBe('Done: water the plants.\nNext: Wed 25 Nov 09:00.');
  expect(await say('erinnere mich alle 2 Tage um 18 Uhr, nachdem ich es gemacht habe, an die Katze')).toContain(
    '2 Tage, nachdem du es gemacht hast, um 18:00',
  );
});
