import {expect, test} from 'vitest';
import {mentionIn} from '../../../src/tui/input/mentions.ts';
import {initialAppState} from '../../../src/tui/state/app-state.ts';

const initial = initialAppState({columns: 80, rows: 24}, 0);
const state = {...initial, ui: {...initial.ui, files: ['AGENTS.md', 'notes/tax 2026.md', 'notes/todo.md']}};
const named = (text: string) =>
  mentionIn(state, {text, cursor: text.length, chips: []})?.names.map(({text}) => text.trimEnd());

test("a file in the agent's folder is completed by path or name, once some letters are typed", () => {
  expect(named('read @notes/t')).toEqual(['"notes/tax 2026.md"', 'notes/todo.md']);
  expect(named('read @todo')).toEqual(['notes/todo.md']);
  expect(named('read @agents')).toEqual(['AGENTS.md']);
  expect(named('read @')).toBeUndefined();
});

test("an address doesn't start a name", () => {
  expect(named('write to bob@todo')).toBeUndefined();
  expect(named('done @notes/todo.md ')).toBeUndefined();
});
