// The rows of one item of the transcript: time and speaker at the left, what was said beside them. Rows are kept per item and
// width, so that only what changed is drawn again.
import {assertNever} from '../../../shared/gateway-error.ts';
import type {Message} from '../../../shared/message.ts';
import type {Item} from '../../conversation/items.ts';
import type {ToolDetail} from '../../store/ui-state.ts';
import {type GrowingMarkdown, growingMarkdown, markdownRows} from '../text/markdown.ts';
import {cut, type Row, type Style, span} from '../text/row.ts';
import {hanging, trimmedEnd, wrapped} from '../text/wrap.ts';
import {between, gutter, gutterCells, titled} from './gutter.ts';
import {sameItem} from './same-item.ts';
import {toolRows} from './tool-rows.ts';

export type ItemView = {
  readonly cells: number;
  readonly narrow: boolean;
  /** Whether exchanges are parted by an empty row. */
  readonly roomy: boolean;
  readonly detail: ToolDetail;
  /** Whether the daemon can be reached: what waits says why. */
  readonly live: boolean;
};

export type ItemRows = (item: Item, view: ItemView) => readonly Row[];

/** Draws items and keeps what it drew. */
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
  const room = Math.max(1, view.cells - gutterCells(view.narrow));
  switch (item.kind) {
    case 'older':
      return [between(item.fetching ? 'loading older messages' : 'older messages: PgUp', view.cells, 'dim')];
    case 'day':
      return [titled(item, view)];
    case 'divider':
      return [between(`new since you left (${item.count})`, view.cells, 'accent')];
    case 'message':
      return gutter(item, view, [...messageRows(item.message, room, view.detail), ...(item.queued ? [QUEUED] : [])]);
    case 'tool':
      return gutter(item, view, toolRows(item.tool, room, view.detail));
    case 'writing':
      return gutter(item, view, withCaret(growing?.rows(item.turn.text, room) ?? [], item.turn.missing > 0));
    case 'ending': {
      const {outcome, error} = item.ending;
      const words =
        outcome === 'failed' ? `failed: ${error ?? 'no reason is known'}` : (error ?? 'stopped before it was finished');
      const blank: Row = [span(' '.repeat(gutterCells(view.narrow)))];
      return hanging(wrapped([span(`! ${words}`, 'error')], room), blank, blank);
    }
    case 'sending':
      return gutter(item, view, [...plainRows(item.send.text, room), ...sendingRows(item, room, view.live)]);
    default:
      return assertNever(item);
  }
};

/** The agent writes Markdown; what people say, and what they asked to be told, is shown as it is. */
const messageRows = (message: Message, room: number, detail: ToolDetail): readonly Row[] => {
  if (message.role === 'assistant' && !isVerbatim(message)) {
    const rows = markdownRows(message.text, room);
    // Markdown that shows nothing (a definition of a link) is shown as it was written.
    return rows.length > 0 ? rows : plainRows(message.text, room);
  }
  if (message.role === 'system') return wrapped([span(message.text, 'dim')], room);
  if (isPrompt(message)) return promptRows(message.text, room, detail);
  return plainRows(message.text, room, isVerbatim(message) ? {bold: true} : {});
};

/** What the agent was told by a clock and not by a person: of interest only to who wants to know. */
const isPrompt = ({role, source}: Message): boolean =>
  role === 'user' && source.kind !== 'user' && source.kind !== 'operator';

/** A reminder, word for word as the person set it. */
const isVerbatim = ({role, source}: Message): boolean => role === 'assistant' && source.kind === 'reminder';

const promptRows = (text: string, room: number, detail: ToolDetail): readonly Row[] => {
  const rows = trimmedEnd(wrapped([span(text, 'dim')], room));
  const most = PROMPT_ROWS[detail];
  if (rows.length <= most) return rows;
  return [...rows.slice(0, most - 1), [...cut(rows[most - 1] ?? [], room - 2), span(' …', 'dim')]];
};

const plainRows = (text: string, room: number, style: Style = {}): readonly Row[] => {
  const rows = trimmedEnd(wrapped([span(text, style)], room));
  return rows.length === 0 ? [[span('(empty)', 'dim')]] : rows;
};

const sendingRows = (item: Extract<Item, {kind: 'sending'}>, room: number, live: boolean): readonly Row[] => {
  const {state} = item.send;
  if (state.kind === 'refused')
    return wrapped([span(`not sent: ${state.reason} Alt+Up takes it back.`, 'error')], room);
  return live ? [] : [[span('waits for the daemon, is sent once', 'dim')]];
};

const withCaret = (rows: readonly Row[], gap: boolean): readonly Row[] => {
  const last = rows.at(-1) ?? [];
  const first: readonly Row[] = gap ? [[span('…', 'dim')]] : [];
  return [...first, ...rows.slice(0, -1), [...last, span('▌', 'dim')]];
};

const sameView = (one: ItemView, other: ItemView): boolean =>
  one.cells === other.cells &&
  one.narrow === other.narrow &&
  one.roomy === other.roomy &&
  one.detail === other.detail &&
  one.live === other.live;

const PROMPT_ROWS: Readonly<Record<ToolDetail, number>> = {line: 1, short: 5, full: 200};

const QUEUED: Row = [span('queued, Alt+Up takes it back', 'dim')];

/** A screen shows far fewer; when so many were drawn, most are of other places. */
const MOST_KEPT = 3_000;
