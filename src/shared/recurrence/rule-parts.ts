// The parts of a recurrence rule. RFC 5545 defines most parts; our own parts begin with `X-`:
//
// FREQ=YEARLY;X-EASTER=-2            two days before Easter Sunday (Good Friday); 0 is Easter Sunday, 39 Ascension Day
// FREQ=DAILY;X-SUN=RISE              at sunrise of the configured place; X-SUN=SET-30 is half an hour before sunset
// FREQ=MONTHLY;X-WORKDAYS=FIRST      the first working day of the month, LAST its last
// FREQ=DAILY;X-WORKDAYS=ALL          only those days of the rule that are working days
// FREQ=DAILY;X-EXCEPT=1224,20270103  leaves out each 24 December and 3 January 2027; E-2 is Good Friday, D31 a day of
//                                    the month, M8 August
//
// Working days are Monday to Friday, without the public holidays of the configured region.
import {twoDigits} from '../time/time.ts';

export const FREQUENCIES = ['MINUTELY', 'HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY'] as const;
export type Frequency = (typeof FREQUENCIES)[number];

/** In the order of the week. */
export const RULE_DAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
export type RuleDay = (typeof RULE_DAYS)[number];

/** `-1FR` is `{day: 'FR', nth: -1}`: the last Friday of its month or year. */
export type DayPart = {readonly day: RuleDay; readonly nth?: number};

export type SunPart = {readonly event: 'RISE' | 'SET'; readonly offsetMinutes: number};
export type WorkdaysPart = 'FIRST' | 'LAST' | 'ALL';

/**
 * A day that a rule leaves out: a date, in each year without `year`; a day of each month; a whole month; days from
 * Easter Sunday.
 */
export type ExceptPart =
  | {readonly kind: 'date'; readonly year?: number; readonly month: number; readonly day: number}
  | {readonly kind: 'month-day'; readonly day: number}
  | {readonly kind: 'month'; readonly month: number}
  | {readonly kind: 'easter'; readonly days: number};

/** A list that the rule lacks is empty. */
export type RuleParts = {
  readonly freq: Frequency;
  readonly interval: number;
  readonly byMonth: readonly number[];
  readonly byWeekNo: readonly number[];
  readonly byYearDay: readonly number[];
  readonly byMonthDay: readonly number[];
  readonly byDay: readonly DayPart[];
  readonly byHour: readonly number[];
  readonly byMinute: readonly number[];
  readonly bySecond: readonly number[];
  readonly bySetPos: readonly number[];
  readonly weekStart: RuleDay;
  /** Days from Easter Sunday. */
  readonly easter?: number;
  readonly sun?: SunPart;
  readonly workdays?: WorkdaysPart;
  /** Left out where the rule leaves out no days. */
  readonly except?: readonly ExceptPart[];
};

/** The rule as text, its parts in a fixed order; default values are left out. */
export const formatRule = (parts: RuleParts): string =>
  [
    `FREQ=${parts.freq}`,
    ...(parts.interval === 1 ? [] : [`INTERVAL=${parts.interval}`]),
    ...listPart('BYMONTH', parts.byMonth),
    ...listPart('BYWEEKNO', parts.byWeekNo),
    ...listPart('BYYEARDAY', parts.byYearDay),
    ...listPart('BYMONTHDAY', parts.byMonthDay),
    ...listPart(
      'BYDAY',
      parts.byDay.map(({day, nth}) => `${nth ?? ''}${day}`),
    ),
    ...listPart('BYHOUR', parts.byHour),
    ...listPart('BYMINUTE', parts.byMinute),
    ...listPart('BYSECOND', parts.bySecond),
    ...listPart('BYSETPOS', parts.bySetPos),
    ...(parts.weekStart === 'MO' ? [] : [`WKST=${parts.weekStart}`]),
    ...(parts.easter === undefined ? [] : [`X-EASTER=${parts.easter}`]),
    ...(parts.sun === undefined ? [] : [`X-SUN=${formatSun(parts.sun)}`]),
    ...(parts.workdays === undefined ? [] : [`X-WORKDAYS=${parts.workdays}`]),
    ...listPart('X-EXCEPT', (parts.except ?? []).map(formatExcept)),
  ].join(';');

const formatSun = ({event, offsetMinutes}: SunPart): string =>
  offsetMinutes === 0 ? event : `${event}${offsetMinutes < 0 ? '' : '+'}${offsetMinutes}`;

/** One value of X-EXCEPT. */
export const formatExcept = (part: ExceptPart): string => {
  switch (part.kind) {
    case 'date':
      return `${part.year === undefined ? '' : String(part.year).padStart(4, '0')}${twoDigits(part.month)}${twoDigits(part.day)}`;
    case 'month-day':
      return `D${part.day}`;
    case 'month':
      return `M${part.month}`;
    case 'easter':
      return `E${part.days < 0 ? '' : '+'}${part.days}`;
  }
};

const listPart = (name: string, values: readonly (number | string)[]): readonly string[] =>
  values.length === 0 ? [] : [`${name}=${values.join(',')}`];

/** Groups of days with a common name: Monday to Friday, Saturday and Sunday, the working days of a region. */
export type DayGroup = 'weekday' | 'weekendDay' | 'workingDay';
