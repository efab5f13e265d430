// Past and upcoming events as points in time, for the drawing of a day.

import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import {wakeAtOf} from '../../shared/records/jobs/alarm.ts';
import type {CronJob} from '../../shared/records/jobs/cron-job.ts';
import type {Reminder, Run} from '../../shared/records/jobs/jobs.ts';
import {waitsForEvent} from '../../shared/records/jobs/starting-event.ts';
import type {DayMark} from '../format/day-blocks.ts';
import {type KindName, kindOfRun} from '../nouns/format/kind-sign.ts';
import type {AppState} from '../state/app-state.ts';
import {daemonNow} from '../state/selectors.ts';
import {plannedIdleRuns} from './idle-rows.ts';
import {unanswered} from './rings.ts';
import {beyond} from './with-older.ts';

export type DayPoint = DayMark & {
  readonly kind: KindName;
  /** The name of what comes. */
  readonly what?: string;
};

/** In no order. */
export const dayPoints = (state: AppState): readonly DayPoint[] => {
  const {gateway, ui} = state;
  const now = daemonNow(state);
  const coming: readonly DayPoint[] = [
    ...gateway.reminders.flatMap(reminderPoints),
    ...gateway.alarms.flatMap((alarm): readonly DayPoint[] => {
      const at = wakeAtOf(alarm);
      return at === undefined ? [] : [{kind: 'alarm', at, what: alarm.message}];
    }),
    ...gateway.cron.flatMap(firstPoint),
    ...ui.jobOccurrences
      .filter(({name, at}) => gateway.cron.some(job => job.name === name && at > (job.nextAt ?? at)))
      .map(({name, at}): DayPoint => ({kind: 'job', at, what: name})),
    ...plannedIdleRuns(state).map(({kind, wakeAt}): DayPoint => ({kind, at: wakeAt})),
  ];
  return [
    ...beyond(gateway.runs, ui.past.runs).map(runPoint),
    ...beyond(gateway.deliveries, ui.past.deliveries).flatMap(deliveryPoint),
    ...unanswered(state).map(({rangAt}): DayPoint => ({kind: 'reminder', at: rangAt, unanswered: true})),
    ...coming.filter(({at}) => at > now),
  ];
};

const runPoint = ({kind, startedAt, status}: Run): DayPoint => ({
  kind: kindOfRun(kind),
  at: startedAt,
  failed: status === 'failed' ? true : undefined,
});

/** Those of a run are part of it. */
const deliveryPoint = ({runId, createdAt, state, discarded}: Delivery): readonly DayPoint[] =>
  runId === undefined
    ? [{kind: 'delivery', at: createdAt, failed: state === 'dead' && discarded !== true ? true : undefined}]
    : [];

const reminderPoints = (reminder: Reminder): readonly DayPoint[] => {
  const {fireAt, next = [], paused, message} = reminder;
  if (paused || waitsForEvent(reminder)) return [];
  return [fireAt, ...next.filter(at => at > fireAt)].map(at => ({kind: 'reminder', at, what: message}));
};

const firstPoint = ({name, nextAt, enabled, paused}: CronJob): readonly DayPoint[] =>
  nextAt === undefined || !enabled || paused ? [] : [{kind: 'job', at: nextAt, what: name}];
