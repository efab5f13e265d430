// Measures text in cells. Terminals disagree about some sequences (emoji with variation selectors, skin tones, joined
// families). So text is first brought into a form that all terminals draw with the same width.

import stringWidth from 'string-width';
import {oneLine} from '../../shared/text/one-line.ts';

/** The width of a text in drawn form. */
export const cellWidth = (text: string): number => (NARROW.test(text) ? text.length : stringWidth(text));

/** The drawn form of a text: every terminal gives it the same width. Of control characters only line feeds remain. */
export const drawn = (text: string): string => {
  if (ASCII.test(text)) return text;
  if (!RISKY.test(text)) return text;
  let result = '';
  for (const grapheme of graphemes(text)) result += drawnGrapheme(grapheme);
  return result;
};

/** The drawn form with each run of spaces and line feeds as one space, for text in a single row. */
export const drawnLine = (text: string): string => drawn(oneLine(text));

/** The characters as readers see them. */
export const graphemes = (text: string): readonly string[] =>
  ASCII.test(text) ? text.split('') : Array.from(SEGMENTER.segment(text), ({segment}) => segment);

/** The longest beginning of a drawn text that fits into the cells. */
export const clipped = (text: string, cells: number): string => {
  if (cells <= 0) return '';
  if (ASCII.test(text)) return text.slice(0, cells);
  let width = 0;
  let result = '';
  // Stops early, so a huge text isn't scanned in full.
  for (const {segment} of SEGMENTER.segment(text)) {
    width += cellWidth(segment);
    if (width > cells) break;
    result += segment;
  }
  return result;
};

/** The text in at most this many cells, with an ellipsis if it was longer. */
export const shortened = (text: string, cells: number): string => {
  const fits = text.length > LONG ? clipped(text, cells).length === text.length : cellWidth(text) <= cells;
  return fits ? text : `${clipped(text, cells - 1).trimEnd()}…`;
};

/** Like `shortened`, with the ellipsis in the middle: both ends of a name distinguish it. */
export const shortenedMiddle = (text: string, cells: number): string => {
  if (cellWidth(text) <= cells) return text;
  const head = clipped(text, Math.ceil((cells - 1) / 2));
  const room = cells - 1 - cellWidth(head);
  const all = graphemes(text);
  let tail = '';
  for (let index = all.length - 1; index >= 0; index -= 1) {
    const longer = `${all[index] ?? ''}${tail}`;
    if (cellWidth(longer) > room) break;
    tail = longer;
  }
  return `${head}…${tail}`;
};

/** Longer texts are measured only in part. */
const LONG = 1_000;

const drawnGrapheme = (grapheme: string): string => {
  const [first = ''] = grapheme;
  if (CONTROL.test(first)) return '';
  if (grapheme.includes('\u200d') && PICTOGRAPH.test(first)) return TOO_NEW.test(first) ? '□' : first;
  return grapheme.replaceAll(MODIFIERS, '').replaceAll(TOO_NEW_ALL, '□');
};

/** Characters of one cell that never join their neighbours: nearly every text, measured by length. */
const NARROW =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03a1\u03a3-\u03ff\u0410-\u044f\u2010-\u2027\u2190-\u2193\u21bb\u21e0\u21e2\u2500-\u257f\u2580-\u2588\u258c\u258f\u25a0\u25aa\u25b8\u25be\u25c6\u25c7\u25cb\u25cc\u25cf\u25f7\u263c\u2661\u2713\u270e]*$/u;
const ASCII = /^[\x20-\x7e]*$/u;
const CONTROL = /^[\x00-\x09\x0b-\x1f\x7f-\x9f]/u;
const PICTOGRAPH = /^\p{Extended_Pictographic}/u;

/** Variation selectors, skin tones, the keycap. */
const MODIFIERS = /[\ufe0e\ufe0f\u20e3]|(?<=.)[\u{1f3fb}-\u{1f3ff}]/gu;

/** Characters newer than Unicode 15.1: older terminals give them no width, or another one. */
const NEWER =
  '\\p{Cn}\\u{1f6d8}-\\u{1f6db}\\u{1fa7d}-\\u{1fa7f}\\u{1fa89}-\\u{1fa8f}\\u{1fabe}\\u{1fac6}-\\u{1facd}\\u{1fadc}-\\u{1fadf}\\u{1fae9}-\\u{1faef}\\u{1faf9}-\\u{1faff}';
const TOO_NEW = new RegExp(`^[${NEWER}]`, 'u');
const TOO_NEW_ALL = new RegExp(`[${NEWER}]`, 'gu');
const RISKY = new RegExp(
  `[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f\\u200d\\ufe0e\\ufe0f\\u20e3\\u{1f3fb}-\\u{1f3ff}${NEWER}]`,
  'u',
);

const SEGMENTER = new Intl.Segmenter(undefined, {granularity: 'grapheme'});
