// Tells which words of a sentence look like a time but can't be used, and why. Pure.
import {ENGLISH_FAULTS} from '../../../shared/languages/en/faults.ts';
import type {Piece, TimeFault, UnusedTime} from '../../../shared/languages/times/meaning.ts';
import type {TimeWords} from '../../../shared/languages/times/time-words.ts';
import type {Chosen, Range} from './choose.ts';
import type {Group} from './group-phrases.ts';
import {isShiftAlone} from './group-weight.ts';
import {conditionBeside, leftOver} from './left-over.ts';
import type {Reading, TimePhrase} from './reading.ts';
import {maskQuotes, withoutQuotes} from './reminder-sentence.ts';
import {repeats} from './time-phrase.ts';

/** The sentence in the language that reads most of it. */
export type Seen = {
  readonly code: string;
  readonly language: TimeWords;
  readonly nag: RegExp;
  /** The other languages. */
  readonly others: readonly TimeWords[];
  /** With the times that only another language reads. */
  readonly groups: readonly Group[];
  /** Words that may be a part of a time in another language. */
  readonly foreign: readonly Piece[];
  /** The length of the lead-in of another language. */
  readonly otherLead: number;
  readonly isSure: boolean;
};

/** A sentence with its time. `when`: the words of the time, `rest`: the text. */
export type Told = {
  readonly sentence: string;
  readonly seen: Seen;
  readonly chosen: Chosen;
  readonly rest: string;
  readonly when: string;
};

/** Words that make the time another one: an alternative, an edge, a second time. */
export const unreadTime = ({
  sentence,
  seen: {language, others, groups},
  chosen,
  rest,
  when,
}: Told): Reading | undefined => {
  const instead =
    chosen.instead === undefined ? shortAlternative(sentence, chosen, language) : wordsAt(sentence, chosen.instead);
  if (instead !== undefined) return unused('either', instead, when);
  const beside = besideTime(sentence, chosen, language);
  if (beside !== undefined) return unused('open', beside);
  if (chosen.unused !== undefined) return unusedReading(sentence, chosen, chosen.unused, groups);
  if (endsInColon(sentence, chosen.ranges)) return undefined;
  if ([language, ...others].some(({leftOver: words}) => words.change().test(sentence)))
    return unused('change', sentence.trim());
  const said = withoutQuotes(rest);
  const unread = (language.sentence.timeLike().exec(said) ?? unreadSeries(chosen.main, said, language))?.[0];
  return unread === undefined ? undefined : notUsed(unread.trim(), when);
};

/** "what's on tomorrow at 5" sets no reminder. */
export const questionIn = ({sentence, seen: {language, others}, chosen: {ranges}}: Told): Reading | undefined =>
  [language, ...others].some(({leftOver: words}) => words.question().test(sentence)) && !endsInColon(sentence, ranges)
    ? unused('question', sentence.trim())
    : undefined;

/** Words outside a time that can be read: a condition, and whatever looks like a part of a time. */
export const leftOverTime = ({sentence, seen, chosen: {main, ranges}, when}: Told): Reading | undefined => {
  const {language} = seen;
  if (endsInColon(sentence, ranges)) return undefined;
  const plain = {text: plainText(sentence, seen), main, ranges, foreign: seen.foreign};
  const condition = conditionBeside(plain, language);
  if (condition !== undefined) return unused('condition', wordsAt(sentence, condition), when);
  const left = leftOver(plain, language);
  return left === undefined ? undefined : notUsed(wordsAt(sentence, left), when);
};

/** No time was found. The result names the words that look like a time. */
export const noTimeReading = (text: string, groups: readonly Group[], {sentence}: TimeWords): Reading => {
  const shift = groups.find(isShiftAlone);
  if (shift !== undefined) return unknownTime(phraseFrom(text, shift, groups));
  const unread = sentence.timeLike().exec(text.replace(sentence.leadIn(), ''))?.[0];
  return unread === undefined ? {kind: 'nothing'} : unknownTime(unread.trim());
};

/** A fault that has a sentence in each language is data, too. */
export const faultReading = (fault: TimeFault, words: string, isNamed: boolean): Reading =>
  typeof fault === 'string'
    ? {kind: 'unused', phrase: words, reason: fault, isNamed}
    : {...unused(fault.kind, words, fault.value), isNamed};

const unused = (kind: UnusedTime, phrase: string, other = ''): Extract<Reading, {kind: 'unused'}> => ({
  kind: 'unused',
  phrase,
  reason: ENGLISH_FAULTS[kind](phrase, other),
  isNamed: false,
  fault: {kind, other},
});

const unknownTime = (phrase: string): Reading => unused('unknown', phrase);

const notUsed = (phrase: string, used: string): Reading => unused('unused', phrase, used);

/** "at 3 or 4": the 4 alone isn't a time. */
const shortAlternative = (sentence: string, {ranges}: Chosen, language: TimeWords): string | undefined => {
  const found = ranges.flatMap(({end}) => language.sentence.orElse().exec(sentence.slice(end))?.[0] ?? []);
  return found[0]?.replace(/^[\s,]*\p{L}+\s+/u, '').trim();
};

/** "every dat at 9" is not one reminder. */
const unreadSeries = (main: TimePhrase, rest: string, {sentence}: TimeWords): RegExpExecArray | null =>
  repeats(main) ? null : sentence.unreadSeries().exec(rest);

/** "before noon", "early tomorrow", "tomorrow after lunch": words right beside the time that make it another one. */
const besideTime = (sentence: string, {main, ranges}: Chosen, {sentence: words}: TimeWords): string | undefined => {
  const isOpen = !repeats(main) && main.times.every(({clock}) => clock === undefined) && main.instant === undefined;
  for (const range of ranges) {
    const before = sentence.slice(0, range.start);
    const found = words.beyond().exec(before) ?? (isOpen ? words.vague().exec(before) : null);
    if (found !== null) return wordsAt(sentence, {start: found.index, end: range.end});
    const behind = isOpen ? words.vagueBehind().exec(sentence.slice(range.end)) : null;
    if (behind !== null) return wordsAt(sentence, {start: range.start, end: range.end + behind[0].length});
  }
  return undefined;
};

/** The sentence with blanks instead of its lead-in, its quotes and what it says about nagging. Positions stay. */
const plainText = (sentence: string, {language, nag}: Seen): string => {
  const blank = (found: string): string => ' '.repeat(found.length);
  return maskQuotes(sentence).replace(language.sentence.leadIn(), blank).replace(nag, blank);
};

const unusedReading = (text: string, {ranges}: Chosen, unused: Range, groups: readonly Group[]): Reading => {
  const isShift = groups.some(group => group.start === unused.start && isShiftAlone(group));
  const phrase = isShift ? phraseFrom(text, unused, groups) : wordsAt(text, unused);
  return notUsed(phrase, ranges.map(range => wordsAt(text, range)).join(' '));
};

/** "tomorrow at 9: every meeting counts": the colon marks the end of the time. */
const endsInColon = (text: string, ranges: readonly Range[]): boolean =>
  ranges.some(({end}) => /^\s*:(?!\d)/u.test(text.slice(end)) || /:\s*$/u.test(text.slice(0, end)));

/** "the day before my flight": the range up to the next time. */
const phraseFrom = (text: string, {start, end}: Range, groups: readonly Group[]): string => {
  const next = groups.find(group => group.start >= end)?.start ?? text.length;
  const words = text.slice(start, next).split(/\s+/u).slice(0, LONGEST_PHRASE).join(' ');
  return words
    .replace(/[\s,;:.!?]*(?:\b(?:on|at|in|to|am|um)\b)?[\s,;:.!?]*$/iu, '')
    .replace(/\s+(?:to|that)\s.*$/isu, '');
};

export const wordsAt = (text: string, {start, end}: Range): string => text.slice(start, end).replace(/[\s,;:]+$/u, '');

const LONGEST_PHRASE = 8;
