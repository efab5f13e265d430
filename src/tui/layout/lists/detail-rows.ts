// The lines under a list: details of the selected row that don't fit in the row.
import type {ListRow} from '../../lists/list-row.ts';
import type {NounContext} from '../../nouns/noun-view.ts';
import {withView} from '../../nouns/nouns.ts';
import {EMPTY_ROW, exactly, type Row, rowText, span} from '../../text/row.ts';
import {clipped, drawnLine, shortened} from '../../text/width.ts';
import {wrapped} from '../../text/wrap.ts';

/**
 * Number of lines for the details, and for the text of an answer, on a screen of this height: fewer where the list
 * needs them.
 */
export const detailHeight = (rows: number): number => (rows >= ROWS_FOR_THREE ? 3 : rows >= ROWS_FOR_TWO ? 2 : 1);

/**
 * The row's text, then its facts, exactly `height` rows, two or more. A last line that is too short for the rest ends
 * with an ellipsis.
 */
export const detailRows = (
  row: ListRow | undefined,
  by: NounContext,
  columns: number,
  height: number,
): readonly Row[] => {
  if (row?.kind !== 'noun') return exactly([EMPTY_ROW], height);
  const {text, facts, kind} = withView(row.noun, (view, item) => ({
    ...view.detail(item, by),
    kind: view.sign(item),
  }));
  const cells = columns - 2;
  const all = [kind === 'event' ? '' : kind, ...facts].filter(fact => fact !== '').map(drawnLine);
  const below = linesOf(all.join(' · '), cells, height - 1);
  const above = linesOf(drawnLine(text), cells, height - below.length);
  return exactly([...above.map(line => [span(` ${line}`)]), ...below.map(line => [span(` ${line}`, 'dim')])], height);
};

/**
 * At most `most` lines, and at least one. Only the beginning of a huge text is wrapped: the lines are drawn again with
 * each frame.
 */
export const linesOf = (text: string, cells: number, most: number): readonly string[] => {
  const beginning = clipped(text, (most + 2) * (cells + 1));
  const lines = wrapped([span(beginning)], cells).map(rowText);
  const shown = lines.slice(0, Math.max(1, most));
  const rest = lines.slice(shown.length - 1).join(' ');
  return [...shown.slice(0, -1), shortened(rest, cells)];
};

const ROWS_FOR_TWO = 24;
const ROWS_FOR_THREE = 30;
