// Parses a whole sentence into a time, a recurrence and a text. Languages turn words into pieces (scan.ts). Adjacent
// pieces form a time (gather.ts). One time is chosen (choose.ts) and becomes an instant or a series.
import type {TimeNote} from '../../../shared/languages/answers.ts';
import {ENGLISH_TIMES} from '../../../shared/languages/en/times/times.ts';
import {DAY, type EpochMs} from '../../../shared/time/time.ts';
import type {WallTime} from '../../../shared/time/zone.ts';
import {occurrencesAfter} from '../recurrence/occurrences.ts';
import {choose} from './choose.ts';
import {leadIn} from './group-phrases.ts';
import {languageIn, withoutOtherLead} from './language-in.ts';
import type {PhraseTime, Reading, ReadSentence, SentenceContext, TimePhrase} from './reading.ts';
import {
  faultReading,
  leftOverTime,
  noTimeReading,
  questionIn,
  type Seen,
  type Told,
  unreadTime,
  wordsAt,
} from './refusals.ts';
import {maskQuotes, restOf} from './reminder-sentence.ts';
import type {Problem, TimeContext} from './resolve/context.ts';
import {countryOf, inCountry, isMonthFirst} from './resolve/days.ts';
import {
  askBetween,
  asOne,
  dateOrders,
  edgesOfWindow,
  halvesOfDay,
  hoursOrClock,
  inLaterHalf,
  onceOrSeries,
  pointedReadings,
} from './resolve/other-readings.ts';
import {resolve} from './resolve/resolve.ts';
import {seriesOf} from './resolve/series.ts';
import {notesOf} from './resolve/time-notes.ts';
import {repeats} from './time-phrase.ts';

/** Never throws. */
export const readSentence = (text: string, context: SentenceContext): Reading => {
  const seen = languageIn(text.slice(0, LONGEST), context);
  const reading = readSeen(withoutOtherLead(text, seen), seen, context);
  const answerIn = seen.code === ENGLISH_TIMES.code ? {} : {answerIn: seen.code};
  return {...reading, ...answerIn, ...(reading.kind === 'unused' && seen.isSure === true && {language: seen.code})};
};

const readSeen = (text: string, seen: Seen, context: SentenceContext): Reading => {
  const sentence = text.slice(0, LONGEST);
  const {groups, language} = seen;
  const chosen = choose(groups, sentence, language, leadIn(sentence, language));
  if (chosen === undefined) return noTimeReading(sentence, groups, language);
  const rest = restOf(sentence, text, chosen.ranges, language);
  const when = chosen.ranges.map(range => wordsAt(sentence, range)).join(' ');
  const told: Told = {sentence, seen, chosen, rest, when};
  const unread = unreadTime(told) ?? (context.answersQuestions === true ? undefined : questionIn(told));
  if (unread !== undefined) return unread;
  const settings: TimeContext = {
    now: context.now,
    zone: context.zone,
    monthFirst: isMonthFirst(context.locale ?? '', context.zone),
    bareHours: context.bareHours ?? 'afternoon',
    morning: timeOf(context.morning),
    wakes: language.sentence.wake().test(sentence),
    isLength: context.isLength === true,
    lastNightHour: language.lastNightHour,
    calendar: context.calendar ?? {},
  };
  const country = countryOf(context.locale ?? '', context.zone);
  const read = withoutRepeats(
    [chosen.main, ...chosen.others]
      .map(phrase => inCountry(phrase, country))
      .map(phrase => (language.leftOver.evening().test(maskQuotes(rest)) ? inEvening(phrase) : phrase))
      .flatMap(splitTimes)
      .map(phrase => likeliestReading(phrase, settings)),
  );
  const problem = read.find(reading => 'problem' in reading);
  if (problem !== undefined && 'problem' in problem) {
    return faultReading(problem.problem, when, problem.isNamed === true);
  }
  const left = leftOverTime(told);
  if (left !== undefined) return left;
  const [first, ...also] = read.flatMap((reading): readonly ReadSentence[] =>
    'problem' in reading
      ? []
      : [{kind: 'read', when, text: rest, language: seen.isSure === true ? seen.code : undefined, ...reading}],
  );
  if (first === undefined) return {kind: 'nothing'};
  return also.length === 0 ? first : {...first, also};
};

/** "evening walk tomorrow at 7" */
const inEvening = (phrase: TimePhrase): TimePhrase => ({
  ...phrase,
  times: phrase.times.map(time => {
    const {hour = 0, style = 'exact'} = time.clock ?? {};
    return style !== 'exact' && hour >= 4 && hour < 12 && time.part === undefined ? {...time, part: 'evening'} : time;
  }),
});

type TimeReading = Pick<
  ReadSentence,
  'fireAt' | 'zone' | 'note' | 'notes' | 'repeat' | 'ask' | 'isLoose' | 'isClock' | 'hasStart'
>;

/** The likeliest reading that is still ahead, and the question between all of those. */
const likeliestReading = (phrase: TimePhrase, context: TimeContext): TimeReading | Problem => {
  const ofSeries = {part: phrase.repeat?.part};
  if (phrase.times.some(time => isOfNoDay({...ofSeries, ...time}))) return {problem: {kind: 'no-such-time'}};
  const [dated = phrase, clocked] = pointedReadings(phrase);
  if (clocked !== undefined && phrase.weekday !== undefined) {
    // "friday 4.12" is a date if that is a Friday.
    const asDate = likeliestReading(dated, context);
    if ('problem' in asDate) return likeliestReading(clocked, context);
    if (asDate.fireAt - context.now < HALF_A_YEAR) return asDate;
  }
  const edges = pointedReadings(inLaterHalf(phrase, context)).flatMap(edgesOfWindow);
  const [first, ...others] = edges
    .flatMap(dateOrders)
    .flatMap(onceOrSeries)
    .flatMap(variant => (context.isLength ? [variant] : hoursOrClock(variant)))
    .flatMap(variant => readingsOf(variant, context));
  if (first === undefined) return {problem: {kind: 'never'}};
  const all = [first, ...others].flatMap(reading => ('problem' in reading ? [] : [reading]));
  const upcoming = all.filter(({fireAt}) => fireAt > context.now);
  // Late in a window, its end comes before its next start.
  const ahead = edges.length < 2 || clocked !== undefined ? upcoming : upcoming.toSorted((a, b) => a.fireAt - b.fireAt);
  const [likeliest = first] = ahead;
  if ('problem' in likeliest) return likeliest;
  const clock = isClock(phrase) ? {isClock: true as const} : {};
  return {...likeliest, ...clock, ask: askBetween(ahead, context) ?? likeliest.ask};
};

/** "1 evening", "11 in the afternoon" */
const isOfNoDay = ({clock, part}: PhraseTime): boolean =>
  clock !== undefined &&
  ((part === 'evening' && clock.hour >= 1 && clock.hour <= 3) ||
    (part === 'afternoon' && clock.hour >= 9 && clock.hour <= 11));

/** A time of day noTimeReading a day: "18:45". */
const isClock = (phrase: TimePhrase): boolean => {
  const {day, span, lasting, instant, shift, weekdays, monthDays} = phrase;
  const days = [day, span, lasting, instant, shift, weekdays, monthDays, phrase.zone];
  return phrase.times.length > 0 && !repeats(phrase) && days.every(part => part === undefined);
};

const readingsOf = (phrase: TimePhrase, context: TimeContext): readonly (TimeReading | Problem)[] => {
  if (repeats(phrase)) return halvesOfDay(phrase, context).map(half => seriesReading(half, context));
  return phrase.sun === undefined ? instantReadings(phrase, context) : [bySun(phrase, context)];
};

const seriesReading = (phrase: TimePhrase, context: TimeContext): TimeReading | Problem => {
  const named = phrase.zone?.kind === 'zone' ? phrase.zone : undefined;
  const zone = named?.zone ?? context.zone;
  const series = seriesOf(phrase, context);
  if ('problem' in series) return series;
  const notes = notesOf({at: series.at, zone, assumed: series.assumed, named: named?.name}, context.zone);
  const loose = series.isLoose ? {isLoose: true as const} : {};
  const started = series.hasStart ? {hasStart: true as const} : {};
  return {fireAt: series.at, zone, repeat: series.repeat, ...notes, ...loose, ...started};
};

const instantReadings = (phrase: TimePhrase, context: TimeContext): readonly (TimeReading | Problem)[] => {
  const named = phrase.zone;
  const zone = named?.kind === 'zone' ? named.zone : context.zone;
  const found = resolve(phrase, context);
  if ('problem' in found) return [found];
  if (!Number.isFinite(found.at) || found.at > LAST_INSTANT) return [{problem: {kind: 'too-far'}, isNamed: true}];
  const there = named?.kind === 'offset' ? {there: {name: named.name, offsetMs: named.offsetMs}} : {};
  const at = (instant: EpochMs, wall: WallTime | undefined): TimeReading => {
    const name = named?.kind === 'zone' ? named.name : undefined;
    const ranged: readonly TimeNote[] = phrase.range === undefined ? [] : [{kind: 'first-day', said: phrase.range}];
    const assumed = [...(wall === found.wall ? (found.assumed ?? []) : []), ...ranged];
    const notes = notesOf({at: instant, zone, assumed, wall, named: name, ...there}, context.zone);
    return {fireAt: instant, zone, ...notes};
  };
  return [at(found.at, found.wall), ...(found.other === undefined ? [] : [at(found.other, undefined)])];
};

/** A single reminder at the next sunrise or sunset: the first instant of a daily series. */
const bySun = (phrase: TimePhrase, context: TimeContext): TimeReading | Problem => {
  if (context.calendar.place === undefined) return {problem: {kind: 'needs-place'}};
  const series = seriesOf({...phrase, repeat: {every: 1, unit: 'day'}}, context);
  if ('problem' in series) return series;
  const {zone} = series.repeat;
  const [at] = occurrencesAfter({...series.repeat, words: ''}, context.now, 1, context.calendar);
  return at === undefined ? {problem: {kind: 'never'}} : {fireAt: at, zone};
};

/**
 * "at 8 and in the evening at 8": two times in a sentence are never the same, so an ambiguous duplicate takes its other
 * instant.
 */
const withoutRepeats = (read: readonly (TimeReading | Problem)[]): readonly (TimeReading | Problem)[] =>
  read.map((reading, index) => {
    if ('problem' in reading || reading.ask === undefined || read.length === 1) return reading;
    const {ask, ...plain} = reading;
    const isTwice = read.some((other, at) => at !== index && !('problem' in other) && other.fireAt === plain.fireAt);
    const last = ask.choices.at(-1);
    return isTwice && last !== undefined ? {...plain, fireAt: Date.parse(last.when)} : plain;
  });

/** "at 9 and at 17" are two times, "monday and friday" two days. */
const splitTimes = (phrase: TimePhrase): readonly TimePhrase[] => {
  if (repeats(phrase)) return [phrase];
  const days: readonly TimePhrase[] =
    phrase.weekdays !== undefined
      ? phrase.weekdays.map(weekday => ({...phrase, day: {kind: 'weekday', weekday}}))
      : phrase.monthDays !== undefined
        ? phrase.monthDays.map(day => ({...phrase, day: {kind: 'of-month', day}}))
        : [phrase];
  const times = asOne(phrase.times);
  return days.flatMap(day => (times.length < 2 ? [day] : times.map(time => ({...day, times: [time]}))));
};

const timeOf = (morning = '09:00'): {readonly hour: number; readonly minute: number} => {
  const [hour = 9, minute = 0] = morning.split(':').map(Number);
  return {hour, minute};
};

const HALF_A_YEAR = 182 * DAY;
const LONGEST = 1_000;
const LAST_INSTANT = Date.UTC(9999, 0, 1);
