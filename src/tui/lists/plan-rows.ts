// Plan: everything scheduled. Invalid cron files come first, then upcoming entries by time. Jobs without a next run (paused, disabled,
// never) follow by name, then fired reminders that aren't done.
import {hasOpenOccurrence} from '../../shared/events/held-records.ts';
import type {CronJob} from '../../shared/records/cron-job.ts';
import {isWaiting, type Reminder, type Run} from '../../shared/records/jobs.ts';
import {DAY, type EpochMs} from '../../shared/time/time.ts';
import type {AppState} from '../state/app-state.ts';
import {daemonNow} from '../state/selectors.ts';
import {alarmRows} from './alarm-rows.ts';
import {idleWakes} from './idle-rows.ts';
import {type ListRow, nounRow} from './list-row.ts';

export const planRows = ({gateway, ui}: AppState): readonly ListRow[] => {
  const running = gateway.runs.filter(({kind, status}) => kind === 'cron' && status === 'running');
  const currentOf = (name: string): {readonly current?: Run} => {
    const own = running.filter(run => run.name === name);
    const current = own.find(run => !isWaiting(run)) ?? own[0];
    return current === undefined ? {} : {current};
  };
  const cronRow = (job: CronJob): ListRow => nounRow({kind: 'job', item: {job, ...currentOf(job.name)}});
  const coming = [
    ...gateway.cron.flatMap(job => (job.nextAt !== undefined ? [{at: job.nextAt, row: cronRow(job)}] : [])),
    ...gateway.reminders.map(reminder => ({
      at: reminder.fireAt,
      row: nounRow({kind: 'reminder', item: reminder}),
    })),
    ...idleWakes({gateway, ui}).map(wake => ({at: wake.wakeAt, row: nounRow({kind: 'idle', item: wake})})),
    ...alarmRows(gateway.alarms),
    ...laterNote(gateway),
  ].toSorted((a, b) => a.at - b.at);
  return [
    ...gateway.invalidCron.map(job => nounRow({kind: 'invalid', item: job})),
    ...coming.map(({row}) => row),
    ...gateway.cron
      .filter(({nextAt}) => nextAt === undefined)
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(cronRow),
    ...firedRows([...gateway.reminders.filter(hasOpenOccurrence), ...gateway.fired], daemonNow({ui})),
  ];
};

/** Where the unlisted reminders begin: moving there loads them. */
const laterNote = ({
  hiddenReminders: more,
  remindersUpTo,
}: AppState['gateway']): readonly {at: EpochMs; row: ListRow}[] => {
  if (more === 0) return [];
  const text = `and ${more} later ${more === 1 ? 'reminder' : 'reminders'}: End loads more`;
  return [
    {at: remindersUpTo ?? Number.POSITIVE_INFINITY, row: {kind: 'note', id: LATER_NOTE, selectable: false, text}},
  ];
};

/** The id of the row for unlisted reminders. */
export const LATER_NOTE = 'hidden';

/** Fired reminders that aren't done can still be snoozed. They are listed for a day. */
const firedRows = (fired: readonly Reminder[], now: EpochMs): readonly ListRow[] => [
  {kind: 'divider', id: 'fired', selectable: false, title: 'fired, not done yet'},
  ...fired
    .filter(({firedAt, fireAt}) => now - (firedAt ?? fireAt) < DAY)
    .map(reminder => nounRow({kind: 'reminder', item: reminder}, firedRow(reminder))),
];

/** The series stands further up too, with its next time. */
const firedRow = ({id, state}: Reminder): string => (state === 'pending' ? `open:${id}` : `rem:${id}`);
