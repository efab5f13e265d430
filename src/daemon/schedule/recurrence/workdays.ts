// Computes working days: Monday to Friday without the public holidays of a region.
import type {RuleParts, WorkdaysPart} from '../../../shared/recurrence/rule-parts.ts';
import type {HolidayCalendar} from './holidays.ts';
import {wallsOfRule} from './rule-walls.ts';

/** Wall times of the rule on working days, at or after `from`. */
export const wallsOfWorkdays = (
  parts: RuleParts & {readonly workdays: WorkdaysPart},
  start: number,
  from: number,
  holidays: HolidayCalendar | undefined,
): Iterable<number> => {
  const isWorkday = (wall: number): boolean => {
    const day = new Date(wall).getUTCDay();
    return day !== 0 && day !== 6 && holidays?.isHoliday(dateOf(wall)) !== true;
  };
  if (parts.workdays === 'ALL') return only(wallsOfRule(parts, start, from), isWorkday);
  // Reads whole months: the first working day of the start's month may lie before the start.
  const months = wallsOfRule({...parts, byDay: WEEKDAYS}, monthStart(start), monthStart(Math.max(start, from)));
  const chosen = chosenDays(only(months, isWorkday), parts.workdays);
  return only(chosen, wall => wall >= Math.max(start, from));
};

/** All wall times on the first or last day of each month. */
function* chosenDays(walls: Iterable<number>, which: 'FIRST' | 'LAST'): Generator<number> {
  let month: readonly number[] = [];
  for (const wall of walls) {
    if (month[0] !== undefined && monthOf(month[0]) !== monthOf(wall)) {
      yield* dayOf(month, which);
      month = [];
    }
    month = [...month, wall];
  }
  yield* dayOf(month, which);
}

const dayOf = (month: readonly number[], which: 'FIRST' | 'LAST'): readonly number[] => {
  const chosen = which === 'FIRST' ? month[0] : month.at(-1);
  return month.filter(wall => chosen !== undefined && dateOf(wall) === dateOf(chosen));
};

/** Stops after many misses: a rule for a fixed public holiday never reaches a working day. */
function* only(walls: Iterable<number>, fits: (wall: number) => boolean): Generator<number> {
  let missed = 0;
  for (const wall of walls) {
    missed = fits(wall) ? 0 : missed + 1;
    if (missed === 0) yield wall;
    if (missed > MOST_MISSED) return;
  }
}

/** The first day of the month, at the same time of day. */
const monthStart = (wall: number): number => {
  const date = new Date(wall);
  return date.setUTCDate(1);
};

const monthOf = (wall: number): string => dateOf(wall).slice(0, 7);

const dateOf = (wall: number): string => new Date(wall).toISOString().slice(0, 10);

const WEEKDAYS = (['MO', 'TU', 'WE', 'TH', 'FR'] as const).map(day => ({day}));
const MOST_MISSED = 500;
