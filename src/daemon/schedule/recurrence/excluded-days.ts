// Leaves out the days of X-EXCEPT from the instants of a rule.
import type {ExceptPart} from '../../../shared/recurrence/rule-parts.ts';
import {DAY, type EpochMs} from '../../../shared/time/time.ts';
import {easterSunday} from './easter.ts';
import {instantOfWall, zoneOffset} from './wall-instants.ts';

/**
 * The instants on other days, from `from`. Ends once the rule has named only left-out days for nine years. Skips the
 * rest of a left-out day, because a rule by the minute has many instants there.
 */
export function* withoutDays(
  instantsFrom: (from: EpochMs) => Iterable<EpochMs>,
  from: EpochMs,
  except: readonly ExceptPart[],
  zone: string,
): Generator<EpochMs> {
  let since: EpochMs | undefined;
  let passedOver: number | undefined;
  for (let next: EpochMs | undefined = from; next !== undefined; ) {
    const begin: EpochMs = next;
    next = undefined;
    for (const at of instantsFrom(begin)) {
      const wall = at + zoneOffset(at, zone);
      if (!isLeftOut(wall, except)) {
        since = undefined;
        yield at;
        continue;
      }
      since ??= at;
      if (at - since > LONGEST_MS) return;
      const day = Math.floor(wall / DAY);
      const isSecond = day === passedOver;
      passedOver = day;
      if (!isSecond) continue;
      next = Math.max(at + 1, instantOfWall((day + 1) * DAY, zone));
      break;
    }
  }
}

const isLeftOut = (wall: number, except: readonly ExceptPart[]): boolean => {
  const date = new Date(wall);
  const [year, month, day] = [date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate()];
  const isIt = (part: ExceptPart): boolean => {
    switch (part.kind) {
      case 'date':
        return part.month === month && part.day === day && (part.year === undefined || part.year === year);
      case 'month-day':
        return part.day === (part.day < 0 ? day - new Date(Date.UTC(year, month, 0)).getUTCDate() - 1 : day);
      case 'month':
        return part.month === month;
      case 'easter':
        return Math.floor(wall / DAY) === Math.floor(easterSunday(year) / DAY) + part.days;
    }
  };
  return except.some(isIt);
};

/** 29 February returns after eight years at most. */
const LONGEST_MS = 9 * 366 * DAY;
