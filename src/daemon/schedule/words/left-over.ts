// Finds the words of a sentence that look like a part of a time but that its time doesn't use. Such words never become
// text unless the words beside them say that they belong to it. Pure.
import {type Meaning, type Piece, yearOf} from '../../../shared/languages/times/meaning.ts';
import {OTHER_CALENDARS} from '../../../shared/languages/times/other-calendars.ts';
import type {TimeWords, Trace} from '../../../shared/languages/times/time-words.ts';
import {DAY} from '../../../shared/time/time.ts';
import type {Range} from './choose.ts';
import type {TimePhrase} from './reading.ts';
import {repeats} from './time-phrase.ts';

/** `text`: the sentence, in which no character of a quote or a lead-in is left. `ranges`: where its time stands. */
type Told = {
  readonly text: string;
  readonly main: TimePhrase;
  readonly ranges: readonly Range[];
  /** Words that may be a part of a time in another language. */
  readonly foreign: readonly Piece[];
};

/** The first range of such words. */
export const leftOver = ({text, main, ranges, foreign}: Told, language: TimeWords): Range | undefined => {
  const around = {needs: needsOf(main), isSeries: repeats(main), language};
  const found = gapsOf(text, ranges).flatMap(gap => [
    ...[...language.leftOver.traces, ...OTHER_CALENDARS].flatMap(trace => tracesIn(gap, trace, around)),
    ...foreign.flatMap(piece => foreignTrace(gap, piece, around) ?? []),
  ]);
  return found.toSorted((a, b) => a.start - b.start)[0];
};

/** A clause beside the time that says when, such as "until I say stop". */
export const conditionBeside = ({text, main, ranges}: Told, {leftOver: words}: TimeWords): Range | undefined => {
  for (const {start, said, isAfter} of gapsOf(text, ranges)) {
    const beside = isAfter || start === 0 ? words.condition().exec(said) : null;
    const found = beside ?? (repeats(main) ? words.conditionOfSeries().exec(said) : null);
    if (found !== null) return clauseAt(text, start + found.index);
  }
  return undefined;
};

/** Up to the end of the clause. */
const clauseAt = (text: string, from: number): Range => {
  const start = from + (/^[\s,]*/u.exec(text.slice(from))?.[0].length ?? 0);
  const length = /^[^,.;!?\n]*/u.exec(text.slice(start))?.[0].trimEnd().length ?? 0;
  return {start, end: start + length};
};

/** The text on one side of a time, on its line. `isAfter`: right of a time, `isBefore`: left of one. */
type Gap = {readonly start: number; readonly said: string; readonly isAfter: boolean; readonly isBefore: boolean};

const gapsOf = (text: string, ranges: readonly Range[]): readonly Gap[] => {
  const edges = [0, ...ranges.flatMap(({start, end}) => [start, end]), text.length];
  return ranges
    .map((_, index) => index)
    .concat(ranges.length)
    .flatMap((index): readonly Gap[] => {
      const [from = 0, to = from] = [edges[2 * index], edges[2 * index + 1]];
      const said = text.slice(from, to);
      const [isAfter, isBefore] = [index > 0, index < ranges.length];
      const line = said.indexOf('\n');
      if (line < 0) return [{start: from, said, isAfter, isBefore}];
      const last = said.lastIndexOf('\n') + 1;
      return [
        ...(isAfter ? [{start: from, said: said.slice(0, line), isAfter, isBefore: false}] : []),
        ...(isBefore ? [{start: from + last, said: said.slice(last), isAfter: false, isBefore}] : []),
      ];
    });
};

type Around = {readonly needs: ReadonlySet<Trace['adds']>; readonly isSeries: boolean; readonly language: TimeWords};

const tracesIn = (gap: Gap, trace: Trace, around: Around): readonly Range[] => {
  if (trace.ofSeries === true && !around.isSeries) return [];
  if (trace.ifMissing === true && !around.needs.has(trace.adds)) return [];
  if (trace.isBehind === true && !gap.isAfter) return [];
  return [...gap.said.matchAll(trace.words())].flatMap(
    match => traceAt(gap, match.index, match[0].length, trace, around) ?? [],
  );
};

/** A piece of another language is a trace of what it means: "meeting montag at 3pm". */
const foreignTrace = (gap: Gap, {start, end, meaning}: Piece, around: Around): Range | undefined => {
  const adds = ADDED[meaning.kind];
  const isNameOfMonth = meaning.kind === 'day' && meaning.day.kind === 'date' && meaning.day.isMonth === true;
  if (adds === undefined || isNameOfMonth || start < gap.start || end > gap.start + gap.said.length) return undefined;
  // "friday abend kino" is hardly about an "abend kino".
  const isOpen = adds === 'clock' && around.needs.has('clock');
  return traceAt(gap, start - gap.start, end - start, {adds, isName: isOpen ? undefined : true}, around);
};

const ADDED: {readonly [Kind in Meaning['kind']]?: Trace['adds']} = {
  clock: 'clock',
  part: 'clock',
  day: 'day',
  weekdays: 'day',
  'month-days': 'day',
  repeat: 'series',
  every: 'series',
  often: 'series',
  until: 'nothing',
  except: 'nothing',
};

const traceAt = (
  gap: Gap,
  index: number,
  length: number,
  trace: Omit<Trace, 'words'>,
  {needs, language}: Around,
): Range | undefined => {
  const isMissing = needs.has(trace.adds);
  const {owner, ofMatter, numbered, describes, joints} = language.leftOver;
  const [before, behind] = [gap.said.slice(0, index), gap.said.slice(index + length)];
  const distance = Math.min(
    gap.isAfter ? wordCount(before, joints) : Number.POSITIVE_INFINITY,
    gap.isBefore ? wordCount(behind, joints) : Number.POSITIVE_INFINITY,
  );
  if (distance > (isMissing ? (trace.reach ?? NEAR) : 0)) return undefined;
  if (numbered().test(before) || (trace.isNeverOwned !== true && owner().test(before))) return undefined;
  if (trace.isNeverOwned !== true && (!isMissing || distance > 0) && ofMatter().test(before)) return undefined;
  if (trace.isName === true && describes().test(behind)) return undefined;
  return {start: gap.start + index, end: gap.start + index + length};
};

const wordCount = (text: string, joints: ReadonlySet<string>): number =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].filter(([word]) => !joints.has(word.toLowerCase())).length;

/** The parts that the time lacks. */
const needsOf = (main: TimePhrase): ReadonlySet<Trace['adds']> => {
  const {day, span, repeat, times} = main;
  const isExact = span !== undefined && (span.ms % DAY !== 0 || span.isOfHours === true);
  const isOfHours = repeat?.unit === 'hour' || repeat?.unit === 'minute';
  const hasClock =
    isExact ||
    isOfHours ||
    times.some(({clock, part}) => clock !== undefined || part === 'noon' || part === 'midnight');
  const others = [main.window, main.instant, main.sun, main.sameTime, main.lasting];
  // "5d chess friday": a bare length may belong to the text.
  const days = [
    day,
    main.manner === 'bare' ? undefined : span,
    main.instant,
    main.weekdays,
    main.monthDays,
    repeat?.weekdays,
    repeat?.monthDays,
    main.lasting,
  ];
  const isDaily = isOfHours || (repeat?.unit === 'day' && repeat.every === 1) || main.every !== undefined;
  const needs: Trace['adds'][] = [
    ...(hasClock || others.some(value => value !== undefined) ? [] : (['clock'] as const)),
    ...(isDaily || days.some(value => value !== undefined) ? [] : (['day'] as const)),
    ...(day !== undefined && day.kind !== 'ahead' && day.kind !== 'weekday' && yearOf(day) === undefined
      ? (['year'] as const)
      : []),
    ...(repeats(main) ? [] : (['series'] as const)),
    'nothing',
  ];
  return new Set(needs);
};

const NEAR = 2;
