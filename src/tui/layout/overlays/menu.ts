// A list menu: names in a column, what they are beside them, the key or state at the right, headings between groups.
// The menu under the draft, the palette and the help are drawn by it.
import type {MenuEntry} from '../../input/menu-entry.ts';
import {EMPTY_ROW, hitting, litRow, type Row, rowWidth, type Span, span, spread} from '../../text/row.ts';
import {cellWidth, drawnLine, shortened} from '../../text/width.ts';

type MenuModel = {
  readonly entries: readonly MenuEntry[];
  /** The selected entry; -1 for none. */
  readonly index: number;
};

/** At most `height` rows, with the selected one and, where it fits, its heading. */
export const menuRows = ({entries, index}: MenuModel, cells: number, height: number): readonly Row[] => {
  const column = nameCells(entries, cells);
  const lines = entries.flatMap((entry, at): readonly Line[] => {
    const isNew = entry.group !== undefined && entry.group !== entries[at - 1]?.group;
    const heading: readonly Line[] = isNew
      ? [{at: -1, row: () => [span(` ${entry.group}`, {role: 'dim', bold: true})]}]
      : [];
    return [
      ...heading,
      {at, row: () => hitting(entryRow(entry, at === index, column, cells), {kind: 'choice', id: String(at)})},
    ];
  });
  const selected = Math.max(
    0,
    lines.findIndex(({at}) => at === index),
  );
  const first = Math.max(0, Math.min(selected - Math.floor(height / 2), lines.length - height));
  return lines.slice(first, first + height).map(({row}) => row());
};

/** Number of rows of all entries with their headings. */
export const menuLength = (entries: readonly MenuEntry[]): number =>
  entries.reduce((sum, {group}, at) => sum + (group !== undefined && group !== entries[at - 1]?.group ? 2 : 1), 0);

/** Drawn only where it is on the screen. */
type Line = {readonly at: number; readonly row: () => Row};

const entryRow = (entry: MenuEntry, selected: boolean, column: number, cells: number): Row => {
  const {label, more = '', moreMarks = [], refusal, aside = EMPTY_ROW} = entry;
  const kind: Row =
    label === undefined || cells < 50
      ? EMPTY_ROW
      : [span(shortened(label, LABEL_CELLS - 1).padEnd(LABEL_CELLS), 'dim')];
  const end: Row = refusal === undefined ? aside : [span(refusal, 'dim')];
  const fits = rowWidth(end) < cells / 2;
  const room = cells - 4 - rowWidth(kind) - (fits && end.length > 0 ? rowWidth(end) + 1 : 0);
  // A name without a description may take the whole row.
  const name = nameSpans(entry, more === '' ? room : Math.min(column, room));
  const left = room - column - 2;
  const words =
    more === '' || left < LEAST_WORDS
      ? []
      : [span('  '), ...markedSpans(more, shortened(drawnLine(more), left), moreMarks, {role: 'dim'})];
  const row = spread(
    [span(selected ? '> ' : '  ', 'accent'), ...kind, ...name, ...words],
    fits ? end : EMPTY_ROW,
    cells - 1,
  );
  return selected ? litRow(row, cells) : row;
};

/** The name in its column, with its matched letters underlined. */
const nameSpans = ({name, marks = [], refusal}: MenuEntry, cells: number): readonly Span[] => {
  const text = shortened(drawnLine(name), cells);
  const style = refusal === undefined ? ({role: 'accent'} as const) : ({role: 'dim'} as const);
  const pad = span(' '.repeat(Math.max(0, cells - cellWidth(text))));
  return [...markedSpans(name, text, marks, {...style, bold: true}), pad];
};

/** Indexes are of the text as it is: where it is drawn otherwise, nothing is marked. */
const markedSpans = (
  whole: string,
  text: string,
  marks: readonly number[],
  style: Omit<Span, 'text'>,
): readonly Span[] => {
  if (marks.length === 0 || drawnLine(whole) !== whole) return [span(text, style)];
  const marked = new Set(marks);
  const spans: Span[] = [];
  for (let at = 0; at < text.length; ) {
    const isMarked = marked.has(at);
    let end = at;
    while (end < text.length && marked.has(end) === isMarked) end += 1;
    spans.push(span(text.slice(at, end), {...style, ...(isMarked && {underline: true})}));
    at = end;
  }
  return spans;
};

/** Wide enough for the names that have something beside them. */
const nameCells = (entries: readonly MenuEntry[], cells: number): number => {
  const described = entries.filter(({more}) => more !== undefined && more !== '').slice(0, MOST_MEASURED);
  const widest = Math.max(1, ...described.map(({name}) => cellWidth(drawnLine(name.slice(0, 80)))));
  return Math.max(4, Math.min(widest, Math.floor(cells * 0.45)));
};

const LABEL_CELLS = 9;
const LEAST_WORDS = 8;
const MOST_MEASURED = 100;
