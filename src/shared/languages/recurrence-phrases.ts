// The phrases that a language provides to describe recurrences.
import type {DayPart, ExceptPart, Frequency, RuleDay, SunPart} from '../recurrence/rule-parts.ts';

/** Groups of days with a common name: Monday to Friday, Saturday and Sunday, the working days of a region. */
export type DayGroup = 'weekday' | 'weekendDay' | 'workingDay';

/** The phrases of one language. Times arrive as text, `09:00`. Positions count from 1, or from the end with -1. */
export type RecurrencePhrases = {
  /** every day, every other week, every 3 months */
  readonly every: (unit: Frequency, interval: number) => string;
  /** every Monday and Friday, every other Tuesday */
  readonly everyDay: (days: readonly RuleDay[], interval: 1 | 2) => string;
  /** every weekday */
  readonly everyOf: (group: DayGroup) => string;
  /** on weekdays, beside a longer interval */
  readonly onAllOf: (group: DayGroup) => string;
  /** on Monday and Friday */
  readonly onDays: (days: readonly RuleDay[]) => string;
  /** on every Monday, within a month or year */
  readonly onEachDay: (days: readonly RuleDay[]) => string;
  /** on the 1st and 15th, on the last day */
  readonly onMonthDays: (days: readonly number[]) => string;
  /** on the last Friday */
  readonly onNthDays: (days: readonly Required<DayPart>[]) => string;
  /** on the first weekday, on the last of Monday and Thursday */
  readonly onNthOf: (positions: readonly number[], of: DayGroup | readonly RuleDay[]) => string;
  /** on 3 May and 4 June */
  readonly onDates: (dates: readonly {readonly month: number; readonly day: number}[]) => string;
  /** on Good Friday, 3 days before Easter Sunday */
  readonly onEaster: (days: number) => string;
  /** in May and June */
  readonly inMonths: (months: readonly number[]) => string;
  readonly inWeeks: (weeks: readonly number[]) => string;
  readonly onYearDays: (days: readonly number[]) => string;
  /** of every month, after days of the month */
  readonly ofEveryMonth: string;
  /** of the year, after counted days */
  readonly ofTheYear: string;
  /** if it is a Friday or the last Monday */
  readonly ifDays: (days: readonly DayPart[]) => string;
  /** on working days only */
  readonly onlyWorkingDays: string;
  /** "and", between two phrases */
  readonly and: string;
  /** only in months with that day: for a 31st */
  readonly whereThereIsOne: (unit: 'month' | 'year') => string;
  /** at 09:00 and 18:00 */
  readonly at: (times: readonly string[]) => string;
  /** from 09:00 to 17:00 */
  readonly fromTo: (from: string, to: string) => string;
  /** at minutes 0 and 30 */
  readonly atMinutes: (minutes: readonly number[]) => string;
  /** in the hours 9, 10 and 15 */
  readonly inHours: (hours: readonly number[]) => string;
  /** at second 30 */
  readonly atSecond: (second: number) => string;
  /** at sunrise, 30 minutes before sunset */
  readonly atSun: (sun: SunPart) => string;
  /** only the first match in each month */
  readonly onlyNth: (positions: readonly number[], unit: Frequency) => string;
  /** weeks beginning on Sunday: defines the weeks for "every other week" */
  readonly weeksFrom: (day: RuleDay) => string;
  /** 28 March 2027, 28 March 2027 at 10:00 */
  readonly date: (date: {readonly year: number; readonly month: number; readonly day: number}, time?: string) => string;
  /** until 28 March 2027 */
  readonly until: (date: string) => string;
  /** except on 24 December, except on Good Friday and in August */
  readonly except: (days: readonly ExceptPart[]) => string;
  /** 10 times */
  readonly times: (count: number) => string;
};
