// How many columns a text takes. Nearly all of ours is one column a character; the rest is looked at grapheme by grapheme.

export type Ruler = {
  readonly width: (text: string) => number;
  /** At most `columns` wide; what was cut off is marked by an ellipsis. */
  readonly cut: (text: string, columns: number) => string;
};

export const rulerFor = (texts: Iterable<string>): Ruler => {
  for (const text of texts) if (!NARROW.test(text)) return wideRuler();
  return NARROW_RULER;
};

const wideRuler = (): Ruler => {
  const graphemes = new Intl.Segmenter();
  // Made here and not at the top: such a pattern takes milliseconds to be read.
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

/** ASCII, Latin, and the dashes, dots and arrows we write ourselves. */
const NARROW = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u02ff\u2010-\u2027\u2190-\u2193\u23ce]*$/u;

/** The scripts and forms that East Asian width calls wide, and emoji shown as pictures. */
const WIDE =
  '^(?:[[\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}]--[\\uff61-\\uffdc]]|' +
  '[\\u3000-\\u303e\\u3200-\\u33ff\\ufe30-\\ufe6f\\uff01-\\uff60\\uffe0-\\uffe6]|\\p{RGI_Emoji}|\\p{Emoji_Presentation})';
/** Marks without a base, and characters that only shape others. */
const UNSEEN = '^[\\p{M}\\p{Cf}\\p{Default_Ignorable_Code_Point}]+$';
