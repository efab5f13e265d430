// Converts a recurrence to an RRULE that other calendar programs read with the same meaning.
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import {readRule} from '../../../shared/recurrence/read-rule.ts';
import type {RuleParts} from '../../../shared/recurrence/rule-parts.ts';
import {DAY, type EpochMs} from '../../../shared/time/time.ts';
import {compactWall} from '../recurrence/rule-walls.ts';
import {instantOfWall, zoneOffset} from '../recurrence/wall-instants.ts';

/**
 * Returns undefined if an RRULE can't express the recurrence, or calendars read the RRULE differently. That applies to
 * our own parts, to some positions, and to a clock change that moves an instant of `year`: calendars drop such
 * instants. `first` returns the first instants of the series.
 */
export const asCalendarRule = (
  repeat: Recurrence,
  year: readonly EpochMs[],
  first: (most: number) => readonly EpochMs[],
): string | undefined => {
  const read = readRule(repeat.rule);
  if ('problem' in read || repeat.rule.includes('X-')) return undefined;
  if (!arePositionsRead(read.parts)) return undefined;
  const {freq, byHour, byMinute} = read.parts;
  const start = new Date(Date.parse(`${repeat.start}Z`));
  const hours = byHour.length === 0 ? [start.getUTCHours()] : byHour;
  const minutes = byMinute.length === 0 ? [start.getUTCMinutes()] : byMinute;
  const isMoved = (at: EpochMs): boolean => {
    const wall = new Date(at + zoneOffset(at, repeat.zone));
    return !hours.includes(wall.getUTCHours()) || !minutes.includes(wall.getUTCMinutes());
  };
  if (freq !== 'HOURLY' && freq !== 'MINUTELY' && year.some(isMoved)) return undefined;
  return [repeat.rule, ...endOf(repeat, first)].join(';');
};

/**
 * Many programs read BYSETPOS only among the weekdays of a month or year, at one time of day, and ignore it otherwise.
 */
const arePositionsRead = ({freq, bySetPos, byDay, byMonthDay, byHour, byMinute}: RuleParts): boolean =>
  bySetPos.length === 0 ||
  ((freq === 'MONTHLY' || freq === 'YEARLY') &&
    byDay.length > 0 &&
    byMonthDay.length === 0 &&
    byHour.length <= 1 &&
    byMinute.length <= 1);

/** A calendar rule has one end. Of `until` and `count`, the earlier end applies, as an instant. */
const endOf = ({until, count, zone}: Recurrence, first: (most: number) => readonly EpochMs[]): readonly string[] => {
  if (until === undefined) return count === undefined ? [] : [`COUNT=${count}`];
  const last = until.includes('T') ? Date.parse(until) : instantOfWall(Date.parse(until) + DAY, zone) - 1;
  const lastCounted = count === undefined ? undefined : first(count).at(-1);
  return [`UNTIL=${compactWall(Math.min(last, lastCounted ?? last))}Z`];
};
