// Another time of day for a series that is snoozed again and again, mostly to the same time. Pure.
import type {ReminderId} from '../../../shared/records/ids.ts';
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import type {StatsSuggestion} from '../../../shared/records/stats.ts';
import {instantOfIso, twoDigits} from '../../../shared/time/time.ts';
import {isZone, type WallTime, wallTimeAt} from '../../../shared/time/zone.ts';
import type {Snoozes} from './snoozes.ts';

export const suggestionIn = (
  snoozes: readonly Snoozes[],
  reminder: (id: ReminderId) => Reminder | undefined,
  isKept: (id: ReminderId) => boolean,
): StatsSuggestion | undefined => {
  for (const {id, message, times, each} of snoozes) {
    if (times < ENOUGH || isKept(id)) continue;
    const known = reminder(id);
    if (known?.repeat === undefined || known.state !== 'pending' || known.paused === true) continue;
    const {zone} = known.repeat;
    if (!isZone(zone)) continue;
    const minutes = each.flatMap(one => {
      const [until, due] = [one.fireAt, one.occurrence?.at].map(iso => instantOfIso(iso ?? ''));
      if (until === undefined || due === undefined) return [];
      const [to, from] = [wallTimeAt(until, zone), wallTimeAt(due, zone)];
      // To another day says nothing about the time of day.
      return to.day === from.day && to.month === from.month ? [minuteOf(to)] : [];
    });
    const middle = minutes.toSorted((a, b) => a - b)[Math.floor(minutes.length / 2)];
    const [next] = known.next ?? [];
    if (minutes.length < ENOUGH || middle === undefined || next === undefined) continue;
    const to = Math.min(LAST_MINUTE, Math.round(middle / STEP) * STEP);
    if (Math.abs(to - minuteOf(wallTimeAt(next, zone))) < STEP) continue;
    return {id, message, times, to: `${twoDigits(Math.floor(to / 60))}:${twoDigits(to % 60)}`};
  }
  return undefined;
};

const minuteOf = ({hour, minute}: WallTime): number => hour * 60 + minute;

const ENOUGH = 4;
/** In minutes. */
const STEP = 5;
const LAST_MINUTE = 24 * 60 - STEP;
