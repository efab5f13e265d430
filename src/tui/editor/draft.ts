// Draft: the text being written, with a cursor between graphemes. A long paste or a file is one character in the text
// (a chip) with its content beside it. So it neither floods the screen nor gets lost; `expanded` restores it.
import {formatSize} from '../../shared/record-text/detail-lines.ts';
import type {Enclosed, SentText} from '../../shared/records/message-details.ts';

/** A file of this machine as it was when it was put into the draft: that is what is sent. */
export type FileChip = {
  /** As typed. */
  readonly path: string;
  readonly text: string;
  readonly bytes: number;
  /** The absolute path of what was read. */
  readonly file: string;
};

/** A file that can't be in a message, and why. */
export type UnreadFile = Pick<FileChip, 'file'> & {readonly problem: string};

/** A message that was taken back, with the parts that the person didn't write. */
type SentChip = SentText & {readonly enclosed: readonly Enclosed[]};

/** A pasted text, a file, or a message that was taken back. */
export type Chip = string | FileChip | SentChip;

export type Draft = {
  readonly text: string;
  /** An offset into `text`, always at a grapheme boundary. */
  readonly cursor: number;
  /** The chips' contents, in the order of their characters in the text. */
  readonly chips: readonly Chip[];
};

/** The placeholder of a chip in the text. */
export const CHIP = '\ufffc';

export const emptyDraft: Draft = {text: '', cursor: 0, chips: []};

export const isEmpty = (draft: Draft): boolean => draft.text === '';

/** A draft with the cursor at its end. A long text becomes one chip; of a command its name stays visible. */
export const draftOf = (text: string): Draft => {
  if (!isLong(text)) return inserted(emptyDraft, text);
  const [name = ''] = /^(?:!!?|\/\S+\s+)/u.exec(text) ?? [];
  return inserted(inserted(emptyDraft, name), text.slice(name.length), true);
};

/** The draft of a message, even if it begins like a command: what is one chip is never read as one. */
export const draftOfMessage = ({text, enclosed}: SentText): Draft => {
  if (enclosed !== undefined) return {text: CHIP, cursor: CHIP.length, chips: [{text, enclosed}]};
  if (isLong(text)) return inserted(emptyDraft, text, true);
  return inserted(emptyDraft, text.replace(/^!/u, '\\!').replace(/^\//u, '//'));
};

/** The full text to send: pastes in their place, and files below it, each once. */
export const expanded = (draft: Draft): string => messageIn(draft).text;

/** The same with the parts that the person didn't write. */
export const messageIn = (draft: Draft): SentText => {
  let chip = 0;
  let text = '';
  const enclosed: Enclosed[] = [];
  const files = new Map<string, FileChip>();
  for (const piece of draft.text.split(CHIP_SPLIT)) {
    const content = piece === CHIP ? (draft.chips[chip++] ?? '') : piece;
    if (isFile(content)) {
      files.set(content.path, content);
      text += `@${content.path}`;
      continue;
    }
    const {enclosed: parts = [], text: words}: SentText = typeof content === 'string' ? {text: content} : content;
    enclosed.push(...parts.map(part => ({...part, from: part.from + text.length, to: part.to + text.length})));
    text += words;
  }
  if (files.size > 0) text = text.trimEnd();
  for (const file of files.values()) {
    const language = /\.([a-z0-9]{1,10})$/u.exec(file.path)?.[1] ?? '';
    const block = fenced(file.text.replace(/\n$/u, ''), language);
    text += `\n\n${formatFile(file)}:\n\n`;
    enclosed.push({kind: 'file', name: file.path, files: [file.file], ...insideOf(block, text.length)});
    text += block;
  }
  return enclosed.length === 0 ? {text} : {text, enclosed};
};

const isFile = (content: Chip): content is FileChip => typeof content !== 'string' && 'file' in content;

/** The offsets of what is in a block of code that begins at `at`. */
export const insideOf = (block: string, at: number): Pick<Enclosed, 'from' | 'to'> => ({
  from: at + block.indexOf('\n') + 1,
  to: at + block.lastIndexOf('\n'),
});

/** A block of code that the text can't close. */
export const fenced = (text: string, language = ''): string => {
  const runs = [...text.matchAll(/`{3,}/gu)].map(([run]) => run.length);
  const fence = '`'.repeat(Math.max(2, ...runs) + 1);
  return `${fence}${language}\n${text}\n${fence}`;
};

/** Inserts text at the cursor, as a chip or character by character. */
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

/** Replaces the text between two offsets by a file; a cursor behind it stays behind what follows. */
export const withFile = (draft: Draft, from: number, to: number, file: FileChip): Draft => {
  const cut = without(draft, from, to);
  return {
    text: cut.text.slice(0, from) + CHIP + cut.text.slice(from),
    cursor: draft.cursor - (to - from) + CHIP.length,
    chips: cut.chips.toSpliced(countChips(cut.text.slice(0, from)), 0, file),
  };
};

/** Removes the text between two offsets and keeps the cursor's place. */
export const without = (draft: Draft, from: number, to: number): Draft => {
  const [start, end] = from <= to ? [from, to] : [to, from];
  const removed = draft.text.slice(start, end);
  return {
    text: draft.text.slice(0, start) + draft.text.slice(end),
    cursor: settledCursor(draft.text.slice(0, start) + draft.text.slice(end), start),
    chips: draft.chips.toSpliced(countChips(draft.text.slice(0, start)), countChips(removed)),
  };
};

/** The text between two offsets, chips expanded. */
export const between = (draft: Draft, from: number, to: number): string => {
  const [start, end] = from <= to ? [from, to] : [to, from];
  const first = countChips(draft.text.slice(0, start));
  const text = draft.text.slice(start, end);
  return expanded({text, cursor: 0, chips: draft.chips.slice(first)});
};

export const moved = (draft: Draft, cursor: number): Draft =>
  cursor === draft.cursor ? draft : {...draft, cursor: Math.max(0, Math.min(draft.text.length, cursor))};

/** Pasted text is long when it would fill the composer. A terminal sends its line breaks as carriage returns. */
export const isLong = (text: string): boolean =>
  text.length > LONGEST_PASTE || countLines(normalized(text)) > MOST_LINES;

/** `2,000 lines, 127,889 characters`; `@src/a.ts · 2 kB · 80 lines` */
export const formatChip = (content: Chip): string => {
  if (isFile(content)) return formatFile(content);
  const text = typeof content === 'string' ? content : content.text;
  return `${countLines(text).toLocaleString('en')} lines, ${text.length.toLocaleString('en')} characters`;
};

const formatFile = ({path, text, bytes}: FileChip): string => {
  const lines = countLines(text.replace(/\n$/u, ''));
  return `@${path} · ${formatSize(bytes)} · ${lines.toLocaleString('en')} ${lines === 1 ? 'line' : 'lines'}`;
};

const countLines = (text: string): number => text.split('\n').length;

const countChips = (text: string): number => text.split(CHIP).length - 1;

/** Unifies line breaks and drops characters that cannot be sent. */
const normalized = (text: string): string =>
  text
    .replaceAll(/\r\n|[\r\u2028\u2029]/gu, '\n')
    .replaceAll(CHIP, '')
    .replaceAll('\0', '')
    .toWellFormed();

/** A typed mark may combine with the character before it: the cursor moves behind the whole grapheme. */
const settledCursor = (text: string, offset: number): number => {
  for (const border of borders(text)) if (border >= offset) return border;
  return text.length;
};

/** The offsets between graphemes, in order, including both ends. */
export const borders = (text: string): readonly number[] => {
  if (ASCII.test(text)) return Array.from({length: text.length + 1}, (_, index) => index);
  const result: number[] = [];
  let start = 0;
  // A chip is always one grapheme, whatever mark follows it.
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
