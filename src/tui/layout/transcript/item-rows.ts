// The rows of one transcript item: time and speaker at the left, text beside them. Rows are cached per item and width,
// so that only changes are drawn.

import type {KeyFor} from '../../../shared/operations/key-names.ts';
import {spokenSoFar} from '../../../shared/record-text/sentinels.ts';
import {assertNever} from '../../../shared/text/gateway-error.ts';
import {clockTime, isSameDay, shortDate} from '../../../shared/time/format-time.ts';
import type {Item, Thought} from '../../conversation/item.ts';
import {commandsAs} from '../../format/commands-as.ts';
import {formatTook} from '../../format/how-long.ts';
import type {Mark, ToolDetail} from '../../state/ui-state.ts';
import type {Highlight} from '../../text/highlight.ts';
import {type GrowingMarkdown, growingMarkdown} from '../../text/markdown.ts';
import {exactly, type Row, span} from '../../text/row.ts';
import {cellWidth, drawnLine, shortened} from '../../text/width.ts';
import {folded, hanging, trimmedEnd, wrapped} from '../../text/wrap.ts';
import {between, gutter, gutterCells, titled} from './gutter.ts';
import {localRows} from './local-rows.ts';
import {foldedRows, messageRows, plainRows, spokenRows} from './message-rows.ts';
import {withAnswer, withBadge, withLateness, withReceipts} from './receipt-row.ts';
import {toolRows} from './tool-rows.ts';

type ItemView = {
  readonly cells: number;
  readonly narrow: boolean;
  /** No margin: the speaker is a separate row. */
  readonly bare: boolean;
  /** True if an empty row separates exchanges. */
  readonly roomy: boolean;
  readonly detail: ToolDetail;
  readonly thinking: ToolDetail;
  /** True if the daemon is reachable; pending messages say why they wait. */
  readonly live: boolean;
  /** The row steps in which a growing text grows: on a tall screen every step redraws all rows above. */
  readonly stride: number;
  readonly keyFor: KeyFor;
  /** The zone of the shown times, if it isn't the machine's. */
  readonly zone?: string | undefined;
  /** The words that call Rooster, if `rooster` alone doesn't. */
  readonly called?: string | undefined;
  /** The code highlighter, once loaded. */
  readonly highlight?: Highlight | undefined;
};

type ItemRows = (item: Item, view: ItemView) => readonly Row[];

/** Draws items and caches their rows. */
export const createItemRows = (): ItemRows => {
  const kept = new Map<string, {readonly item: Item; readonly view: ItemView; readonly rows: readonly Row[]}>();
  const growing = new Map<string, GrowingMarkdown>();
  return (item, view) => {
    const known = kept.get(item.id);
    if (known !== undefined && sameView(known.view, view) && sameItem(known.item, item)) return known.rows;
    if (item.kind === 'writing' && !growing.has(item.id)) {
      growing.clear();
      growing.set(item.id, growingMarkdown());
    }
    const rows = rowsOf(item, view, growing.get(item.id));
    if (kept.size >= MOST_KEPT) kept.clear();
    kept.set(item.id, {item, view, rows});
    return rows;
  };
};

const rowsOf = (item: Item, view: ItemView, growing: GrowingMarkdown | undefined): readonly Row[] => {
  const room = Math.max(1, view.cells - gutterCells(view));
  switch (item.kind) {
    case 'older':
      return [between(item.fetching ? 'Loading older messages…' : 'older messages: PgUp', view.cells, 'dim')];
    case 'newer':
      return [between(item.fetching ? 'loading newer messages' : 'newer messages: PgDn', view.cells, 'dim')];
    case 'day':
      return [titled(item, view)];
    case 'clock':
      return [between(item.label, view.cells, 'dim', '┄')];
    case 'gap':
      return gapRows(item.mark, view.cells);
    case 'gap-end':
      return [between('reconnected', view.cells, 'dim', '┄')];
    case 'divider':
      return [between(`new (${item.count})`, view.cells, 'now')];
    case 'message': {
      if (item.folded) return gutter(item, view, foldedRows(item.message, room, view.detail));
      const calls = view.detail === 'line' ? [] : (item.calls ?? []);
      const itsRows = [
        ...calls.flatMap(call => toolRows(call, room, view.detail, view.keyFor)),
        ...messageRows(item.message, room, view.detail, view),
      ];
      return gutter(item, view, [
        ...withAnswer(
          withReceipts(withBadge(withLateness(itsRows, item, room), item, room), item.receipts, room),
          item.message,
          room,
        ),
        ...(item.queued ? [item.message.details?.steers === true ? STEERS : QUEUED] : []),
      ]);
    }
    case 'tool':
      return gutter(item, view, toolRows(item.tool, room, view.detail, view.keyFor));
    case 'thinking':
      return gutter(item, view, thinkingRows(item.thought, room, view.thinking, view.keyFor));
    case 'writing': {
      const written = growing?.rows(item.turn.text, room, view.highlight) ?? [];
      return stepped(gutter(item, view, withCaret(written, item.turn.missing > 0)), view.stride);
    }
    case 'ending': {
      const {outcome, error, text = ''} = item.ending;
      const why = commandsAs(view.called, error ?? '');
      const content = outcome === 'failed' ? `failed: ${why || 'unknown reason'}` : why || 'aborted';
      const blank: Row = [span(' '.repeat(gutterCells(view)))];
      const spoken = spokenSoFar(text).trim();
      const written = spoken === '' ? [] : [...spokenRows(spoken, room, view.highlight), [span('…', 'dim')]];
      const again: readonly Row[] =
        item.ending.source.kind === 'user'
          ? [[span(`press Ctrl+↑, then ${view.keyFor('retry')} to ask again`, 'dim')]]
          : [];
      return hanging([...written, ...wrapped([span(`! ${content}`, 'error')], room), ...again], blank, blank);
    }
    case 'local':
      return gutter(item, view, localRows(item.command, room, view.detail));
    case 'sending':
      return gutter(item, view, [...plainRows(item.send.text, room), ...sendingRows(item, room, view.live)]);
    default:
      return assertNever(item);
  }
};

const sendingRows = (item: Extract<Item, {kind: 'sending'}>, room: number, live: boolean): readonly Row[] => {
  const {state} = item.send;
  if (state.kind === 'refused')
    return wrapped([span(`not sent: ${state.reason} Alt+Up puts it back into the draft.`, 'error')], room);
  return live ? [] : wrapped([span('sent once the daemon answers', 'dim')], room);
};

/** Pads with empty rows to whole steps. */
const stepped = (rows: readonly Row[], stride: number): readonly Row[] =>
  exactly(rows, Math.ceil(rows.length / stride) * stride);

const withCaret = (rows: readonly Row[], gap: boolean): readonly Row[] => {
  const last = rows.at(-1) ?? [];
  const first: readonly Row[] = gap ? [[span('…', 'dim')]] : [];
  return [...first, ...rows.slice(0, -1), [...last, span('▌', 'dim')]];
};

const sameView = (a: ItemView, b: ItemView): boolean =>
  a.cells === b.cells &&
  a.narrow === b.narrow &&
  a.roomy === b.roomy &&
  a.bare === b.bare &&
  a.detail === b.detail &&
  a.thinking === b.thinking &&
  a.live === b.live &&
  a.keyFor === b.keyFor &&
  a.stride === b.stride &&
  a.zone === b.zone &&
  a.called === b.called &&
  a.highlight === b.highlight;

const QUEUED: Row = [span('queued · Alt+Up edits it', 'dim')];
const STEERS: Row = [span('read before the next step · Alt+Up edits it', 'dim')];

/** Far more than a screen shows: most cached rows belong to other places. */
const MOST_KEPT = 3_000;

/** A period that nobody watched: from, to, and what mattered in it. */
const gapRows = ({title, words, from, until}: Mark, cells: number): readonly Row[] => {
  const times = isSameDay(from, until)
    ? [...new Set([clockTime(from), clockTime(until)])].join(' → ')
    : `${shortDate(from)} ${clockTime(from)} → ${shortDate(until)} ${clockTime(until)}`;
  const whole = `${title}, ${times}`;
  const line = words === '' ? whole : `${whole}, ${drawnLine(words)}`;
  if (cellWidth(line) + 5 <= cells) return [between(line, cells, 'event', '┄')];
  const head = between(cellWidth(whole) + 5 <= cells ? whole : shortened(title, cells - 5), cells, 'event', '┄');
  if (words === '') return [head];
  const margin: Row = [span('   ')];
  return [head, ...hanging(wrapped([span(drawnLine(words), 'event')], Math.max(8, cells - 4)), margin, margin)];
};

/**
 * The model's thinking: one line with its duration, then as much text as the detail level allows. While the model
 * thinks, the latest text; afterwards the beginning.
 */
const thinkingRows = (thought: Thought, cells: number, detail: ToolDetail, keyFor: KeyFor): readonly Row[] => {
  const open = detail !== 'line';
  const line: Row = [span(`${open ? '▾' : '▸'} ${formatThought(thought)}`, 'dim')];
  return open ? [line, ...textRows(thought, cells, detail, keyFor)] : [line];
};

const formatThought = ({tookMs}: Pick<Thought, 'tookMs'>): string =>
  tookMs === undefined ? 'thinking …' : `thought for ${formatTook(tookMs)}`;

const textRows = (
  {text, tookMs, more = 0}: Thought,
  cells: number,
  detail: ToolDetail,
  keyFor: KeyFor,
): readonly Row[] => {
  const rows = trimmedEnd(folded([span(text, 'dim')], Math.max(1, cells - INDENT.length)));
  const most = detail === 'short' ? SHORT_ROWS : FULL_ROWS;
  const shown = tookMs === undefined ? rows.slice(-most) : rows.slice(0, most);
  const hidden = rows.length - shown.length;
  const rest: Row[] = [];
  if (hidden > 0 && tookMs !== undefined)
    rest.push([
      span(`… ${hidden.toLocaleString('en')} more rows${detail === 'short' ? `, ${keyFor('thinking')}` : ''}`, 'dim'),
    ]);
  else if (more > 0) rest.push([span(`… ${more.toLocaleString('en')} more characters not stored`, 'dim')]);
  const indent: Row = [span(INDENT)];
  return hanging([...shown, ...rest], indent, indent);
};

const INDENT = '  ';
const SHORT_ROWS = 5;
const FULL_ROWS = 200;

/** Compares the looks of two items. Items are rebuilt on every change; the records in them aren't. */
const sameItem = (a: Item, b: Item): boolean => sameFields(a, b, 1);

/** Compares field by field, also inside small rebuilt records. */
const sameFields = (a: object, b: object, depth: number): boolean => {
  const fields = Object.entries(a);
  const others = new Map<string, unknown>(Object.entries(b));
  return fields.length === others.size && fields.every(([name, value]) => sameValue(value, others.get(name), depth));
};

const sameValue = (a: unknown, b: unknown, depth: number): boolean =>
  Object.is(a, b) || (depth > 0 && isRecord(a) && isRecord(b) && sameFields(a, b, depth - 1));

const isRecord = (value: unknown): value is object => typeof value === 'object' && value !== null;
