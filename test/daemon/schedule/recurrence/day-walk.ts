// An oracle: it walks over the calendar day by day and tests a plain condition. It shares nothing with the engine, and converts wall times
// with Temporal.
import {DAY, HOUR, MINUTE} from '../../../../src/shared/time/time.ts';

export type Walked = {
  readonly rule: string;
  readonly start: string;
  /** True if it falls on a day; `since` is the day's distance from the start. */
  readonly on?: (day: CalendarDay, since: number) => boolean;
  /** Times of day, `HH:MM`; the start's by default. */
  readonly times?: readonly string[];
  /** Elapsed time between occurrences: no walk over days. */
  readonly everyMs?: number;
  /** For each minute of real time, by the local clock: no walk over days. */
  readonly atMinute?: (hour: number, minute: number, day: CalendarDay) => boolean;
};

export type CalendarDay = {
  readonly year: number;
  readonly month: number;
  readonly day: number;
  /** 1 is Monday, 7 Sunday. */
  readonly weekday: number;
  readonly monthLength: number;
  readonly yearDay: number;
};

/** All instants up to and including a last one, ascending. */
export const walk = (walked: Walked, zone: string, last: number): readonly number[] => {
  const {everyMs, atMinute} = walked;
  if (everyMs !== undefined) return walkElapsed(instantOf(walked.start, zone), everyMs, last);
  return atMinute === undefined ? walkDays(walked, zone, last) : walkMinutes(walked.start, atMinute, zone, last);
};

const walkElapsed = (first: number, everyMs: number, last: number): readonly number[] =>
  Array.from({length: Math.floor((last - first) / everyMs) + 1}, (_, index) => first + index * everyMs);

const walkDays = (walked: Walked, zone: string, last: number): readonly number[] => {
  const {start, on = () => true, times = [start.slice(11, 16)]} = walked;
  const first = Date.parse(start.slice(0, 10));
  const found = new Set<number>();
  for (let at = first; at <= last + 2 * DAY; at += DAY) {
    if (!on(calendarDay(at), (at - first) / DAY)) continue;
    const date = new Date(at).toISOString().slice(0, 10);
    for (const time of times)
      if (`${date}T${time}` >= start.slice(0, 16)) found.add(instantOf(`${date}T${time}`, zone));
  }
  return [...found].toSorted((one, other) => one - other).filter(at => at <= last);
};

const walkMinutes = (
  start: string,
  atMinute: NonNullable<Walked['atMinute']>,
  zone: string,
  last: number,
): readonly number[] => {
  const found: number[] = [];
  let offset = 0;
  let offsetChangesAt = Number.NEGATIVE_INFINITY;
  // All current zones differ from UTC by quarters of an hour.
  for (let quarter = instantOf(start, zone); quarter <= last; quarter += 15 * MINUTE) {
    if (quarter >= offsetChangesAt) {
      const zoned = Temporal.Instant.fromEpochMilliseconds(quarter).toZonedDateTimeISO(zone);
      offset = zoned.offsetNanoseconds / 1_000_000;
      offsetChangesAt = zoned.getTimeZoneTransition('next')?.epochMilliseconds ?? Number.POSITIVE_INFINITY;
    }
    const wall = new Date(quarter + offset);
    if (atMinute(wall.getUTCHours(), wall.getUTCMinutes(), calendarDay(wall.getTime() - (wall.getTime() % DAY))))
      found.push(quarter);
  }
  return found;
};

const instantOf = (wall: string, zone: string): number =>
  Temporal.PlainDateTime.from(wall).toZonedDateTime(zone, {disambiguation: 'compatible'}).epochMilliseconds;

const calendarDay = (at: number): CalendarDay => {
  const date = new Date(at);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + 1;
  return {
    year,
    month,
    day: date.getUTCDate(),
    weekday: ((date.getUTCDay() + 6) % 7) + 1,
    monthLength: new Date(Date.UTC(year, month, 0)).getUTCDate(),
    yearDay: Math.round((at - Date.UTC(year, 0, 1)) / DAY) + 1,
  };
};

const isWeekday = ({weekday}: CalendarDay): boolean => weekday <= 5;
const nthOfMonth = ({day}: CalendarDay): number => Math.ceil(day / 7);
const isLastOfMonth = ({day, monthLength}: CalendarDay): boolean => day > monthLength - 7;
const weekOf = (since: number, startsOn: number): number => Math.floor((since + startsOn) / 7);
/** 2020-01-01 is a Wednesday: two days after Monday, three after Sunday. */
const [AFTER_MONDAY, AFTER_SUNDAY] = [2, 3] as const;
const monthsSince = ({year, month}: CalendarDay): number => (year - 2020) * 12 + month - 1;

/** Times that many zones skip in spring, or repeat in autumn. */
const [NIGHT, MIDNIGHT, MORNING] = ['2020-01-01T02:30:00', '2020-01-01T00:15:00', '2020-01-01T09:00:00'] as const;

export const WALKED_RULES: readonly Walked[] = [
  {rule: 'FREQ=DAILY', start: NIGHT},
  {rule: 'FREQ=DAILY', start: MIDNIGHT},
  {
    rule: 'FREQ=DAILY;BYHOUR=1,2,3;BYMINUTE=0,30',
    start: MORNING,
    times: ['01:00', '01:30', '02:00', '02:30', '03:00', '03:30'],
  },
  {rule: 'FREQ=DAILY;BYHOUR=0,23;BYMINUTE=5,50', start: MIDNIGHT, times: ['00:05', '00:50', '23:05', '23:50']},
  {rule: 'FREQ=DAILY;INTERVAL=3', start: NIGHT, on: (_, since) => since % 3 === 0},
  {rule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR', start: MORNING, on: isWeekday},
  {rule: 'FREQ=WEEKLY;BYDAY=SU', start: NIGHT, on: ({weekday}) => weekday === 7},
  {
    rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU',
    start: NIGHT,
    on: ({weekday}, since) => (weekday === 2 || weekday === 7) && weekOf(since, AFTER_MONDAY) % 2 === 0,
  },
  {
    rule: 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU,SU;WKST=SU',
    start: NIGHT,
    on: ({weekday}, since) => (weekday === 2 || weekday === 7) && weekOf(since, AFTER_SUNDAY) % 2 === 0,
  },
  {rule: 'FREQ=MONTHLY;BYMONTHDAY=31', start: NIGHT, on: ({day}) => day === 31},
  {
    rule: 'FREQ=MONTHLY;BYMONTHDAY=28,29,30,31;BYSETPOS=-1',
    start: NIGHT,
    on: ({day, monthLength}) => day === monthLength,
  },
  {
    rule: 'FREQ=MONTHLY;BYMONTHDAY=28,29,30;BYSETPOS=-1',
    start: MORNING,
    on: ({day, monthLength}) => day === Math.min(30, monthLength),
  },
  {rule: 'FREQ=MONTHLY;BYMONTHDAY=-2', start: NIGHT, on: ({day, monthLength}) => day === monthLength - 1},
  {rule: 'FREQ=MONTHLY;BYDAY=-1SU', start: NIGHT, on: one => one.weekday === 7 && isLastOfMonth(one)},
  {rule: 'FREQ=MONTHLY;BYDAY=2TU', start: MORNING, on: one => one.weekday === 2 && nthOfMonth(one) === 2},
  {
    rule: 'FREQ=MONTHLY;BYDAY=SA,SU;BYSETPOS=1',
    start: NIGHT,
    on: ({weekday, day}) => (weekday === 6 && day < 7) || (weekday === 7 && day === 1),
  },
  {
    rule: 'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1',
    start: MORNING,
    on: one => isWeekday(one) && (one.day === one.monthLength || (one.weekday === 5 && one.day >= one.monthLength - 2)),
  },
  {
    rule: 'FREQ=MONTHLY;INTERVAL=5;BYMONTHDAY=1,15',
    start: NIGHT,
    on: one => (one.day === 1 || one.day === 15) && monthsSince(one) % 5 === 0,
  },
  {rule: 'FREQ=MONTHLY;BYMONTHDAY=13;BYDAY=FR', start: MORNING, on: ({weekday, day}) => weekday === 5 && day === 13},
  {rule: 'FREQ=YEARLY;BYMONTH=5;BYMONTHDAY=3', start: MORNING, on: ({month, day}) => month === 5 && day === 3},
  {rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29', start: MORNING, on: ({month, day}) => month === 2 && day === 29},
  {
    rule: 'FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=28,29;BYSETPOS=-1',
    start: MORNING,
    on: ({month, day, monthLength}) => month === 2 && day === monthLength,
  },
  {
    rule: 'FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
    start: NIGHT,
    on: one => one.month === 3 && one.weekday === 7 && isLastOfMonth(one),
  },
  {rule: 'FREQ=YEARLY;BYDAY=53WE', start: NIGHT, on: ({weekday, yearDay}) => weekday === 3 && yearDay > 52 * 7},
  {
    rule: 'FREQ=YEARLY;BYDAY=10SU',
    start: NIGHT,
    on: ({weekday, yearDay}) => weekday === 7 && Math.ceil(yearDay / 7) === 10,
  },
  {rule: 'FREQ=YEARLY;BYYEARDAY=60,366', start: NIGHT, on: ({yearDay}) => yearDay === 60 || yearDay === 366},
  {rule: 'FREQ=HOURLY;INTERVAL=5', start: NIGHT, everyMs: 5 * HOUR},
  {rule: 'FREQ=MINUTELY;INTERVAL=97', start: NIGHT, everyMs: 97 * MINUTE},
  {
    rule: 'FREQ=HOURLY;BYHOUR=9,10,11,12,13,14,15,16,17;BYDAY=MO,TU,WE,TH,FR',
    start: MORNING,
    atMinute: (hour, minute, day) => minute === 0 && hour >= 9 && hour <= 17 && isWeekday(day),
  },
  {
    rule: 'FREQ=MINUTELY;INTERVAL=30;BYDAY=SU',
    start: MIDNIGHT,
    atMinute: (_, minute, {weekday}) => (minute === 15 || minute === 45) && weekday === 7,
  },
];

export const WALKED_ZONES = [
  'UTC',
  'Europe/Berlin',
  'Europe/London',
  'Europe/Dublin',
  'Asia/Beirut',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Antarctica/Troll',
  'Asia/Kathmandu',
  'Asia/Tehran',
  'Asia/Gaza',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Pacific/Chatham',
  'Pacific/Apia',
  'Pacific/Easter',
  'America/New_York',
  'America/St_Johns',
  'America/Santiago',
  'America/Asuncion',
  'America/Nuuk',
] as const;
