// Turns the days that a series leaves out into the X-EXCEPT part of its rule. Pure.
import type {Day} from '../../../../shared/languages/times/meaning.ts';
import {type ExceptPart, formatExcept} from '../../../../shared/recurrence/rule-parts.ts';
import {wallTimeAt} from '../../../../shared/time/zone.ts';
import type {TimePhrase} from '../reading.ts';
import type {Problem, TimeContext} from './context.ts';
import {type CalendarDay, daysMeant} from './days.ts';

/** The value of X-EXCEPT. Undefined for a series that leaves out no dates; weekdays are another part of the rule. */
export const exceptionsOf = (
  {excluding = [], except, isExcluding}: TimePhrase,
  context: TimeContext,
): string | undefined | Problem => {
  if (isExcluding === true && excluding.length === 0 && except === undefined) return UNCLEAR;
  const parts = excluding.map(day => partOf(day, context));
  const [problem] = parts.flatMap(part => ('problem' in part ? [part] : []));
  if (problem !== undefined) return problem;
  const values = parts.flatMap(part => ('problem' in part ? [] : [formatExcept(part)]));
  return values.length === 0 ? undefined : [...new Set(values)].join();
};

/** A date without a year is left out in each year. A day that counts from today is left out once. */
const partOf = (day: Day, context: TimeContext): ExceptPart | Problem => {
  switch (day.kind) {
    case 'date': {
      const {month, year} = day;
      if (day.isMonth === true) return year === undefined ? {kind: 'month', month} : UNCLEAR;
      return {kind: 'date', year, month, day: day.day};
    }
    case 'easter':
      return {kind: 'easter', days: day.days};
    case 'of-month':
      if (day.months === undefined && day.month === undefined && day.year === undefined)
        return {kind: 'month-day', day: day.day};
      return once(day, context);
    case 'figures': {
      const [found] = datesOf(day, context);
      if (found === undefined) return UNCLEAR;
      return {kind: 'date', year: day.year, month: found.month, day: found.day};
    }
    case 'ahead':
    case 'weekday':
    case 'of-week':
    case 'from':
      return once(day, context);
    default:
      return UNCLEAR;
  }
};

const once = (day: Day, context: TimeContext): ExceptPart | Problem => {
  const [found] = datesOf(day, context);
  return found === undefined ? UNCLEAR : {kind: 'date', year: found.year, month: found.month, day: found.day};
};

const datesOf = (day: Day, {now, zone, monthFirst, calendar}: TimeContext): readonly CalendarDay[] =>
  daysMeant(day, {
    today: wallTimeAt(now, zone),
    monthFirst,
    isHoliday: date => calendar.holidays?.isHoliday(date) === true,
  });

const UNCLEAR: Problem = {
  problem: {kind: 'name-exceptions'},
};
