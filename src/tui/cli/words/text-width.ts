// How many columns a text takes. Nearly all of ours is one column a character; only for the rest is the table of wide
// characters loaded, because loading it costs more than the whole verb.

export type Ruler = {
  readonly width: (text: string) => number;
  /** At most `columns` wide; what was cut off is marked by an ellipsis. */
  readonly cut: (text: string, columns: number) => string;
};

export const rulerFor = async (texts: Iterable<string>): Promise<Ruler> => {
  for (const text of texts) if (!NARROW.test(text)) return wideRuler();
  return NARROW_RULER;
};

const wideRuler = async (): Promise<Ruler> => {
  const {default: stringWidth} = await import('string-width');
  const graphemes = new Intl.Segmenter();
  return {
    width: text => stringWidth(text),
    cut: (text, columns) => {
      if (stringWidth(text) <= columns) return text;
      let kept = '';
      let used = 1;
      for (const {segment} of graphemes.segment(text)) {
        used += stringWidth(segment);
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
