// Splits a long text into as few messages as possible: after a paragraph, else a line, else a word, else a character.
// The joined chunks are the text, and style ranges move along.
import {type StyledText, styleParameter, styleRange} from './text-styles.ts';

/** No chunk exceeds `limit` bytes of UTF-8. A limit below one character counts as four. */
export const textChunks = (message: StyledText, limit: number = CHUNK_LIMIT): readonly StyledText[] => {
  const {text} = message;
  const chunks: StyledText[] = [];
  let start = 0;
  while (start < text.length) {
    const end = endOfChunk(text, start, Math.max(limit, LONGEST_CHARACTER));
    chunks.push(partOf(message, start, end));
    start = end;
  }
  return chunks.length === 0 ? [message] : chunks;
};

const endOfChunk = (text: string, start: number, limit: number): number => {
  const farthest = farthestEnd(text, start, limit);
  if (farthest === text.length) return farthest;
  const window = text.slice(start, farthest);
  // Splits only in the second half, so that no tiny chunk precedes a long one.
  const soonest = window.length / 2;
  for (const place of PLACES) {
    const at = window.lastIndexOf(place);
    if (at + place.length > soonest && at >= 0) return start + at + place.length;
  }
  return farthest;
};

/** The last position within the limit that doesn't split a surrogate pair. */
const farthestEnd = (text: string, start: number, limit: number): number => {
  let bytes = 0;
  let at = start;
  while (at < text.length) {
    const code = text.codePointAt(at) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x1_0000 ? 3 : 4;
    if (bytes > limit) return at;
    at += code > 0xffff ? 2 : 1;
  }
  return at;
};

const partOf = ({text, styles}: StyledText, from: number, to: number): StyledText => ({
  text: text.slice(from, to),
  styles: styles.flatMap(parameter => {
    const {start, length, style} = styleRange(parameter);
    const [first, end] = [Math.max(start, from), Math.min(start + length, to)];
    return first < end ? [styleParameter({start: first - from, length: end - first, style})] : [];
  }),
});

/** Phones refuse more than 64 KiB. signal-cli's limit of 2,000 bytes doesn't count: it sends more as a long text. */
const CHUNK_LIMIT = 60_000;
const LONGEST_CHARACTER = 4;
const PLACES = ['\n\n', '\n', ' '] as const;
