// An import that is cut off between its steps, and repeated.
import {expect, test} from 'vitest';
import {type ImportCalendarDeps, importCalendar} from '../../../src/daemon/flows/calendar/import-calendar.ts';
import type {NewReminder} from '../../../src/daemon/flows/reminders/reminder-actions.ts';
import {createInstants} from '../../../src/daemon/schedule/series/instants.ts';
import type {Reminder} from '../../../src/shared/records/jobs/jobs.ts';

const NOW = Date.parse('2026-11-21T11:00:00Z');
const OPERATOR = {user: 'alice', operator: true, session: 'rooster:main', trust: 'full'} as const;

/** Fails at one step: the mark of the import, or the end of the old reminder. */
const daemon = () => {
  const reminders = new Map<string, Reminder>();
  const marks = new Map<string, string>();
  const state = {fails: ''};
  const failAt = (step: string): void => {
    if (state.fails === step) throw new Error(`killed at ${step}`);
  };
  const byId = (id: string): Reminder | undefined => [...reminders.values()].find(reminder => reminder.id === id);
  const deps = {
    clock: {now: () => NOW},
    zoneOf: () => 'UTC',
    morning: () => undefined,
    instants: {...createInstants(), after: () => [], between: () => []},
    store: {
      cursors: {get: (name: string) => marks.get(name), set: (name: string, value: string) => marks.set(name, value)},
      reminders: {get: byId},
      transactBatched: async (write: () => unknown) => {
        failAt('mark');
        return write();
      },
    },
    reminders: {
      set: async ({key = '', at = '', message}: NewReminder) => {
        failAt('set');
        const set = reminders.get(key) ?? {
          id: `rem_${reminders.size}`,
          state: 'pending',
          message,
          fireAt: Date.parse(at),
        };
        reminders.set(key, set as Reminder);
        return set;
      },
      cancel: async (id: string) => {
        failAt('cancel');
        for (const [key, reminder] of reminders)
          if (reminder.id === id) reminders.set(key, {...reminder, state: 'cancelled'});
      },
      skip: async () => {},
    },
  } as unknown as ImportCalendarDeps;
  const pending = (): readonly number[] =>
    [...reminders.values()].filter(reminder => reminder.state === 'pending').map(({fireAt}) => fireAt);
  return {deps, state, pending};
};

const tea = (start: string): string =>
  `BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:tea\nSUMMARY:tea\nDTSTART:${start}\nEND:VEVENT\nEND:VCALENDAR`;
const [FIRST, MOVED] = ['20261201T090000Z', '20261202T090000Z'];

test.each(['set', 'mark'])('cut off at %s, an event is there once after the next import', async step => {
  const {deps, state, pending} = daemon();
  state.fails = step;
  await expect(importCalendar(deps, tea(FIRST), OPERATOR)).rejects.toThrow('killed');
  state.fails = '';
  expect(await importCalendar(deps, tea(FIRST), OPERATOR)).toEqual({added: 1, updated: 0, skipped: []});
  expect(await importCalendar(deps, tea(FIRST), OPERATOR)).toEqual({added: 0, updated: 0, skipped: []});
  expect(pending()).toEqual([Date.parse('2026-12-01T09:00:00Z')]);
});

test.each(['set', 'cancel', 'mark'])(
  'cut off at %s, a changed event is never lost and there once at last',
  async step => {
    const {deps, state, pending} = daemon();
    await importCalendar(deps, tea(FIRST), OPERATOR);
    state.fails = step;
    await expect(importCalendar(deps, tea(MOVED), OPERATOR)).rejects.toThrow('killed');
    expect(pending().length).toBeGreaterThan(0);
    state.fails = '';
    expect(await importCalendar(deps, tea(MOVED), OPERATOR)).toEqual({added: 0, updated: 1, skipped: []});
    expect(pending()).toEqual([Date.parse('2026-12-02T09:00:00Z')]);
  },
);
