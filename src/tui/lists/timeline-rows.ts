// Timeline: past events above the now-line, upcoming ones below, with the days between.

import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {CronJob} from '../../shared/records/jobs/cron-job.ts';
import type {Reminder, Run} from '../../shared/records/jobs/jobs.ts';
import {isIdleKind} from '../../shared/records/jobs/run-kinds.ts';
import {waitsForEvent} from '../../shared/records/jobs/starting-event.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import {clockChange} from '../format/clock-change.ts';
import type {AppState} from '../state/app-state.ts';
import {knownNames} from '../state/known-names.ts';
import {NOW_ROW} from '../state/list-state.ts';
import {daemonNow} from '../state/selectors.ts';
import type {JobOccurrence} from '../state/ui-state.ts';
import {alarmRows} from './alarm-rows.ts';
import {idleTitle, plannedIdleRuns} from './idle-rows.ts';
import {type ListRow, nounRow} from './list-row.ts';
import {notableTurns} from './notable-turns.ts';
import {beyond} from './with-older.ts';

export const timelineRows = (state: AppState): readonly ListRow[] => {
  const {gateway, ui} = state;
  const now = daemonNow(state);
  const runs = beyond(gateway.runs, ui.past.runs);
  const deliveries = beyond(gateway.deliveries, ui.past.deliveries);
  const from = heldFrom(state, runs, deliveries);
  const past = [...runsOf(state, runs, deliveries), ...loneDeliveries(runs, deliveries), ...turnsOf(state)]
    .filter(({at}) => at >= from)
    .toSorted((a, b) => a.at - b.at);
  const future = [
    ...gateway.reminders.flatMap(occurrencesOf),
    ...alarmRows(gateway.alarms),
    ...gateway.cron.flatMap(job => jobOccurrences(job, ui.jobOccurrences, now)),
    ...plannedIdleRuns(state).map((run): At => ({at: run.wakeAt, row: nounRow({kind: 'idle', item: run})})),
  ].toSorted((a, b) => a.at - b.at);
  return [...withDays(past, undefined), {kind: 'now', id: NOW_ROW, selectable: false}, ...withDays(future, now)];
};

type At = {readonly at: EpochMs; readonly row: ListRow};

/** The next occurrence, and later ones that are known. */
const jobOccurrences = (job: CronJob, occurrences: readonly JobOccurrence[], now: EpochMs): readonly At[] => {
  const {name, nextAt} = job;
  if (nextAt === undefined) return [];
  if (!job.enabled || job.paused) return [{at: nextAt, row: nounRow({kind: 'job', item: {job}}, `next:${name}`)}];
  const later = occurrences.filter(occurrence => occurrence.name === name && occurrence.at > Math.max(now, nextAt));
  return [nextAt, ...later.map(({at}) => at)].map((at, index) => ({
    at,
    row: nounRow({kind: 'job', item: {job, at}}, index === 0 ? `next:${name}` : `next:${name}:${at}`),
  }));
};

/** Its next time, and the occurrences after it: a few, for there may be one each minute. */
const occurrencesOf = (reminder: Reminder): readonly At[] => {
  if (reminder.paused || waitsForEvent(reminder)) return [];
  const first = {at: reminder.fireAt, row: nounRow({kind: 'reminder', item: reminder})};
  const later = (reminder.next ?? []).filter(at => at > reminder.fireAt).slice(0, MOST_LATER);
  return [
    first,
    ...later.map(at => ({
      at,
      row: nounRow({kind: 'reminder', item: {...reminder, fireAt: at}}, `rem:${reminder.id}:${at}`),
    })),
  ];
};

const turnsOf = ({ui}: AppState): readonly At[] =>
  notableTurns(ui.log).map(turn => ({at: turn.at, row: nounRow({kind: 'turn', item: turn})}));

/** From when on runs and deliveries are both complete; earlier, one of them would be missing. */
const heldFrom = ({ui}: AppState, runs: readonly Run[], deliveries: readonly Delivery[]): EpochMs => {
  const oldestRun = ui.past.moreRuns && runs.length >= FIRST_PAGE ? runs.at(-1)?.startedAt : undefined;
  const oldestDelivery =
    ui.past.moreDeliveries && deliveries.length >= FIRST_PAGE ? deliveries.at(-1)?.createdAt : undefined;
  return Math.max(oldestRun ?? 0, oldestDelivery ?? 0);
};

const runsOf = (state: AppState, runs: readonly Run[], deliveries: readonly Delivery[]): readonly At[] => {
  const {gateway} = state;
  const names = knownNames(state);
  const byRun = new Map<Run['id'], Delivery[]>();
  for (const delivery of deliveries) {
    if (delivery.runId !== undefined) byRun.set(delivery.runId, [...(byRun.get(delivery.runId) ?? []), delivery]);
  }
  const fired = new Map(gateway.fired.map(reminder => [reminder.id as string, reminder]));
  return runs.map(run => {
    const sent = byRun.get(run.id) ?? [];
    const reminder = run.kind === 'reminder' ? fired.get(run.name) : undefined;
    const alarm = run.kind === 'alarm' ? gateway.alarms.find(({id}) => id === run.name) : undefined;
    // The first one: later ones may confirm its answer.
    const text = run.delegated?.task ?? reminder?.message ?? alarm?.message ?? sent.at(-1)?.text ?? run.output;
    const title =
      run.kind === 'cron' ? run.name : isIdleKind(run.kind) ? idleTitle(run, names, text) : (text ?? run.name);
    const shown = {reminder};
    return {at: run.startedAt, row: nounRow({kind: 'run', item: {run, title, deliveries: sent, ...shown}})};
  });
};

/** Deliveries without a run: replies to people. */
const loneDeliveries = (runs: readonly Run[], deliveries: readonly Delivery[]): readonly At[] => {
  const known = new Set(runs.map(({id}) => id));
  return deliveries
    .filter(({runId}) => runId === undefined || !known.has(runId))
    .map(delivery => ({
      at: delivery.createdAt,
      row: nounRow({kind: 'delivery', item: delivery}),
    }));
};

/** Adds a heading where each day begins. The day of `from` needs none, since upcoming entries follow it. */
const withDays = (rows: readonly At[], from: EpochMs | undefined): readonly ListRow[] => {
  let day = from === undefined ? undefined : new Date(from).toDateString();
  let before = from;
  return rows.flatMap(({at, row}): readonly ListRow[] => {
    const its = new Date(at).toDateString();
    const change = before === undefined ? undefined : clockChange(before, at, from !== undefined);
    before = at;
    const clock: readonly ListRow[] =
      change === undefined ? [] : [{kind: 'divider', id: `clock:${row.id}`, selectable: false, title: change}];
    if (its === day) return [...clock, row];
    day = its;
    return [{kind: 'divider', id: `day:${its}`, selectable: false, day: at}, ...clock, row];
  });
};

/** The size of a snapshot's list: fewer means that there are no more. */
const MOST_LATER = 2;
const FIRST_PAGE = 200;
