// The start and the end of a reminder's recurrence.

import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {type EpochMs, instantOfIso, SECOND} from '../../../shared/time/time.ts';
import {formatWall} from '../../../shared/time/wall-text.ts';
import {instantAt, type WallTime, wallTimeAt} from '../../../shared/time/zone.ts';
import type {Instants} from '../../schedule/series/advance.ts';
import {checkFromDone} from '../../schedule/series/after-done.ts';

export type RepeatEnd = {readonly until?: string; readonly count?: number; readonly from?: 'done'};

/** A recurrence without its description. */
export type Rule = Omit<Recurrence, 'words'>;

/** Adds the end that was requested beside the rule, and whether it counts from "done". */
export const withEnd = (said: Rule, {until, count, from}: RepeatEnd): Rule => {
  const rule = checkFromDone(from === undefined ? said : {...said, from});
  if (until === undefined) return {...rule, count: count ?? rule.count};
  const isDate = DATE.test(until) && !Number.isNaN(Date.parse(until));
  if (!isDate && instantOfIso(until) === undefined) {
    throw new GatewayError('invalid', `"${until}" isn't a date or an instant. Example: 2027-03-28.`);
  }
  return {...rule, until, count: count ?? rule.count};
};

/**
 * The start is the first occurrence, so intervals and counts begin there. It has whole seconds: the next one, if
 * `start` is between two.
 */
export const startedAt = (rule: Omit<Rule, 'start'>, asked: WallTime, now: EpochMs, instants: Instants): Rule => {
  const start = wallTimeAt(wholeSecond(instantAt(asked, rule.zone)), rule.zone);
  const begun: Rule = {...rule, start: formatWall(start)};
  const at = instantAt(start, rule.zone);
  const [first] = instants.after({...begun, words: '', from: undefined}, Math.max(now, at - 1), 1);
  if (first === undefined) throw noFutureDates();
  // The spring clock change moves one occurrence, but not the time of day of the series.
  return first === at ? begun : {...begun, start: formatWall(unmoved(wallTimeAt(first, rule.zone), start, rule.rule))};
};

/** A recurrence that may have begun before: it starts at its next occurrence, and the past ones reduce the count. */
export const continued = (rule: Rule, now: EpochMs, instants: Instants): Rule => {
  const {start, count, ...endless} = rule;
  const wall = wallTimeAt(Date.parse(`${start}Z`), 'UTC');
  if (count === undefined) return startedAt(endless, wall, now, instants);
  const left = count - instants.between({...rule, words: ''}, BEFORE_ALL, now, count).length;
  if (left <= 0) throw noFutureDates();
  return {...startedAt(endless, wall, now, instants), count: left};
};

/** Rounded up, so that it isn't in the past. */
export const wholeSecond = (at: EpochMs): EpochMs => Math.ceil(at / SECOND) * SECOND;

/** The recurrence is over before it begins. */
export const noFutureDates = (what = 'This recurrence'): GatewayError =>
  new GatewayError('invalid', `${what} has no future dates. Choose a later end.`);

const unmoved = (first: WallTime, start: WallTime, rule: string): WallTime => {
  const hasOwnTimes = /FREQ=(?:HOURLY|MINUTELY)|BYHOUR|BYMINUTE|X-SUN/u.test(rule);
  return hasOwnTimes ? first : {...first, hour: start.hour, minute: start.minute, second: start.second};
};

const BEFORE_ALL = Number.MIN_SAFE_INTEGER;
const DATE = /^\d{4}-\d{2}-\d{2}$/u;
