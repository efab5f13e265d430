// How many cells a text takes. Terminals disagree about some sequences (emoji with variation selectors, skin tones, joined
// families), so text is brought into a form they agree on before it is measured and drawn.
import stringWidth from 'string-width';

/** The cells that a text in its drawn form takes. */
export const cellWidth = (text: string): number => (NARROW.test(text) ? text.length : stringWidth(text));

/** The form in which a text is drawn: every terminal gives it the same width, and of control characters only line feeds are left. */
export const drawn = (text: string): string => {
  if (ASCII.test(text)) return text;
  if (!RISKY.test(text)) return text;
  let result = '';
  for (const grapheme of graphemes(text)) result += drawnGrapheme(grapheme);
  return result;
};

/** In drawn form, line feeds and runs of spaces as one space: for a text that must not take more than a row. */
export const oneLine = (text: string): string => drawn(text.replaceAll(/\s+/gu, ' ').trim());

/** What a reader takes for one character. */
export const graphemes = (text: string): readonly string[] =>
  ASCII.test(text) ? text.split('') : Array.from(SEGMENTER.segment(text), ({segment}) => segment);

/** The longest beginning of a text in drawn form that fits into the cells. */
export const clipped = (text: string, cells: number): string => {
  if (cells <= 0) return '';
  if (ASCII.test(text)) return text.slice(0, cells);
  let width = 0;
  let result = '';
  // Of a huge text only the beginning is looked at.
  for (const {segment} of SEGMENTER.segment(text)) {
    width += cellWidth(segment);
    if (width > cells) break;
    result += segment;
  }
  return result;
};

/** The text in at most so many cells, an ellipsis at its end if it was longer. */
export const shortened = (text: string, cells: number): string => {
  const fits = text.length > LONG ? clipped(text, cells).length === text.length : cellWidth(text) <= cells;
  return fits ? text : `${clipped(text, cells - 1).trimEnd()}…`;
};

/** The same with the ellipsis in the middle: both ends of a name tell it from others. */
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

/** Longer texts are not measured whole. */
const LONG = 1_000;

const drawnGrapheme = (grapheme: string): string => {
  const [first = ''] = grapheme;
  if (CONTROL.test(first)) return '';
  if (grapheme.includes('\u200d') && PICTOGRAPH.test(first)) return TOO_NEW.test(first) ? '□' : first;
  return grapheme.replaceAll(MODIFIERS, '').replaceAll(TOO_NEW_ALL, '□');
};

/** One cell each, and none of them joins its neighbour: nearly every text, counted without looking further. */
const NARROW =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u02ff\u0391-\u03a1\u03a3-\u03ff\u0410-\u044f\u2010-\u2027\u2190-\u2193\u2500-\u257f\u25a0\u25aa\u25b8\u25be\u25c6\u25cb\u25cc\u25cf\u2713\u258c\u258f]*$/u;
const ASCII = /^[\x20-\x7e]*$/u;
const CONTROL = /^[\x00-\x09\x0b-\x1f\x7f-\x9f]/u;
const PICTOGRAPH = /^\p{Extended_Pictographic}/u;

/** Variation selectors, skin tones, the keycap. */
const MODIFIERS = /[\ufe0e\ufe0f\u20e3]|(?<=.)[\u{1f3fb}-\u{1f3ff}]/gu;

/** What Unicode 15.1 did not know: a terminal that is a little older gives it no width, or another. */
const NEWER =
  '\\p{Cn}\\u{1f6d8}-\\u{1f6db}\\u{1fa7d}-\\u{1fa7f}\\u{1fa89}-\\u{1fa8f}\\u{1fabe}\\u{1fac6}-\\u{1facd}\\u{1fadc}-\\u{1fadf}\\u{1fae9}-\\u{1faef}\\u{1faf9}-\\u{1faff}';
const TOO_NEW = new RegExp(`^[${NEWER}]`, 'u');
const TOO_NEW_ALL = new RegExp(`[${NEWER}]`, 'gu');
const RISKY = new RegExp(
  `[\\x00-\\x09\\x0b-\\x1f\\x7f-\\x9f\\u200d\\ufe0e\\ufe0f\\u20e3\\u{1f3fb}-\\u{1f3ff}${NEWER}]`,
  'u',
);

const SEGMENTER = new Intl.Segmenter(undefined, {granularity: 'grapheme'});
