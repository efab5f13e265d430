// Markdown in, what Signal can show out: a plain text and the ranges to be styled. Only a small part of Markdown is known:
// **bold**, *italic*, ~~strike~~, `code` and fences, ||spoiler||, links. Everything else, and what is inside code, stays as it
// is written. Positions count UTF-16 units, and no range begins or ends inside a character.
import {type StyleRange, TEXT_STYLES, type TextStyle} from '../envelope/heard.ts';
import {pairMarks} from './text-marks.ts';
import {type TextPiece, textPieces} from './text-pieces.ts';

/** As signal-cli's `textStyle` takes it. */
export type StyleParameter = `${number}:${number}:${TextStyle}`;

export type StyledText = {readonly text: string; readonly styles: readonly StyleParameter[]};

/** Not for words that must arrive byte for byte: those are sent as they are, without styles. */
export const styledText = (markdown: string): StyledText => {
  const source = markdown.toWellFormed();
  const styled = drawn(pairMarks(textPieces(source)));
  // Signal refuses an empty message: marks around nothing are then what was meant.
  return styled.text.trim() === '' ? {text: source, styles: []} : styled;
};

export const styleParameter = ({start, length, style}: StyleRange): StyleParameter => `${start}:${length}:${style}`;

export const styleRange = (parameter: StyleParameter): StyleRange => {
  const [start, length, style] = parameter.split(':');
  return {start: Number(start), length: Number(length), style: TEXT_STYLES.find(known => known === style) ?? 'BOLD'};
};

const drawn = (pieces: readonly TextPiece[]): StyledText => {
  const parts: string[] = [];
  const ranges: StyleRange[] = [];
  const starts = new Map<number, number>();
  let length = 0;
  const write = (text: string): void => {
    parts.push(text);
    length += text.length;
  };
  for (const piece of pieces) {
    if (piece.kind === 'code') ranges.push({start: length, length: piece.text.length, style: 'MONOSPACE'});
    if (piece.kind !== 'mark') {
      write(piece.text);
      continue;
    }
    // Between the words a run of marks closes first, then shows what is left of it, then opens.
    for (const {pair, style} of piece.closes) {
      const start = starts.get(pair) ?? length;
      ranges.push({start, length: length - start, style});
    }
    write(piece.mark.repeat(piece.left));
    for (const {pair} of piece.opens) starts.set(pair, length);
  }
  return {text: parts.join(''), styles: merged(ranges).map(styleParameter)};
};

/** In order, without empty ones, and those of one style that touch as one. */
const merged = (ranges: readonly StyleRange[]): readonly StyleRange[] => {
  const kept: StyleRange[] = [];
  const newest = new Map<TextStyle, number>();
  for (const range of ranges.filter(({length}) => length > 0).toSorted(byStart)) {
    const at = newest.get(range.style);
    const before = at === undefined ? undefined : kept[at];
    if (at === undefined || before === undefined || before.start + before.length < range.start) {
      newest.set(range.style, kept.push(range) - 1);
    } else {
      const end = Math.max(before.start + before.length, range.start + range.length);
      kept[at] = {...before, length: end - before.start};
    }
  }
  return kept;
};

const byStart = (one: StyleRange, other: StyleRange): number => one.start - other.start || other.length - one.length;
