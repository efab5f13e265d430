// Records that a part of an id, or a word, may mean: the lists to search, pending ones before past ones.

import type {Wire} from '../../../shared/events/wire.ts';
import {ALARM_STATES, type Alarm, type AlarmState} from '../../../shared/records/jobs/alarm.ts';
import type {Reminder, ReminderState} from '../../../shared/records/jobs/jobs.ts';
import {ask} from '../ask.ts';
import type {CommandWorld} from '../command.ts';
import type {Named} from '../named.ts';
import {inCursorPages} from '../pages.ts';

/** Reminders in these states, one list per state, matched by text. Without a state the daemon lists pending and firing ones. */
export const reminderCandidates = (
  world: CommandWorld,
  states: readonly (ReminderState | undefined)[] = EVER,
): Named<'rem'> => ({
  prefix: 'rem',
  lists: states.map(state => async () => {
    const filter = state === undefined ? {} : {state};
    const {rows} = await inCursorPages<Wire<Reminder>>(world, MOST_SEARCHED, filter, async ({call}, page) => {
      const {reminders, more = false} = await call('reminder.list', {...filter, ...page});
      return {rows: reminders, more};
    });
    return rows.map(({id, message}) => ({id, label: message}));
  }),
});

/** Alarms in these states, one list per state, matched by text. */
export const alarmCandidates = (world: CommandWorld, states: readonly AlarmState[] = ALARM_STATES): Named<'alm'> => ({
  prefix: 'alm',
  lists: states.map(state => async () => {
    const {rows} = await inCursorPages<Wire<Alarm>>(world, MOST_SEARCHED, {state}, async ({call}, page) => {
      const {alarms, more = false} = await call('alarm.list', {state, ...page});
      return {rows: alarms, more};
    });
    return rows.map(({id, message}) => ({id, label: message}));
  }),
});

/** Job runs, matched by id only. */
export const runCandidates = (world: CommandWorld): Named<'run'> => ({
  prefix: 'run',
  lists: [
    async () => {
      const {runs} = await ask(world, 'run.list', {limit: MOST_LISTED});
      return runs.map(({id}) => ({id, label: ''}));
    },
  ],
});

/** Deliveries, matched by text. */
export const deliveryCandidates = (world: CommandWorld): Named<'dlv'> => ({
  prefix: 'dlv',
  lists: [
    async () => {
      const {deliveries} = await ask(world, 'outbox.list', {limit: MOST_LISTED});
      return deliveries.map(({id, text}) => ({id, label: text}));
    },
  ],
});

const EVER: readonly (ReminderState | undefined)[] = [undefined, 'fired', 'done', 'cancelled'];
const MOST_LISTED = 1_000;
const MOST_SEARCHED = 20_000;
