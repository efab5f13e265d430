// The reader: one item in full: its fields, then its text, with search matches marked. Rows are laid out once per
// width, however long the document is.
import {shortId} from '../../../shared/text/short-id.ts';
import {beginningOf} from '../../../shared/text/shortened.ts';
import type {Document} from '../../nouns/format/document.ts';
import type {Highlight} from '../../text/highlight.ts';
import {markdownRows} from '../../text/markdown.ts';
import {withMatches} from '../../text/matches.ts';
import {EMPTY_ROW, type Row, rowText, rule, span} from '../../text/row.ts';
import {drawnLine} from '../../text/width.ts';
import {folded, hanging, wrapped} from '../../text/wrap.ts';
import {clampTop, formatPosition, framed, frameRoom, scrolledTo} from './frame.ts';

type ReaderModel = {
  readonly document: Document;
  readonly top: number;
  readonly query: string;
  readonly typing: boolean;
};

export type Reader = {
  /** All rows of a document at a width. */
  rowsOf(document: Document, cells: number, highlight: Highlight | undefined): readonly Row[];
};

export const createReader = (): Reader => {
  let last: {readonly of: readonly unknown[]; readonly rows: readonly Row[]} | undefined;
  return {
    rowsOf: (document, cells, highlight) => {
      const of = [document, cells, highlight];
      if (last === undefined || last.of.some((one, index) => one !== of[index]))
        last = {of, rows: documentRows(document, cells, highlight)};
      return last.rows;
    },
  };
};

export const readerRows = (rows: readonly Row[], model: ReaderModel, cells: number, height: number): readonly Row[] => {
  const {document, top, query, typing} = model;
  const room = frameRoom(height) - 1;
  const from = clampTop(rows.length, top, room);
  const shown = scrolledTo(rows, top, room)
    .slice(0, room)
    .map(row => withMatches(row, query));
  const place = rows.length > room ? formatPosition(Math.min(rows.length, from + room), rows.length, cells) : '';
  const found = query === '' ? 0 : matchingRows(rows, query).length;
  const search: Row =
    query === '' && !typing
      ? EMPTY_ROW
      : [
          span(' /', 'accent'),
          span(query),
          span(query === '' ? '' : `   ${found === 0 ? 'nowhere' : `in ${found} rows`}`, found === 0 ? 'warn' : 'dim'),
        ];
  return framed(withShortIds(document.title), [...shown, search], cells, height, {place, fits: true});
};

/** An id in a title is found again by its last letters. */
const withShortIds = (title: string): string => drawnLine(title).split(' ').map(shortId).join(' ');

/** The indexes of the rows that contain the search text. */
export const matchingRows = (rows: readonly Row[], query: string): readonly number[] => {
  const wanted = query.toLowerCase();
  return rows.flatMap((row, index) => (rowText(row).toLowerCase().includes(wanted) ? [index] : []));
};

const documentRows = (
  {facts, text, form}: Document,
  cells: number,
  highlight: Highlight | undefined,
): readonly Row[] => {
  const column = Math.min(16, Math.max(6, ...facts.map(([name]) => name.length)));
  const margin: Row = [span(' ')];
  const room = Math.max(8, cells - 2);
  return [
    ...facts.flatMap(([name, words]) =>
      hanging(
        wrapped([span(drawnLine(words))], Math.max(8, room - column - 2)),
        [span(` ${name.padEnd(column)}  `, 'dim')],
        [span(' '.repeat(column + 3))],
      ),
    ),
    ...(facts.length === 0 ? [] : [[...margin, ...rule(room)]]),
    ...hanging(textRows(text, form, room, highlight), margin, margin),
  ];
};

const textRows = (
  text: string,
  form: Document['form'],
  room: number,
  highlight: Highlight | undefined,
): readonly Row[] => {
  const shown = beginningOf(text, MOST_LAID_OUT);
  const rows =
    form === 'markdown'
      ? markdownRows(shown, room, highlight)
      : form === 'code'
        ? folded([span(shown)], room)
        : wrapped([span(shown)], room);
  const more = text.length - shown.length;
  return more <= 0
    ? rows
    : [...rows, [span(`… ${more.toLocaleString('en')} more characters; the pager shows all`, 'warn')]];
};

/** More than anybody reads here. A pager takes the full text. */
const MOST_LAID_OUT = 400_000;
