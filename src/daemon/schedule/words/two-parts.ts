// Merges a day or a recurrence into a time that has one already: "friday 3 december", "every 2 weeks on tuesdays". Pure.
import type {Day, Repeat, Span, Unit} from '../../../shared/languages/times/meaning.ts';
import type {TimePhrase} from './time-phrase.ts';

/** Undefined if the day belongs to another time. */
export const withDay = (phrase: TimePhrase, day: Day, joined: boolean): TimePhrase | undefined => {
  if (phrase.instant !== undefined) return undefined;
  if (phrase.repeat !== undefined && HOURLY.has(phrase.repeat.unit) && day.kind === 'weekday') {
    return once(phrase, 'onDays', [day.weekday]);
  }
  // "every weekday at 8 and on friday at 10": the second day has a time of its own.
  if (joined && phrase.repeat !== undefined && phrase.times.length > 0) return undefined;
  const {day: known, weekday} = phrase;
  if (known === undefined) {
    if (phrase.span !== undefined && !isOfDays(phrase.span)) return undefined;
    return phrase.weekdays === undefined ? {...phrase, day} : undefined;
  }
  if (joined || weekday !== undefined) return undefined;
  if (known.kind === 'weekday' && isDate(day)) return {...phrase, day, weekday: known.weekday};
  if (isDate(known) && day.kind === 'weekday') return {...phrase, weekday: day.weekday};
  const ofYear = ofNextYear(known, day) ?? ofNextYear(day, known);
  if (ofYear !== undefined) return {...phrase, day: ofYear};
  if (known.kind === 'ahead' && day.kind === 'weekday' && known.days < 7) return {...phrase, weekday: day.weekday};
  if (isNextMonth(known) && (day.kind === 'of-month' || day.kind === 'nth')) {
    return {...phrase, day: {...day, months: 1}};
  }
  if (isNextMonth(day) && (known.kind === 'of-month' || known.kind === 'nth')) {
    return {...phrase, day: {...known, months: 1}};
  }
  return undefined;
};

const isNextMonth = (day: Day): boolean => day.kind === 'period' && day.unit === 'month' && day.ahead === 1;
/** "next year on may 3rd" */
const ofNextYear = (period: Day, day: Day): Day | undefined =>
  period.kind === 'period' && period.unit === 'year' && day.kind === 'date' && day.year === undefined
    ? {...day, years: period.ahead}
    : undefined;
const isDate = ({kind}: Day): boolean => kind === 'date' || kind === 'of-month' || kind === 'figures';

/** Undefined if the recurrence belongs to another time. */
export const withRepeat = (phrase: TimePhrase, repeat: Repeat): TimePhrase | undefined => {
  const {repeat: known, every, often} = phrase;
  if (every !== undefined) return undefined;
  if (often !== undefined) {
    const isOfWeek = often.unit === 'week' && repeat.unit === 'week' && repeat.every === 1;
    return isOfWeek && repeat.weekdays !== undefined ? once(phrase, 'weekdays', repeat.weekdays) : undefined;
  }
  if (known === undefined) return {...phrase, repeat};
  // "every 2 months on the first and third Monday"
  const isOpenMonth = known.unit === 'month' && known.monthDays === undefined && known.weekdays === undefined;
  if (isOpenMonth && repeat.unit === 'month' && repeat.every === 1)
    return {...phrase, repeat: {...repeat, every: known.every}};
  const both = ofBoth(known, repeat) ?? ofBoth(repeat, known);
  if (both !== undefined) return {...phrase, repeat: both};
  const weekdays = repeat.unit === 'week' && repeat.every === 1 ? repeat.weekdays : undefined;
  if (weekdays !== undefined && HOURLY.has(known.unit)) return once(phrase, 'onDays', weekdays);
  const others = known.unit === 'week' && known.every === 1 ? known.weekdays : undefined;
  return others !== undefined && HOURLY.has(repeat.unit) ? {...phrase, repeat, onDays: others} : undefined;
};

/** "every 2 weeks on tuesdays", "every 14 days on fridays", "every day from monday to friday", "hourly every day from 9 to 17" */
const ofBoth = (often: Repeat, days: Repeat): Repeat | undefined => {
  const {weekdays} = days;
  const isPlain = often.weekdays === undefined && often.part === undefined && often.workday === undefined;
  if (!isPlain || days.every !== 1) return undefined;
  if (days.unit === 'week' && weekdays !== undefined) {
    if (often.unit === 'week') return {...often, weekdays};
    if (often.unit !== 'day' || (often.every % 7 !== 0 && often.every !== 1)) return undefined;
    return {...often, every: often.every === 1 ? 1 : often.every / 7, unit: 'week', weekdays};
  }
  const isEveryDay = days.unit === 'day' && days.part === undefined && days.workday === undefined;
  return isEveryDay && HOURLY.has(often.unit) ? often : undefined;
};

/** Undefined if the phrase has this part already. */
export const once = <Name extends keyof TimePhrase>(
  phrase: TimePhrase,
  name: Name,
  value: TimePhrase[Name],
): TimePhrase | undefined => (phrase[name] === undefined ? {...phrase, [name]: value} : undefined);

/** Whole days, weeks or months, which can have a time of day. */
export const isOfDays = ({ms, months}: Span): boolean => (months > 0 || ms > 0) && ms % 86_400_000 === 0;

/** Units within a day. */
export const HOURLY: ReadonlySet<Unit> = new Set(['minute', 'hour']);
