// Expected pings of other programs in the plan.
import {expect, test} from 'vitest';
import {HOUR} from '../../../src/shared/time/time.ts';
import {listSummary} from '../../../src/tui/lists/list-summary.ts';
import {planRows} from '../../../src/tui/lists/plan-rows.ts';
import {withView} from '../../../src/tui/nouns/nouns.ts';
import {type AppState, initialAppState} from '../../../src/tui/state/app-state.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const call = {hook: 'backup', withinMs: 26 * HOUR, sinceAt: NOW - HOUR, dueAt: NOW + HOUR};

const stateWith = (expected: readonly object[]): AppState => {
  const {gateway, ui} = initialAppState({columns: 100, rows: 30}, NOW);
  return {gateway, ui: {...ui, status: {expected} as never}};
};

const shown = (state: AppState): readonly (string | undefined)[] =>
  planRows(state).flatMap(row =>
    row.kind === 'noun' ? [withView(row.noun, (view, item) => view.state(item, NOW)?.text ?? view.label(item))] : [],
  );

test('each has a row with its time, and a missing one says so', () => {
  const state = stateWith([call, {...call, hook: 'cellar', dueAt: NOW - HOUR, overdueAt: NOW}]);
  expect(shown(state)).toEqual(['overdue', 'ping']);
  expect(listSummary(state, 'plan')).toBe('1 overdue ping · 2 pings');
});

test('without any the plan has no group for them', () => {
  expect(planRows(stateWith([])).filter(row => row.kind === 'noun')).toEqual([]);
});
