// The reader: one item in full: its fields, then its text, with search matches marked.
import {shortId} from '../../../shared/text/short-id.ts';
import {beginningOf} from '../../../shared/text/shortened.ts';
import {withTyped} from '../../editor/query.ts';
import type {Document} from '../../nouns/format/document.ts';
import type {AppState} from '../../state/app-state.ts';
import {type ReaderOverlay, showOverlay} from '../../state/overlay.ts';
import type {Highlight} from '../../text/highlight.ts';
import {markdownRows} from '../../text/markdown.ts';
import {EMPTY_ROW, type Row, rowText, rule, span, withMatches} from '../../text/row.ts';
import {cellWidth, drawnLine} from '../../text/width.ts';
import {foldedCode, hanging, wrapped} from '../../text/wrap.ts';
import type {CommandPorts} from '../command-ports.ts';
import {answerShown} from '../items/approval-actions.ts';
import {copy, page} from '../items/read-item.ts';
import {openConversation} from '../items/run-conversation.ts';
import {say} from '../session-actions.ts';
import {askAlways} from './allow.ts';
import {reader, roomFor} from './kinds/reader.ts';

export const documentReader = reader<ReaderOverlay>({
  title: ({document}) => withShortIds(document.title),
  rows: ({ui}, {document}, cells) => rowsOf(document, cells, ui.highlight),
  mark: (row, {query}) => withMatches(row, query),
  foot: ({query, typing}, rows) => ({
    row: query === '' && !typing ? EMPTY_ROW : searchRow(query, matchingRows(rows, query).length),
    cursor: typing ? 2 + cellWidth(query) : undefined,
  }),
  lines: (_, {document: {title, facts, text, isTextFirst}}) => {
    const factLines = facts.map(([name, words]) => `${name}: ${drawnLine(words)}.`);
    const textLines = text.split('\n').filter(line => line.trim() !== '');
    return [
      `${drawnLine(title)}:`,
      ...(isTextFirst === true ? [...textLines, ...factLines] : [...factLines, ...textLines]),
    ];
  },
  takesText: ({typing}) => typing,
  type: ({store}, overlay, text) => {
    if (!overlay.typing) return 'nothing';
    store.update(showOverlay({...overlay, query: withTyped(overlay.query, text)}));
    return 'taken';
  },
  clear: ({store}, overlay) => store.update(showOverlay({...overlay, query: ''})),
  /** Ends the search text. */
  enter: (ports, overlay) => {
    nextMatch(ports, overlay, 1, overlay.top - 1);
    return undefined;
  },
  leave: ({store}, overlay) =>
    store.update(showOverlay(overlay.typing ? {...overlay, query: '', typing: false} : overlay.back)),
  does: {
    'reader.search': ({store}, overlay) => store.update(showOverlay({...overlay, query: '', typing: true})),
    'reader.next': (ports, overlay) => nextMatch(ports, overlay, 1),
    'reader.previous': (ports, overlay) => nextMatch(ports, overlay, -1),
    'reader.copy': (ports, {document}) => void copy(ports, document.text),
    'reader.page': (ports, {document}) => void page(ports, document),
    'reader.conversation': (ports, {run}) => {
      if (run !== undefined) void openConversation(ports, run);
    },
    'reader.approve': (ports, overlay) => answerShown(ports, overlay, 'approve'),
    'reader.deny': (ports, overlay) => answerShown(ports, overlay, 'deny'),
    'reader.always': (ports, overlay) => askAlways(ports, overlay),
    'reader.top': (ports, overlay) => scrollTo(ports, overlay, 0),
    'reader.bottom': (ports, overlay) => scrollTo(ports, overlay, Number.POSITIVE_INFINITY),
  },
});

/** Goes to the row of the next match, with wraparound. */
const nextMatch = (ports: CommandPorts, overlay: ReaderOverlay, by: -1 | 1, from = overlay.top): void => {
  const {store} = ports;
  const shown: ReaderOverlay = {...overlay, typing: false};
  store.update(showOverlay(shown));
  if (overlay.query === '') return;
  const rows = matchingRows(heldRows(store.get(), overlay), overlay.query);
  const ahead = by === 1 ? rows.find(row => row > from) : rows.findLast(row => row < from);
  const next = ahead ?? (by === 1 ? rows[0] : rows.at(-1));
  if (next === undefined) say(ports, 'ok', `No match for "${overlay.query}".`);
  else scrollTo(ports, shown, next);
};

/** Rows count from 0; the last screen is the end. */
export const scrollTo = ({store}: CommandPorts, overlay: ReaderOverlay, row: number): void => {
  const state = store.get();
  const room = Math.max(1, roomFor(state).rows - 1);
  const top = Math.min(row, Math.max(0, heldRows(state, overlay).length - room));
  store.update(showOverlay({...overlay, top}));
};

const heldRows = (state: AppState, {document}: ReaderOverlay): readonly Row[] =>
  rowsOf(document, roomFor(state).cells, state.ui.highlight);

/** Laid out once per width, however long the document is. */
const rowsOf = (document: Document, cells: number, highlight: Highlight | undefined): readonly Row[] => {
  if (laidOut?.document !== document || laidOut.cells !== cells || laidOut.highlight !== highlight)
    laidOut = {document, cells, highlight, rows: documentRows(document, cells, highlight)};
  return laidOut.rows;
};

let laidOut:
  | {
      readonly document: Document;
      readonly cells: number;
      readonly highlight: Highlight | undefined;
      readonly rows: readonly Row[];
    }
  | undefined;

const searchRow = (query: string, count: number): Row => {
  const found = query === '' ? 0 : count;
  return [
    span(' /', 'accent'),
    span(query),
    span(query === '' ? '' : `   ${found === 0 ? 'nowhere' : `in ${found} rows`}`, found === 0 ? 'warn' : 'dim'),
  ];
};

/** An id in a title is found again by its last letters. */
const withShortIds = (title: string): string => drawnLine(title).split(' ').map(shortId).join(' ');

/** The indexes of the rows that contain the search text. */
const matchingRows = (rows: readonly Row[], query: string): readonly number[] => {
  const wanted = query.toLowerCase();
  return rows.flatMap((row, index) => (rowText(row).toLowerCase().includes(wanted) ? [index] : []));
};

const documentRows = (
  {facts, text, form, isTextFirst}: Document,
  cells: number,
  highlight: Highlight | undefined,
): readonly Row[] => {
  const column = Math.min(16, Math.max(6, ...facts.map(([name]) => name.length)));
  const margin: Row = [span(' ')];
  const room = Math.max(8, cells - 2);
  const factRows = facts.flatMap(([name, words]) =>
    hanging(
      wrapped([span(drawnLine(words))], Math.max(8, room - column - 2)),
      [span(` ${name.padEnd(column)}  `, 'dim')],
      [span(' '.repeat(column + 3))],
    ),
  );
  const between = facts.length === 0 ? [] : [[...margin, ...rule(room)]];
  const shown = hanging(textRows(text, form, room, highlight), margin, margin);
  return isTextFirst === true ? [...shown, ...between, ...factRows] : [...factRows, ...between, ...shown];
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
        ? foldedCode([span(shown)], room)
        : wrapped([span(shown)], room);
  const more = text.length - shown.length;
  return more <= 0
    ? rows
    : [...rows, [span(`… ${more.toLocaleString('en')} more characters; the pager shows all`, 'warn')]];
};

/** More than anybody reads here. A pager takes the full text. */
const MOST_LAID_OUT = 400_000;
