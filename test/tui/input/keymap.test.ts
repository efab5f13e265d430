import {expect, test} from 'vitest';
import type {Context} from '../../../src/tui/input/binding.ts';
import {bindingFor, hintsFor, KEYMAP, keyLabel} from '../../../src/tui/input/keymap.ts';

test('no two bindings of one context share a key', () => {
  const seen = KEYMAP.flatMap(({context, keys}) => keys.map(key => `${context} ${key}`));
  expect(seen.filter((one, index) => seen.indexOf(one) !== index)).toEqual([]);
});

test('every binding has a hint', () => {
  expect(KEYMAP.filter(({hint}) => hint.trim() === '')).toEqual([]);
});

test('no binding uses a key of terminals or multiplexers', () => {
  const taken = new Set(['ctrl+s', 'ctrl+q', 'ctrl+\\', 'ctrl+/', 'ctrl+i', 'ctrl+m', 'ctrl+h']);
  expect(KEYMAP.flatMap(({keys}) => keys).filter(key => taken.has(key) || /^f\d/u.test(key))).toEqual([]);
});

test('the most specific context that knows a key decides', () => {
  const busy: readonly Context[] = ['busy', 'compose', 'everywhere'];
  expect(bindingFor(['compose', 'everywhere'], 'esc')?.action).toBe('view.back');
  expect(bindingFor(busy, 'esc')?.action).toBe('turn.arm-stop');
  expect(bindingFor(['armed-stop', ...busy], 'esc')?.action).toBe('turn.stop');
  expect(bindingFor(busy, 'ctrl+l')?.action).toBe('screen.repaint');
  expect(bindingFor(busy, 'ctrl+x')).toBeUndefined();
});

test('a hint is shown only for the current effect of its key', () => {
  const contexts: readonly Context[] = ['armed-stop', 'busy', 'compose', 'everywhere'];
  for (const hint of hintsFor(contexts)) expect(bindingFor(contexts, hint.keys[0] ?? '')).toBe(hint);
  expect(hintsFor(contexts)[0]).toMatchObject({keys: ['esc', 'ctrl+c'], hint: 'again to stop'});
  expect(hintsFor(['busy', 'compose']).filter(({keys}) => keys[0] === 'enter')).toMatchObject([{hint: 'queue'}]);
});

test('keys are written by their usual names', () => {
  expect(['ctrl+p', 'alt+enter', 'pageup', 'alt+1', '?', 'ctrl+end'].map(keyLabel)).toEqual([
    '^P',
    'Alt+Enter',
    'PgUp',
    'Alt+1',
    '?',
    'Ctrl+End',
  ]);
});
