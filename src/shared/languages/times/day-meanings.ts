// Meanings of days and places that the forms of all languages make.
import {zoneOfPlace} from '../../time/place-zones.ts';
import {DAY} from '../../time/time.ts';
import {clockOf} from './clock.ts';
import type {Day, Meaning} from './meaning.ts';
import {type Form, form} from './time-words.ts';

export const day = (spoken: Day): Meaning => ({kind: 'day', day: spoken});
export const ahead = (days: number): Meaning => day({kind: 'ahead', days});
export const period = (unit: 'week' | 'month' | 'year', many = 1): Meaning => day({kind: 'period', unit, ahead: many});

/** The period of a series: "for the next two weeks". */
export const throughout = (many: number, unit: 'day' | 'week' | 'month' | 'year'): Meaning => {
  const days = unit === 'day' ? many : unit === 'week' ? 7 * many : 0;
  const months = unit === 'month' ? many : unit === 'year' ? 12 * many : 0;
  return {kind: 'throughout', span: {ms: days * DAY, months}};
};

/** "the day before" (-1), "the day after" (1) */
export const dayBeside = (sign: 1 | -1): Meaning => ({kind: 'shift', span: {ms: DAY, months: 0}, sign});

/** Undefined for a day that no month has. The year may be short: '26. */
export const date = (month: number, dayOfMonth: number, year?: string): Meaning | undefined =>
  dayOfMonth < 1 || dayOfMonth > 31
    ? undefined
    : day({
        kind: 'date',
        day: dayOfMonth,
        month,
        year: year === undefined ? undefined : Number(year.replace(/^['’]/u, '20')),
      });

/** A year behind a day. Beside other words the same digits are a time of day: 20:30, but hardly 20:28. */
export const yearOrClock = (digits: string): Meaning => {
  const clock = clockOf(digits.slice(0, 2), digits.slice(2));
  return {
    kind: 'year',
    year: Number(digits),
    ...(clock !== undefined && clock.minute % 5 === 0 && {clock: {...clock, style: 'exact'}}),
  };
};

/** A day of the month to come. Undefined for one that no month has. */
export const monthDay = (spoken: number): Meaning | undefined =>
  spoken >= 1 && spoken <= 31 ? day({kind: 'of-month', day: spoken}) : undefined;

/**
 * Holidays by their names, of which the first that fits wins. All share one form each, since many forms are slow.
 * Without a preposition the name may belong to the text, as in "christmas dinner". `opening` are names that hardly do:
 * "boxing day walk".
 */
export const namedDays = (prepositions: string, days: NamedDays, opening: NamedDays): readonly Form[] => {
  const meantOf =
    (named: NamedDays, more: {readonly opens?: true} = {}): Form['means'] =>
    ([, ...found]) => {
      const spoken = namedBy(named, found);
      return spoken && {kind: 'day', day: spoken, ...more};
    };
  // The longer names first: "easter monday" begins with "easter".
  const all = [...opening, ...days];
  return [
    form(`(?:${prepositions}) ${namesOf(all)}`, meantOf(all)),
    form(namesOf(days), meantOf(days), 'name'),
    form(namesOf(opening), meantOf(opening, {opens: true}), 'name'),
  ];
};

/** "the friday before christmas". `lead` finds the weekday and the side. */
export const besideNamedDays = (
  lead: string,
  days: NamedDays,
  read: (weekday: string, side: string) => {readonly weekday: number; readonly sign: 1 | -1},
): Form =>
  form(`${lead} ${namesOf(days)}`, ([, weekday = '', side = '', ...found]) => {
    const named = namedBy(days, found);
    return named && day({kind: 'beside', ...read(weekday, side), day: named});
  });

type NamedDays = readonly (readonly [string, Day])[];
const namesOf = (days: NamedDays): string => `(?:${days.map(([name]) => `(${name})`).join('|')})`;
const namedBy = (days: NamedDays, found: readonly (string | undefined)[]): Day | undefined =>
  days[found.findIndex(value => value !== undefined)]?.[1];

/** The zone of a place by its English name. Undefined for an unknown place. `name` is the name shown in answers. */
export const placeZone = (place: string | undefined, name: string): Meaning | undefined => {
  const zone = zoneOfPlace(place?.trim().replace(/['’]s$/u, '') ?? '');
  return zone === undefined ? undefined : {kind: 'zone', zone, name};
};
