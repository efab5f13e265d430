// A list in the main pane: column titles and the rows around the selected one, or the text of an empty list.

import type {KeyFor} from '../../../shared/operations/key-names.ts';
import {kindsOf} from '../../lists/list-kinds.ts';
import type {ListRow} from '../../lists/list-row.ts';
import type {KindName} from '../../nouns/format/kind-sign.ts';
import type {ListName} from '../../nouns/views.ts';
import type {ListPosition} from '../../state/list-state.ts';
import {cut, EMPTY_ROW, exactly, hitting, type Row, rowWidth, span, spread} from '../../text/row.ts';
import {hanging, wrapped} from '../../text/wrap.ts';
import {headRow} from './columns.ts';
import {emptyText} from './format-empty.ts';
import {kindSpan} from './kind-span.ts';
import {type LineView, listLine} from './row-line.ts';

type ListPaneModel = {
  readonly name: ListName;
  /** The listed rows, and their number without the filter. */
  readonly rows: readonly ListRow[];
  readonly place: ListPosition;
  /** The drawing above the column heads. */
  readonly above: readonly Row[];
  /** The filter, as text. */
  readonly narrowed: string;
  /** The kind that the filter lets through. */
  readonly only: string;
  readonly view: LineView;
  readonly keyFor: KeyFor;
};

export const listPaneRows = (
  {name, rows, place, above, narrowed, only, view, keyFor}: ListPaneModel,
  height: number,
): readonly Row[] => {
  const titles = titleRows(name, {narrowed, only}, view, height);
  const room = listRoom(height) - above.length;
  const any = rows.some(({selectable}) => selectable);
  const shown = rows.slice(place.top, place.top + room).map((row, index) => {
    const line = listLine(row, place.top + index === place.index, view);
    return row.selectable ? hitting(line, {kind: 'row', id: row.id}) : line;
  });
  const below = any
    ? shown
    : [
        ...shown,
        EMPTY_ROW,
        ...emptyRows(
          narrowed === '' ? emptyText(name, keyFor) : `No matches (${narrowed}). Esc clears the filter.`,
          view.cells,
        ),
      ];
  return exactly([...above, ...titles, ...below], height);
};

/** Number of list rows that fit into a pane of this height. */
export const listRoom = (height: number): number => Math.max(1, height - titleCount(height));

const titleCount = (height: number): number => (height >= ROOM_FOR_TITLES ? 1 : 0);

const titleRows = (
  name: ListName,
  {narrowed, only}: Pick<ListPaneModel, 'narrowed' | 'only'>,
  {cells, narrow}: LineView,
  height: number,
): readonly Row[] => {
  if (titleCount(height) === 0) return [];
  const right: Row = narrowed === '' ? EMPTY_ROW : [...kindBar(name, only), span(narrowed, 'accent')];
  const head: Row = [span('  '), ...headRow(name, cells - 2, narrow)];
  const room = cells - rowWidth(right) - 1;
  return [right.length === 0 ? head : spread(cut(head, room), right, cells)];
};

/** The kinds of the timeline as signs, those that are listed in colour. */
const kindBar = (name: ListName, only: string): Row =>
  name !== 'timeline' || only === 'all'
    ? EMPTY_ROW
    : [
        ...kindsOf(name).flatMap((kind): Row => {
          const sign = FILTER_SIGNS[kind];
          return sign === undefined ? [] : [kindSpan(sign, kind === only ? undefined : 'dim'), span(' ')];
        }),
        span(only === 'failed' ? '! ' : '', 'error'),
      ];

const FILTER_SIGNS: Readonly<Record<string, KindName>> = {
  reminders: 'reminder',
  alarms: 'alarm',
  cron: 'job',
  turns: 'message',
  deliveries: 'delivery',
};

const emptyRows = (text: string, cells: number): readonly Row[] => {
  const margin: Row = [span('  ')];
  return hanging(wrapped([span(text, 'dim')], Math.max(10, Math.min(cells - 4, 70))), margin, margin);
};

const ROOM_FOR_TITLES = 8;
