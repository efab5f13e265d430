// Reminders that wait for an event, in the plan, in the day and as cards.
import {expect, test} from 'vitest';
import type {Reminder} from '../../../src/shared/records/jobs/jobs.ts';
import {HOUR} from '../../../src/shared/time/time.ts';
import {planRows} from '../../../src/tui/lists/plan-rows.ts';
import {unanswered} from '../../../src/tui/lists/rings.ts';
import {withView} from '../../../src/tui/nouns/nouns.ts';
import {type AppState, initialAppState} from '../../../src/tui/state/app-state.ts';
import {upcoming} from '../../../src/tui/state/selectors.ts';

const NOW = Date.parse('2026-11-24T12:00:00Z');
const reminder: Reminder = {
  id: 'rem_waits',
  fireAt: NOW - HOUR,
  message: 'call her back',
  mode: 'verbatim',
  delivery: ['terminal:default'],
  sourceSession: 'rooster:main',
  createdAt: NOW - HOUR,
  state: 'pending',
  zone: 'UTC',
  on: {kind: 'message', from: 'alice'},
  once: true,
};
const event = {kind: 'message', id: 'msg_1', who: 'alice', at: NOW - HOUR, seq: 7} as const;

const stateWith = (reminders: readonly Reminder[], fired: readonly Reminder[] = []): AppState => {
  const {gateway, ui} = initialAppState({columns: 100, rows: 30}, NOW);
  return {gateway: {...gateway, reminders, fired}, ui};
};

const shown = (state: AppState) =>
  planRows(state).flatMap(row => {
    if (row.kind === 'divider') return row.group === true ? [`── ${row.title}`] : [];
    if (row.kind !== 'noun') return [];
    const of = {now: NOW, names: {}} as never;
    return [
      withView(row.noun, (view, item) => [view.state(item, NOW)?.text, JSON.stringify(view.line(item, of))].join(' ')),
    ];
  });

test('it has a group of its own, without a time, and is neither late nor coming', () => {
  const state = stateWith([reminder, {...reminder, id: 'rem_gone', gone: true}]);
  const [group, waits, gone] = shown(state).slice(shown(state).indexOf('── when something happens'));
  expect(group).toBe('── when something happens');
  expect(waits).toContain('waits {"shape":"coming","hasCome":false,"what":"call her back","more":"when alice writes"');
  expect(gone).toMatch(/^alice no longer exists /u);
  expect(upcoming(state)).toEqual([]);
});

test('once it rang, its row and its card say what happened', () => {
  const rang: Reminder = {...reminder, state: 'fired', firedAt: NOW - HOUR, event};
  const state = stateWith([], [rang]);
  expect(shown(state).join('\n')).toContain('"more":"alice wrote at 11:00"');
  expect(unanswered(state).map(({text}) => text)).toEqual(['call her back (alice wrote at 11:00)']);
});

test('snoozed after it rang, it has a time again', () => {
  const snoozed: Reminder = {...reminder, event, fireAt: NOW + HOUR, snoozedAt: NOW};
  expect(upcoming(stateWith([snoozed]))).toEqual([{kind: 'reminder', what: 'call her back', at: NOW + HOUR}]);
});
