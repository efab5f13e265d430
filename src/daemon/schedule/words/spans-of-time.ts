// Lengths of time in people's words ("20m", "1h30", "2 days and 3 hours", "half an hour"), and where they stand in a
// sentence. Pure. A day is 24 hours here: "in 2 days" is 48 hours from now, whatever the clocks do.
import {DAY, HOUR, MINUTE, SECOND} from '../../../shared/time/time.ts';

/** Months have no length: they are counted on the calendar. */
export type Span = {readonly ms: number; readonly months: number};

type FoundSpan = {
  readonly start: number;
  readonly end: number;
  readonly span: Span;
  /** How it was said: `in 5 minutes` (also `after`, `within`, `… from now`), `for 5 minutes`, or just `5 minutes`. */
  readonly manner: 'in' | 'for' | 'bare';
};

/** The length the whole text names, with or without a leading "in"; undefined when it names none. */
export const readSpan = (text: string): Span | undefined => {
  const said = text.trim().replace(/^\+\s*|[.!]+$/gu, '');
  const [first] = findSpans(said);
  return first !== undefined && first.start === 0 && first.end === said.length ? first.span : undefined;
};

/** Every length of time in a sentence that may say when something is to happen, in order. */
export const findSpans = (text: string): readonly FoundSpan[] => {
  const words = wordsOf(text);
  const found: FoundSpan[] = [];
  let at = 0;
  while (at < words.length) {
    const read = readAt(words, at);
    if (read === undefined) {
      at += 1;
      continue;
    }
    const lead = leadBefore(words, at);
    const {next, ahead} = trailAfter(words, read.next);
    const {start} = words[lead.from] ?? {start: 0};
    const end = words[next - 1]?.end ?? text.length;
    const manner = ahead ? 'in' : lead.manner;
    if (!isElsewhere(words, lead.from, next, manner)) found.push({start, end, span: read.span, manner});
    at = next;
  }
  return found;
};

type Word = {readonly text: string; readonly start: number; readonly end: number};
type Read<T> = {readonly next: number} & T;

const wordsOf = (text: string): readonly Word[] =>
  [...text.matchAll(/\d+(?:[.,]\d+)?|\p{L}+|\S/gu)].map(match => ({
    text: match[0].toLowerCase(),
    start: match.index,
    end: match.index + match[0].length,
  }));

/** A run of counts and units, the larger before the smaller: "30 minutes 2 hours" is two lengths. */
const readAt = (words: readonly Word[], from: number): Read<{span: Span}> | undefined => {
  let [ms, months, next, last] = [0, 0, from, Number.POSITIVE_INFINITY];
  for (;;) {
    const joined = next === from ? next : skip(words, next, [',', 'and', '&']);
    const item = readItem(words, joined, last);
    if (item === undefined) break;
    ms += item.ms;
    months += item.months;
    ({next, rank: last} = item);
  }
  return next === from ? undefined : {next, span: {ms, months}};
};

type Item = Span & {readonly rank: number};

const readItem = (words: readonly Word[], from: number, below: number): Read<Item> | undefined => {
  const count = readCount(words, from);
  if (count === undefined) return undefined;
  const unit = UNITS.get(words[count.next]?.text ?? '');
  // After an `h`, one or two digits alone are minutes: "1h30".
  if (unit === undefined) {
    const alone = words[from - 1]?.text === 'h' && below === HOURS.rank && /^\d{1,2}$/u.test(words[from]?.text ?? '');
    return alone ? {...MINUTES, ms: count.value * MINUTE, next: count.next} : undefined;
  }
  if (unit.rank >= below) return undefined;
  const more = readFraction(words, count.next + 1);
  const value = count.value + more.value;
  return {rank: unit.rank, ms: Math.round(value * unit.ms), months: Math.round(value * unit.months), next: more.next};
};

/** "3", "1.5", "two and a half", "twenty-five", "a couple of", "half an", "three quarters of an". */
const readCount = (words: readonly Word[], from: number): Read<{value: number}> | undefined => {
  const text = (offset: number): string => words[from + offset]?.text ?? '';
  const phrase = PHRASES.find(({said}) => said.every((word, offset) => text(offset) === word));
  if (phrase !== undefined) return {value: phrase.value, next: from + phrase.said.length};
  const value = /^\d/u.test(text(0)) ? Number(text(0).replace(',', '.')) : NUMBERS.get(text(0));
  if (value === undefined) return undefined;
  const hyphen = text(1) === '-' ? 2 : 1;
  const ones = value >= 20 && !/^\d/u.test(text(0)) ? NUMBERS.get(text(hyphen)) : undefined;
  if (ones !== undefined && ones < 10) return {value: value + ones, next: from + hyphen + 1};
  const half = readFraction(words, from + 1);
  return {value: value + half.value, next: half.next};
};

const readFraction = (words: readonly Word[], from: number): Read<{value: number}> => {
  const article = words[from + 1]?.text === 'a' ? 2 : 1;
  const value = words[from]?.text === 'and' ? FRACTIONS.get(words[from + article]?.text ?? '') : undefined;
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
): {readonly from: number; readonly manner: FoundSpan['manner']} => {
  const from = NEARLY.includes(words[at - 1]?.text ?? '') ? at - 1 : at;
  const word = words[from - 1]?.text ?? '';
  if (['in', 'after', 'within'].includes(word)) return {from: from - 1, manner: 'in'};
  return word === 'for' ? {from: from - 1, manner: 'for'} : {from, manner: 'bare'};
};

/** "from now", "later", "'s time" and "or so" belong to it. */
const trailAfter = (words: readonly Word[], at: number): {readonly next: number; readonly ahead: boolean} => {
  const trail = TRAILS.find(({said}) => said.every((word, offset) => words[at + offset]?.text === word));
  if (trail === undefined) return {next: at, ahead: false};
  const further = trailAfter(words, at + trail.said.length);
  return {next: further.next, ahead: trail.ahead || further.ahead};
};

/** "every 5 minutes", "2 days ago", "ten minutes to six" are no way to say how far ahead something is. */
const isElsewhere = (words: readonly Word[], from: number, next: number, manner: FoundSpan['manner']): boolean => {
  const [before = '', after = '', third = ''] = [words[from - 1], words[next], words[next + 1]].map(word => word?.text);
  if (['every', 'each', 'per', 'last', 'past', 'next', 'this', 'the'].includes(before)) return true;
  if (['ago', 'earlier', 'early', 'late', 'old', 'long'].includes(after)) return true;
  // "2 days before the party": nobody said when that is.
  if (manner === 'bare' && ['before', 'after'].includes(after)) return true;
  const ofClock = /^\d/u.test(third) || NUMBERS.has(third) || ['noon', 'midnight'].includes(third);
  return manner === 'bare' && ['to', 'past', 'till', 'until'].includes(after) && ofClock;
};

type Unit = {readonly rank: number; readonly ms: number; readonly months: number};

const unit = (rank: number, ms: number, months = 0): Unit => ({rank, ms, months});
const MINUTES = unit(2, MINUTE);
const HOURS = unit(3, HOUR);
const named = (names: string, one: Unit): readonly (readonly [string, Unit])[] =>
  names.split(' ').map(name => [name, one]);
const UNITS: ReadonlyMap<string, Unit> = new Map([
  ...named('s sec secs second seconds', unit(1, SECOND)),
  ...named('m min mins minute minutes', MINUTES),
  ...named('h hr hrs hour hours', HOURS),
  ...named('d day days', unit(4, DAY)),
  ...named('w wk wks week weeks', unit(5, 7 * DAY)),
  ...named('mo mos month months', unit(6, 0, 1)),
  ...named('y yr yrs year years', unit(7, 0, 12)),
]);

const ONES = 'zero one two three four five six seven eight nine ten eleven twelve'.split(' ');
const NUMBERS: ReadonlyMap<string, number> = new Map([
  ...ONES.map((word, value) => [word, value] as const),
  ['a', 1],
  ['an', 1],
  ['fifteen', 15],
  ['eighteen', 18],
  ['twenty', 20],
  ['thirty', 30],
  ['forty', 40],
  ['fifty', 50],
  ['sixty', 60],
  ['ninety', 90],
]);
const FRACTIONS: ReadonlyMap<string, number> = new Map([
  ['half', 0.5],
  ['quarter', 0.25],
]);

const phrase = (said: string, value: number) => ({said: said.split(' '), value});
/** Longer ones first. */
const PHRASES = [
  phrase('three quarters of an', 0.75),
  phrase('a quarter of an', 0.25),
  phrase('quarter of an', 0.25),
  phrase('a couple of', 2),
  phrase('couple of', 2),
  phrase('a couple', 2),
  phrase('a few', 3),
  phrase('half an', 0.5),
  phrase('half a', 0.5),
  phrase('a half', 0.5),
  phrase('half', 0.5),
];
const NEARLY = ['about', 'around', 'roughly', 'approximately', 'just', 'another', 'exactly'];
const TRAILS = [
  {said: ['from', 'now'], ahead: true},
  {said: ['from', 'today'], ahead: true},
  {said: ['later'], ahead: true},
  {said: ["'", 's', 'time'], ahead: true},
  {said: ['’', 's', 'time'], ahead: true},
  {said: ["'", 'time'], ahead: true},
  {said: ['’', 'time'], ahead: true},
  {said: ['or', 'so'], ahead: false},
];
