// Parses durations ("20m", "1h30", "2 days and 3 hours", "half an hour") and finds them in a sentence. Pure. A day is
// 24 hours here: "in 2 days" is 48 hours from now, also across clock changes.
import type {Manner, Span} from '../../../shared/languages/times/meaning.ts';
import type {SpanWords, UnitOfTime} from '../../../shared/languages/times/time-words.ts';
import {DAY, MINUTE} from '../../../shared/time/time.ts';

type FoundSpan = {
  readonly start: number;
  readonly end: number;
  readonly span: Span;
  readonly manner: Manner;
  /** "2 hours before": a shift relative to the following time. */
  readonly shift?: 1 | -1;
};

/** The duration of the whole text, with or without a leading "in". Undefined if the text isn't a duration. */
export const spanOf = (text: string, language: SpanWords): Span | undefined => {
  const spoken = text.trim().replace(/^\+\s*|[.!]+$/gu, '');
  const [first] = findSpans(spoken, language);
  const isWhole = first !== undefined && first.start === 0 && first.end === spoken.length;
  return isWhole && first.shift === undefined && first.span.upTo === undefined ? first.span : undefined;
};

/** All durations in a sentence that may name a time, in order. */
export const findSpans = (text: string, language: SpanWords): readonly FoundSpan[] => {
  const words = wordsOf(text);
  const found: FoundSpan[] = [];
  let at = 0;
  while (at < words.length) {
    const read = readAt(words, at, language);
    if (read === undefined) {
      at += 1;
      continue;
    }
    const lead = leadBefore(words, at, language);
    const {next, ahead, trailing} = trailAfter(words, read.next, language);
    const {start} = words[lead.from] ?? {start: 0};
    const end = words[next - 1]?.end ?? text.length;
    const manner = trailing ?? (ahead ? 'in' : lead.manner);
    const after = words[next]?.text ?? '';
    const isOfText = manner === 'in' && !ahead && language.shiftsBehindIn.includes(after);
    const shift = manner === 'bare' || isOfText ? language.shifts.get(after) : undefined;
    if (shift !== undefined) {
      const from = isOfText ? (words[at]?.start ?? start) : start;
      found.push({start: from, end: words[next]?.end ?? end, span: read.span, manner: 'bare', shift});
    } else if (isOpening(words, at, lead) || !isElsewhere(words, lead.from, next, {manner, language}))
      found.push({start, end, span: read.span, manner});
    at = next;
  }
  return found;
};

type Word = {readonly text: string; readonly start: number; readonly end: number};
type ReadSpan<T> = {readonly next: number} & T;

const wordsOf = (text: string): readonly Word[] =>
  // "in 'ner Stunde" has an apostrophe before its word, "two days' time" has none.
  [...text.matchAll(/\d+(?:[.,]\d+)?|(?<=\s)['’]\p{L}+|\p{L}+|\S/gu)].map(match => ({
    text: match[0].toLowerCase().replace(/^['’](?=\p{L})/u, ''),
    start: match.index,
    end: match.index + match[0].length,
  }));

/** A sequence of numbers and units, larger units first: "30 minutes 2 hours" is two durations. */
const readAt = (words: readonly Word[], from: number, language: SpanWords): ReadSpan<{span: Span}> | undefined => {
  const range = readRange(words, from, language);
  if (range !== undefined) return range;
  let [ms, months, next, last] = [0, 0, from, Number.POSITIVE_INFINITY];
  for (;;) {
    const joined = next === from ? next : skip(words, next, [',', '&', ...language.and]);
    const item = readItem(words, joined, {below: last, language});
    if (item === undefined) break;
    ms += item.ms;
    months += item.months;
    ({next, rank: last} = item);
  }
  return next === from ? undefined : {next, span: lengthOf({ms, months, rank: last})};
};

/** "2-3 hours", "5 to 10 minutes" */
const readRange = (words: readonly Word[], from: number, language: SpanWords): ReadSpan<{span: Span}> | undefined => {
  const least = readCount(words, from, language);
  if (least === undefined || !language.to.includes(words[least.next]?.text ?? '')) return undefined;
  const most = readCount(words, least.next + 1, language);
  const unit = language.units.get(words[most?.next ?? words.length]?.text ?? '');
  if (most === undefined || unit === undefined || least.value >= most.value) return undefined;
  const [first, last] = [least, most].map(({value}) => lengthOf({...unitsOf(value, unit), rank: unit.rank}));
  return first && last && {next: most.next + 1, span: {...first, upTo: last}};
};

const lengthOf = ({ms, months, rank}: Item): Span => {
  const isOfHours = rank < DAY_RANK && ms > 0 && ms % DAY === 0;
  return {ms, months, isOfHours: isOfHours || undefined};
};

/** Weeks and months end on whole days: a week and a half is 10 days, half a month 15. */
const unitsOf = (value: number, unit: UnitOfTime): Span => {
  const [ms, months] = [Math.round(value * unit.ms), value * unit.months];
  const whole = Math.floor(months + TINY);
  const rest = months - whole > TINY ? Math.round((months - whole) * DAYS_OF_MONTH) * DAY : 0;
  return {ms: (unit.rank > DAY_RANK ? ms - (ms % DAY) : ms) + rest, months: whole};
};

type Item = Span & {readonly rank: number};
type ItemContext = {readonly below: number; readonly language: SpanWords};

const readItem = (words: readonly Word[], from: number, {below, language}: ItemContext): ReadSpan<Item> | undefined => {
  const count = readCount(words, from, language);
  if (count === undefined) return undefined;
  const unit = language.units.get(words[count.next]?.text ?? '');
  // After an `h`, one or two digits are minutes: "1h30". After other words of hours only where nothing follows: "an
  // hour and fifteen".
  if (unit === undefined) {
    const isShort = words[from - 1]?.text === 'h' && /^\d{1,2}$/u.test(words[from]?.text ?? '');
    const isLast = /^(?:[.,;:!?]|to|an)?$/u.test(words[count.next]?.text ?? '') && Number.isInteger(count.value);
    return below === HOUR_RANK && (isShort || (isLast && count.value < 60))
      ? {rank: MINUTE_RANK, ms: count.value * MINUTE, months: 0, next: count.next}
      : undefined;
  }
  if (unit.rank >= below) return undefined;
  const more = readFraction(words, count.next + 1, language);
  const value = count.value + more.value;
  return {rank: unit.rank, ...unitsOf(value, unit), next: more.next};
};

/** "3", "1.5", "two and a half", "twenty-five", "a couple of", "half an", "three quarters of an". */
const readCount = (
  words: readonly Word[],
  from: number,
  language: SpanWords,
): ReadSpan<{value: number}> | undefined => {
  const text = (offset: number): string => words[from + offset]?.text ?? '';
  const phrase = language.phrases.find(({spoken}) => spoken.every((word, offset) => text(offset) === word));
  if (phrase !== undefined) return {value: phrase.value, next: from + phrase.spoken.length};
  const part = figuresOf(words, from);
  if (part !== undefined) return part;
  // "1.000" is a thousand for some, and one for others.
  if (/^\d+[.,]\d{3}$/u.test(text(0))) return undefined;
  const value = /^\d/u.test(text(0)) ? Number(text(0).replace(',', '.')) : language.numbers.get(text(0));
  if (value === undefined) return undefined;
  // "1 1/2", "1 and a 1/2"
  const joined = language.and.includes(text(1)) ? (language.articles.includes(text(2)) ? 3 : 2) : 1;
  const more = figuresOf(words, from + joined);
  if (more !== undefined) return {value: value + more.value, next: more.next};
  const hyphen = text(1) === '-' ? 2 : 1;
  const ones = value >= 20 && !/^\d/u.test(text(0)) ? language.numbers.get(text(hyphen)) : undefined;
  if (ones !== undefined && ones < 10) return {value: value + ones, next: from + hyphen + 1};
  const half = readFraction(words, from + 1, language);
  return {value: value + half.value, next: half.next};
};

/** "1/2", "¾" */
const figuresOf = (words: readonly Word[], from: number): ReadSpan<{value: number}> | undefined => {
  const [top, slash, bottom] = [words[from], words[from + 1], words[from + 2]].map(word => word?.text ?? '');
  const single = SINGLE_FRACTIONS.get(top ?? '');
  if (single !== undefined) return {value: single, next: from + 1};
  const isFraction = /^[1-9]$/u.test(top ?? '') && slash === '/' && /^[2-9]$/u.test(bottom ?? '');
  const value = Number(top) / Number(bottom);
  return isFraction && value < 1 ? {value, next: from + 3} : undefined;
};

const readFraction = (
  words: readonly Word[],
  from: number,
  {and, articles, fractions}: SpanWords,
): ReadSpan<{value: number}> => {
  const article = articles.includes(words[from + 1]?.text ?? '') ? 2 : 1;
  const value = and.includes(words[from]?.text ?? '') ? fractions.get(words[from + article]?.text ?? '') : undefined;
  return value === undefined ? {value: 0, next: from} : {value, next: from + article + 1};
};

const skip = (words: readonly Word[], from: number, skipped: readonly string[]): number => {
  let next = from;
  while (skipped.includes(words[next]?.text ?? '')) next += 1;
  return next;
};

const leadBefore = (
  words: readonly Word[],
  at: number,
  {leads, nearly, nearlyBehindLead}: SpanWords,
): {readonly from: number; readonly manner: Manner} => {
  const begin = (known: readonly string[]): number => {
    const isKnown = (index: number): boolean => known.includes(words[index]?.text ?? '');
    let from = at;
    // "ca. 20 Minuten"
    while (isKnown(from - 1) || (words[from - 1]?.text === '.' && isKnown(from - 2))) from -= 1;
    return from;
  };
  const from = begin([...nearly, ...nearlyBehindLead]);
  const manner = leads.get(words[from - 1]?.text ?? '');
  return manner === undefined ? {from: begin(nearly), manner: 'bare'} : {from: from - 1, manner};
};

/** "from now", "later", "'s time" and "or so" belong to the duration. */
const trailAfter = (
  words: readonly Word[],
  at: number,
  language: SpanWords,
): {readonly next: number; readonly ahead: boolean; readonly trailing?: Manner} => {
  const trail = language.trails.find(({spoken}) => spoken.every((word, offset) => words[at + offset]?.text === word));
  if (trail === undefined) return {next: at, ahead: false};
  const further = trailAfter(words, at + trail.spoken.length, language);
  const trailing = trail.manner ?? further.trailing;
  return {next: further.next, ahead: trail.ahead || further.ahead, trailing};
};

/** "5m late lunch", "in 20m early bird": a figure and its unit in one word. The word behind them begins the text. */
const isOpening = (
  words: readonly Word[],
  at: number,
  lead: {readonly from: number; readonly manner: Manner},
): boolean =>
  (lead.from === 0 || lead.manner === 'in') &&
  /^\d/u.test(words[at]?.text ?? '') &&
  /^\p{L}/u.test(words[at + 1]?.text ?? '') &&
  words[at]?.end === words[at + 1]?.start;

/** "every 5 minutes", "2 days ago" and "ten minutes to six" don't name a time ahead. */
const isElsewhere = (
  words: readonly Word[],
  from: number,
  next: number,
  {manner, language}: {readonly manner: Manner; readonly language: SpanWords},
): boolean => {
  const [before = '', after = '', third = ''] = [words[from - 1], words[next], words[next + 1]].map(word => word?.text);
  if (language.elsewhereBefore.includes(before) || language.elsewhereAfter.includes(after)) return true;
  const ofClock = /^\d/u.test(third) || language.numbers.has(third) || language.clockNames.includes(third);
  return manner === 'bare' && language.clockJoints.includes(after) && ofClock;
};

const MINUTE_RANK = 2;
const HOUR_RANK = 3;
const DAY_RANK = 4;
const DAYS_OF_MONTH = 30;
const TINY = 1e-9;
const SINGLE_FRACTIONS: ReadonlyMap<string, number> = new Map([
  ['½', 0.5],
  ['¼', 0.25],
  ['¾', 0.75],
]);
