// Combines "every" with the words after it: "every" with a weekday is weekly, with a date yearly. Pure.
import type {Day, Repeat} from '../../../../shared/languages/times/meaning.ts';
import type {TimePhrase} from '../reading.ts';
import {emptyPhrase} from '../time-phrase.ts';
import type {Problem} from './context.ts';

export type PlainRepeat = {
  readonly repeat: Repeat;
  /** The first day of the series, given without "from": "every day at 9 tomorrow". */
  readonly from?: TimePhrase;
};

export const plainRepeat = (phrase: TimePhrase): PlainRepeat | Problem => {
  const {often, every, day, weekdays, monthDays, times, sun} = phrase;
  if (often !== undefined) return oftenOf(phrase);
  if (phrase.repeat !== undefined) return joined(phrase.repeat, phrase);
  const step = every ?? 1;
  // "at 9 tomorrow for the next 3 weeks" is daily, "on monday for the next 3 weeks" weekly.
  if (every === undefined && phrase.isThroughout === true && day !== undefined && day.kind !== 'weekday') {
    return joined({every: 1, unit: 'day'}, phrase);
  }
  if (weekdays !== undefined) return {repeat: {every: step, unit: 'week', weekdays}};
  if (monthDays !== undefined) return {repeat: {every: step, unit: 'month', monthDays}};
  if (day !== undefined) return onWeekday(everyDay(day, step), phrase);
  if (times.length > 0 || sun !== undefined) return {repeat: {every: step, unit: 'day'}};
  return {problem: {kind: 'how-often'}};
};

/** Every Tuesday, every 3 May, every last Friday. */
const everyDay = (day: Day, every: number): PlainRepeat | Problem => {
  switch (day.kind) {
    case 'weekday':
      if (day.which === 'last') return nthRepeat({kind: 'nth', nth: -1, of: day.weekday}, every);
      return day.which === undefined && day.weeks === undefined
        ? {repeat: {every, unit: 'week', weekdays: [day.weekday]}}
        : UNCLEAR;
    case 'date':
      return day.year === undefined ? {repeat: {every, unit: 'year', month: day.month, monthDays: [day.day]}} : UNCLEAR;
    case 'easter':
      return {repeat: {every, unit: 'year', easter: day.days}};
    case 'of-month':
      if (day.months !== undefined || day.year !== undefined) return UNCLEAR;
      return day.month === undefined
        ? {repeat: {every, unit: 'month', monthDays: [day.day]}}
        : {repeat: {every, unit: 'year', month: day.month, monthDays: [day.day]}};
    case 'nth':
      return nthRepeat(day, every);
    case 'weekend':
      return {repeat: {every, unit: 'week', weekdays: [6, 0]}};
    default:
      return UNCLEAR;
  }
};

/** Every Friday the 13th. */
const onWeekday = (own: PlainRepeat | Problem, {weekday}: TimePhrase): PlainRepeat | Problem => {
  if ('problem' in own || weekday === undefined) return own;
  return own.repeat.monthDays === undefined ? UNCLEAR : {...own, repeat: {...own.repeat, weekdays: [weekday]}};
};

const nthRepeat = (
  {nth, of, month, months, year}: Extract<Day, {kind: 'nth'}>,
  every: number,
): PlainRepeat | Problem => {
  if (months !== undefined || year !== undefined) return UNCLEAR;
  const unit = month === undefined ? 'month' : 'year';
  const place = {month};
  if (of !== 'workday') return {repeat: {every, unit, weekdays: [of], nth: [nth], ...place}};
  if (nth === 1 || nth === -1) return {repeat: {every, unit: 'month', workday: nth === 1 ? 'first' : 'last', ...place}};
  return {problem: {kind: 'nth-workday'}};
};

/** After "monthly" a day names the day of the month. After "daily" a day names the start of the series. */
const joined = (repeat: Repeat, phrase: TimePhrase): PlainRepeat | Problem => {
  const {day, weekdays, monthDays} = phrase;
  const isOpen = repeat.weekdays === undefined && repeat.monthDays === undefined && repeat.workday === undefined;
  if (weekdays !== undefined) {
    return repeat.unit === 'week' && isOpen ? {repeat: {...repeat, weekdays}} : UNCLEAR;
  }
  if (monthDays !== undefined) {
    return repeat.unit === 'month' && isOpen ? {repeat: {...repeat, monthDays}} : UNCLEAR;
  }
  if (day === undefined) return {repeat};
  if (isOpen && repeat.unit !== 'day' && repeat.unit !== 'hour' && repeat.unit !== 'minute') {
    const own = onWeekday(everyDay(repeat.unit === 'year' ? ofWholeYear(day) : day, repeat.every), phrase);
    if (!('problem' in own)) {
      const {unit} = own.repeat;
      if (unit === repeat.unit) return own;
      if (repeat.unit === 'year' && unit === 'month' && own.repeat.month !== undefined)
        return {repeat: {...own.repeat, every: 12 * repeat.every}};
      if (repeat.unit === 'month' && unit === 'week') return {problem: {kind: 'which-of-month'}};
      if (repeat.unit === 'year' && unit !== 'year') return UNCLEAR;
    }
    if (isMovable(day)) return UNCLEAR;
  }
  return {
    repeat,
    from: {...emptyPhrase(phrase.start), day, weekday: phrase.weekday},
  };
};

/** "every year on the first friday" is in January, "on the last friday" in December. */
const ofWholeYear = (day: Day): Day =>
  day.kind === 'weekday' && day.which === 'last'
    ? {kind: 'nth', nth: -1, of: day.weekday, month: 12}
    : day.kind === 'nth' && day.month === undefined && day.of !== 'workday'
      ? {...day, month: day.nth < 0 ? 12 : 1}
      : day;

/** A holiday whose date no rule can say: the first Sunday in Advent, Black Friday. */
const isMovable = (day: Day): boolean =>
  day.kind === 'from-date' || (day.kind === 'from' && (day.day.kind === 'nth' || day.day.kind === 'easter'));

/** "twice a week on monday and friday" */
const oftenOf = (phrase: TimePhrase): PlainRepeat | Problem => {
  const {often, weekdays, monthDays, window, times} = phrase;
  if (often === undefined) return UNCLEAR;
  switch (often.unit) {
    case 'day':
      return times.length >= often.times || window !== undefined
        ? {repeat: {every: 1, unit: 'day'}}
        : {problem: {kind: 'times-of-day'}};
    case 'week':
      return weekdays !== undefined && weekdays.length === often.times
        ? {repeat: {every: 1, unit: 'week', weekdays}}
        : {problem: {kind: 'days-of-week'}};
    case 'month':
      return monthDays !== undefined && monthDays.length === often.times
        ? {repeat: {every: 1, unit: 'month', monthDays}}
        : {problem: {kind: 'days-of-month'}};
    default:
      return {problem: {kind: 'how-long-between'}};
  }
};

/**
 * A series within a month, a week or a day that the words name, "every monday in december": the phrase with the first
 * and the last day of its period as start and end. Other phrases stay as they are.
 */
export const withinPeriod = (phrase: TimePhrase): TimePhrase => {
  const {day, weekday, start} = phrase;
  const edges = [phrase.until, phrase.starting, phrase.count, phrase.lasting, phrase.fromNow];
  const period = day && isWithin(phrase, day) && edges.every(part => part === undefined) ? periodOf(day) : undefined;
  if (period === undefined) return phrase;
  const edge = (edgeDay: Day): TimePhrase => ({...emptyPhrase(start), day: edgeDay});
  return {
    ...phrase,
    day: undefined,
    weekday: undefined,
    weekdays: weekday === undefined ? phrase.weekdays : [weekday],
    starting: period.first ? edge(period.first) : phrase.starting,
    until: edge(period.last),
  };
};

/**
 * "every monday", "every day", "weekdays", "every night". Within a day only what repeats by the hour: "every hour
 * tomorrow".
 */
const isWithin = ({repeat, every, weekday, times}: TimePhrase, {kind}: Day): boolean => {
  if (kind === 'ahead') return repeat?.unit === 'hour' || repeat?.unit === 'minute';
  if (repeat !== undefined) return repeat.unit === 'day' || (repeat.unit === 'week' && repeat.weekdays !== undefined);
  return every !== undefined && (weekday !== undefined || times.some(({part}) => part !== undefined));
};

type Period = {readonly first?: Day; readonly last: Day};

const periodOf = (day: Day): Period | undefined => {
  if (day.kind === 'date' && day.isMonth === true) {
    const {month, year} = day;
    return {first: {...day, isMonth: undefined}, last: {kind: 'of-month', day: -1, month, year}};
  }
  if (day.kind === 'ahead') return {first: day, last: day};
  if (day.kind !== 'period' || day.unit === 'year' || day.isEdge === true) return undefined;
  const {unit, ahead} = day;
  const last: Day =
    unit === 'week' ? {kind: 'of-week', weekday: 0, weeks: ahead} : {kind: 'of-month', day: -1, months: ahead};
  return ahead === 0 ? {last} : {first: day, last};
};

const UNCLEAR: Problem = {problem: {kind: 'how-often'}};
