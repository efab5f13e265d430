// The bridge to Signal: each way by itself, whose account, the last words, who knocked; and the code that links an account, while
// one is shown.
import type {ChannelStatus, ContactRequest} from '../../../shared/events/gateway-event.ts';
import {qrLines} from '../../../shared/text/qr-code.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {formatWhen} from '../../format/format-time.ts';
import {elapsed} from '../../format/how-long.ts';
import type {SignalLinking} from '../../state/overlay.ts';
import {cut, EMPTY_ROW, exactly, type Role, type Row, span} from '../text/row.ts';
import {oneLine} from '../text/width.ts';
import {hanging, wrapped} from '../text/wrap.ts';
import {framed} from './frame.ts';

type SignalModel = {
  /** Undefined while the daemon is asked. */
  readonly status?: ChannelStatus;
  readonly failure?: string;
  /** As the newest event has it: its health is newer than what was asked for. */
  readonly live?: ChannelStatus;
  readonly linking?: SignalLinking;
  /** The chosen one of those who knocked. */
  readonly index: number;
  readonly daemonNow: EpochMs;
  /** Whether the terminal is dark ink on light. */
  readonly isLight: boolean;
};

export const signalRows = (model: SignalModel, cells: number, height: number): readonly Row[] => {
  const {linking, isLight} = model;
  const rows =
    linking?.kind === 'shown'
      ? codeRows(linking.uri, isLight, cells, height)
      : framed('signal', bodyRows(model, cells, height - FRAME_ROWS), cells, height);
  return rows.map(row => cut(row, cells));
};

/** The whole pane is the code's: it needs every row there is. */
const codeRows = (uri: string, isLight: boolean, cells: number, height: number): readonly Row[] => {
  const lines = qrLines(uri, {ink: isLight ? 'on-light' : 'on-dark', columns: cells, rows: height - 1});
  const code = lines?.map((line): Row => [span(line)]);
  const title = 'scan with Signal > Settings > Linked devices';
  // No row is left empty under the title.
  if (code !== undefined) return exactly([...framed(title, [], cells, 1), ...code], height);
  const words = `The screen is too small for the code. Enlarge it, or run: rooster signal link`;
  return framed(title, [...note(words, 'warn', cells), ...note(uri, 'dim', cells)], cells, height);
};

const bodyRows = (model: SignalModel, cells: number, room: number): readonly Row[] => {
  const {status, live, failure, linking, index, daemonNow} = model;
  const news = [
    ...linkingRows(linking, cells),
    ...(failure === undefined ? [] : [...note(failure, 'error', cells), EMPTY_ROW]),
  ];
  if (status === undefined) return failure === undefined ? [...news, ...note('loading…', 'dim', cells)] : news;
  const {knocked = []} = status;
  const health = [...news, ...statusRows(withLive(status, live), daemonNow, cells)];
  if (knocked.length === 0) return [...health, EMPTY_ROW, ...note('No contact requests.', 'dim', cells)];
  const whole = [...health, EMPTY_ROW, ...contactRequestRows(knocked, index, daemonNow, knocked.length)];
  if (whole.length <= room) return whole;
  // Who knocks waits for an answer: the newest of them stay in sight, and what is said last of the health goes.
  const contactRequests = contactRequestRows(knocked, index, daemonNow, Math.max(1, Math.floor(room / 3)));
  return [...health.slice(0, Math.max(0, room - contactRequests.length)), ...contactRequests];
};

/** `most` of them, the chosen one among them. */
const contactRequestRows = (
  knocked: readonly ContactRequest[],
  index: number,
  now: EpochMs,
  most: number,
): readonly Row[] => {
  const from = Math.max(0, Math.min(index - most + 1, knocked.length - most));
  const shown = knocked.slice(from, from + most);
  return [
    [span('  contact requests', 'dim')],
    ...shown.map((contactRequest, at) => contactRequestRow(contactRequest, from + at === index, now)),
  ];
};

/** Who knocked, the last words and whether the phone rings are only in what was asked for. */
const withLive = (status: ChannelStatus, live: ChannelStatus | undefined): ChannelStatus => {
  if (live === undefined) return status;
  const {knocked, lastReceivedAt, lastSentAt, rings} = status;
  return {
    ...live,
    ...(knocked !== undefined && {knocked}),
    ...(lastReceivedAt !== undefined && {lastReceivedAt}),
    ...(lastSentAt !== undefined && {lastSentAt}),
    ...(rings !== undefined && {rings}),
  };
};

const linkingRows = (linking: SignalLinking | undefined, cells: number): readonly Row[] => {
  switch (linking?.kind) {
    case 'asking':
      return [...note('Asking Signal for a code…', 'dim', cells), EMPTY_ROW];
    case 'linked':
      return [
        ...note(`Linked to ${linking.account}. If this number is yours, press a to use Note to Self.`, 'ok', cells),
        EMPTY_ROW,
      ];
    case 'failed':
      return [...note(linking.because, 'error', cells), EMPTY_ROW];
    default:
      return [];
  }
};

const statusRows = (status: ChannelStatus, now: EpochMs, cells: number): readonly Row[] => {
  const {inbound, outbound, inboundDetail, outboundDetail, detail, warnings = [], restarts} = status;
  const line = (name: string, value: string | undefined, role: Role = 'text'): readonly Row[] =>
    value === undefined ? [] : pair(name, value, role, cells);
  const way = (name: string, state: ChannelStatus['inbound'], because: string | undefined): readonly Row[] =>
    line(name, because === undefined ? state : `${state}: ${because}`, ROLES[state]);
  const last = (at: EpochMs | undefined): string | undefined =>
    at === undefined ? undefined : `${formatWhen(at, now)}, ${elapsed(now - at)} ago`;
  const isTold =
    detail === inboundDetail || detail === outboundDetail || (detail !== undefined && warnings.includes(detail));
  return [
    ...way('in', inbound, inboundDetail),
    ...way('out', outbound, outboundDetail),
    ...line('', isTold ? undefined : detail, 'dim'),
    ...line('account', status.account),
    ...line('endpoint', status.endpoint),
    ...line('signal-cli', status.version),
    ...line('restarts', restarts === undefined ? undefined : String(restarts)),
    ...line('received', last(status.lastReceivedAt)),
    ...line('sent', last(status.lastSentAt)),
    ...ringRows(status, cells),
    ...warnings.flatMap(warning => line('', warning, 'warn')),
  ];
};

/** Only a person can tell: it is what they said. */
const ringRows = ({rings}: ChannelStatus, cells: number): readonly Row[] => {
  if (rings === undefined) return [];
  if (rings.rang) return pair('rings', 'yes, tested', 'ok', cells);
  return pair('rings', 'no; allow notifications on the phone, then run rooster signal ring', 'warn', cells);
};

const contactRequestRow = ({address, name, times, lastAt}: ContactRequest, isChosen: boolean, now: EpochMs): Row => {
  const often = times === 1 ? 'once' : `${times} times`;
  const words = `${formatWhen(lastAt, now)}  ${name === undefined ? '' : `${oneLine(name)}, `}${often}  ${oneLine(address)}`;
  return isChosen ? [span('> ', {role: 'selected', bold: true}), span(words, 'selected')] : [span('  '), span(words)];
};

const note = (words: string, role: Role, cells: number): readonly Row[] =>
  wrapped([span(oneLine(words), role)], Math.max(8, cells - 4)).map(row => [span('  '), ...row]);

const pair = (name: string, value: string, role: Role, cells: number): readonly Row[] =>
  hanging(
    wrapped([span(oneLine(value), role)], Math.max(8, cells - COLUMN - 2)),
    [span(`  ${name.padEnd(COLUMN)}`, 'dim')],
    [span(' '.repeat(COLUMN + 2))],
  );

/** The title, and the row under it. */
const FRAME_ROWS = 2;
const ROLES: Readonly<Record<ChannelStatus['inbound'], Role>> = {up: 'ok', down: 'error', off: 'dim'};
const COLUMN = 12;
