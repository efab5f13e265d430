// Plan: everything scheduled, in groups, each by time. Reminders that rang and wait for an answer come first, then
// invalid cron files. Jobs without a next run (paused, disabled, never) follow the others by name, and paused series
// the other reminders. Reminders that wait for an event have a group of their own.

import {hasOpenOccurrence} from '../../shared/events/held-records.ts';
import type {CronJob} from '../../shared/records/jobs/cron-job.ts';
import {isWaiting, type Reminder, type Run} from '../../shared/records/jobs/jobs.ts';
import {isWatching, waitsForEvent} from '../../shared/records/jobs/starting-event.ts';
import {DAY, type EpochMs} from '../../shared/time/time.ts';
import type {AppState} from '../state/app-state.ts';
import {daemonNow} from '../state/selectors.ts';
import {alarmRows} from './alarm-rows.ts';
import {plannedIdleRuns} from './idle-rows.ts';
import {type ListRow, nounRow} from './list-row.ts';

export const planRows = (state: AppState): readonly ListRow[] => {
  const {gateway, ui} = state;
  const jobs = jobRowsOf(state);
  return [
    ...firedRows([...gateway.reminders.filter(hasOpenOccurrence), ...gateway.fired], daemonNow({ui})),
    ...group(
      'invalid job files',
      gateway.invalidCron.map(job => nounRow({kind: 'invalid', item: job})),
    ),
    ...group('jobs', inOrder(gateway.cron.filter(({nextAt}) => nextAt !== undefined).map(jobs))),
    ...gateway.cron
      .filter(({nextAt}) => nextAt === undefined)
      .toSorted((a, b) => a.name.localeCompare(b.name))
      .map(job => jobs(job).row),
    ...group(
      'reminders',
      inOrder([...gateway.reminders.filter(each => !isWatching(each)).map(reminderRow), ...laterNote(gateway)]),
    ),
    ...group('when something happens', inOrder(gateway.reminders.filter(isWatching).map(reminderRow))),
    ...group('alarms', inOrder(alarmRows(gateway.alarms))),
    ...group(
      'idle conversations',
      inOrder(plannedIdleRuns({gateway, ui}).map(run => ({at: run.wakeAt, row: nounRow({kind: 'idle', item: run})}))),
    ),
    ...group(
      'expected pings',
      inOrder(
        (ui.status?.expected ?? []).map(call => ({at: call.dueAt, row: nounRow({kind: 'expected', item: call})})),
      ),
    ),
  ];
};

type At = {readonly at: EpochMs; readonly row: ListRow};

/** A heading above its rows; one without rows isn't shown. */
const group = (title: string, rows: readonly ListRow[]): readonly ListRow[] => [
  {kind: 'divider', id: `group:${title}`, selectable: false, title, group: true},
  ...rows,
];

const inOrder = (rows: readonly At[]): readonly ListRow[] => rows.toSorted((a, b) => a.at - b.at).map(({row}) => row);

const reminderRow = (reminder: Reminder): At => ({
  at: reminder.paused || waitsForEvent(reminder) ? Number.POSITIVE_INFINITY : reminder.fireAt,
  row: nounRow({kind: 'reminder', item: reminder}),
});

/** Each job with its current run, its last runs, and its later occurrences. */
const jobRowsOf = ({gateway, ui}: AppState): ((job: CronJob) => At) => {
  const byName = new Map<string, Run[]>();
  for (const run of gateway.runs) {
    if (run.kind === 'cron') byName.set(run.name, [...(byName.get(run.name) ?? []), run]);
  }
  return job => {
    const {name, nextAt = Number.POSITIVE_INFINITY} = job;
    const runs = byName.get(name) ?? [];
    const running = runs.filter(({status}) => status === 'running');
    const current = running.find(run => !isWaiting(run)) ?? running[0];
    const later = ui.jobOccurrences
      .filter(jobOccurrence => jobOccurrence.name === name && jobOccurrence.at > nextAt)
      .map(({at}) => at);
    const item = {job, runs, later, current};
    return {at: nextAt, row: nounRow({kind: 'job', item})};
  };
};

/** The note above the unlisted reminders: moving there loads them. */
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
  {kind: 'divider', id: 'fired', selectable: false, title: 'rang, unanswered', group: true},
  ...fired.filter(({firedAt, fireAt}) => now - (firedAt ?? fireAt) < DAY).map(firedRow),
];

/** The series stands further up too, with its next time; here is the occurrence that fired. */
const firedRow = (reminder: Reminder): ListRow => {
  const {id, state, occurrence} = reminder;
  if (state !== 'pending' || occurrence === undefined) return nounRow({kind: 'reminder', item: reminder});
  const {at: fireAt, message = reminder.message} = occurrence;
  const item = {...reminder, firedAt: undefined, state: 'fired', fireAt, message} as const;
  return nounRow({kind: 'reminder', item}, `open:${id}`);
};
