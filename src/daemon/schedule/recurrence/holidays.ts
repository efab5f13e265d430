// Loads the public holidays of a region. The library is imported on the first call.
import {DAY, HOUR, isoOf} from '../../../shared/time/time.ts';

export type HolidayCalendar = {
  /** Takes a date such as `2026-12-25`. */
  readonly isHoliday: (date: string) => boolean;
};

/** The public holidays of `DE`, `DE-BY` or `US-LA-NO`; undefined if the region is unknown. */
export const loadCalendar = async (region: string): Promise<HolidayCalendar | undefined> => {
  const {default: Holidays} = await import('date-holidays');
  const [country = '', state, area] = region.split('-');
  const all = new Holidays();
  // The library falls back to the country for an unknown state or area, so each part is checked first.
  if (all.getCountries()?.[country] === undefined) return undefined;
  if (state !== undefined && all.getStates(country)?.[state] === undefined) return undefined;
  if (state !== undefined && area !== undefined && all.getRegions(country, state)?.[area] === undefined)
    return undefined;
  all.init(country, state, area);
  const years = new Map<string, ReadonlySet<string>>();
  const datesOf = (year: string): ReadonlySet<string> => {
    const known = years.get(year);
    if (known !== undefined) return known;
    const holidays = all.getHolidays(year).filter(({type}) => type === 'public');
    const dates = new Set(holidays.flatMap(({date, start, end}) => datesFrom(date, end.getTime() - start.getTime())));
    if (years.size >= MOST_YEARS) years.clear();
    years.set(year, dates);
    return dates;
  };
  return {isHoliday: date => datesOf(date.slice(0, 4)).has(date)};
};

/**
 * Lists each day of a holiday. Lunar holidays begin on the previous evening. A day of 23 hours counts as a full day.
 */
const datesFrom = (first: string, lengthMs: number): readonly string[] =>
  Array.from({length: Math.max(1, Math.floor((lengthMs + HOUR) / DAY))}, (_, day) =>
    isoOf(Date.parse(first.slice(0, 10)) + day * DAY).slice(0, 10),
  );

const MOST_YEARS = 100;
