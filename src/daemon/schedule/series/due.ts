// Decides which due occurrence of a series fires and which were missed while the daemon was down. Pure.
import type {Occurrence} from '../../../shared/records/jobs/jobs.ts';
import type {PassedInstants} from '../../../shared/records/jobs/passed-instants.ts';
import {DAY, type EpochMs, HOUR, LATE_AFTER_MS} from '../../../shared/time/time.ts';
import {countFrom, type Instants, movedPast, type Series} from './advance.ts';

type Taken = {
  /** The occurrence that fires and its due instant; undefined if all were missed. */
  readonly fire?: {readonly occurrence: Occurrence; readonly dueAt: EpochMs};
  readonly missed?: PassedInstants;
  /** The series afterwards, before `fire` becomes its open occurrence. */
  readonly rest: Series;
};

/**
 * Takes one occurrence; `each` leaves the others for the next call. A snoozed occurrence fires separately if it comes
 * first; under `latest`, the latest occurrence replaces it.
 */
export const takeDue = (series: Series, now: EpochMs, instants: Instants): Taken => {
  const {occurrence, next = [], missed: policy = 'latest'} = series;
  const due = next[0] !== undefined && next[0] <= now ? next[0] : undefined;
  const snoozed = occurrence?.snoozedUntil;
  const isSnoozedDue = snoozed !== undefined && snoozed <= now;
  if (occurrence !== undefined && isSnoozedDue && (due === undefined || (policy !== 'latest' && snoozed <= due)))
    return {fire: {occurrence: {...occurrence, snoozedUntil: undefined}, dueAt: snoozed}, rest: series};
  if (due === undefined) return {rest: series};
  const superseded = isSnoozedDue ? 1 : 0;
  const last = lastUpTo(series, due, now, instants);
  switch (policy) {
    case 'latest':
      return firing(series, due, last, instants, superseded);
    case 'each':
      return firing(series, due, oldestToFire(series, due, now, instants), instants, superseded);
    case 'skip':
      return now - last <= LATE_AFTER_MS
        ? firing(series, due, last, instants, superseded)
        : {missed: passedOf(series, due, last, instants), rest: movedPast(series, last, instants)};
  }
};

/** Fires `at`. The instants from `due` until then count as missed. */
const firing = (series: Series, due: EpochMs, at: EpochMs, instants: Instants, superseded: number): Taken => {
  const rest = movedPast(series, at, instants);
  if (at === due && superseded === 0) {
    return {fire: {occurrence: {n: (series.passed ?? 0) + 1, at}, dueAt: at}, rest};
  }
  const {count, first, last} = at === due ? {count: 0, first: due, last: due} : passedOf(series, due, at - 1, instants);
  const total = count + superseded;
  const n = (series.passed ?? 0) + countFrom(series.repeat, due, at, instants);
  return {
    fire: {occurrence: {n, at, missed: total}, dueAt: at},
    missed: count !== 0 ? {count, first, last} : undefined,
    rest,
  };
};

/**
 * The latest instant up to `now` that isn't skipped. The search starts at the end, because very many instants may have
 * passed since `due`.
 */
const lastUpTo = (series: Series, due: EpochMs, now: EpochMs, instants: Instants): EpochMs => {
  const {next = [], skipped = []} = series;
  // Usually the following instant is known and still in the future.
  if (next[1] !== undefined && next[1] > now) return due;
  for (const span of [HOUR, DAY, 7 * DAY, 31 * DAY, 366 * DAY]) {
    if (now - span <= due) break;
    const found = latestOf(instants.between(series.repeat, now - span, now, MOST_LOOKED_AT), skipped);
    if (found !== undefined) return found;
  }
  return latestOf(instants.between(series.repeat, due, now, MOST_LOOKED_AT), skipped) ?? due;
};

const latestOf = (found: readonly EpochMs[], skipped: readonly EpochMs[]): EpochMs | undefined =>
  found.findLast(at => !skipped.includes(at));

/** Limits late occurrences to the newest few: a hundred messages about one reminder help no user. */
const oldestToFire = (series: Series, due: EpochMs, now: EpochMs, instants: Instants): EpochMs => {
  const {next = [], skipped = []} = series;
  if (next[1] !== undefined && next[1] > now) return due;
  const all = instants.between(series.repeat, due, now, MOST_LOOKED_AT).filter(at => !skipped.includes(at));
  return all.at(-MOST_FIRED_LATE) ?? due;
};

/** Counts the missed instants from `first` to `to`. */
const passedOf = ({repeat, skipped = []}: Series, first: EpochMs, to: EpochMs, instants: Instants): PassedInstants => {
  const all = instants.between(repeat, first, to, MOST_LOOKED_AT).filter(at => !skipped.includes(at));
  return {count: all.length, first, last: all.at(-1) ?? first};
};

/** About a week of a reminder that fires every minute. Beyond this limit the count means "at least". */
const MOST_LOOKED_AT = 10_000;
const MOST_FIRED_LATE = 20;
