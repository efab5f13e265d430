// Today as one line of blocks, for a status bar: the drawing above the timeline as text.

import {hasOpenOccurrence} from '../../../shared/events/held-records.ts';
import type {Reminder, Run} from '../../../shared/records/jobs/jobs.ts';
import {isIdleKind} from '../../../shared/records/jobs/run-kinds.ts';
import {waitsForEvent} from '../../../shared/records/jobs/starting-event.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {type DayMark, dayBlocks} from '../../format/day-blocks.ts';

type DayOf = {
  readonly runs: readonly Run[];
  readonly reminders: readonly Reminder[];
  /** Coming instants of jobs. */
  readonly jobs: readonly EpochMs[];
};

/** The cells of a template such as `day` or `day:24`; undefined for any other template. */
export const dayCells = (template: string): number | undefined => {
  const match = DAY_TEMPLATE.exec(template);
  if (match === null) return undefined;
  return match[1] === undefined ? USUAL_CELLS : Math.max(LEAST_CELLS, Number(match[1]));
};

export const dayMarks = ({runs, reminders, jobs}: DayOf): readonly DayMark[] => [
  ...runs
    .filter(({kind}) => !isIdleKind(kind))
    .map(({startedAt, status}): DayMark => ({at: startedAt, failed: status === 'failed' ? true : undefined})),
  ...reminders.flatMap(remindersMarks),
  ...jobs.map((at): DayMark => ({at})),
];

/** `ascii`: the terminal has no other signs. */
export const dayLine = (marks: readonly DayMark[], now: EpochMs, cells: number, ascii: boolean): string =>
  dayBlocks(marks, {day: now, now}, cells)
    .map(block => (ascii ? block.ascii : block.sign))
    .join('');

/** Its coming instants, and the one that rang and waits for an answer. */
const remindersMarks = (reminder: Reminder): readonly DayMark[] => {
  const {state, fireAt, firedAt, occurrence, next = [], paused} = reminder;
  const rangAt = state === 'fired' || hasOpenOccurrence(reminder) ? (firedAt ?? occurrence?.at ?? fireAt) : undefined;
  const coming =
    state === 'pending' && !paused && !waitsForEvent(reminder) ? [fireAt, ...next.filter(at => at > fireAt)] : [];
  return [...(rangAt === undefined ? [] : [{at: rangAt, unanswered: true} as const]), ...coming.map(at => ({at}))];
};

const DAY_TEMPLATE = /^day(?::(\d{1,3}))?$/u;
const USUAL_CELLS = 24;
const LEAST_CELLS = 8;
