// The help as a page: searched, scrolled, run from; and the keys in the palette.
import {expect, test} from 'vitest';
import {MINUTE} from '../../../src/shared/time/time.ts';
import {helpEntries} from '../../../src/tui/input/help-entries.ts';
import {KEYS, openTestApp} from '../../support/render-app.tsx';

test('every key stands once in its place, with its objects', async () => {
  await using app = await openTestApp();
  const entries = helpEntries(app.state(), '').map(({entry}) => `${entry.group}|${entry.name}|${entry.more}`);
  expect(new Set(entries).size).toBe(entries.length);
  const snoozes = entries.filter(entry => /^Timeline.*\|s\|/u.test(entry));
  expect(snoozes).toEqual(['Timeline, plan, outbox, log|s|snooze… · reminder']);
  expect(entries.some(entry => entry.startsWith('Commands|/remind WHEN TEXT'))).toBe(true);
});

test('in a list the keys of lists come first', async () => {
  await using app = await openTestApp();
  await app.type(KEYS.alt('3'), '?');
  expect(helpEntries(app.state(), '')[0]?.entry.group).toBe('Timeline, plan, outbox, log');
  expect(await app.frame()).toMatch(/keys and commands[\s\S]*Timeline, plan, outbox, log/u);
});

test('it is searched by what a key does, and scrolled to its end', async () => {
  await using app = await openTestApp();
  await app.type('?', 'tool output');
  const screen = await app.frame();
  expect(screen).toMatch(/keys and commands, \d+ match/u);
  expect(screen).toMatch(/> writing +\^O +.*tool output/u);
  await app.type(KEYS.ctrl('u'), ...Array.from({length: 40}, () => KEYS.pageDown));
  expect(await app.frame()).toMatch(/> +\/\/text +send a message that starts with a slash/u);
  await app.type(KEYS.esc);
  expect(app.state().ui.overlay.kind).toBe('none');
});

test('Enter presses the key, runs the command, or says why not', async () => {
  await using app = await openTestApp();
  await app.type('?', 'tool output', KEYS.enter);
  expect(await app.frame()).toContain('Tool output: short');
  expect(app.state().ui.overlay.kind).toBe('none');
  await app.type('?', '/timeline', KEYS.enter);
  expect(app.state().ui.view).toBe('timeline');
  await app.type('?', 'cycle thinking', KEYS.enter);
  const refused = await app.frame();
  expect(refused).toMatch(/\^T works while you write/u);
  expect(app.state().ui.overlay.kind).toBe('help');
});

test('a key for a row acts on the selected row', async () => {
  await using app = await openTestApp();
  app.gateway.reminds({message: 'tea', fireAt: app.clock.now() + 5 * MINUTE});
  await app.frame();
  await app.type(KEYS.alt('3'), '?', 'snooze', KEYS.enter);
  expect(app.state().ui.overlay).toMatchObject({kind: 'ask', asking: {ask: {kind: 'snooze', message: 'tea'}}});
});

test('the palette has the keys that are no commands, with the key, and presses them', async () => {
  await using app = await openTestApp();
  await app.type(KEYS.ctrl('p'), 'tool output');
  expect(await app.frame()).toMatch(/> key .*tool output.* \^O/u);
  await app.type(KEYS.enter);
  expect(await app.frame()).toContain('Tool output: short');
  await app.type(KEYS.ctrl('p'));
  expect(await app.frame()).toMatch(/Recent[\s\S]*tool output/u);
  await app.type('whole week', KEYS.enter);
  expect(await app.frame()).toMatch(/works on: timeline/u);
});
