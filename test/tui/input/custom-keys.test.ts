// Keys that the configuration chose, by what they do.
import {expect, test} from 'vitest';
import {isChoosable, KEY_NAMES} from '../../../src/shared/operations/key-names.ts';
import {customKeys, keyOf, usualKey} from '../../../src/tui/input/custom-keys.ts';
import {bindingFor, KEYMAP} from '../../../src/tui/input/keymap.ts';

const problemsOf = (choices: Parameters<typeof customKeys>[0]) => customKeys(choices).problems;

test('a chosen key does it everywhere, and the usual one no longer', () => {
  const chosen = customKeys({snooze: 'Z'});
  expect(chosen.problems).toEqual([]);
  for (const context of ['on-reminder', 'on-fired'] as const) {
    expect(bindingFor([context], 'Z', chosen.keymap)?.action).toBe('item.snooze');
    expect(bindingFor([context], 's', chosen.keymap)).toBeUndefined();
  }
  expect(bindingFor(['on-cron', 'on-row'], 'Z', chosen.keymap)?.action).toBe('row.refuse');
  expect(keyOf(chosen, 'item.snooze', 's')).toBe('Z');
  expect(usualKey(chosen, 'Z')).toBe('s');
  expect(usualKey(chosen, 'd')).toBe('d');
});

test('two keys can change places', () => {
  const chosen = customKeys({snooze: 'd', done: 's'});
  expect(chosen.problems).toEqual([]);
  expect(bindingFor(['on-reminder'], 'd', chosen.keymap)?.action).toBe('item.snooze');
  expect(bindingFor(['on-reminder'], 's', chosen.keymap)?.action).toBe('item.done');
});

test('a key that something else has keeps its meaning, and one sentence names the conflict', () => {
  const chosen = customKeys({snooze: 'x', why: 'ctrl+w'});
  expect(chosen.problems).toEqual(['keys.snooze: "x" already means "cancel". Choose another key.']);
  expect(chosen.keys).toEqual({why: 'ctrl+w'});
  expect(bindingFor(['on-reminder'], 'x', chosen.keymap)?.action).toBe('item.cancel');
  expect(bindingFor(['on-reminder'], 's', chosen.keymap)?.action).toBe('item.snooze');
  expect(problemsOf({'dry-run': 'n'})).toEqual(['keys.dry-run: "n" already means "new". Choose another key.']);
});

test('of two choices of one key, the first one counts', () => {
  const chosen = customKeys({snooze: 'K', done: 'K'});
  expect(chosen.problems).toEqual(['keys.done: "K" already means "snooze". Choose another key.']);
  expect(chosen.keys).toEqual({snooze: 'K'});
});

test('while one writes, letters are text', () => {
  expect(problemsOf({tools: 'ctrl+y'})).toEqual([
    'keys.tools: "ctrl+y" already means "paste the last cut". Choose another key.',
  ]);
  expect(problemsOf({editor: 'e'})).toEqual([
    'keys.editor: "e" is text while you write. Use a key with ctrl+ or alt+.',
  ]);
  const chosen = customKeys({find: 'O'});
  expect(chosen.problems).toEqual([]);
  expect(bindingFor(['list'], 'O', chosen.keymap)?.action).toBe('find.open');
  expect(bindingFor(['compose'], 'O', chosen.keymap)).toBeUndefined();
  expect(bindingFor(['compose'], 'ctrl+p', chosen.keymap)?.action).toBe('find.open');
});

test('every name has a key that can be changed', () => {
  for (const name of KEY_NAMES) {
    expect(problemsOf({[name]: 'alt+9'})).toEqual([]);
    expect(customKeys({[name]: 'alt+9'}).keymap).not.toEqual(KEYMAP);
  }
});

test('keys that terminals need can not be chosen', () => {
  for (const key of ['S', '!', 'ctrl+t', 'alt+w', 'alt+5']) expect(isChoosable(key)).toBe(true);
  for (const key of ['', 'SS', 'ctrl+c', 'ctrl+z', 'ctrl+i', 'f1', 'enter', ' ', 'ctrl+S'])
    expect(isChoosable(key)).toBe(false);
});
