import {expect, test} from 'vitest';
import {createNarrator} from '../../../src/tui/plain/narrator.ts';
import {initialAppState} from '../../../src/tui/state/app-state.ts';
import type {Toast} from '../../../src/tui/state/ui-state.ts';

const toldOf = (toast: Pick<Toast, 'text' | 'marked'>): readonly string[] => {
  const initial = initialAppState({columns: 80, rows: 24}, 0);
  const toasts: readonly Toast[] = [{tone: 'warn', until: 1, ...toast}];
  return createNarrator().narrate({...initial, ui: {...initial.ui, toasts}});
};

test('a PostgreSQL that is away is one line, and its return another one', () => {
  const initial = initialAppState({columns: 80, rows: 24}, 0);
  const live = {...initial.ui, connection: {kind: 'live'} as const};
  const narrator = createNarrator();
  narrator.narrate({...initial, ui: live});
  const held = {
    ...initial,
    ui: {...live, held: 'Nothing is sent or confirmed until PostgreSQL answers. PostgreSQL at db: no answer.'},
  };
  expect(narrator.narrate(held)).toEqual([
    'Nothing is sent or confirmed until PostgreSQL answers. PostgreSQL at db: no answer.',
  ]);
  expect(narrator.narrate(held)).toEqual([]);
  expect(narrator.narrate({...initial, ui: live})).toEqual(['Everything is sent and confirmed again.']);
});

test('a notice is printed whatever its text, unless a mark shows it already', () => {
  expect(toldOf({text: 'while you were away: the disk is full'})).toContain(
    'Warning: while you were away: the disk is full.',
  );
  expect(toldOf({text: '2 messages', marked: true})).toEqual(['Connecting.']);
});
