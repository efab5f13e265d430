// Merges a day, an hour or a recurrence into a time that has one already: "friday 3 december", "in the evening at 8",
// "every 2 weeks on tuesdays". Pure.
import type {Clock, Day, Manner, Meaning, Part, Repeat, Span, Unit} from '../../../shared/languages/times/meaning.ts';
import {DAY} from '../../../shared/time/time.ts';
import type {PhraseTime, TimePhrase} from './reading.ts';

/** Undefined if the day belongs to another time. */
export const withDay = (phrase: TimePhrase, day: Day, joined: boolean): TimePhrase | undefined => {
  if (phrase.instant !== undefined) return undefined;
  if (phrase.repeat !== undefined && HOURLY.has(phrase.repeat.unit) && day.kind === 'weekday') {
    return once(phrase, 'onDays', [day.weekday]);
  }
  const listed = joined || day.kind !== 'weekday' || day.which !== undefined ? undefined : inList(phrase, day.weekday);
  if (listed !== undefined) return {...phrase, repeat: listed};
  // "every weekday at 8 and on friday at 10", "every 1 january and 1 july": the second day is a time of its own.
  if (joined && phrase.repeat !== undefined) return undefined;
  const {day: known, weekday} = phrase;
  if (known === undefined) {
    if (phrase.span !== undefined && !isDistance(phrase.span, phrase.manner)) return undefined;
    return phrase.weekdays === undefined ? {...phrase, day} : undefined;
  }
  if (joined || weekday !== undefined) return undefined;
  if (known.kind === 'weekday' && isDate(day)) return {...phrase, day, weekday: known.weekday};
  if (isDate(known) && day.kind === 'weekday') return {...phrase, weekday: day.weekday};
  const ofYear = ofNextYear(known, day) ?? ofNextYear(day, known);
  if (ofYear !== undefined) return {...phrase, day: ofYear};
  const named = isOfYears(known) ? day : isOfYears(day) ? known : undefined;
  // "easter next year"
  if (named !== undefined && withYear(named, 1) !== undefined) return {...phrase, day: named, yearsAhead: 1};
  if (known.kind === 'ahead' && day.kind === 'weekday' && known.days < 7) return {...phrase, weekday: day.weekday};
  if (isNextMonth(known) && (day.kind === 'of-month' || day.kind === 'nth')) {
    return {...phrase, day: {...day, months: 1}};
  }
  if (isNextMonth(day) && (known.kind === 'of-month' || known.kind === 'nth')) {
    return {...phrase, day: {...known, months: 1}};
  }
  return undefined;
};

/** "mon - wed, fri 8pm": a list goes on until its time of day. */
const inList = ({repeat, times}: TimePhrase, weekday: number): Repeat | undefined => {
  const {weekdays = []} = repeat ?? {};
  const isOpen = repeat?.unit === 'week' && times.length === 0 && weekdays.length > 1 && !weekdays.includes(weekday);
  return isOpen ? {...repeat, isSpan: undefined, weekdays: [...weekdays, weekday]} : undefined;
};

/**
 * "thanksgiving 2027", "the friday before christmas 2027". Undefined for a day that has a year already, or that can
 * have none.
 */
export const withYear = (day: Day, year: number): Day | undefined => {
  switch (day.kind) {
    case 'date':
      return day.year === undefined && day.years === undefined ? {...day, year} : undefined;
    case 'figures':
    case 'easter':
    case 'from-date':
      return day.year === undefined ? {...day, year} : undefined;
    case 'of-month':
    case 'nth':
      return day.year === undefined && day.month !== undefined ? {...day, year} : undefined;
    case 'by-country': {
      const elsewhere = withYear(day.elsewhere, year);
      const countries = Object.entries(day.countries).map(([id, date]) => [id, withYear(date, year) ?? date] as const);
      return elsewhere && {...day, elsewhere, countries: Object.fromEntries(countries)};
    }
    case 'beside':
    case 'from': {
      const dated = withYear(day.day, year);
      return dated && {...day, day: dated};
    }
    default:
      return undefined;
  }
};

/** "from may to october 2028": the year is that of the start, too. */
export const ofYear = (phrase: TimePhrase, year: number): TimePhrase | undefined => {
  const day = phrase.day && withYear(phrase.day, year);
  return day && {...phrase, day, ...(phrase.range !== undefined && {range: `${phrase.range} ${year}`})};
};

/** "thursday 1945" is a time of day. "thursday 2030" may be a day in a year to come. */
export const isYearOrClock = (
  {day, every, repeat}: TimePhrase,
  {year, clock}: Extract<Meaning, {kind: 'year'}>,
): boolean =>
  clock !== undefined && year > 2025 && year < 2040 && day?.kind === 'weekday' && (every ?? repeat) === undefined;

/** "from may to oct 2028": the start is in that year, too, or in the year before. */
export const withYearOf = (first: Day, last: Day): Day => {
  if (first.kind !== 'date' || last.kind !== 'date' || last.year === undefined) return first;
  return withYear(first, first.month > last.month ? last.year - 1 : last.year) ?? first;
};

const isNextMonth = (day: Day): boolean => day.kind === 'period' && day.unit === 'month' && day.ahead === 1;
const isOfYears = (day: Day): boolean => day.kind === 'period' && day.unit === 'year' && day.ahead === 1;
/** "next year on may 3rd" */
const ofNextYear = (period: Day, day: Day): Day | undefined =>
  period.kind === 'period' && period.unit === 'year' && day.kind === 'date' && day.year === undefined
    ? {...day, years: period.ahead}
    : undefined;
const isDate = ({kind}: Day): boolean => kind === 'date' || kind === 'of-month' || kind === 'figures';

/** An hour and its part of the day as one time. Undefined for two times. */
export const joinedTime = (last: PhraseTime, time: PhraseTime): PhraseTime | undefined => {
  // "tonight at midnight", "midnight tonight"
  if (last.clock === undefined && last.part !== undefined && time.part === 'midnight')
    return DARK.has(last.part) ? {...time, partFirst: true} : undefined;
  if (last.part === 'midnight') return time.part !== undefined && DARK.has(time.part) ? last : undefined;
  if (last.clock === undefined && time.clock !== undefined) {
    const isLunch = last.part !== 'noon' || AROUND_NOON.has(time.clock.hour);
    return isLunch ? {...last, ...time, partFirst: true} : undefined;
  }
  return last.part === undefined && time.part !== undefined && time.part !== 'midnight'
    ? {...last, ...time}
    : undefined;
};

/** False for "9am" beside "tonight". */
export const isWithin = ({hour, style}: Clock, part: Part): boolean => {
  const isOpen = style !== 'exact' && hour <= 12;
  switch (part) {
    case 'morning':
      return hour < 12;
    case 'noon':
      return AROUND_NOON.has(hour);
    case 'afternoon':
      return isOpen || (hour >= 12 && hour < 20);
    case 'evening':
    case 'night':
      return isOpen || hour >= 16 || hour === 0 || (part === 'night' && hour < 6);
    default:
      return false;
  }
};

const DARK: ReadonlySet<Part> = new Set(['evening', 'night', 'midnight']);
/** "at lunchtime at 12:30", "mittags um eins" */
const AROUND_NOON: ReadonlySet<number> = new Set([11, 12, 13, 14, 1, 2]);

/** Undefined if the recurrence belongs to another time. */
export const withRepeat = (phrase: TimePhrase, repeat: Repeat): TimePhrase | undefined => {
  const {repeat: known, every, often} = phrase;
  if (every !== undefined) return undefined;
  if (often !== undefined) {
    const isOfWeek = often.unit === 'week' && repeat.unit === 'week' && repeat.every === 1;
    return isOfWeek && repeat.weekdays !== undefined ? once(phrase, 'weekdays', repeat.weekdays) : undefined;
  }
  if (known === undefined) return {...phrase, repeat};
  if (isEveryDay(known) && isEveryDay(repeat)) return phrase;
  // "every 2 months on the first and third Monday"
  const isOpenMonth = known.unit === 'month' && known.monthDays === undefined && known.weekdays === undefined;
  if (isOpenMonth && repeat.unit === 'month' && repeat.every === 1)
    return {...phrase, repeat: {...repeat, every: known.every}};
  const isPlainMonth = repeat.unit === 'month' && repeat.every === 1 && isWithoutDays(repeat);
  // "second and fourth sunday monthly"
  if (isPlainMonth && known.unit === 'month') return phrase;
  const both = ofBoth(known, repeat) ?? ofBoth(repeat, known);
  if (both !== undefined) return {...phrase, repeat: both};
  const weekdays = repeat.unit === 'week' && repeat.every === 1 ? repeat.weekdays : undefined;
  if (weekdays !== undefined && HOURLY.has(known.unit)) return once(phrase, 'onDays', weekdays);
  const others = known.unit === 'week' && known.every === 1 ? known.weekdays : undefined;
  return others !== undefined && HOURLY.has(repeat.unit) ? {...phrase, repeat, onDays: others} : undefined;
};

const isWithoutDays = ({weekdays, monthDays, workday, month}: Repeat): boolean =>
  [weekdays, monthDays, workday, month].every(value => value === undefined);

/** "every day 3 times" says how often a day, "every day at 9 10 times" says how often in all. */
export const withCount = (
  phrase: TimePhrase,
  {count, isTotal, isBeside}: Extract<Meaning, {kind: 'count'}>,
): TimePhrase | undefined => {
  const {repeat, ...rest} = phrase;
  if (isBeside === true && repeat === undefined) return undefined;
  if (isTotal === true) return once({...phrase, isTotal}, 'count', count);
  const isPlain = repeat?.every === 1 && repeat.weekdays === undefined && repeat.monthDays === undefined;
  const isOpen = isPlain && !HOURLY.has(repeat.unit) && phrase.times.length === 0 && phrase.sun === undefined;
  if (!isOpen || repeat.part !== undefined || repeat.month !== undefined) return once(phrase, 'count', count);
  return count === 1 ? phrase : once(rest, 'often', {times: count, unit: repeat.unit});
};

/**
 * "every 2 weeks on tuesdays", "every 14 days on fridays", "every day from monday to friday", "hourly every day from 9
 * to 17"
 */
const ofBoth = (often: Repeat, days: Repeat): Repeat | undefined => {
  const {weekdays} = days;
  const isPlain = often.weekdays === undefined && often.part === undefined && often.workday === undefined;
  if (!isPlain || days.every !== 1) return undefined;
  if (days.unit === 'week' && weekdays !== undefined) {
    if (often.unit === 'week') return {...often, weekdays};
    if (often.unit !== 'day' || (often.every % 7 !== 0 && often.every !== 1)) return undefined;
    return {...often, every: often.every === 1 ? 1 : often.every / 7, unit: 'week', weekdays};
  }
  return isEveryDay(days) && HOURLY.has(often.unit) ? often : undefined;
};

const isEveryDay = ({every, unit, part, workday}: Repeat): boolean =>
  every === 1 && unit === 'day' && part === undefined && workday === undefined;

/** Undefined if the phrase has this part already. */
export const once = <Name extends keyof TimePhrase>(
  phrase: TimePhrase,
  name: Name,
  value: TimePhrase[Name],
): TimePhrase | undefined => (phrase[name] === undefined ? {...phrase, [name]: value} : undefined);

/** Whole days, weeks or months, which can have a time of day. */
export const isOfDays = ({ms, months, isOfHours}: Span): boolean =>
  (months > 0 || ms > 0) && ms % DAY === 0 && isOfHours !== true;

/** "in 2 weeks on friday", "a week tomorrow", but not "fast 2 days friday". */
export const isDistance = (span: Span, manner: Manner = 'bare'): boolean =>
  isOfDays(span) && (manner === 'in' || span.ms % (7 * DAY) === 0);

export const isShorter = ({ms, months}: Span, {repeat, every}: TimePhrase): boolean =>
  months === 0 && ms < DAY && (every !== undefined || (repeat !== undefined && !HOURLY.has(repeat.unit)));

export const withRange = (phrase: TimePhrase | undefined, range: string | undefined): TimePhrase | undefined =>
  phrase && range !== undefined ? {...phrase, range} : phrase;

/** Units within a day. */
export const HOURLY: ReadonlySet<Unit> = new Set(['minute', 'hour']);
