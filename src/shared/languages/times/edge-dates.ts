// Dates at the start, the end and the gaps of a series, as all languages say them: several days of one month. Pure.
import type {Meaning} from './meaning.ts';

type DayOfMonth = {readonly day: number; readonly month: number};

/** "from 1 to 24 december". A year behind it is that of the end. Undefined if the calendar has no such day. */
export const datesFromTo = (
  first: DayOfMonth,
  last: DayOfMonth,
  year: string | undefined,
): readonly Meaning[] | undefined => {
  if (![first, last].every(isDay)) return undefined;
  const isNextYear = last.month < first.month || (last.month === first.month && last.day < first.day);
  const ofYear = (later: boolean) => (year === undefined ? {} : {year: Number(year) - (isNextYear && !later ? 1 : 0)});
  return [
    {kind: 'starting'},
    {kind: 'day', day: {kind: 'date', ...first, ...ofYear(false)}},
    {kind: 'until'},
    {kind: 'day', day: {kind: 'date', ...last, ...ofYear(true)}},
  ];
};

/** "except 24, 25 and 31 december" */
export const exceptDates = (days: readonly number[], month: number, year: string | undefined): Meaning | undefined =>
  days.length > 0 && days.every(day => isDay({day, month}))
    ? {
        kind: 'except',
        days: days.map(day => ({kind: 'date', day, month, year: year === undefined ? undefined : Number(year)})),
      }
    : undefined;

const isDay = ({day, month}: DayOfMonth): boolean =>
  month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(2000, month, 0)).getUTCDate();
