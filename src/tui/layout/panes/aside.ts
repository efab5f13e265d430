// The right pane: upcoming events, pending deliveries, and the latest events. Where it is the only side pane, it also
// shows the agent.

import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import type {Names} from '../../../shared/record-text/names.ts';
import type {Delivery} from '../../../shared/records/delivery/delivery.ts';
import {briefMoment, clockTime, formatUntil, formatWhen, isLastMinute} from '../../../shared/time/format-time.ts';
import {type EpochMs, instantOfIso} from '../../../shared/time/time.ts';
import {formatPane} from '../../format/format-pane.ts';
import {shortPlace} from '../../format/format-place.ts';
import type {DayPoint} from '../../lists/day-points.ts';
import {eventPhrase, isNotable} from '../../nouns/format/event-phrase.ts';
import type {KindName} from '../../nouns/format/kind-sign.ts';
import type {Upcoming} from '../../state/selectors.ts';
import {EMPTY_ROW, exactly, type Role, type Row, span, spread} from '../../text/row.ts';
import {cellWidth, drawnLine, shortened} from '../../text/width.ts';
import {bigText} from '../day/big-text.ts';
import {hoursRow, stripRow} from '../day/strip.ts';
import {kindSpan} from '../lists/kind-span.ts';
import {roleOf} from '../lists/tones.ts';
import {type AgentModel, agentRows} from './agent.ts';

export type AsideModel = {
  /** Nothing is known before the daemon has answered. */
  readonly isKnown: boolean;
  readonly next: readonly Upcoming[];
  /** Past and upcoming events, for the drawing of the day. */
  readonly points: readonly DayPoint[];
  /** Number of further reminders. */
  readonly hidden: number;
  readonly deliveries: readonly Delivery[];
  /** Oldest first. */
  readonly log: readonly GatewayEvent[];
  readonly daemonNow: EpochMs;
  /** Names of people and conversations. */
  readonly names: Names;
  /** If no other pane shows it. */
  readonly agent?: AgentModel;
};

/** Rows with room for the border at their start. */
export const asideRows = (model: AsideModel, columns: number, height: number): readonly Row[] => {
  const below = model.agent === undefined ? [] : [EMPTY_ROW, ...agentRows(model.agent, asideCells(columns))];
  const above = height - below.length;
  const fits = above >= LEAST_ABOVE;
  const rows = timeRows(model, columns, height, fits ? above : height);
  return [...rows, ...(fits ? below : [])].map(row => (row.length === 0 ? row : [span('  '), ...row]));
};

/** Upcoming and past events, in so many rows of a pane of this height. */
const timeRows = (model: AsideModel, columns: number, height: number, room: number): readonly Row[] => {
  const cells = asideCells(columns);
  const unknown = model.isKnown ? undefined : 'not known yet';
  const large = height >= LARGE_FROM ? largeNext(model, cells) : [];
  // Past events keep some rows if the agent is below.
  const third = Math.max(3, Math.floor(room / (room < height ? 4 : 3)));
  const following = model.next.slice(large.length === 0 ? 0 : 1);
  // There may be hundreds, of which a few fit.
  const listed = following.slice(0, third);
  const open = model.deliveries.filter(isOpen);
  const sent = model.deliveries.filter(delivery => !isOpen(delivery)).slice(0, MOST_SENT);
  const rows = [
    ...section(
      'NEXT',
      listed.map(upcoming => nextLine(upcoming, model.daemonNow, cells)),
      {none: unknown ?? (model.next.length === 0 ? 'nothing is scheduled' : ''), above: large},
      third + large.length,
      cells,
      model.hidden + following.length - listed.length,
    ),
    EMPTY_ROW,
    ...(hasDay(columns, height) ? [...dayOf(model, cells), EMPTY_ROW] : []),
    ...section(
      'OUTBOX',
      [...open, ...sent].map(delivery => deliveryLine(delivery, model.names, cells)),
      {none: unknown ?? 'no deliveries'},
      third,
      cells,
    ),
    EMPTY_ROW,
    ...section(
      'ACTIVITY',
      newestFirst(model.log, room).map(event => eventLine(event, model, cells)),
      {none: unknown ?? 'no events yet'},
      room,
      cells,
    ),
  ];
  return exactly(rows, room);
};

const section = (
  title: string,
  lines: readonly Row[],
  {none, above = []}: {readonly none: string; readonly above?: readonly Row[]},
  most: number,
  cells: number,
  hidden = 0,
): readonly Row[] => {
  const room = most - above.length;
  const shown = lines.length > room - 1 ? lines.slice(0, Math.max(1, room - 2)) : lines;
  const rest = lines.length - shown.length + hidden;
  return [
    [span(title, {bold: true})],
    ...above,
    ...(lines.length === 0 && none !== '' ? [[span(shortened(none, cells), 'dim')]] : shown),
    ...(rest > 0 ? [[span(`${rest} more`, 'dim')]] : []),
  ];
};

/** The next run with its countdown in large letters. */
const largeNext = ({next: [first], daemonNow: now}: AsideModel, cells: number): readonly Row[] => {
  if (first === undefined) return [];
  const role: Role = isLastMinute(first.at, now) ? 'now' : 'text';
  const large = bigText(formatUntil(first.at, now), role, cells);
  if (large === undefined) return [];
  const when = formatWhen(first.at, now);
  const what = shortened(drawnLine(first.what), Math.max(4, cells - cellWidth(when) - 5));
  const caption = [kindSpan(NEXT_KINDS[first.kind]), span(` ${what}`, {bold: true}), span(`  ${when}`, 'dim')];
  return [...large, caption];
};

const dayOf = ({points, daemonNow: now}: AsideModel, cells: number): readonly Row[] => [
  [span('TODAY', {bold: true})],
  hoursRow(cells),
  stripRow({points, day: now, now}, cells),
];

/** True if the pane has room for the drawing of the day. */
export const hasDay = (columns: number, height: number): boolean => columns > 0 && height >= DAY_FROM;

/** The cells for text in a pane of this width. */
export const asideCells = (columns: number): number => columns - 3;

const nextLine = ({kind, what, at}: Upcoming, now: EpochMs, cells: number): Row => {
  const until = formatUntil(at, now);
  const when = (until === 'now' ? 'now' : `in ${until}`).padEnd(12);
  const soon: Role = isLastMinute(at, now) ? 'now' : 'text';
  return [span(when, soon), kindSpan(NEXT_KINDS[kind]), span(` ${shortened(drawnLine(what), cells - 14)}`)];
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
  const shown = formatPane(event, at => briefMoment(at, now), names);
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
  const seen = new Set<string>();
  // A delivery of a run is about its reminder or job.
  const remindersOfRuns = new Map(log.flatMap(event => ('run' in event ? [[event.run.id, event.run.name]] : [])));
  for (let index = log.length - 1; index >= 0 && found.length < most; index -= 1) {
    const event = log[index];
    if (event === undefined || !isNotable(event)) continue;
    const subject = subjectOf(event, remindersOfRuns);
    if (subject !== undefined && seen.has(subject)) continue;
    if (subject !== undefined) seen.add(subject);
    found.push(event);
  }
  return found;
};

/** The thing that it is about, whose latest event says enough: `stretch` is set, sent, rang and read. */
const subjectOf = (event: GatewayEvent, runs: ReadonlyMap<string, string>): string | undefined => {
  if ('reminder' in event) return event.reminder.id;
  if ('alarm' in event) return event.alarm.id;
  if ('approval' in event) return event.approval.id;
  if ('run' in event) return event.run.name;
  if ('delivery' in event) return runs.get(event.delivery.runId ?? '') ?? event.delivery.id;
  return undefined;
};

const isOpen = ({state}: Delivery): boolean => state === 'queued' || state === 'sending' || state === 'dead';

const MOST_SENT = 5;
/** Rows for what comes and what was, before the agent gets any. */
const LEAST_ABOVE = 18;
/** From these heights on there is room for large letters, and for the day. */
const LARGE_FROM = 20;
const DAY_FROM = 26;
