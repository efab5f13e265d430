// Terminals disagree about the width of some writing (Devanagari and its relatives, emoji). Ink draws only the part of a line
// that changed, at the column where it counts that part to be; behind such writing that is the wrong one. A line with such
// writing therefore gets another first cell whenever it changes, a space or a space that does not break, which look the same:
// so Ink finds nothing in common with what is there and draws all of it.
import {type Row, rowText} from '../layout/text/row.ts';

export type LineGuard = {
  /** For each line, given as the rows beside each other in it: whether its first cell is the other space. */
  mark(lines: readonly (readonly Row[])[]): readonly boolean[];
  /** What was marked last is on the screen now. */
  drawn(): void;
};

export const createLineGuard = (): LineGuard => {
  let onScreen: readonly Line[] = [];
  let latest: readonly Line[] = [];
  return {
    mark: lines => {
      latest = lines.map((rows, index) => {
        const text = rows.map(rowText).join('\n');
        const known = onScreen[index] ?? {text: '', other: false};
        const disputed = DISPUTED.test(text) || DISPUTED.test(known.text);
        return {text, other: known.other !== (disputed && known.text !== text)};
      });
      return latest.map(({other}) => other);
    },
    drawn: () => {
      onScreen = latest;
    },
  };
};

type Line = {readonly text: string; readonly other: boolean};

/** The row with the other space in its first cell, if that is a space at all. */
export const withOtherSpace = (row: Row, other: boolean): Row => {
  const [first, ...rest] = row;
  return other && first?.text.startsWith(' ') ? [{...first, text: `\u00a0${first.text.slice(1)}`}, ...rest] : row;
};

/** Whatever is not known to be counted alike everywhere. */
const DISPUTED =
  /[^\n\x20-\x7e\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u00a0-\u00ac\u00ae-\u00ff\u2010-\u2027\u2030-\u205e\u20a0-\u20bf\u2190-\u2193\u2500-\u259f\u25a0-\u25ff\u3000-\u3002\uff01-\uff5e✓◆●○◌▸▾▌▪□]/u;
