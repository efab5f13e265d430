// Reminders that repeat, in the plan and on the timeline.
import {expect, test} from 'vitest';
import type {Reminder} from '../../../src/shared/records/jobs/jobs.ts';
import {DAY, HOUR, MINUTE} from '../../../src/shared/time/time.ts';
import {KEYS, openTestApp, type TestApp} from '../../support/render-app.tsx';

const pills = (app: TestApp, more: Partial<Reminder> = {}): Reminder => {
  const next = [0, 1, 2, 3].map(day => app.clock.now() + HOUR + day * DAY);
  const repeat = {rule: 'FREQ=DAILY', words: 'every day at 12:00', zone: 'UTC', start: '2026-11-21T12:00:00'};
  return app.gateway.reminds({message: 'pills', fireAt: next[0] ?? 0, next, repeat, ...more});
};

test('the plan has a series once, with its words, and its next three dates below', async () => {
  await using app = await openTestApp({columns: 140});
  pills(app);
  await app.type(KEYS.alt('3'));
  const screen = await app.frame();
  expect(screen.match(/◷ pills/gu)).toHaveLength(2);
  expect(screen).toMatch(/◷ pills +every day at 12:00/u);
  expect(screen).toMatch(/every day at 12:00 · next today 12:00 UTC, tomorrow 12:00 UTC, Mon 23 Nov 12:00 UTC/u);
});

test('the timeline has the next occurrences of a series', async () => {
  await using app = await openTestApp();
  pills(app);
  await app.type(KEYS.alt('2'));
  expect((await app.frame()).match(/12:00 ◷ pills/gu)).toHaveLength(3);
});

test('S skips the next occurrence, or on the timeline the selected one; u takes it back', async () => {
  await using app = await openTestApp();
  const {next = []} = pills(app);
  await app.type(KEYS.alt('3'), 'S');
  expect(await app.frame()).toMatch(/Skipped: pills, next 2026-11-22 12:00 UTC/u);
  await app.type(KEYS.alt('2'), 'j', 'S');
  await app.frame();
  expect(app.gateway.callsOf('reminder.skip').map(call => ('at' in call ? call.at : 'next'))).toEqual([
    'next',
    new Date(next[2] ?? 0).toISOString(),
  ]);
  await app.type('u');
  expect(await app.frame()).toContain('Undone. "pills" is pending again');
});

test('p pauses a series and resumes it', async () => {
  await using app = await openTestApp();
  pills(app);
  await app.type(KEYS.alt('3'), 'p');
  const paused = await app.frame();
  expect(paused).toContain('Paused: pills');
  expect(paused).toMatch(/◷ pills .*paused/u);
  await app.type('p');
  expect(await app.frame()).toContain('Resumed: pills');
});

test('an open occurrence waits to be called done, and done refuses where none is open', async () => {
  await using app = await openTestApp();
  pills(app, {occurrence: {n: 1, at: app.clock.now() - MINUTE}, firedAt: app.clock.now() - MINUTE});
  await app.type(KEYS.alt('3'));
  expect(await app.frame()).toContain('fired, not done yet');
  await app.type('d');
  await app.frame();
  expect(app.gateway.callsOf('reminder.done')).toHaveLength(1);
});

test('done on a series that waits says what to press instead', async () => {
  await using app = await openTestApp();
  pills(app);
  await app.type(KEYS.alt('3'), 'd');
  expect(await app.frame()).toContain('no occurrence has fired; press S to skip the next one');
  expect(app.gateway.callsOf('reminder.done')).toHaveLength(0);
});

test('the menu and the keys of a series follow its state: a paused one is resumed, and not skipped', async () => {
  await using app = await openTestApp();
  pills(app, {paused: true});
  await app.type(KEYS.alt('3'), '.');
  const menu = await app.frame();
  expect(menu).toMatch(/p +resume/u);
  expect(menu).not.toContain('skip');
  await app.type(KEYS.esc, 'S');
  expect(await app.frame()).toContain("this reminder can't be skipped: it is paused; press p to resume it");
});

test('a reminder that comes once is neither skipped nor paused', async () => {
  await using app = await openTestApp();
  app.gateway.reminds({message: 'tea'});
  await app.type(KEYS.alt('3'), '.');
  expect(await app.frame()).not.toMatch(/skip|pause|resume/u);
  await app.type(KEYS.esc, 'S');
  expect(await app.frame()).toContain("this reminder can't be skipped: it does not repeat");
});
