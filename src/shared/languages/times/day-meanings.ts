// Meanings of days that the forms of all languages make.
import type {Day, Meaning} from './meaning.ts';

export const day = (spoken: Day): Meaning => ({kind: 'day', day: spoken});
export const ahead = (days: number): Meaning => day({kind: 'ahead', days});
export const period = (unit: 'week' | 'month' | 'year', many = 1): Meaning => day({kind: 'period', unit, ahead: many});

/** Undefined for a day that no month has. */
export const date = (month: number, dayOfMonth: number, year?: string): Meaning | undefined =>
  dayOfMonth < 1 || dayOfMonth > 31
    ? undefined
    : day({kind: 'date', day: dayOfMonth, month, ...(year !== undefined && {year: Number(year)})});

/** A day of the month to come. Undefined for one that no month has. */
export const monthDay = (spoken: number): Meaning | undefined =>
  spoken >= 1 && spoken <= 31 ? day({kind: 'of-month', day: spoken}) : undefined;
