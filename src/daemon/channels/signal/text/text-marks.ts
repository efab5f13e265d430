// Which run of marks closes which: the nearest one before it that can. Two of `*` or `_` mean bold, one means italic; `~` and
// `|` come in pairs. What stands between and found no partner stays as it is written.

import type {TextStyle} from '../envelope/heard.ts';
import type {Mark, MarkPiece, TextPiece} from './text-pieces.ts';

/** Notes in every run what it opens and closes and how much of it is left to show. Gives the same pieces. */
export const pairMarks = (pieces: readonly TextPiece[]): readonly TextPiece[] => {
  let open: MarkPiece[] = [];
  let block = 0;
  let pairs = 0;
  for (const piece of pieces) {
    if (piece.kind !== 'mark') continue;
    if (piece.block !== block) open = [];
    block = piece.block;
    while (piece.canClose && piece.left > 0) {
      const at = open.findLastIndex(opener => fits(opener, piece));
      const opener = open[at];
      if (opener === undefined) break;
      const size = opener.left >= 2 && piece.left >= 2 ? 2 : 1;
      const style = {pair: pairs++, style: STYLE_OF[piece.mark][size - 1] ?? 'BOLD'};
      // What an opener opens first is innermost: it is written last.
      opener.opens.unshift(style);
      piece.closes.push(style);
      opener.left -= size;
      piece.left -= size;
      open.length = opener.left > 0 ? at + 1 : at;
    }
    if (piece.canOpen && piece.left > 0) {
      open.push(piece);
      if (open.length > MOST_OPEN) open.shift();
    }
  }
  return pieces;
};

/** Runs that can both open and close fit only where their lengths cannot mean two things at once. */
const fits = (opener: MarkPiece, closer: MarkPiece): boolean => {
  if (opener.mark !== closer.mark) return false;
  if (opener.mark === '~' || opener.mark === '|') return opener.left === 2 && closer.left === 2;
  // A name may begin with two underscores and another end with one.
  if (opener.mark === '_' && opener.left !== closer.left) return false;
  const both = opener.canClose || closer.canOpen;
  return !both || (opener.length + closer.length) % 3 !== 0 || (opener.length % 3 === 0 && closer.length % 3 === 0);
};

const STYLE_OF: Readonly<Record<Mark, readonly [one: TextStyle, two: TextStyle]>> = {
  '*': ['ITALIC', 'BOLD'],
  _: ['ITALIC', 'BOLD'],
  '~': ['STRIKETHROUGH', 'STRIKETHROUGH'],
  '|': ['SPOILER', 'SPOILER'],
};
/** Nobody means the star that was opened a thousand stars ago; without a bound a hostile text would cost its square. */
const MOST_OPEN = 1_000;
