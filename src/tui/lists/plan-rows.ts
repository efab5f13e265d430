// Plan: what is set up. Files that are no jobs at the top, since they do not run; then what comes next first; then what will
// not come by itself (paused, disabled, never), by name; last what fired and waits for a word that it is done.
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
    ...firedRows(gateway.fired, daemonNow({ui})),
  ];
};

/** Where the reminders begin that aren't listed yet: moving there reads them. */
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

/** The id of the row that stands for reminders that aren't listed yet. */
export const LATER_NOTE = 'hidden';

/** What fired and was not called done: it can be said again later. After a day nobody asks any more. */
const firedRows = (fired: readonly Reminder[], now: EpochMs): readonly ListRow[] => [
  {kind: 'divider', id: 'fired', selectable: false, title: 'fired, not done yet'},
  ...fired
    .filter(({firedAt, fireAt}) => now - (firedAt ?? fireAt) < DAY)
    .map(reminder => nounRow({kind: 'reminder', item: reminder})),
];
