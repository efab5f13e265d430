// The row above the composer: the latest toast, otherwise what the list holds, or the running turn. At the right, the
// scroll position, or the running turn beside a toast.
import type {LiveTurn} from '../../../shared/events/live-turn.ts';
import {spokenSoFar} from '../../../shared/record-text/sentinels.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {elapsed} from '../../format/how-long.ts';
import type {Lead, Toast} from '../../state/ui-state.ts';
import {EMPTY_ROW, movingSign, type Role, type Row, rowWidth, span, spread} from '../../text/row.ts';
import {drawnLine, shortened} from '../../text/width.ts';

export type NoticeModel = {
  readonly agent: string;
  readonly toasts: readonly Toast[];
  readonly turn?: LiveTurn;
  /** A call of the turn waits for the person's answer. */
  readonly waits?: boolean;
  /** The reason why the connection was lost, or why the daemon sends nothing. */
  readonly trouble?: string;
  /** By the daemon's clock, like the turn's start. */
  readonly now: EpochMs;
  readonly atEnd: boolean;
  readonly newBelow: number;
  /** Summary of the shown list. */
  readonly summary?: string;
};

export const noticeRow = (model: NoticeModel, columns: number): Row => {
  const right = besideOf(model, columns);
  const room = columns - rowWidth(right) - 3;
  const left =
    formatToast(model, room) ?? formatTrouble(model, room) ?? formatSummary(model, room) ?? formatTurn(model, room);
  return spread(left, right, columns - 1);
};

/** At the right: the place; beside a toast the running turn, or the list's summary where the toast leaves room. */
const besideOf = (model: NoticeModel, columns: number): Row => {
  const place = formatScrollHint(model);
  if (place.length > 0 || model.toasts.length === 0 || columns < WIDE_ENOUGH) return place;
  const summary = formatSummary(model, columns);
  if (summary === undefined) return formatTurn(model, TURN_ROOM);
  const toast = formatToast(model, columns) ?? EMPTY_ROW;
  return rowWidth(toast) + rowWidth(summary) < columns - 4 ? summary : EMPTY_ROW;
};

const formatSummary = ({summary}: NoticeModel, room: number): Row | undefined =>
  summary === undefined ? undefined : [span(` ${shortened(summary, room)}`, 'dim')];

const formatToast = ({toasts}: NoticeModel, room: number): Row | undefined => {
  const newest = toasts.at(-1);
  if (newest === undefined) return undefined;
  const behind = toasts.filter(toast => toast !== newest && isOwed(toast, newest)).length;
  const others = behind > 0 ? `  ${behind} more` : '';
  const mark = MARKS[newest.tone];
  return [
    span(` ${mark} ${shortened(drawnLine(newest.text), room - others.length - mark.length - 2)}`, {
      role: TONES[newest.tone],
      bold: true,
    }),
    span(others, 'dim'),
  ];
};

/** Confirmations, and toasts that lead to the same place, aren't counted. */
const isOwed = ({tone, leads}: Toast, newest: Toast): boolean =>
  tone !== 'ok' && (leads === undefined || !leadsAlike(leads, newest.leads));

const leadsAlike = (a: Lead, b: Lead | undefined): boolean =>
  a.kind === 'session'
    ? b?.kind === 'session' && a.session === b.session
    : b?.kind === 'row' && a.list === b.list && a.row === b.row;

const formatTrouble = ({trouble}: NoticeModel, room: number): Row | undefined =>
  trouble === undefined ? undefined : [span(` ! ${adviceIn(trouble, room - 3)}`, 'warn')];

const formatTurn = ({turn, agent, now, waits = false}: NoticeModel, room: number): Row => {
  if (turn === undefined) return EMPTY_ROW;
  const tool = turn.tools.findLast(({end}) => end === undefined);
  const doing = waits
    ? 'waits for your answer'
    : tool === undefined
      ? spokenSoFar(turn.text).trim() === ''
        ? 'is thinking'
        : 'is writing'
      : `uses ${drawnLine(tool.name)}`;
  const age = Math.max(0, now - turn.startedAt);
  const end = `  ${[elapsed(age), ...writtenTokens(turn)].join(' · ')}`;
  return [
    movingSign(age),
    span(`${shortened(`${agent} ${doing}`, Math.max(8, room - 4 - end.length))}`, 'dim'),
    span(end, 'dim'),
  ];
};

/**
 * About as many as were written: models count them only at the end. In fifties, since the row is drawn again with each
 * change.
 */
const writtenTokens = ({text}: LiveTurn): readonly string[] => {
  const about = Math.floor(text.length / LETTERS_PER_TOKEN / 50) * 50;
  return about === 0 ? [] : [`about ${about.toLocaleString('en')} tokens`];
};

const formatScrollHint = ({atEnd, newBelow}: NoticeModel): Row => {
  if (atEnd) return EMPTY_ROW;
  return newBelow > 0 ? [span(`▼ ${newBelow} new below · Ctrl+End`, 'now')] : [span('scrolled up · Ctrl+End', 'dim')];
};

/** The sentence; if it doesn't fit, its final command, or its beginning. */
const adviceIn = (sentence: string, cells: number): string => {
  const whole = drawnLine(sentence);
  if (whole.length <= cells) return whole;
  const command = /`([^`]+)`/u.exec(whole)?.[1];
  if (command === undefined) return shortened(whole, cells);
  const content = `try: ${command}`;
  return shortened(content.length <= cells ? content : command, cells);
};

const WIDE_ENOUGH = 60;
const TURN_ROOM = 50;
const LETTERS_PER_TOKEN = 4;

const MARKS: Readonly<Record<Toast['tone'], string>> = {event: '◆', ok: '✓', warn: '!', error: '!'};

const TONES: Readonly<Record<Toast['tone'], Role>> = {event: 'event', ok: 'ok', warn: 'warn', error: 'error'};
