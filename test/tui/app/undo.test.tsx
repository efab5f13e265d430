// A change that can be undone asks nothing: for ten seconds one key takes it back.
import {expect, test} from 'vitest';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

test('x cancels a reminder at once, and u takes that back while the toast is there', async () => {
  await using app = await openTestApp();
  const reminder = app.gateway.reminds({message: 'tea'});
  await app.type(KEYS.alt('3'), 'x');
  const cancelled = await app.frame();
  expect(cancelled).toContain('✓ Cancelled: tea');
  expect(cancelled).toMatch(/ u undo · /u);
  await app.type('u');
  expect(app.gateway.callsOf('reminder.undo')).toEqual([{id: reminder.id}]);
  const undone = await app.frame();
  expect(undone).toContain('✓ Undone: tea rings');
  expect(undone).not.toMatch(/ u undo · /u);
});

test('the offer lasts ten seconds, and another notice does not end it', async () => {
  await using app = await openTestApp();
  app.gateway.reminds({message: 'tea'});
  await app.type(KEYS.alt('3'), 'x');
  await app.frame(5_000);
  app.gateway.emit({type: 'cron.invalid', file: 'cron/broken.md', line: 1, reason: 'no schedule'});
  expect(await app.frame(4_000)).toMatch(/ u undo · /u);
  expect(await app.frame(1_500)).not.toMatch(/ u undo · /u);
});

test('a later change of a reminder is the only one that can be undone', async () => {
  await using app = await openTestApp();
  app.gateway.reminds({message: 'tea'});
  const later = app.gateway.reminds({message: 'rent', fireAt: app.clock.now() + 120_000});
  await app.type(KEYS.alt('3'), 'x');
  await app.frame();
  await app.type('x');
  await app.frame();
  await app.type('u');
  expect(await app.frame()).not.toMatch(/ u undo · /u);
  expect(app.gateway.callsOf('reminder.undo')).toEqual([{id: later.id}]);
});

test('while one writes, Alt+U undoes and u is a letter', async () => {
  await using app = await openTestApp();
  const reminder = app.gateway.reminds({message: 'tea'});
  app.gateway.fires(reminder);
  await app.frame();
  await app.type('/done', KEYS.enter);
  expect(await app.frame()).toMatch(/Alt\+U undo · /u);
  await app.type('u');
  expect(app.gateway.callsOf('reminder.undo')).toEqual([]);
  expect(await app.frame()).toContain(' > u');
  await app.type(KEYS.alt('u'));
  expect(app.gateway.callsOf('reminder.undo')).toEqual([{id: reminder.id}]);
});
