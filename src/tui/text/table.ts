// A Markdown table in the available cells: columns side by side if they fit, narrowed and wrapped if that helps,
// otherwise a short list per row.
import type {Tokens} from 'marked';
import {inline} from './inline.ts';
import {EMPTY_ROW, filled, type Row, rowWidth, type Span, span} from './row.ts';
import {hanging, wrapped} from './wrap.ts';

export const tableRows = (table: Tokens.Table, cells: number): readonly Row[] => {
  const header = table.header.map(cell => inline(cell.tokens, {bold: true}));
  const body = table.rows.map(line => line.map(cell => inline(cell.tokens, {})));
  const natural = header.map((_, column) => Math.max(1, ...[header, ...body].map(line => widest(line[column] ?? []))));
  const widths = fitted(natural, cells - GAP.length * (natural.length - 1));
  if (widths === undefined) return asLists(header, body, cells);
  const align = (column: number) => table.align[column] ?? 'left';
  const line = (runs: readonly (readonly Span[])[]) => tableLine(runs, widths, align);
  return [
    ...line(header),
    [span(widths.map(width => '─'.repeat(width)).join('─┼─'), 'dim')],
    ...body.flatMap(runs => line(runs)),
  ];
};

const widest = (runs: readonly Span[]): number => Math.max(0, ...wrapped(runs, Number.MAX_SAFE_INTEGER).map(rowWidth));

/** The column widths within the room: the widest shrink first. Undefined when a column would be unreadable. */
const fitted = (natural: readonly number[], room: number): readonly number[] | undefined => {
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width, 0) - room;
  while (excess > 0) {
    const most = Math.max(...widths);
    if (most <= NARROWEST) return undefined;
    widths[widths.indexOf(most)] = most - 1;
    excess -= 1;
  }
  return widths;
};

const tableLine = (
  runs: readonly (readonly Span[])[],
  widths: readonly number[],
  align: (column: number) => 'left' | 'center' | 'right',
): readonly Row[] => {
  const columns = widths.map((width, column) => wrapped(runs[column] ?? [], width));
  const height = Math.max(...columns.map(rows => rows.length));
  return Array.from({length: height}, (_, index) =>
    widths.flatMap((width, column) => {
      const cell = aligned(columns[column]?.[index] ?? EMPTY_ROW, width, align(column));
      return column === 0 ? cell : [span(GAP, 'dim'), ...cell];
    }),
  );
};

const aligned = (row: Row, width: number, side: 'left' | 'center' | 'right'): Row => {
  const room = width - rowWidth(row);
  const before = side === 'right' ? room : side === 'center' ? Math.floor(room / 2) : 0;
  return filled(before > 0 ? [span(' '.repeat(before)), ...row] : row, width);
};

const asLists = (
  header: readonly (readonly Span[])[],
  body: readonly (readonly (readonly Span[])[])[],
  cells: number,
): readonly Row[] =>
  body.flatMap((runs, index) => [
    ...(index > 0 ? [EMPTY_ROW] : []),
    ...runs.flatMap((run, column) =>
      hanging(wrapped([...(header[column] ?? []), span(': ', 'dim'), ...run], Math.max(1, cells - 2)), EMPTY_ROW, [
        span('  '),
      ]),
    ),
  ]);

const GAP = ' │ ';
const NARROWEST = 6;
