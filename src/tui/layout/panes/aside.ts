// The right pane: upcoming events, pending deliveries, and the latest events.

import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import type {Delivery} from '../../../shared/records/delivery.ts';
import type {Names} from '../../../shared/text/names.ts';
import {type EpochMs, instantOfIso} from '../../../shared/time/time.ts';
import {formatPane} from '../../format/format-pane.ts';
import {shortPlace} from '../../format/format-place.ts';
import {briefWhen, clockTime, formatUntil, isLastMinute} from '../../format/format-time.ts';
import {eventPhrase, isNotable} from '../../nouns/event-phrase.ts';
import type {KindName} from '../../nouns/kind-sign.ts';
import type {Upcoming} from '../../state/selectors.ts';
import {kindSpan} from '../lists/kind-span.ts';
import {EMPTY_ROW, exactly, type Role, type Row, span, spread} from '../text/row.ts';
import {roleOf} from '../text/tones.ts';
import {cellWidth, drawnLine, shortened} from '../text/width.ts';

export type AsideModel = {
  readonly next: readonly Upcoming[];
  /** How many more reminders follow. */
  readonly hidden: number;
  readonly deliveries: readonly Delivery[];
  /** Oldest first. */
  readonly log: readonly GatewayEvent[];
  readonly daemonNow: EpochMs;
  /** Names of people and conversations. */
  readonly names: Names;
};

/** Rows with room for the border at their start. */
export const asideRows = (model: AsideModel, columns: number, height: number): readonly Row[] => {
  const cells = columns - 3;
  const third = Math.max(3, Math.floor(height / 3));
  const open = model.deliveries.filter(isOpen);
  const sent = model.deliveries.filter(one => !isOpen(one)).slice(0, MOST_SENT);
  const rows = [
    ...section(
      'NEXT',
      model.next.map(one => nextLine(one, model.daemonNow, cells)),
      'nothing is scheduled',
      third,
      cells,
      model.hidden,
    ),
    EMPTY_ROW,
    ...section(
      'OUTBOX',
      [...open, ...sent].map(one => deliveryLine(one, model.names, cells)),
      'no deliveries',
      third,
      cells,
    ),
    EMPTY_ROW,
    ...section(
      'ACTIVITY',
      newestFirst(model.log, height).map(one => eventLine(one, model, cells)),
      'no events yet',
      height,
      cells,
    ),
  ];
  return exactly(rows, height).map(row => (row.length === 0 ? row : [span('  '), ...row]));
};

const section = (
  title: string,
  lines: readonly Row[],
  none: string,
  most: number,
  cells: number,
  hidden = 0,
): readonly Row[] => {
  const shown = lines.length > most - 1 ? lines.slice(0, Math.max(1, most - 2)) : lines;
  const rest = lines.length - shown.length + hidden;
  return [
    [span(title, {bold: true})],
    ...(lines.length === 0 ? [[span(shortened(none, cells), 'dim')]] : shown),
    ...(rest > 0 ? [[span(`${rest} more`, 'dim')]] : []),
  ];
};

const nextLine = ({kind, what, at}: Upcoming, now: EpochMs, cells: number): Row => {
  const until = formatUntil(at, now);
  const when = (until === 'now' ? 'now' : `in ${until}`).padEnd(11);
  const soon: Role = isLastMinute(at, now) ? 'warn' : 'accent';
  return [span(when, soon), kindSpan(NEXT_KINDS[kind]), span(` ${shortened(drawnLine(what), cells - 13)}`)];
};

const NEXT_KINDS: Readonly<Record<Upcoming['kind'], KindName>> = {reminder: 'reminder', cron: 'job', alarm: 'alarm'};

const deliveryLine = (delivery: Delivery, names: Names, cells: number): Row => {
  const {createdAt, address, text, state, attempts} = delivery;
  const word = state === 'queued' && attempts > 0 ? 'retry' : state;
  const role: Role = state === 'dead' ? 'error' : isOpen(delivery) ? 'warn' : 'dim';
  const head = span(
    `${state === 'dead' ? '!' : ' '}${clockTime(createdAt)} ${shortened(drawnLine(shortPlace(address, names)), 8)} `,
    state === 'dead' ? 'error' : 'dim',
  );
  const room = cells - head.text.length - word.length - 1;
  return spread([head, span(room > 3 ? shortened(drawnLine(text), room) : '')], [span(word, role)], cells);
};

const eventLine = (event: GatewayEvent, {daemonNow: now, names}: AsideModel, cells: number): Row => {
  const {what: text, tone} = eventPhrase(event, names);
  const role = roleOf(tone);
  const shown = formatPane(event, at => briefWhen(at, now), names);
  const time = span(` ${clockTime(instantOfIso(event.at) ?? 0)} `, 'dim');
  const room = cells - time.text.length;
  if (shown === undefined) return [time, span(shortened(drawnLine(text), room), role)];
  const became = shown.became === undefined ? '' : ` ${drawnLine(shown.became)}`;
  const what = shortened(drawnLine(shown.what), Math.max(LEAST_WHAT, room - cellWidth(became)));
  return [time, span(shortened(`${what}${became}`, room), role)];
};

/** Cells reserved for an event's subject. */
const LEAST_WHAT = 6;

const newestFirst = (log: readonly GatewayEvent[], most: number): readonly GatewayEvent[] => {
  const found: GatewayEvent[] = [];
  for (let index = log.length - 1; index >= 0 && found.length < most; index -= 1) {
    const event = log[index];
    if (event !== undefined && isNotable(event)) found.push(event);
  }
  return found;
};

const isOpen = ({state}: Delivery): boolean => state === 'queued' || state === 'sending' || state === 'dead';

const MOST_SENT = 5;
