// Series whose occurrences were moved or skipped, while the others fire, are answered and are edited.

import {expect, test} from 'vitest';
import type {Params} from '../../src/ipc/method-table.ts';
import type {ReminderId} from '../../src/shared/records/ids.ts';
import {HOUR, instantOfIso, SECOND} from '../../src/shared/time/time.ts';
import {type FakeChannel, fakeChannel} from '../support/fake-channel.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';
import {writeConfig} from '../support/write-config.ts';

// The clock begins on Saturday, 2026-11-21, at 12:00 in Berlin (11:00 UTC). The series fires every day at 13:00.

test.each([
  ['done', 'Done: "pills". Next: tomorrow 15:00.'],
  ['skip', 'Done: "pills". Next: tomorrow 15:00.'],
  ['snooze 10m', '"pills" can\'t be snoozed: its next occurrence was moved to tomorrow 15:00. Nothing changed.'],
])("“%s” to today's message leaves tomorrow's occurrence where it was moved to", async (answer, reply) => {
  await using home = await openSeries();
  const {fixture, signal, id} = home;
  await goTo(fixture, '2026-11-21T12:00:30Z');
  await edit(home, {scope: 'this', at: '2026-11-22T14:00:00.000Z'});
  await signal.says('alice-uuid', answer);
  await fixture.clock.advance(5 * SECOND);
  expect(signal.texts).toEqual(['pills', reply]);
  expect(await fixture.call('reminder.get', {id})).toMatchObject({fireAt: '2026-11-22T14:00:00.000Z'});
  await goTo(fixture, '2026-11-22T20:00:00Z');
  expect(signal.texts.filter(text => text === 'pills')).toHaveLength(2);
});

test("a moved occurrence isn't done before it fires, and is done after it", async () => {
  await using home = await openSeries();
  const {fixture, id} = home;
  await goTo(fixture, '2026-11-21T12:00:30Z');
  await fixture.call('reminder.done', {id});
  await fixture.call('reminder.snooze', {id, at: '2026-11-22T14:00:00.000Z'});
  await expect(fixture.call('reminder.done', {id})).rejects.toThrow(
    'Nothing is open: the next occurrence was moved to tomorrow 15:00. Skip it instead.',
  );
  await goTo(fixture, '2026-11-22T14:00:30Z');
  const done = await fixture.call('reminder.done', {id});
  expect(done.occurrence).toBeUndefined();
  expect(done.fireAt).toBe('2026-11-23T12:00:00.000Z');
});

test("moving tomorrow's occurrence is no answer to today's: the next way is tried", async () => {
  const ntfy = fakeChannel('ntfy');
  await using home = await openSeries({reach: ['signal', 'ntfy'], more: [ntfy]});
  await goTo(home.fixture, '2026-11-21T12:00:30Z');
  await edit(home, {scope: 'this', at: '2026-11-22T14:00:00.000Z'});
  await home.fixture.clock.advance(HOUR);
  expect(ntfy.texts).toEqual(['pills']);
});

test('a paused series refuses to move an occurrence, at the terminal and on the phone', async () => {
  await using home = await openSeries();
  const {fixture, signal, id} = home;
  await goTo(fixture, '2026-11-21T12:00:30Z');
  await fixture.call('reminder.pause', {id});
  await signal.says('alice-uuid', 'snooze 10m');
  await fixture.clock.advance(5 * SECOND);
  expect(signal.texts).toEqual(['pills', 'This reminder is paused. Resume it first.']);
  await expect(fixture.call('reminder.snooze', {id, in: '30m'})).rejects.toThrow('paused');
  await expect(edit(home, {scope: 'this', at: '2026-11-22T14:00:00.000Z'})).rejects.toThrow('paused');
});

test.each([
  ['its end', {until: '2027-01-31'}],
  ['its time of day', {scope: 'series', when: '14:00'}],
  ['its rule', {repeat: 'every day at 14:00'}],
] as const)('a skipped day stays skipped when %s is changed', async (_, change) => {
  await using home = await openSeries();
  const {fixture, signal, id} = home;
  await fixture.call('reminder.skip', {id});
  await fixture.call('reminder.skip', {id, at: '2026-11-23T12:00:00.000Z'});
  const {next = []} = await edit(home, change);
  expect(next.map(at => at.slice(0, 10))).toEqual(['2026-11-22', '2026-11-24', '2026-11-25']);
  await goTo(fixture, '2026-11-21T20:00:00Z');
  expect(signal.texts).toEqual([]);
});

test('a moved occurrence stays moved when the end of its series changes', async () => {
  await using home = await openSeries();
  await edit(home, {scope: 'this', at: '2026-11-21T18:00:00.000Z', message: 'pills, later'});
  await edit(home, {until: '2027-01-31'});
  await goTo(home.fixture, '2026-11-21T22:00:00Z');
  expect(home.signal.texts).toEqual(['pills, later']);
});

test("a new time of the series replaces a moved occurrence's, so that a day has one", async () => {
  await using home = await openSeries();
  await edit(home, {scope: 'this', at: '2026-11-21T14:00:00.000Z'});
  await edit(home, {scope: 'series', when: '15:30'});
  await goTo(home.fixture, '2026-11-21T20:00:00Z');
  expect(home.signal.texts).toEqual(['pills']);
  const {runs} = await home.fixture.call('run.list', {kind: 'reminder', name: home.id});
  expect(runs.map(({scheduledFor}) => scheduledFor)).toEqual(['2026-11-21T14:30:00.000Z']);
});

test('a moved occurrence with its own text is not lost: a new time before it is refused', async () => {
  await using home = await openSeries();
  await edit(home, {scope: 'this', at: '2026-11-21T18:00:00.000Z', message: 'pills, and the new ones'});
  await expect(edit(home, {scope: 'series', when: '16:00'})).rejects.toThrow(
    'One occurrence was moved to today 19:00, and the next would come before it. Skip or move that one first.',
  );
});

test('undo of done while the agent works gives back a reminder that has fired, not one that fires for ever', async () => {
  const finished = Promise.withResolvers<string>();
  await using home = await openSeries({answers: [() => finished.promise, 'It is checked.']});
  const {fixture} = home;
  const {id} = await fixture.call('reminder.set', {in: '5m', message: 'check', user: 'alice', mode: 'agent'});
  await goTo(fixture, '2026-11-21T11:05:00Z');
  await fixture.event('turn.started');
  await fixture.call('reminder.done', {id});
  finished.resolve('checked');
  await fixture.event('run.ended');
  expect(await fixture.call('reminder.undo', {})).toMatchObject({id, state: 'fired'});
  expect(await fixture.call('reminder.snooze', {id, in: '10m'})).toMatchObject({state: 'pending'});
});

test('undo gives a series the sun of the place that is configured now', async () => {
  await using home = await openSeries({place: {latitude: 52.5, longitude: 13.4}});
  const {fixture} = home;
  const sunset = {when: 'every day at sunset', user: 'alice'};
  const {id} = await fixture.call('reminder.set', {...sunset, message: 'blinds'});
  await fixture.call('reminder.cancel', {id});
  writeConfig(home.path, configOf({place: {latitude: 60.2, longitude: 24.9}}));
  await fixture.whileTimePasses(fixture.event('config.changed'));
  await fixture.clock.advance(5 * SECOND);
  const undone = await fixture.call('reminder.undo', {});
  // Today's sunset there is before the first one here, so the series begins tomorrow.
  const there = await fixture.call('reminder.set', {...sunset, message: 'lamps'});
  expect(undone.next?.slice(0, 2)).toEqual(there.next?.slice(1));
});

type Options = Readonly<{
  reach?: readonly string[];
  place?: object;
  more?: readonly FakeChannel[];
  answers?: Parameters<typeof scriptedModel>[0];
}>;

type Home = AsyncDisposable & {
  readonly path: string;
  readonly fixture: TestDaemon;
  readonly signal: FakeChannel;
  readonly id: ReminderId;
};

/** A daemon with Alice's pills, every day at 13:00. */
const openSeries = async (options: Options = {}): Promise<Home> => {
  const home = tempDir();
  const signal = fakeChannel();
  const {more = [], answers = []} = options;
  const config = configOf(options);
  const {models} = scriptedModel(answers);
  const fixture = await openTestDaemon({home: home.path, models, config, channels: [signal, ...more]});
  const {id} = await fixture.call('reminder.set', {
    repeat: 'FREQ=DAILY',
    when: '13:00',
    message: 'pills',
    user: 'alice',
  });
  return {
    path: home.path,
    fixture,
    signal,
    id,
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      home[Symbol.dispose]();
    },
  };
};

const configOf = ({reach, place}: Options) => ({
  users: [
    {
      name: 'alice',
      trust: 'full',
      match: ['terminal:default', 'signal:alice-uuid', ...(reach === undefined ? [] : ['ntfy:alice'])],
      reach,
    },
  ],
  time: place && {place},
});

const edit = ({fixture, id}: Home, change: Omit<Params<'reminder.edit'>, 'id'>) =>
  fixture.call('reminder.edit', {id, ...change});

const goTo = (fixture: TestDaemon, iso: string) =>
  fixture.clock.advance((instantOfIso(iso) ?? 0) - fixture.clock.now());
