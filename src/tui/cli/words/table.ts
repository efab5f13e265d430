// Rows in aligned columns, fitted to the width there is. Nothing is cut where nobody looks at columns (a pipe, a file).
import type {Print, Tone} from '../print.ts';
import {type Ruler, rulerFor} from './text-width.ts';

export type Column<Row> = {
  readonly title: string;
  /** One line of printable text. */
  readonly text: (row: Row) => string;
  /** May be cut to make the row fit. */
  readonly gives?: true;
  readonly tone?: (row: Row) => Tone | undefined;
};

/** The lines of a table, its titles first. */
export const tableLines = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  {width, paint}: Pick<Print, 'width' | 'paint'>,
): readonly string[] => {
  const cells = rows.map(row => columns.map(({text}) => text(row)));
  const ruler = rulerFor(cells.flat());
  const natural = columns.map(({title}, index) =>
    Math.max(ruler.width(title), ...cells.map(row => ruler.width(row[index] ?? ''))),
  );
  const widths = fitted(columns, natural, width);
  const titles = joined(
    columns.map(({title}, index) => padded(title, widths[index] ?? 0, ruler)),
    widths,
  );
  const body = rows.map((row, at) =>
    joined(
      columns.map(({tone}, index) => {
        const cell = padded(cells[at]?.[index] ?? '', widths[index] ?? 0, ruler);
        const shade = tone?.(row);
        return shade === undefined ? cell : painted(cell, text => paint(shade, text));
      }),
      widths,
    ),
  );
  return [paint('quiet', titles), ...body];
};

/** Takes columns from the widest of those that give, until the row fits or they cannot give more. */
const fitted = <Row>(
  columns: readonly Column<Row>[],
  natural: readonly number[],
  width: number | undefined,
): readonly number[] => {
  const widths = [...natural];
  if (width === undefined) return widths;
  const gaps = GAP.length * Math.max(0, columns.length - 1);
  let over = widths.reduce((sum, each) => sum + each, gaps) - width;
  while (over > 0) {
    let widest = -1;
    columns.forEach(({gives}, index) => {
      const size = widths[index] ?? 0;
      if (gives === true && size > NARROWEST && size > (widths[widest] ?? 0)) widest = index;
    });
    if (widest < 0) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    over -= 1;
  }
  return widths;
};

const padded = (text: string, width: number, ruler: Ruler): string => {
  const cut = ruler.cut(text, width);
  return cut + ' '.repeat(Math.max(0, width - ruler.width(cut)));
};

/** Colours the words of a cell and not the blanks behind them. */
const painted = (cell: string, paint: (text: string) => string): string => {
  const words = cell.trimEnd();
  return words === '' ? cell : paint(words) + cell.slice(words.length);
};

const joined = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .filter((_, index) => (widths[index] ?? 0) > 0)
    .join(GAP)
    .trimEnd();

const GAP = '  ';
const NARROWEST = 8;
