// Keys that the configuration chose: on the screen, in help and menus, and what they do.
import {globSync, readFileSync} from 'node:fs';
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

test('a sentence anywhere names the chosen key, not the usual one', async () => {
  await using app = await openTestApp();
  app.gateway.keys({find: 'alt+p', new: 'N', zen: 'alt+j', run: 'X', snooze: 'K'});
  expect(await app.frame()).toMatch(/Alt\+P +find anything/u);
  await app.type(KEYS.alt('3'));
  expect(await app.frame()).toMatch(/Press N to set a reminder, or N, then Tab,\s+to\s+make\s+a\s+job\./u);
  await app.type(KEYS.alt('2'));
  expect(await app.frame()).toContain('Press N to set a reminder.');
  app.gateway.schedules({name: 'sweep'});
  await app.type(KEYS.alt('3'), 'l');
  expect(await app.frame()).toContain('sweep has not run yet; X runs it now');
});

test('no sentence outside the key tables names a key that the configuration may change', () => {
  const texts = globSync('src/tui/**/*.{ts,tsx}', {exclude: ['src/tui/cli/**', 'src/tui/input/keys/**']}).flatMap(
    path =>
      readFileSync(path, 'utf8')
        .split('\n')
        .filter(line => !/^\s*(?:\/\/|\*|\/\*\*)/u.test(line) && FIXED.test(line))
        .map(line => `${path}: ${line.trim()}`),
  );
  expect(texts).toEqual([]);
});

/** `Ctrl+P`, or `press w` in a sentence. A key of one overlay (`press a`) can't be changed. */
const FIXED = /Ctrl\+[NOPTGR]\b|Alt\+A\b|[Pp]ress (?:Esc, then )?[sSdeExpFRTlhnuwyYcorfzC.](?![a-z])/u;
