// Days as people say and write them ("the day after tomorrow", "1.12.", "27/11", "friday the 27th", "monday next week"), put
// into words that the date parser reads without a doubt: a month by name, and the year. Pure.
import {plusDays, type WallTime, weekdayOf} from '../../../shared/time/zone.ts';
import type {Rewording} from './traced-text.ts';

/** In order: a later one sees what an earlier one wrote. `today` is the wall time now in `zone`. */
export const dateRewordings = (today: WallTime, zone: string): readonly Rewording[] => [
  // Not the one in the sky, and not the modal verb.
  {said: any('(?<=\\b(?:the|a|my)\\s+)(?:sun|sat|march|may)\\b(?=\\s|$)'), means: () => '…'},
  {said: any('\\b(?:tommorr?ow|tomorow|tomorro|tmrw|tmr|2morrow)\\b'), means: () => 'tomorrow'},
  {said: any('\\b(?:the\\s+)?day\\s+after\\s+tomorrow\\b'), means: () => 'overmorrow'},
  // The parser tries this year only.
  {
    said: any('\\b(?:29(?:th)?\\s+(?:of\\s+)?feb(?:ruary)?|feb(?:ruary)?\\s+29(?:th)?)\\b(?!\\s*,?\\s*\\d{4})'),
    means: () => formatIn(29, 2, undefined, today),
  },
  // Points are always day first.
  {
    said: any('(?<![\\d.])(\\d{1,2})\\.\\s?(\\d{1,2})\\.(?:\\s?(\\d{4}|\\d{2})(?![\\d.:]))?'),
    means: ([, day, month, year]) => formatIn(Number(day), Number(month), year, today),
  },
  // 12/25 and 25/12 can each be only one thing; 3/4 is read as the zone's country writes it.
  {
    said: any('(?<![\\d/])(\\d{1,2})/(\\d{1,2})(?:/(\\d{4}|\\d{2}))?(?![\\d/])'),
    means: ([, first, second, year]) => {
      const [day, month] = isMonthFirst(zone) ? [Number(second), Number(first)] : [Number(first), Number(second)];
      return formatIn(day, month, year, today) ?? formatIn(month, day, year, today);
    },
  },
  {
    said: any(
      `\\b(?:on\\s+)?(?:${WEEKDAY}\\s*,?\\s+)?the\\s+(\\d{1,2})(?:st|nd|rd|th)\\b(?!\\s+(?:of|${MONTHS.join('|')}|day|week|hour|time|floor))`,
    ),
    means: ([, day]) => nextDayOfMonth(Number(day), today),
  },
  {
    said: any(`\\b(?:on\\s+)?(${WEEKDAY})\\s+(?:of\\s+)?(next|this)\\s+week\\b`),
    means: ([, day = '', which]) => weekdayOfWeek(day, which, today),
  },
  {
    said: any(`\\b(next|this)\\s+week\\s*,?\\s+(?:on\\s+)?(${WEEKDAY})\\b`),
    means: ([, which, day = '']) => weekdayOfWeek(day, which, today),
  },
];

export const WEEKDAY = '(?:mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:day)?';

export const any = (pattern: string): RegExp => new RegExp(pattern, 'giu');

/** Undefined when the calendar has no such day. */
const formatIn = (day: number, month: number, said: string | undefined, today: WallTime): string | undefined => {
  const fits = (year: number): boolean => month >= 1 && month <= 12 && day >= 1 && day <= lastDayOf(year, month);
  const over = month < today.month || (month === today.month && day < today.day);
  const first = today.year + (over ? 1 : 0);
  // 29 February may be some years ahead.
  const years = said === undefined ? Array.from({length: 8}, (_, ahead) => first + ahead) : [fullYear(Number(said))];
  const year = years.find(fits);
  return year === undefined ? undefined : written({day, month, year});
};

const fullYear = (year: number): number => (year < 100 ? 2000 + year : year);

/** In the first month from this one on that has such a day ahead. */
const nextDayOfMonth = (day: number, today: WallTime): string | undefined => {
  for (let ahead = day < today.day ? 1 : 0; ahead < 12; ahead += 1) {
    const month = ((today.month - 1 + ahead) % 12) + 1;
    const year = today.year + Math.floor((today.month - 1 + ahead) / 12);
    if (day >= 1 && day <= lastDayOf(year, month)) return written({day, month, year});
  }
  return undefined;
};

/** Weeks begin on Monday. */
const weekdayOfWeek = (said: string, which: string | undefined, today: WallTime): string => {
  const monday = plusDays(today, -((weekdayOf(today) + 6) % 7));
  const wanted = WEEKDAYS.findIndex(name => said.toLowerCase().startsWith(name));
  return written(plusDays(monday, wanted + (which?.toLowerCase() === 'next' ? 7 : 0)));
};

const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

const written = ({day, month, year}: Pick<WallTime, 'day' | 'month' | 'year'>): string =>
  `${day} ${MONTHS[month - 1]} ${year}`;

const isMonthFirst = (zone: string): boolean =>
  /^(?:America|US|Canada)\/|^Pacific\/(?:Honolulu|Guam|Pago_Pago)$/u.test(zone);

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;
const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
