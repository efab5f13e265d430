// Corrects slips in the names of days ("tomrrow", "Monatg") and in the word behind "every" ("every dya"). A misspelt
// day would be taken as text, and the time as today. Pure.
import type {Spelling, TimeWords} from '../../../shared/languages/times/time-words.ts';
import {slipsBetween} from '../../../shared/text/nearest-word.ts';

type Spelled = {
  readonly text: string;
  /** The position in the text as written, of a position at the edge of a word. */
  readonly written: (position: number) => number;
};

export const withWordsSpelled = (text: string, {spelling, beforeDay}: TimeWords): Spelled => {
  const edges: {readonly from: number; readonly by: number}[] = [];
  let longer = 0;
  const spelled = text.replaceAll(WORD, (word, index: number) => {
    const meant =
      wordBehindEvery(text, {word, index}, spelling) ?? dayMeant(text, {word, index}, {spelling, beforeDay});
    if (meant === undefined) return word;
    edges.push({from: index + longer + meant.length, by: word.length - meant.length});
    longer += meant.length - word.length;
    return meant;
  });
  const written = (position: number): number =>
    edges.reduce((sum, {from, by}) => (position >= from ? sum + by : sum), position);
  return {text: spelled, written};
};

type Word = {readonly word: string; readonly index: number};

/** The day that is one slip away: a letter more, less, changed or swapped. The first letter is right. */
const dayMeant = (
  text: string,
  {word, index}: Word,
  {spelling, beforeDay}: Pick<TimeWords, 'spelling' | 'beforeDay'>,
): string | undefined => {
  const {days, otherWords, isCapital} = spelling;
  const typed = word.toLowerCase();
  // "Montage", "tuesdays"
  if (typed.length < SHORTEST_DAY || days.some(day => typed.startsWith(day))) return undefined;
  const found = days.find(
    day => day[0] === typed[0] && Math.abs(day.length - typed.length) <= 1 && slipsBetween(typed, day) === 1,
  );
  if (found === undefined || otherWords.has(word) || otherWords.has(typed)) return undefined;
  // "call Mondal at 5": a short word with a capital in the middle is a name.
  const before = text.slice(0, index);
  const isName = !isCapital && found.length <= 6 && /^\p{Lu}/u.test(word) && /\p{L}/u.test(before);
  return isName && !beforeDay().test(before) ? undefined : found;
};

/** Behind "every" the word can hardly be another one, so shorter words are corrected, too. */
const wordBehindEvery = (
  text: string,
  {word, index}: Word,
  {behindEvery, every, otherWords}: Spelling,
): string | undefined => {
  const pattern = every();
  pattern.lastIndex = index;
  const typed = word.toLowerCase();
  if (!pattern.test(text) || otherWords.has(typed) || behindEvery.includes(typed)) return undefined;
  const found = behindEvery.filter(name => isSlip(typed, name));
  const [meant, ...more] = found.length < 2 ? found : found.filter(({length}) => length === typed.length);
  return more.length === 0 ? meant : undefined;
};

/**
 * A long word may have a wrong letter, a very long one two. In a short word letters are only swapped, doubled or
 * missing: "dya" is a day, and "way" is another word.
 */
const isSlip = (typed: string, word: string): boolean => {
  const longer = typed.length - word.length;
  if (Math.abs(longer) > 2) return false;
  const slips = slipsBetween(typed, word);
  if (word.length >= LONG) return slips <= (word.length >= VERY_LONG ? 2 : 1);
  if (slips !== 1) return false;
  if (longer === 0) return sorted(typed) === sorted(word);
  const isOfSameEnds = typed.at(0) === word.at(0) && typed.at(-1) === word.at(-1);
  return isOfSameEnds && (longer < 0 || /(.)\1/u.test(typed));
};

const sorted = (word: string): string => [...word].toSorted().join('');

const WORD = /(?<![\p{L}\p{N}])\p{L}{2,12}(?![\p{L}\p{N}])/gu;
const SHORTEST_DAY = 5;
const LONG = 6;
const VERY_LONG = 8;
