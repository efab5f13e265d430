// A pause with an end: the series or the job goes on by itself, and nothing within the pause is made up for.
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {type EpochMs, HOUR, instantOfIso, MINUTE} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {imagesBeforeCommits} from '../support/kill-images.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';

// The clock begins on Saturday, 2026-11-21, at 12:00 in Berlin (11:00 UTC).

const ALICE = {users: [{name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']}]};
const JOB = '---\nschedule: 0 8 * * *\ntimezone: Europe/Berlin\nrun: echo saved\n---\n';

const start = async (home: string, startAt?: EpochMs) => {
  const signal = fakeChannel();
  const clock = fakeClock(startAt);
  const models = scriptedModel([]).models;
  const fixture = await openTestDaemon({home, models, config: ALICE, channels: [signal], clock});
  return {fixture, signal};
};
const pills = (fixture: TestDaemon, when = 'every day at 8') =>
  fixture.call('reminder.set', {when, message: 'pills', user: 'alice'});
const goTo = (fixture: TestDaemon, iso: string) =>
  fixture.clock.advance((instantOfIso(iso) ?? 0) - fixture.clock.now());
const withJob = (home: string): void => {
  mkdirSync(join(home, 'workspace', 'cron'), {recursive: true, mode: 0o700});
  writeFileSync(join(home, 'workspace', 'cron', 'backup.md'), JOB, {mode: 0o600});
};

test.each([
  ['monday', '2026-11-23T07:00:00.000Z'],
  ['until monday at 20:00', '2026-11-23T19:00:00.000Z'],
  ['for two weeks', '2026-12-05T11:00:00.000Z'],
  ['bis Montag', '2026-11-23T07:00:00.000Z'],
  ['für zwei Wochen', '2026-12-05T11:00:00.000Z'],
  ['2026-11-24T12:00:00.000Z', '2026-11-24T12:00:00.000Z'],
])('"%s" ends the pause at %s', async (until, at) => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await pills(fixture);
  expect(await fixture.call('reminder.pause', {id, until})).toMatchObject({paused: true, pausedUntil: at});
});

test('a day without a time is the morning if the series comes later on that day', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await pills(fixture, 'every day at 20:00');
  expect((await fixture.call('reminder.pause', {id, until: 'monday'})).pausedUntil).toBe('2026-11-23T08:00:00.000Z');
});

test.each(['yesterday', 'the cows come home', '2026-11-20T12:00:00.000Z'])('"%s" is refused', async until => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await pills(fixture);
  await expect(fixture.call('reminder.pause', {id, until})).rejects.toThrow();
  expect((await fixture.call('reminder.get', {id})).paused).toBeUndefined();
});

test('it goes on by itself, an event tells it, and why explains it', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id} = await pills(fixture);
  await fixture.call('reminder.pause', {id, until: 'tuesday'});
  await goTo(fixture, '2026-11-24T06:59:00.000Z');
  expect(signal.texts).toEqual([]);
  await goTo(fixture, '2026-11-24T07:00:01.000Z');
  expect(signal.texts).toEqual(['pills']);
  const resumed = fixture.events.filter(({type}) => type === 'reminder.resumed');
  expect(resumed).toMatchObject([{because: 'pause-over', reminder: {id}}]);
  const after = await fixture.call('reminder.get', {id});
  expect([after.paused, after.pausedUntil]).toEqual([undefined, undefined]);
  const {runs} = await fixture.call('run.list', {kind: 'reminder', name: id});
  expect(runs.map(({status}) => status)).toEqual(['ran']);
  const {steps} = await fixture.call('why', {id});
  const told = steps.map(({what}) => what).join('\n');
  expect(told).toContain('paused until today 08:00 CET');
  expect(told).toContain('went on by itself at the end of its pause');
});

test('resuming by hand ends the pause early, and undo restores its end', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  const {id} = await pills(fixture);
  const {pausedUntil} = await fixture.call('reminder.pause', {id, until: 'friday'});
  expect((await fixture.call('reminder.resume', {id})).pausedUntil).toBeUndefined();
  expect(await fixture.call('reminder.undo', {})).toMatchObject({paused: true, pausedUntil});
  await fixture.call('reminder.pause', {id});
  expect((await fixture.call('reminder.get', {id})).pausedUntil).toBeUndefined();
  await fixture.call('reminder.undo', {});
  expect((await fixture.call('reminder.get', {id})).pausedUntil).toBe(pausedUntil);
});

test('after the daemon was down, only what was due since the end of the pause counts as missed', async () => {
  using home = tempDir();
  const first = await start(home.path);
  withJob(home.path);
  await first.fixture.clock.advance(MINUTE);
  const {id} = await pills(first.fixture);
  await first.fixture.call('reminder.pause', {id, until: 'wednesday'});
  await first.fixture.call('cron.pause', {name: 'backup', until: 'wednesday'});
  await first.fixture[Symbol.asyncDispose]();
  // Wednesday, Thursday and Friday morning passed.
  const {fixture, signal} = await start(home.path, instantOfIso('2026-11-27T12:00:00.000Z'));
  await using _ = fixture;
  await fixture.clock.advance(MINUTE);
  expect(signal.texts).toEqual(['pills\n\n(2 earlier occurrences were missed.)']);
  const {runs} = await fixture.call('run.list', {name: 'backup'});
  expect(runs).toMatchObject([{status: 'skipped'}]);
  expect(runs[0]?.error).toContain('3 ');
  expect(await fixture.call('cron.get', {name: 'backup'})).toMatchObject({
    paused: false,
    nextAt: '2026-11-28T07:00:00.000Z',
  });
});

test('a job goes on by itself, and the event says so', async () => {
  using home = tempDir();
  const {fixture} = await start(home.path);
  await using _ = fixture;
  withJob(home.path);
  await fixture.clock.advance(MINUTE);
  expect(await fixture.call('cron.pause', {name: 'backup', until: 'monday'})).toMatchObject({
    paused: true,
    pausedUntil: '2026-11-23T07:00:00.000Z',
  });
  await goTo(fixture, '2026-11-23T07:00:30.000Z');
  const {runs} = await fixture.call('run.list', {name: 'backup'});
  expect(runs.map(({scheduledFor}) => scheduledFor)).toEqual(['2026-11-23T07:00:00.000Z']);
  expect(fixture.events.filter(event => event.type === 'cron.changed' && event.action === 'resumed')).toMatchObject([
    {by: {kind: 'pause-over'}},
  ]);
});

test('a clock that is set back keeps the pause, and one that is set forward ends it', async () => {
  using home = tempDir();
  const {fixture, signal} = await start(home.path);
  await using _ = fixture;
  const {id} = await pills(fixture);
  await fixture.call('reminder.pause', {id, until: 'monday at 12'});
  fixture.clock.set(fixture.clock.now() - 30 * HOUR);
  await fixture.clock.advance(MINUTE);
  expect((await fixture.call('reminder.get', {id})).paused).toBe(true);
  fixture.clock.set((instantOfIso('2026-11-24T06:00:00.000Z') ?? 0) as EpochMs);
  await fixture.clock.advance(MINUTE);
  expect((await fixture.call('reminder.get', {id})).next?.[0]).toBe('2026-11-24T07:00:00.000Z');
  expect(signal.texts).toEqual([]);
});

test('killed at any step, it goes on exactly once', async () => {
  using dir = tempDir();
  const home = join(dir.path, 'home');
  const first = await start(home);
  const {id} = await pills(first.fixture);
  const life = imagesBeforeCommits(home, dir.path);
  await first.fixture.call('reminder.pause', {id, until: 'monday'});
  await goTo(first.fixture, '2026-11-23T07:00:01.000Z');
  life[Symbol.dispose]();
  const endedAt = first.fixture.clock.now();
  await first.fixture[Symbol.asyncDispose]();
  expect(life.images.length).toBeGreaterThan(1);
  for (const image of life.images.slice(1)) {
    const {fixture} = await start(image.home, endedAt);
    await fixture.clock.advance(MINUTE);
    const {runs} = await fixture.call('run.list', {kind: 'reminder', name: id});
    const events = fixture.events.filter(({type}) => type === 'reminder.resumed').length;
    expect([image.name, runs.length, events <= 1]).toEqual([image.name, 1, true]);
    await fixture[Symbol.asyncDispose]();
  }
});

test('in a chat without a model, in English and in German, for reminders and jobs', async () => {
  using home = tempDir();
  const fixture = await openTestDaemon({home: home.path, config: ALICE});
  await using _ = fixture;
  withJob(home.path);
  await fixture.clock.advance(MINUTE);
  await pills(fixture);
  expect(await fixture.say('pause the pills until monday')).toBe('Paused until Mon 23 Nov 08:00: pills.');
  expect(await fixture.say('resume the pills')).toContain('Resumed.');
  expect(await fixture.say('pausiere pills bis Dienstag')).toBe('Pausiert bis Di 24. Nov 08:00: pills.');
  expect(await fixture.say('pause backup for two weeks')).toBe('Paused backup until Sat 5 Dec 12:01.');
  expect(await fixture.say('pausiere den Job backup bis Montag')).toContain('backup ist bis');
});

test('a paused series is no next time of anything that is asked for without a model', async () => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path, config: ALICE});
  const {id} = await pills(fixture);
  await fixture.call('reminder.pause', {id, until: 'friday'});
  expect(await fixture.say('what is coming up?')).not.toMatch(/^Next/u);
  expect(await fixture.say('list my reminders')).toMatch(/1\. Paused until Fri .*: pills/u);
  await fixture.call('reminder.resume', {id});
  await fixture.call('reminder.pause', {id});
  expect(await fixture.say('list my reminders')).toMatch(/1\. Paused: pills/u);
});
