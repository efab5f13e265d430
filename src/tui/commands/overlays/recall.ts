// Recall: searches the input history. The newest entries are at the bottom, beside the typed line; Enter puts one into
// the draft.
import {recalledBy} from '../../editor/input-history.ts';
import {closeOverlay, type Overlay} from '../../state/overlay.ts';
import {EMPTY_ROW, litRow, type Row, span, withMatches} from '../../text/row.ts';
import {cellWidth, drawnLine, shortened} from '../../text/width.ts';
import {setDraft} from '../draft.ts';
import {picker} from './kinds/picker.ts';

export const recall = picker<Extract<Overlay, {kind: 'recall'}>, string>({
  matches: ({ui}, {query}) => recalledBy(ui.history, query),
  isUpward: true,
  shows: (_, {query, index}, matches, {cells, rows}) => {
    const room = Math.max(1, rows - 2);
    const first = Math.max(0, index - room + 1);
    const lines = matches
      .slice(first, first + room)
      .map((entry, offset): Row => {
        const row = entryRow(entry, cells);
        return first + offset === index
          ? litRow([span(' > ', 'accent'), ...row], cells)
          : [span('   '), ...withMatches(row, query)];
      })
      .toReversed();
    const none: Row = [span('   no matches', 'dim')];
    const body = matches.length === 0 ? [none] : lines;
    const count = matches.length === 1 ? '1 match' : `${matches.length.toLocaleString('en')} matches`;
    return {
      title: `sent messages, ${count}`,
      rows: [...body, EMPTY_ROW, [span(' / ', 'accent'), span(query)]],
      cursor: {x: 3 + cellWidth(query), y: body.length + 1},
      at: 'bottom',
    };
  },
  lines: () => [],
  pick: (ports, entry) => {
    ports.store.update(closeOverlay);
    setDraft(ports, entry);
    return undefined;
  },
});

const entryRow = (entry: string, cells: number): Row => {
  const lines = entry.split('\n').length;
  return [
    span(shortened(drawnLine(entry.slice(0, 1_000)), cells - (lines > 1 ? 18 : 5))),
    ...(lines > 1 ? [span(`  ${lines.toLocaleString('en')} lines`, 'dim')] : []),
  ];
};
