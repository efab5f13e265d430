// Reads how a timer is named: "pasta timer 10 minutes", "set a timer for 10 minutes for the pasta", "Nudeltimer 10
// Minuten", and for a command that is only about timers "10m pasta". Pure.
import {readSpan, TIME_LANGUAGES} from './language-in.ts';

/** `length`: the duration as it was said. `name`: empty for a timer without one. */
type SpokenTimer = {
  readonly ms: number;
  readonly length: string;
  readonly name: string;
  /** True if the words name a timer, and not only a duration. */
  readonly isNamed: boolean;
};

/** Undefined without a duration, or with two. */
export const readTimer = (text: string): SpokenTimer | undefined => {
  const words = text
    .replace(/(\d)-(?=\p{L})/gu, '$1 ')
    .split(/[\s,;!?]+|[:.](?=\s|$)/u)
    .filter(word => word !== '');
  if (words.length > MOST_WORDS) return undefined;
  const [found] = spansIn(words);
  if (found === undefined) return undefined;
  const pieces = [words.slice(0, found.from), words.slice(found.to)];
  if (pieces.some(piece => spansIn(piece).length > 0)) return undefined;
  return {
    ms: found.ms,
    length: words.slice(found.from, found.to).join(' '),
    name: pieces.flatMap(nameIn).join(' '),
    isNamed: pieces.flat().some(word => nounOf(word) !== undefined),
  };
};

type FoundSpan = {readonly from: number; readonly to: number; readonly ms: number};

/** The longest duration of the words, if there is one. */
const spansIn = (words: readonly string[]): readonly FoundSpan[] => {
  for (let size = Math.min(MOST_OF_SPAN, words.length); size > 0; size -= 1) {
    for (let from = 0; from + size <= words.length; from += 1) {
      const span = readSpan(words.slice(from, from + size).join(' '));
      if (span !== undefined && span.months === 0 && span.ms > 0) return [{from, to: from + size, ms: span.ms}];
    }
  }
  return [];
};

/** The words without those around a name, and without the word for a timer. */
const nameIn = (piece: readonly string[]): readonly string[] => {
  const words = piece.flatMap(word => {
    const noun = nounOf(word);
    return noun === undefined ? [word] : noun === '' ? [] : [noun];
  });
  const isName = (word: string): boolean => !TIME_LANGUAGES.some(({timer}) => timer.around.has(word.toLowerCase()));
  const first = words.findIndex(isName);
  return first < 0 ? [] : words.slice(first, words.findLastIndex(isName) + 1);
};

/** The first part of a compound, empty for the word alone. Undefined for any other word. */
const nounOf = (word: string): string | undefined => {
  for (const {timer} of TIME_LANGUAGES) {
    const found = timer.noun.exec(word);
    if (found !== null) return found.groups?.['what'] ?? '';
  }
  return undefined;
};

const MOST_WORDS = 40;
const MOST_OF_SPAN = 6;
