// Aligned columns, fitted to the available width. Without a terminal (a pipe, a file) nothing is cut.
import {shortId} from '../../../shared/text/short-id.ts';
import type {Column} from '../../nouns/noun-record.ts';
import type {Print} from '../print.ts';
import {type Ruler, rulerFor} from './text-width.ts';

/** The lines of a table with its titles. */
export const tableLines = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  {width, paint}: Pick<Print, 'width' | 'paint'>,
): readonly string[] => {
  const whole = rows.map(row => columns.map(({text, isId}) => (isId === true ? shortId(text(row)) : text(row))));
  const ruler = rulerFor(whole.flat());
  const naturalOf = (cells: readonly (readonly string[])[]): readonly number[] =>
    columns.map(({title}, index) => Math.max(ruler.width(title), ...cells.map(row => ruler.width(row[index] ?? ''))));
  const cells = isTight(columns, naturalOf(whole), width) ? withShortForms(columns, rows, whole) : whole;
  const widths = fitted(columns, naturalOf(cells), width);
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

/** Narrows the widest flexible columns until the row fits or none can shrink further. */
const fitted = <Row>(
  columns: readonly Column<Row>[],
  natural: readonly number[],
  width: number | undefined,
): readonly number[] => {
  const widths = [...natural];
  if (width === undefined) return widths;
  const narrow = (least: number, may: (column: Column<Row>) => boolean): void => {
    while (total(widths) > width) {
      let widest = -1;
      columns.forEach((column, index) => {
        const size = widths[index] ?? 0;
        if (may(column) && size > least && size > (widths[widest] ?? 0)) widest = index;
      });
      if (widest < 0) return;
      widths[widest] = (widths[widest] ?? 0) - 1;
    }
  };
  narrow(NARROWEST, ({gives}) => gives === true);
  narrow(LEAST, ({gives}) => gives === true);
  // On an even narrower terminal, the last columns are dropped, then all are cut: a row never wraps.
  for (let index = columns.length - 1; index >= 0 && total(widths) > width; index -= 1)
    if (columns[index]?.gives === true) widths[index] = 0;
  narrow(LEAST, () => true);
  narrow(0, () => true);
  return widths;
};

/** The width of a row with its gaps. A column of width 0 has no gap. */
const total = (widths: readonly number[]): number => {
  const shown = widths.filter(each => each > 0);
  return shown.reduce((sum, each) => sum + each, GAP.length * Math.max(0, shown.length - 1));
};

/** True if a text would be cut to a few words, or become another value. */
const isTight = <Row>(
  columns: readonly Column<Row>[],
  natural: readonly number[],
  width: number | undefined,
): boolean =>
  fitted(columns, natural, width).some(
    (cells, index) =>
      cells < (columns[index]?.gives === true ? Math.min(natural[index] ?? 0, LEAST_TEXT) : (natural[index] ?? 0)),
  );

const withShortForms = <Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  cells: readonly (readonly string[])[],
): readonly (readonly string[])[] =>
  cells.map((row, at) =>
    row.map((cell, index) => {
      const [short, record] = [columns[index]?.short, rows[at]];
      return short === undefined || record === undefined ? cell : short(record);
    }),
  );

const padded = (text: string, width: number, ruler: Ruler): string => {
  const cut = ruler.cut(text, width);
  return cut + ' '.repeat(Math.max(0, width - ruler.width(cut)));
};

/** Colours the text of a cell, but not its padding. */
const painted = (cell: string, paint: (text: string) => string): string => {
  const content = cell.trimEnd();
  return content === '' ? cell : paint(content) + cell.slice(content.length);
};

const joined = (cells: readonly string[], widths: readonly number[]): string =>
  cells
    .filter((_, index) => (widths[index] ?? 0) > 0)
    .join(GAP)
    .trimEnd();

const GAP = '  ';
const NARROWEST = 8;
const LEAST = 4;
/** A text of fewer cells says little: the other columns use their short forms first. */
const LEAST_TEXT = 12;
