// Draft: what is being written, and where in it. A cursor stands between graphemes. A long paste is one character in the text
// (a chip) with its content beside it, so that it never floods the screen and is never lost: `expanded` puts it back.
export type Draft = {
  readonly text: string;
  /** An offset into `text`, always at the border of a grapheme. */
  readonly cursor: number;
  /** The contents of the chips, in the order in which their characters stand in the text. */
  readonly chips: readonly string[];
};

/** Stands in the text where a chip is. */
export const CHIP = '\ufffc';

export const emptyDraft: Draft = {text: '', cursor: 0, chips: []};

export const isEmpty = (draft: Draft): boolean => draft.text === '';

/** A draft of a text, the cursor at its end; a long text is one chip. */
export const draftOf = (text: string): Draft => inserted(emptyDraft, text, isLong(text));

/** The whole text as it will be sent. */
export const expanded = (draft: Draft): string => {
  let chip = 0;
  return draft.text.replaceAll(CHIP, () => draft.chips[chip++] ?? '');
};

/** The draft with a text put in at the cursor: as a chip, or character by character. */
export const inserted = (draft: Draft, raw: string, asChip = false): Draft => {
  const text = normalized(raw);
  if (text === '') return draft;
  const piece = asChip ? CHIP : text;
  const before = draft.text.slice(0, draft.cursor);
  const chipsBefore = countChips(before);
  return {
    text: before + piece + draft.text.slice(draft.cursor),
    cursor: settledCursor(before + piece + draft.text.slice(draft.cursor), draft.cursor + piece.length),
    chips: asChip ? draft.chips.toSpliced(chipsBefore, 0, text) : draft.chips,
  };
};

/** The draft without the text between two offsets, the cursor where it was. */
export const without = (draft: Draft, from: number, to: number): Draft => {
  const [start, end] = from <= to ? [from, to] : [to, from];
  const removed = draft.text.slice(start, end);
  return {
    text: draft.text.slice(0, start) + draft.text.slice(end),
    cursor: settledCursor(draft.text.slice(0, start) + draft.text.slice(end), start),
    chips: draft.chips.toSpliced(countChips(draft.text.slice(0, start)), countChips(removed)),
  };
};

/** What stands between two offsets, chips expanded. */
export const between = (draft: Draft, from: number, to: number): string => {
  const [start, end] = from <= to ? [from, to] : [to, from];
  const first = countChips(draft.text.slice(0, start));
  const text = draft.text.slice(start, end);
  return expanded({text, cursor: 0, chips: draft.chips.slice(first)});
};

export const moved = (draft: Draft, cursor: number): Draft =>
  cursor === draft.cursor ? draft : {...draft, cursor: Math.max(0, Math.min(draft.text.length, cursor))};

/** Pasted text is long when it would take the composer over. */
export const isLong = (text: string): boolean => text.length > LONGEST_PASTE || countLines(text) > MOST_LINES;

/** `2,000 lines, 127,889 characters` */
export const formatChip = (content: string): string =>
  `${countLines(content).toLocaleString('en')} lines, ${content.length.toLocaleString('en')} characters`;

const countLines = (text: string): number => text.split('\n').length;

const countChips = (text: string): number => text.split(CHIP).length - 1;

/** Line breaks of every kind are one; what cannot be sent as text is not typed. */
const normalized = (text: string): string =>
  text
    .replaceAll(/\r\n|[\r\u2028\u2029]/gu, '\n')
    .replaceAll(CHIP, '')
    .replaceAll('\0', '')
    .toWellFormed();

/** A typed mark may join the character before it: the cursor then stands after the whole. */
const settledCursor = (text: string, offset: number): number => {
  for (const border of borders(text)) if (border >= offset) return border;
  return text.length;
};

/** The offsets between graphemes, in order, with both ends. */
export const borders = (text: string): readonly number[] => {
  if (ASCII.test(text)) return Array.from({length: text.length + 1}, (_, index) => index);
  const result: number[] = [];
  let start = 0;
  // A chip is a character of its own, whatever mark follows it.
  for (const part of text.split(CHIP_SPLIT)) {
    for (const {index} of SEGMENTER.segment(part)) result.push(start + index);
    start += part.length;
  }
  result.push(text.length);
  return result;
};

const ASCII = /^[\n\x20-\x7e]*$/u;
const CHIP_SPLIT = /(\ufffc)/u;
const SEGMENTER = new Intl.Segmenter(undefined, {granularity: 'grapheme'});
const LONGEST_PASTE = 1_000;
const MOST_LINES = 10;
