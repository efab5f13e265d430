// Keys that the configuration chose: on the screen, in help and menus, and what they do.
import {expect, test} from 'vitest';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

test('a chosen key is in the hints, the menu and the help, and does it', async () => {
  await using app = await openTestApp();
  app.gateway.keys({done: 'K', find: 'alt+p'});
  const reminder = app.gateway.reminds({message: 'tea'});
  app.gateway.fires(reminder);
  expect(await app.frame()).toContain('Alt+P find');
  await app.type(KEYS.alt('3'));
  expect(await app.frame()).toContain('K done');
  await app.type('.');
  expect(await app.frame()).toMatch(/K +mark as done/u);
  await app.type(KEYS.esc, '?');
  expect(await app.frame()).toMatch(/K +mark as done/u);
  await app.type(KEYS.esc, 'd');
  expect(app.gateway.callsOf('reminder.done')).toEqual([]);
  await app.type('K');
  expect(app.gateway.callsOf('reminder.done')).toEqual([{id: reminder.id}]);
});

test('a sentence that refuses a key names the chosen keys', async () => {
  await using app = await openTestApp();
  app.gateway.keys({snooze: 'K', done: 'D'});
  app.gateway.fires(app.gateway.reminds({message: 'tea'}));
  await app.frame();
  await app.type(KEYS.alt('3'), 'E');
  expect(await app.frame()).toContain('press K to snooze');
});

test('a key that clashes is named once', async () => {
  await using app = await openTestApp();
  app.gateway.keys({snooze: 'x'});
  expect(await app.frame()).toContain('! keys.snooze: "x" already means "cancel". Choose another key.');
  await app.frame(20_000);
  app.gateway.keys({snooze: 'x'});
  expect(await app.frame()).not.toContain('keys.snooze');
});
