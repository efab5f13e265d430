// Deliveries in words: a list, and one of them with its text and its fate.

import type {Wire} from '../../../shared/events/wire.ts';
import {type Address, isPushable, TERMINAL} from '../../../shared/records/address.ts';
import type {Delivery, DeliveryState, ShownDelivery} from '../../../shared/records/delivery.ts';
import {addressName, type Names} from '../../../shared/text/names.ts';
import {indented, printableLine} from '../../../shared/text/sanitize.ts';
import {whenOf} from '../../format/local-time.ts';
import type {CommandWorld} from '../command.ts';
import type {Tone} from '../print.ts';
import type {Column} from '../words/table.ts';
import {fieldLines, listLines, timesIn, timesTitle} from './fields.ts';

export const deliveryList = (
  world: CommandWorld,
  deliveries: readonly Wire<ShownDelivery>[],
  state: DeliveryState | undefined,
): readonly string[] =>
  listLines(world, columns(world), deliveries, state === undefined ? NONE : `No ${state} deliveries.`);

export const deliveryShown = (world: CommandWorld, delivery: Wire<ShownDelivery>): readonly string[] => {
  const now = world.clock.now();
  const {lastError} = delivery;
  const when = (iso: string | undefined): string | undefined => (iso === undefined ? undefined : whenOf(iso, now));
  return [
    ...fieldLines(world, [
      ['Id', delivery.id],
      ['To', wholePlace(delivery.address, world.names())],
      ['State', world.print.paint(TONES[delivery.state], formatState(delivery))],
      ['Queued', when(delivery.createdAt)],
      ['Next try', when(delivery.nextAttemptAt)],
      ['Sent', when(delivery.sentAt)],
      ['Delivered', when(delivery.deliveredAt)],
      ['Read', when(delivery.readAt)],
      timesIn(world),
      ['Repeat', delivery.repeat ? 'yes: the person may see it twice' : undefined],
      ['Files', delivery.files?.map(printableLine).join(', ')],
      ['Missed', delivery.missed?.map(({recipient}) => printableLine(recipient)).join(', ')],
      ['Waits', delivery.waits === undefined ? undefined : formatWait(delivery.waits)],
      ['Problem', isTold(delivery) || lastError === undefined ? undefined : printableLine(lastError)],
      ['Session', delivery.session],
      ['From', delivery.runId ?? delivery.turnId],
    ]),
    '',
    indented(delivery.text, '  '),
  ];
};

/** By name, as a row or a sentence says it. */
export const placed = (address: Address, names: Names): string => printableLine(addressName(address, names));

/** By name, with the address behind it, from where it can be copied. */
export const wholePlace = (address: Address, names: Names): string => {
  const [name, whole] = [placed(address, names), printableLine(address)];
  return name === whole || address === TERMINAL ? name : `${name} (${whole})`;
};

type Waiting = NonNullable<Wire<ShownDelivery>['waits']>;

const formatWait = ({reason, behind}: Waiting): string =>
  behind === undefined ? printableLine(reason) : `Behind ${behind}: ${printableLine(reason)}`;

/** Its own problem is what it waits for. */
const isTold = ({waits, lastError}: Wire<ShownDelivery>): boolean => waits?.reason === lastError;

/** How an attempt to send ended, in a sentence; `good` when the channel has accepted it. */
export const deliverySettled = (
  world: CommandWorld,
  delivery: Wire<ShownDelivery>,
): {readonly good: boolean; readonly sentence: string} => {
  const {id, state, lastError, waits, missed = []} = delivery;
  const to = placed(delivery.address, world.names());
  const reason = waits === undefined ? lastError && printableLine(lastError) : formatWait(waits);
  const because = reason === undefined ? '' : ` ${reason}`;
  switch (state) {
    case 'sent':
    case 'delivered':
    case 'read': {
      const how = {sent: 'Sent to', delivered: 'Delivered to', read: 'Read by'}[state];
      if (missed.length === 0) return {good: true, sentence: `${how} ${to} (${id}).`};
      const who = missed.length === 1 ? '1 member' : `${missed.length} members`;
      const reasons = missed.map(each => printableLine(each.reason)).join(' ');
      return {good: false, sentence: `${how} ${to} (${id}), but not for ${who}: ${reasons}`};
    }
    case 'dead':
      return {
        good: false,
        sentence: `Couldn't send to ${to}.${because} To try again: rooster outbox retry ${id}`,
      };
    default:
      return {
        good: false,
        sentence: `Not sent to ${to} yet; Rooster keeps trying.${because} See: rooster outbox show ${id}`,
      };
  }
};

const columns = (world: CommandWorld): readonly Column<Wire<ShownDelivery>>[] => [
  {title: 'ID', text: ({id}) => id, isId: true},
  {title: timesTitle(world, 'QUEUED'), text: ({createdAt}) => whenOf(createdAt, world.clock.now())},
  {title: 'STATE', text: formatState, tone: ({state}) => TONES[state]},
  {title: 'TO', text: ({address}) => placed(address, world.names()), gives: true},
  {
    title: 'TEXT',
    text: ({text, lastError, waits}) => (waits === undefined ? printableLine(lastError ?? text) : formatWait(waits)),
    gives: true,
  },
];

const formatState = ({address, state, attempts, discarded}: Wire<Delivery>): string => {
  if (discarded === true) return 'discarded';
  // Nobody has seen it before a client has shown it.
  if (state === 'sent' && !isPushable(address)) return 'waiting at the terminal';
  return attempts > 1 && state !== 'read' ? `${state}, ${attempts} attempts` : state;
};

const TONES: Readonly<Record<DeliveryState, Tone>> = {
  queued: 'busy',
  sending: 'busy',
  sent: 'good',
  delivered: 'good',
  read: 'good',
  dead: 'bad',
};

const NONE = 'The outbox is empty. Replies, reminders and announcements appear here once they are sent.';
