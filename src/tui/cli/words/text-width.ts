// The width of text in columns. Most of our text has one column per character; the rest is measured by grapheme.

export type Ruler = {
  readonly width: (text: string) => number;
  /** Cuts text to at most `columns`, with an ellipsis. */
  readonly cut: (text: string, columns: number) => string;
};

export const rulerFor = (texts: Iterable<string>): Ruler => {
  for (const text of texts) if (!NARROW.test(text)) return wideRuler();
  return NARROW_RULER;
};

const wideRuler = (): Ruler => {
  const graphemes = new Intl.Segmenter();
  // Created on first use: compiling these patterns takes milliseconds.
  const wide = new RegExp(WIDE, 'v');
  const unseen = new RegExp(UNSEEN, 'v');
  const widthOf = (grapheme: string): number => (wide.test(grapheme) ? 2 : unseen.test(grapheme) ? 0 : 1);
  const width = (text: string): number => {
    let columns = 0;
    for (const {segment} of graphemes.segment(text)) columns += widthOf(segment);
    return columns;
  };
  return {
    width,
    cut: (text, columns) => {
      if (width(text) <= columns) return text;
      let kept = '';
      let used = 1;
      for (const {segment} of graphemes.segment(text)) {
        used += widthOf(segment);
        if (used > columns) break;
        kept += segment;
      }
      return `${kept}…`;
    },
  };
};

const NARROW_RULER: Ruler = {
  width: text => text.length,
  cut: (text, columns) => (text.length <= columns ? text : `${text.slice(0, Math.max(0, columns - 1))}…`),
};

/** ASCII, Latin, and the dashes, dots and arrows of our own text. */
const NARROW = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u2193\u23ce]*$/u;

/** Wide characters by East Asian width, and emoji in picture form. */
const WIDE =
  '^(?:[[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]--[\\uff61-\\uffdc]]|' +
  '[\\u3000-\\u303e\\u3200-\\u33ff\\ufe30-\\ufe6f\\uff01-\\uff60\\uffe0-\\uffe6]|\\p{RGI_Emoji}|\\p{Emoji_Presentation})';
/** Marks without a base, and characters that only modify others. */
const UNSEEN = '^[\\p{M}\\p{Cf}\\p{Default_Ignorable_Code_Point}]+$';
