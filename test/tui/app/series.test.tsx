// Reminders that repeat, in the plan and on the timeline.
import {expect, test} from 'vitest';
import type {Reminder} from '../../../src/shared/records/jobs/jobs.ts';
import {GatewayError} from '../../../src/shared/text/gateway-error.ts';
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
  expect(await app.frame()).toMatch(/Skipped: pills, next tomorrow 12:00\./u);
  await app.type(KEYS.alt('2'), 'j', 'S');
  await app.frame();
  expect(app.gateway.callsOf('reminder.skip').map(call => call.at ?? 'next')).toEqual([
    'next',
    new Date(next[2] ?? 0).toISOString(),
  ]);
  await app.type('u');
  expect(await app.frame()).toContain('Undone: pills rings');
});

test('p pauses a series and resumes it', async () => {
  await using app = await openTestApp();
  pills(app);
  await app.type(KEYS.alt('3'), 'p');
  const paused = await app.frame();
  expect(paused).toContain('Paused: pills');
  // Its row says no time, for none will come.
  expect(paused).toMatch(/> paused +◷ pills/u);
  expect(paused).not.toMatch(/today 12:00|in 1h/u);
  expect(paused).not.toContain('next in');
  await app.type(KEYS.alt('2'));
  expect(await app.frame()).not.toContain('◷ pills');
  await app.type(KEYS.alt('3'), 'p');
  expect(await app.frame()).toContain('Resumed: pills');
});

test('an open occurrence waits to be called done, and done refuses where none is open', async () => {
  await using app = await openTestApp();
  pills(app, {occurrence: {n: 1, at: app.clock.now() - MINUTE}, firedAt: app.clock.now() - MINUTE});
  await app.type(KEYS.alt('3'));
  const screen = await app.frame();
  expect(screen).toContain('rang, unanswered');
  // The series has its next time, and the occurrence its own.
  expect(screen).toMatch(/12:00 +in 1h 0m +◷ pills/u);
  expect(screen).toMatch(/10:59 +rang ! +◷ pills/u);
  expect(screen).toContain('today 10:59 not answered yet');
  await app.type('d');
  await app.frame();
  expect(app.gateway.callsOf('reminder.done')).toHaveLength(1);
});

test('done on a series that waits says what to press instead', async () => {
  await using app = await openTestApp();
  pills(app);
  await app.type(KEYS.alt('3'), 'd');
  expect(await app.frame()).toContain("it hasn't rung yet; S skips the next one");
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

test('one occurrence of a series gets another time, and all of them do, by their own words', async () => {
  await using app = await openTestApp();
  pills(app);
  await app.type(KEYS.alt('3'), 'e');
  // Only the person knows which one is meant, so nothing is offered.
  expect(await app.frame(300)).toContain('"this 9:30" for one time, "all 9:30" for all of them');
  await app.type('30m');
  expect(await app.frame(300)).toContain('It repeats. Type "this 9:30" for one time');
  await app.type(KEYS.ctrl('u'), 'all 30m');
  expect(await app.frame(300)).toContain('from now on at 11:30');
  await app.type(KEYS.ctrl('u'), 'all 6:45');
  expect(await app.frame(300)).toContain('from now on at');
  await app.type(KEYS.ctrl('u'), 'this 30m');
  expect(await app.frame(300)).toContain('this time in 30 minutes, in 30m');
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('✓ This time: today 11:30');
  expect(app.gateway.callsOf('reminder.edit')).toMatchObject([{scope: 'this', when: '30m'}]);
});

test('a snoozed series says when this one returns', async () => {
  await using app = await openTestApp();
  const at = app.clock.now() - MINUTE;
  pills(app, {occurrence: {n: 1, at}, firedAt: at});
  await app.type(KEYS.alt('3'), 's', '10m', KEYS.enter);
  // It has rung, so ten minutes from now isn't sooner than anything.
  expect(await app.frame()).toContain('✓ Snoozed until today 11:10');
});

test('a snooze to an earlier time is asked about: Enter again moves it', async () => {
  await using app = await openTestApp();
  app.gateway.reminds({message: 'tea', fireAt: app.clock.now() + HOUR});
  await app.type(KEYS.alt('3'), 's', '10m');
  expect(await app.frame(300)).toContain('in 10 minutes, in 10m: sooner than today 12:00');
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('It is set for today 12:00, which is later. Enter again moves it.');
  expect(app.gateway.callsOf('reminder.snooze')).toEqual([]);
  await app.type(KEYS.ctrl('u'), '5m', KEYS.enter);
  await app.frame();
  expect(app.gateway.callsOf('reminder.snooze')).toEqual([]);
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('✓ Snoozed until today 11:05');
  expect(app.gateway.callsOf('reminder.snooze')).toMatchObject([{when: '5m'}]);
});

test('P asks until when a series is paused, and u takes the pause back', async () => {
  await using app = await openTestApp();
  const {id} = pills(app);
  await app.type(KEYS.alt('3'), 'P');
  expect(await app.frame(300)).toMatch(/pause "pills" until >[\s\S]*it goes on by itself/u);
  await app.type('monday', KEYS.enter);
  expect(await app.frame()).toContain('Paused: pills');
  expect(app.gateway.callsOf('reminder.pause')).toEqual([{id, until: 'monday'}]);
  await app.type('u');
  await app.frame();
  expect(app.gateway.callsOf('reminder.undo')).toHaveLength(1);
});

test('P asks the same of a job, and a refused end stays in the line', async () => {
  await using app = await openTestApp();
  app.gateway.schedules({name: 'backup'});
  app.gateway.refuses('cron.pause', new GatewayError('invalid', '"yesterday" is in the past.'));
  await app.type(KEYS.alt('3'), 'P', 'yesterday', KEYS.enter);
  expect(await app.frame()).toMatch(
    /yesterday[\s\S]*"yesterday" is in the past\.|"yesterday" is in the past\.[\s\S]*yesterday/u,
  );
  await app.type(KEYS.ctrl('u'), 'for two weeks', KEYS.enter);
  await app.frame();
  expect(app.gateway.callsOf('cron.pause')).toEqual([
    {name: 'backup', until: 'yesterday'},
    {name: 'backup', until: 'for two weeks'},
  ]);
});

test('/pause takes a part of the text of a series, or the name of a job, and an end', async () => {
  await using app = await openTestApp();
  const {id} = pills(app);
  app.gateway.schedules({name: 'backup'});
  await app.type('/pause pills until monday at 9', KEYS.enter);
  await app.frame();
  await app.type('/pause backup for two weeks', KEYS.enter);
  await app.frame();
  expect(app.gateway.callsOf('reminder.pause')).toEqual([{id, until: 'monday at 9'}]);
  expect(app.gateway.callsOf('cron.pause')).toEqual([{name: 'backup', until: 'two weeks'}]);
});

test('/pause that fits nothing, or several, says what to do and keeps the line', async () => {
  await using app = await openTestApp();
  pills(app);
  pills(app, {message: 'pills for the cat'});
  await app.type('/pause', ' pills', KEYS.enter);
  expect(await app.frame()).toContain('2 reminders fit');
  await app.type(KEYS.ctrl('u'), '/pause tomato', KEYS.enter);
  expect(await app.frame()).toContain('see /plan for what repeats');
  expect(app.gateway.callsOf('reminder.pause')).toEqual([]);
});
