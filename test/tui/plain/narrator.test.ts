import {expect, test} from 'vitest';
import {createNarrator} from '../../../src/tui/plain/narrator.ts';
import {initialAppState} from '../../../src/tui/state/app-state.ts';
import type {Toast} from '../../../src/tui/state/ui-state.ts';

const toldOf = (toast: Pick<Toast, 'text' | 'marked'>): readonly string[] => {
  const initial = initialAppState({columns: 80, rows: 24}, 0);
  const toasts: readonly Toast[] = [{tone: 'warn', until: 1, ...toast}];
  return createNarrator().narrate({...initial, ui: {...initial.ui, toasts}});
};

test('a notice is printed whatever its text, unless a mark shows it already', () => {
  expect(toldOf({text: 'while you were away: the disk is full'})).toContain(
    'Warning: while you were away: the disk is full.',
  );
  expect(toldOf({text: '2 messages', marked: true})).toEqual(['Connecting.']);
});
