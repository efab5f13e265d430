// Parses a whole sentence into a time, a recurrence and a text. Languages turn words into pieces (scan.ts). Adjacent pieces form a time
// (gather.ts). One time is chosen (choose.ts) and becomes an instant or a series.
import {present} from '../../../shared/fields/present.ts';
import {ENGLISH} from '../../../shared/languages/en/english.ts';
import type {TimeFault, UnusedTime} from '../../../shared/languages/faults.ts';
import type {Language} from '../../../shared/languages/language.ts';
import {LANGUAGES} from '../../../shared/languages/languages.ts';
import type {TimeNote} from '../../../shared/languages/time-note.ts';
import type {Piece} from '../../../shared/languages/times/meaning.ts';
import type {TimeWords} from '../../../shared/languages/times/time-words.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {offsetAt, type WallTime} from '../../../shared/time/zone.ts';
import {occurrencesAfter} from '../recurrence/occurrences.ts';
import {type Chosen, choose, type Range} from './choose.ts';
import {type Group, gather, isShiftAlone, leadIn} from './group-phrases.ts';
import {outsideQuotes, withoutQuotes} from './quoted.ts';
import type {Reading, ReadSentence, SentenceContext} from './reading.ts';
import {restOf} from './reminder-sentence.ts';
import {askBetween} from './resolve/ask-between.ts';
import {isMonthFirst} from './resolve/days.ts';
import {asOne, dateOrders, edgesOfWindow, halvesOfDay, onceOrSeries} from './resolve/other-readings.ts';
import {type Problem, resolve, type TimeContext} from './resolve/resolve.ts';
import {seriesOf} from './resolve/series.ts';
import {notesOf} from './resolve/time-notes.ts';
import {scan} from './scan.ts';
import {repeats, type TimePhrase} from './time-phrase.ts';

/** Never throws. */
export const readSentence = (text: string, context: SentenceContext): Reading => {
  const seen = spoken(text.slice(0, LONGEST), context);
  const reading = readSeen(text, seen, context);
  return reading.kind === 'unused' && seen.isSure === true ? {...reading, language: seen.code} : reading;
};

const readSeen = (text: string, seen: Seen, context: SentenceContext): Reading => {
  const sentence = text.slice(0, LONGEST);
  const {groups, language} = seen;
  const chosen = choose(groups, sentence, language, leadIn(sentence, language));
  if (chosen === undefined) return without(sentence, groups, language);
  const rest = restOf(sentence, text, chosen.ranges, language);
  const when = chosen.ranges.map(range => wordsAt(sentence, range)).join(' ');
  const instead =
    chosen.instead === undefined ? shortAlternative(sentence, chosen, language) : wordsAt(sentence, chosen.instead);
  if (instead !== undefined) return unused('either', instead, when);
  const beside = besideTime(sentence, chosen, language);
  if (beside !== undefined) return unused('open', beside);
  if (chosen.unused !== undefined) return unusedReading(sentence, chosen, chosen.unused, groups);
  const said = withoutQuotes(rest);
  const unread = (language.sentence.timeLike.exec(said) ?? unreadSeries(chosen.main, said, language))?.[0];
  if (unread !== undefined && !endsInColon(sentence, chosen.ranges)) return notUsed(unread.trim(), when);
  const settings: TimeContext = {
    now: context.now,
    zone: context.zone,
    monthFirst: isMonthFirst(context.locale ?? '', context.zone),
    bareHours: context.bareHours ?? 'afternoon',
    morning: timeOf(context.morning),
    wakes: language.sentence.wake.test(sentence),
    calendar: context.calendar ?? {},
  };
  const read = apart(
    [...expanded(chosen.main), ...chosen.others.flatMap(expanded)].map(phrase => meant(phrase, settings)),
  );
  const problem = read.find(one => 'problem' in one);
  if (problem !== undefined && 'problem' in problem) {
    return faulty(problem.problem, when, problem.isNamed === true);
  }
  const [first, ...also] = read.flatMap((one): readonly ReadSentence[] =>
    'problem' in one
      ? []
      : [{kind: 'read', when, text: rest, ...(seen.isSure === true && {language: seen.code}), ...one}],
  );
  if (first === undefined) return {kind: 'nothing'};
  return also.length === 0 ? first : {...first, also};
};

type Meant = Pick<
  ReadSentence,
  'fireAt' | 'zone' | 'note' | 'notes' | 'repeat' | 'ask' | 'isLoose' | 'isClock' | 'hasStart'
>;

/** The likeliest reading that is still ahead, and the question between all of those. */
const meant = (phrase: TimePhrase, context: TimeContext): Meant | Problem => {
  const edges = edgesOfWindow(phrase);
  const [first, ...others] = edges
    .flatMap(dateOrders)
    .flatMap(onceOrSeries)
    .flatMap(one => readingsOf(one, context));
  if (first === undefined) return {problem: {kind: 'never'}};
  const all = [first, ...others].flatMap(one => ('problem' in one ? [] : [one]));
  const found = all.filter(({fireAt}) => fireAt > context.now);
  // Late in a window, its end comes before its next start.
  const ahead = edges.length < 2 ? found : found.toSorted((one, other) => one.fireAt - other.fireAt);
  const [likeliest = first] = ahead;
  if ('problem' in likeliest) return likeliest;
  const clock = isClock(phrase) ? {isClock: true as const} : {};
  return {...likeliest, ...clock, ...present({ask: askBetween(ahead, context)})};
};

/** A time of day without a day: "18:45". */
const isClock = (phrase: TimePhrase): boolean => {
  const {day, span, lasting, instant, shift, weekdays, monthDays} = phrase;
  const days = [day, span, lasting, instant, shift, weekdays, monthDays, phrase.zone];
  return phrase.times.length > 0 && !repeats(phrase) && days.every(one => one === undefined);
};

const readingsOf = (phrase: TimePhrase, context: TimeContext): readonly (Meant | Problem)[] => {
  if (repeats(phrase)) return halvesOfDay(phrase, context).map(one => seriesMeant(one, context));
  return phrase.sun === undefined ? onceMeant(phrase, context) : [bySun(phrase, context)];
};

const seriesMeant = (phrase: TimePhrase, context: TimeContext): Meant | Problem => {
  const named = phrase.zone?.kind === 'zone' ? phrase.zone : undefined;
  const zone = named?.zone ?? context.zone;
  const series = seriesOf(phrase, context);
  if ('problem' in series) return series;
  const notes = notesOf({at: series.at, zone, ...present({assumed: series.assumed, named: named?.name})}, context.zone);
  const loose = series.isLoose ? {isLoose: true as const} : {};
  const started = series.hasStart ? {hasStart: true as const} : {};
  return {fireAt: series.at, zone, repeat: series.repeat, ...notes, ...loose, ...started};
};

const onceMeant = (phrase: TimePhrase, context: TimeContext): readonly (Meant | Problem)[] => {
  const named = phrase.zone;
  const zone = named?.kind === 'zone' ? named.zone : context.zone;
  const found = resolve(phrase, context);
  if ('problem' in found) return [found];
  if (!Number.isFinite(found.at) || found.at > LAST_INSTANT) return [{problem: {kind: 'too-far'}, isNamed: true}];
  const there = named?.kind === 'offset' ? {there: {name: named.name, offsetMs: named.offsetMs}} : {};
  const at = (instant: EpochMs, wall: WallTime | undefined): Meant => {
    const name = named?.kind === 'zone' ? named.name : undefined;
    const ranged: readonly TimeNote[] = phrase.range === undefined ? [] : [{kind: 'first-day', said: phrase.range}];
    const assumed = [...(wall === found.wall ? (found.assumed ?? []) : []), ...ranged];
    const notes = notesOf({at: instant, zone, assumed, ...present({wall, named: name}), ...there}, context.zone);
    return {fireAt: instant, zone, ...notes};
  };
  return [at(found.at, found.wall), ...(found.other === undefined ? [] : [at(found.other, undefined)])];
};

/** A single reminder at the next sunrise or sunset: the first instant of a daily series. */
const bySun = (phrase: TimePhrase, context: TimeContext): Meant | Problem => {
  if (context.calendar.place === undefined) return {problem: {kind: 'needs-place'}};
  const series = seriesOf({...phrase, repeat: {every: 1, unit: 'day'}}, context);
  if ('problem' in series) return series;
  const {zone} = series.repeat;
  const [at] = occurrencesAfter({...series.repeat, words: ''}, context.now, 1, context.calendar);
  return at === undefined ? {problem: {kind: 'never'}} : {fireAt: at, zone};
};

/** "at 8 and in the evening at 8": two times in a sentence are never the same, so an ambiguous duplicate takes its other instant. */
const apart = (read: readonly (Meant | Problem)[]): readonly (Meant | Problem)[] =>
  read.map((one, index) => {
    if ('problem' in one || one.ask === undefined || read.length === 1) return one;
    const isTwice = read.some((other, at) => at !== index && !('problem' in other) && other.fireAt === one.fireAt);
    const last = one.ask.choices.at(-1);
    const {ask: _, ...plain} = one;
    return isTwice && last !== undefined ? {...plain, fireAt: Date.parse(last.when)} : plain;
  });

/** "at 9 and at 17" are two times, "monday and friday" two days. */
const expanded = (phrase: TimePhrase): readonly TimePhrase[] => {
  if (repeats(phrase)) return [phrase];
  const days: readonly TimePhrase[] =
    phrase.weekdays !== undefined
      ? phrase.weekdays.map(weekday => ({...phrase, day: {kind: 'weekday', weekday}}))
      : phrase.monthDays !== undefined
        ? phrase.monthDays.map(day => ({...phrase, day: {kind: 'of-month', day}}))
        : [phrase];
  const times = asOne(phrase.times);
  return days.flatMap(one => (times.length < 2 ? [one] : times.map(time => ({...one, times: [time]}))));
};

/** "at 3 or 4": the 4 alone isn't a time. */
const shortAlternative = (sentence: string, {ranges}: Chosen, language: TimeWords): string | undefined => {
  const found = ranges.flatMap(({end}) => language.sentence.orElse.exec(sentence.slice(end))?.[0] ?? []);
  return found[0]?.replace(/^[\s,]*\p{L}+\s+/u, '').trim();
};

/** "every dat at 9" is not one reminder. */
const unreadSeries = (main: TimePhrase, rest: string, {sentence}: TimeWords): RegExpExecArray | null =>
  repeats(main) ? null : sentence.unreadSeries.exec(rest);

/** "before noon", "early tomorrow", "tomorrow after lunch": words right beside the time that make it another one. */
const besideTime = (sentence: string, {main, ranges}: Chosen, {sentence: words}: TimeWords): string | undefined => {
  const isOpen = !repeats(main) && main.times.every(({clock}) => clock === undefined) && main.instant === undefined;
  for (const range of ranges) {
    const before = sentence.slice(0, range.start);
    const found = words.beyond.exec(before) ?? (isOpen ? words.vague.exec(before) : null);
    if (found !== null) return wordsAt(sentence, {start: found.index, end: range.end});
    const behind = isOpen ? words.vagueBehind.exec(sentence.slice(range.end)) : null;
    if (behind !== null) return wordsAt(sentence, {start: range.start, end: range.end + behind[0].length});
  }
  return undefined;
};

/** A fault that has a sentence in each language is data, too. */
const faulty = (fault: TimeFault, words: string, isNamed: boolean): Reading =>
  typeof fault === 'string'
    ? {kind: 'unused', phrase: words, reason: fault, isNamed}
    : {...unused(fault.kind, words, fault.value), isNamed};

const unused = (kind: UnusedTime, phrase: string, other = ''): Extract<Reading, {kind: 'unused'}> => ({
  kind: 'unused',
  phrase,
  reason: ENGLISH.answers.not.time[kind](phrase, other),
  isNamed: false,
  fault: {kind, other},
});

type Seen = {
  readonly code: string;
  readonly language: TimeWords;
  readonly groups: readonly Group[];
  readonly score: number;
  readonly isSure?: boolean;
};

/** "at 9 in Berlin" from a person in Berlin names the place, not the zone. */
const isOwnPlace = ({meaning}: Piece, zone: string, now: EpochMs): boolean =>
  meaning.kind === 'zone' && meaning.place === true && offsetAt(now, meaning.zone) === offsetAt(now, zone);

/** The language that recognizes more of the sentence. With equal scores the person's language wins. */
const spoken = (text: string, {locale = '', zone, now, languages = LANGUAGES}: SentenceContext): Seen => {
  const all = languages
    .toSorted((one, other) => Number(isOf(other, locale)) - Number(isOf(one, locale)))
    .map(({code, times: language}): Seen => {
      const pieces = scan(text, language).filter(piece => !isOwnPlace(piece, zone, now));
      const groups = groupsIn(text, pieces, language);
      const phrase = groups.filter(({weight}) => weight > 0).reduce((sum, {start, end}) => sum + end - start, 0);
      return {code, language, groups, score: phrase + leadIn(text, language)};
    });
  const best = all.reduce((most, one) => (one.score > most.score ? one : most));
  return {...best, isSure: all.every(one => one === best || one.score < best.score)};
};

/** A time in quotes is text, unless the sentence has no other. */
const groupsIn = (text: string, pieces: readonly Piece[], language: TimeWords): readonly Group[] => {
  const outside = outsideQuotes(text, pieces);
  const found = gather(text, outside, language);
  const isQuoted = outside.length < pieces.length && !found.some(({weight}) => weight > 0);
  return isQuoted ? gather(text, pieces, language) : found;
};

const isOf = ({code}: Language, locale: string): boolean => locale.toLowerCase().startsWith(code);

/** No time was found. The result names the words that look like a time. */
const without = (text: string, groups: readonly Group[], {sentence}: TimeWords): Reading => {
  const shift = groups.find(isShiftAlone);
  if (shift !== undefined) return unclear(phraseFrom(text, shift, groups));
  const unread = sentence.timeLike.exec(text.replace(sentence.leadIn, ''))?.[0];
  return unread === undefined ? {kind: 'nothing'} : unclear(unread.trim());
};

const unclear = (phrase: string): Reading => unused('unknown', phrase);

const unusedReading = (text: string, {ranges}: Chosen, unused: Range, groups: readonly Group[]): Reading => {
  const isShift = groups.some(group => group.start === unused.start && isShiftAlone(group));
  const phrase = isShift ? phraseFrom(text, unused, groups) : wordsAt(text, unused);
  return notUsed(phrase, ranges.map(range => wordsAt(text, range)).join(' '));
};

/** "tomorrow at 9: every meeting counts": the colon marks the end of the time. */
const endsInColon = (text: string, ranges: readonly Range[]): boolean =>
  ranges.some(({end}) => /^\s*:/u.test(text.slice(end)) || /:\s*$/u.test(text.slice(0, end)));

const notUsed = (phrase: string, used: string): Reading => unused('unused', phrase, used);

/** "the day before my flight": the range up to the next time. */
const phraseFrom = (text: string, {start, end}: Range, groups: readonly Group[]): string => {
  const next = groups.find(group => group.start >= end)?.start ?? text.length;
  const words = text.slice(start, next).split(/\s+/u).slice(0, LONGEST_PHRASE).join(' ');
  return words
    .replace(/[\s,;:.!?]*(?:\b(?:on|at|in|to|am|um)\b)?[\s,;:.!?]*$/iu, '')
    .replace(/\s+(?:to|that)\s.*$/isu, '');
};

const wordsAt = (text: string, {start, end}: Range): string => text.slice(start, end).replace(/[\s,;:]+$/u, '');

const timeOf = (morning = '09:00'): {readonly hour: number; readonly minute: number} => {
  const [hour = 9, minute = 0] = morning.split(':').map(Number);
  return {hour, minute};
};

const LONGEST = 1_000;
const LONGEST_PHRASE = 8;
const LAST_INSTANT = Date.UTC(9999, 0, 1);
