// Records that a part of an id, or a word, may mean: the lists to search, pending ones before past ones.

import type {Wire} from '../../../shared/fields/wire.ts';
import {RECORD_PREFIXES, type RecordPrefix} from '../../../shared/records/ids.ts';
import {ALARM_STATES, type Alarm, type AlarmState} from '../../../shared/records/jobs/alarm.ts';
import type {Reminder, ReminderState} from '../../../shared/records/jobs/jobs.ts';
import {ask} from '../ask.ts';
import type {CommandWorld} from '../command.ts';
import type {Candidate, Named} from '../named.ts';
import {inCursorPages} from '../pages.ts';

/**
 * Reminders in these states, one list per state, matched by text. Without a state the daemon lists pending and firing
 * ones.
 */
export const reminderCandidates = (
  world: CommandWorld,
  states: readonly (ReminderState | undefined)[] = EVER,
): Named<'rem'> => ({
  ...byPart(world, ['rem']),
  lists: states.map(state => async () => {
    const filter = {state};
    const {rows} = await inCursorPages<Wire<Reminder>>(world, MOST_SEARCHED, filter, async ({call}, page) => {
      const {reminders, more = false} = await call('reminder.list', {...filter, ...page});
      return {rows: reminders, more};
    });
    return rows.map(({id, message}) => ({id, label: message}));
  }),
});

/** Alarms in these states, one list per state, matched by text. */
export const alarmCandidates = (world: CommandWorld, states: readonly AlarmState[] = ALARM_STATES): Named<'alm'> => ({
  ...byPart(world, ['alm']),
  lists: states.map(state => async () => {
    const {rows} = await inCursorPages<Wire<Alarm>>(world, MOST_SEARCHED, {state}, async ({call}, page) => {
      const {alarms, more = false} = await call('alarm.list', {state, ...page});
      return {rows: alarms, more};
    });
    return rows.map(({id, message}) => ({id, label: message}));
  }),
});

/** Job runs, matched by id only. */
export const runCandidates = (world: CommandWorld): Named<'run'> => ({...byPart(world, ['run']), lists: []});

/** Messages, matched by id only. */
export const messageCandidates = (world: CommandWorld): Named<'msg'> => ({
  ...byPart(world, ['msg']),
  lists: [],
});

/** Every record that has an id. Words name reminders first, then deliveries, then alarms. */
export const recordCandidates = (world: CommandWorld): Named<RecordPrefix> => ({
  ...byPart(world, RECORD_PREFIXES),
  lists: [...reminderCandidates(world).lists, ...deliveryCandidates(world).lists, ...alarmCandidates(world).lists],
});

/** Deliveries, matched by text. */
export const deliveryCandidates = (world: CommandWorld): Named<'dlv'> => ({
  ...byPart(world, ['dlv']),
  lists: [
    async () => {
      const {deliveries} = await ask(world, 'outbox.list', {limit: MOST_LISTED});
      return deliveries.map(({id, text}) => ({id, label: text}));
    },
  ],
});

/** Calls of the agent that needed an answer: open ones by a word of their effect, all by id. */
export const approvalCandidates = (world: CommandWorld): Named<'apr'> => ({
  ...byPart(world, ['apr']),
  lists: [
    async () => {
      const {approvals} = await ask(world, 'approval.list', {state: 'open'});
      return approvals.map(({id, effect}) => ({id, label: effect}));
    },
  ],
});

/** By a part of an id: the daemon looks for it. */
const byPart = <P extends RecordPrefix>(
  world: CommandWorld,
  prefixes: readonly P[],
): Pick<Named<P>, 'prefixes' | 'byPart'> => ({
  prefixes,
  byPart: async (part, prefix) => {
    const kind = prefix ?? (prefixes.length === 1 ? prefixes[0] : undefined);
    const {records, more} = await ask(world, 'id.find', {part, kind});
    return {records: records as readonly Candidate<`${P}_${string}`>[], more};
  },
});

const EVER: readonly (ReminderState | undefined)[] = [undefined, 'fired', 'done', 'cancelled'];
const MOST_LISTED = 1_000;
const MOST_SEARCHED = 20_000;
