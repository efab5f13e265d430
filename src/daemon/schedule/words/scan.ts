// Finds the time pieces of a text in one language. At each word the longest form wins. Pure.
import {exact} from '../../../shared/languages/times/clock.ts';
import type {Clock, Meaning, Piece} from '../../../shared/languages/times/meaning.ts';
import type {Form, TimeWords} from '../../../shared/languages/times/time-words.ts';
import {withWordsSpelled} from './misspelt-words.ts';
import {NUMERIC_FORMS, POINTED} from './numeric-forms.ts';
import {findSpans} from './spans-of-time.ts';

/** Pieces in text order, without overlap. Pieces of one phrase ("tonight") share a position. */
export const scan = (said: string, language: TimeWords): readonly Piece[] => {
  const {text, written} = withWordsSpelled(said, language);
  const spans = findSpans(text, language.spans)
    // "check-in 24h before"
    .filter(({start}) => !/\p{L}-$/u.test(text.slice(0, start)))
    .map(({start, end, span, manner, shift}): FoundPieces => {
      const orClock = manner === 'bare' && !TIMER.test(text) ? clockOfHours(text.slice(start, end)) : undefined;
      const length = {...span, orClock: orClock ?? span.orClock};
      return {
        start,
        end,
        meanings: [shift === undefined ? {kind: 'span', span: length, manner} : {kind: 'shift', span, sign: shift}],
      };
    });
  const forms = batchesOf(language);
  // Lower-casing once is much cheaper than case-insensitive forms. If lower case changes the text's length, the text
  // stays unchanged.
  const lower = text.toLowerCase();
  const small = lower.length === text.length ? lower : text;
  const found: FoundPieces[] = [];
  for (let at = 0; at < text.length; ) {
    const best = longest([...matchesAt({text, small}, at, forms), ...spans.filter(({start}) => start === at)]);
    if (best === undefined) {
      at = nextWord(text, at);
      continue;
    }
    if (best.meanings.length > 0) found.push(best);
    at = Math.max(best.end, at + 1);
  }
  return found.flatMap(({start, end, meanings, doubt}) =>
    meanings.map((meaning): Piece => ({start: written(start), end: written(end), meaning, doubt})),
  );
};

/** "15h" is a length, or a time of day. */
const clockOfHours = (words: string): Clock | undefined => {
  const [, hour = '', decimals, minute] = /^(\d{1,2})(?:\.([0-5]\d))? ?h(?: ?([0-5]\d))?$/iu.exec(words) ?? [];
  return Number(hour) >= 6 && Number(hour) <= 23 ? exact(Number(hour), Number(decimals ?? minute ?? 0)) : undefined;
};
/** In a sentence about a timer, "8h" is its length. */
const TIMER = /timer/iu;

type FoundPieces = Pick<Piece, 'start' | 'end' | 'doubt'> & {readonly meanings: readonly Meaning[]};

/** Forms of one kind, and one pattern that matches wherever any of them does. */
type Batch = {readonly forms: readonly Form[]; readonly any: RegExp};

const batchesOf = (language: TimeWords): readonly Batch[] => {
  const known = BATCHES.get(language);
  if (known !== undefined) return known;
  const forms = [POINTED, ...language.forms, ...NUMERIC_FORMS];
  const batches: Form[][] = [];
  for (const form of forms) {
    const last = batches.at(-1);
    const isSame = last?.[0]?.spoken().flags === form.spoken().flags && last[0].asWritten === form.asWritten;
    if (last !== undefined && isSame && last.length < BATCH) last.push(form);
    else batches.push([form]);
  }
  const found = batches.map(batch => ({forms: batch, any: anyOf(batch)}));
  BATCHES.set(language, found);
  return found;
};

/** A back reference counts the groups of its own pattern, so it can stand for any word here. */
const anyOf = (forms: readonly Form[]): RegExp =>
  new RegExp(
    forms.map(({spoken}) => `(?:${spoken().source.replaceAll(/\\[1-9]/gu, '\\S*')})`).join('|'),
    forms[0]?.spoken().flags,
  );

/** Most words match no form. One pattern for many forms finds that out much faster than each form alone. */
const matchesAt = (
  {text, small}: {readonly text: string; readonly small: string},
  at: number,
  batches: readonly Batch[],
): readonly FoundPieces[] =>
  batches.flatMap(({forms, any}) => {
    any.lastIndex = at;
    return any.test(forms[0]?.asWritten === true ? text : small) ? matchesOf({text, small}, at, forms) : [];
  });

const matchesOf = (
  {text, small}: {readonly text: string; readonly small: string},
  at: number,
  forms: readonly Form[],
): readonly FoundPieces[] =>
  forms.flatMap(({spoken, asWritten, means, doubt}): readonly FoundPieces[] => {
    const pattern = spoken();
    pattern.lastIndex = at;
    const match = pattern.exec(asWritten === true ? text : small);
    if (match === null || match[0] === '') return [];
    const meaning = means(match);
    if (meaning === undefined) return [];
    const said = 'kind' in meaning ? [meaning] : meaning;
    // "every! 3 days" counts from "done".
    const meanings = /\p{L}!/u.test(match[0]) ? [...said, {kind: 'from-done' as const}] : said;
    return [{start: at, end: at + match[0].length, meanings, doubt}];
  });

/** With equal lengths, the form with less doubt wins, then the first form. */
const longest = (found: readonly FoundPieces[]): FoundPieces | undefined =>
  found.reduce<FoundPieces | undefined>((best, foundPieces) => {
    if (best === undefined || foundPieces.end > best.end) return foundPieces;
    return foundPieces.end === best.end && best.doubt !== undefined && foundPieces.doubt === undefined
      ? foundPieces
      : best;
  }, undefined);

const nextWord = (text: string, at: number): number => {
  NEXT.lastIndex = at + 1;
  const next = NEXT.exec(text);
  return next === null ? text.length : next.index;
};

/** The start of a word or a number, never inside a number, a price or an id: the 6 of "19.6", "$12.50", "#1530". */
const NEXT = /(?<![\p{L}\p{N}$€£#]|\d[.,:](?=\d))[\p{L}\p{N}@+]/gu;
const BATCH = 12;
const BATCHES = new WeakMap<TimeWords, readonly Batch[]>();
