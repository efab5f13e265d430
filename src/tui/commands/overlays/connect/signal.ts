// The Signal overlay: each direction, the account, the last messages, contact requests; and the QR code while an
// account is being linked.

import type {ChannelStatus, ContactRequest} from '../../../../shared/events/gateway-event.ts';
import {qrLines} from '../../../../shared/text/qr-code.ts';
import {formatWhen} from '../../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../../shared/time/time.ts';
import {elapsed} from '../../../format/how-long.ts';
import {framed} from '../../../layout/overlays/frame.ts';
import type {SignalLinking, SignalOverlay} from '../../../state/overlay.ts';
import {daemonNow} from '../../../state/selectors.ts';
import {cut, EMPTY_ROW, exactly, litRow, type Role, type Row, span} from '../../../text/row.ts';
import {drawnLine, shortened} from '../../../text/width.ts';
import {hanging, wrapped} from '../../../text/wrap.ts';
import {list} from '../kinds/list.ts';
import type {Room, Shown} from '../kinds/overlay-record.ts';
import {askToAllow, linkHere, retrySignal} from './signal-requests.ts';

export const signal = list<SignalOverlay>({
  count: ({status}) => status?.contactRequests?.length ?? 0,
  shows: (state, overlay, room) => {
    const {look, background} = state.ui;
    const isLight = look.theme === 'light' || (look.theme !== 'dark' && background === 'light');
    const live = state.gateway.channels.find(({channel}) => channel === 'signal');
    return signalShown({...overlay, live, daemonNow: daemonNow(state), isLight}, room);
  },
  lines: (_, {status, failure}) => {
    if (status === undefined) return [failure ?? 'Loading the Signal status.'];
    const {inbound, outbound, detail, account, contactRequests = []} = status;
    return [
      `Signal: in ${inbound}, out ${outbound}${account === undefined ? '' : `, account ${account}`}.`,
      ...(detail === undefined ? [] : [drawnLine(detail)]),
      ...contactRequests.map(
        ({address, name, times}) =>
          `Contact request from ${drawnLine(name ?? 'somebody')}, ${times} times: ${address}.`,
      ),
    ];
  },
  isPending: (_, {status, failure}) => status === undefined && failure === undefined,
  does: {
    'signal.allow': ports => void askToAllow(ports),
    'signal.link': ports => void linkHere(ports),
    'signal.refresh': ports => void retrySignal(ports),
  },
});

type SignalModel = Pick<SignalOverlay, 'status' | 'failure' | 'linking' | 'index'> & {
  /** From the newest event, whose health is more recent than `status`. */
  readonly live?: ChannelStatus;
  readonly daemonNow: EpochMs;
  /** True if the terminal has dark text on a light background. */
  readonly isLight: boolean;
};

export const signalShown = (model: SignalModel, room: Room): Shown =>
  model.linking?.kind === 'shown'
    ? codeShown(model.linking.uri, model.isLight, room)
    : {title: 'signal', rows: bodyRows(model, room.cells, room.rows)};

/** The code needs every row of the pane: no empty row below the title. */
const codeShown = (uri: string, isLight: boolean, {columns, height}: Room): Shown => {
  const cells = columns - 1;
  const lines = qrLines(uri, {ink: isLight ? 'on-light' : 'on-dark', columns: cells, rows: height - 1});
  const code = lines?.map((line): Row => cut([span(line)], cells));
  const title = 'scan with Signal > Settings > Linked devices';
  if (code !== undefined)
    return {title, rows: exactly([...framed(title, [], cells, 1), ...code], height), isWhole: true};
  const content = `The screen is too small for the code. Enlarge it, or run: rooster signal link`;
  const rows = [...note(content, 'warn', cells - 2), ...note(uri, 'dim', cells - 2)];
  return {title, rows: framed(title, rows, cells - 2, height, {fits: true}), isWhole: true};
};

const bodyRows = (model: SignalModel, cells: number, room: number): readonly Row[] => {
  const {status, live, failure, linking, index, daemonNow: now} = model;
  const notes = [
    ...linkingRows(linking, cells),
    ...(status === undefined || status.account !== undefined || linking !== undefined
      ? []
      : [...note(HOW_TO_LINK, 'accent', cells), EMPTY_ROW]),
    ...(failure === undefined ? [] : [...note(failure, 'error', cells), EMPTY_ROW]),
  ];
  if (status === undefined) return failure === undefined ? [...notes, ...note('loading…', 'dim', cells)] : notes;
  const {contactRequests = []} = status;
  const health = [...notes, ...statusRows(withLive(status, live), now, cells)];
  if (contactRequests.length === 0) return [...health, EMPTY_ROW, ...note('No contact requests.', 'dim', cells)];
  const whole = [
    ...health,
    EMPTY_ROW,
    ...contactRequestRows(contactRequests, {index, now, most: contactRequests.length}, cells),
  ];
  if (whole.length <= room) return whole;
  // Contact requests wait for a decision: the newest stay visible, and the last health rows are dropped.
  const most = Math.max(1, Math.floor(room / 3));
  const newest = contactRequestRows(contactRequests, {index, now, most}, cells);
  return [...health.slice(0, Math.max(0, room - newest.length)), ...newest];
};

/** At most `most` requests, including the selected one. */
const contactRequestRows = (
  contactRequests: readonly ContactRequest[],
  {index, now, most}: {readonly index: number; readonly now: EpochMs; readonly most: number},
  cells: number,
): readonly Row[] => {
  const from = Math.max(0, Math.min(index - most + 1, contactRequests.length - most));
  const shown = contactRequests.slice(from, from + most);
  return [
    [span('  contact requests', 'dim')],
    ...shown.map((contactRequest, at) => contactRequestRow(contactRequest, from + at === index, now, cells)),
  ];
};

/** Contact requests, last messages and the ring answer exist only in `status`. */
const withLive = (status: ChannelStatus, live: ChannelStatus | undefined): ChannelStatus => {
  if (live === undefined) return status;
  const {contactRequests, lastReceivedAt, lastSentAt, rings} = status;
  return {
    ...live,
    contactRequests: contactRequests ?? live.contactRequests,
    lastReceivedAt: lastReceivedAt ?? live.lastReceivedAt,
    lastSentAt: lastSentAt ?? live.lastSentAt,
    rings: rings ?? live.rings,
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

/** Only a person knows, so this is their answer. */
const ringRows = ({rings}: ChannelStatus, cells: number): readonly Row[] => {
  if (rings === undefined) return [];
  if (rings.rang) return pair('rings', 'yes, tested', 'ok', cells);
  return pair('rings', 'no; allow notifications on the phone, then run rooster signal ring', 'warn', cells);
};

const contactRequestRow = (
  {address, name, times, lastAt}: ContactRequest,
  isChosen: boolean,
  now: EpochMs,
  cells: number,
): Row => {
  const often = times === 1 ? 'once' : `${times} times`;
  const begin = `${formatWhen(lastAt, now)}  ${name === undefined ? '' : `${drawnLine(name)}, `}${often}  `;
  const row: Row = [span(shortened(`${begin}${drawnLine(address)}`, cells - 3))];
  return isChosen ? litRow([span('> ', 'accent'), ...row], cells) : [span('  '), ...row];
};

const note = (content: string, role: Role, cells: number): readonly Row[] =>
  wrapped([span(drawnLine(content), role)], Math.max(8, cells - 4)).map(row => [span('  '), ...row]);

const pair = (name: string, value: string, role: Role, cells: number): readonly Row[] =>
  hanging(
    wrapped([span(drawnLine(value), role)], Math.max(8, cells - COLUMN - 3)),
    [span(`  ${name.padEnd(COLUMN)}`, 'dim')],
    [span(' '.repeat(COLUMN + 2))],
  );

const ROLES: Readonly<Record<ChannelStatus['inbound'], Role>> = {up: 'ok', down: 'error', off: 'dim'};
const COLUMN = 12;
const HOW_TO_LINK = 'Press L to link your phone. A QR code appears, which you scan with Signal on the phone.';
