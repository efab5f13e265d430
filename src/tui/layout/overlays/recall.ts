// Recall: searches the input history; the newest entries are at the bottom, next to the input.
import {withMatches} from '../../text/matches.ts';
import {EMPTY_ROW, litRow, type Row, span} from '../../text/row.ts';
import {drawnLine, shortened} from '../../text/width.ts';
import {framed, frameRoom} from './frame.ts';

type RecallModel = {readonly query: string; readonly index: number; readonly found: readonly string[]};

export const recallRows = ({query, index, found}: RecallModel, cells: number, height: number): readonly Row[] => {
  const room = Math.max(1, frameRoom(height) - 2);
  const first = Math.max(0, index - room + 1);
  const lines = found
    .slice(first, first + room)
    .map((entry, offset): Row => {
      const lines = entry.split('\n').length;
      const row: Row = [
        span(shortened(drawnLine(entry.slice(0, 1_000)), cells - (lines > 1 ? 18 : 5))),
        ...(lines > 1 ? [span(`  ${lines.toLocaleString('en')} lines`, 'dim')] : []),
      ];
      return first + offset === index
        ? litRow([span(' > ', 'accent'), ...row], cells)
        : [span('   '), ...withMatches(row, query)];
    })
    .toReversed();
  const none: Row = [span('   no matches', 'dim')];
  const body = found.length === 0 ? [none] : lines;
  const count = found.length === 1 ? '1 match' : `${found.length.toLocaleString('en')} matches`;
  const search: Row = [span(' / ', 'accent'), span(query)];
  return framed(`sent messages, ${count}`, [...body, EMPTY_ROW, search], cells, height, {fits: true});
};
