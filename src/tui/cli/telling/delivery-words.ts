// Deliveries in words: a list, and one of them with its text and its fate.
import type {Delivery, DeliveryState} from '../../../shared/delivery.ts';
import {indented, printableLine} from '../../../shared/sanitize.ts';
import type {Wire} from '../../../shared/wire.ts';
import {whenOf} from '../../words/local-time.ts';
import type {CommandWorld} from '../command.ts';
import type {Tone} from '../print.ts';
import type {Column} from '../words/table.ts';
import {fieldLines, listLines, timesIn, timesTitle} from './fields.ts';

export const deliveryList = (
  world: CommandWorld,
  deliveries: readonly Wire<Delivery>[],
  state: DeliveryState | undefined,
): readonly string[] =>
  listLines(world, columns(world), deliveries, state === undefined ? NONE : `No delivery is ${state}.`);

export const deliveryShown = (world: CommandWorld, delivery: Wire<Delivery>): readonly string[] => {
  const now = world.clock.now();
  const when = (iso: string | undefined): string | undefined => (iso === undefined ? undefined : whenOf(iso, now));
  return [
    ...fieldLines(world, [
      ['Id', delivery.id],
      ['To', printableLine(delivery.address)],
      ['State', world.print.paint(TONES[delivery.state], stateWords(delivery))],
      ['Queued', when(delivery.createdAt)],
      ['Next try', when(delivery.nextAttemptAt)],
      ['Sent', when(delivery.sentAt)],
      ['Delivered', when(delivery.deliveredAt)],
      ['Read', when(delivery.readAt)],
      timesIn(world),
      ['Repeat', delivery.repeat ? 'yes: the person may see it twice' : undefined],
      ['Files', delivery.files?.map(printableLine).join(', ')],
      ['Missed', delivery.missed?.map(({recipient}) => printableLine(recipient)).join(', ')],
      ['Problem', delivery.lastError === undefined ? undefined : printableLine(delivery.lastError)],
      ['Session', delivery.session],
      ['From', delivery.runId ?? delivery.turnId],
    ]),
    '',
    indented(delivery.text, '  '),
  ];
};

/** How an attempt to send ended, in a sentence; `good` when the channel has accepted it. */
export const deliverySettled = (delivery: Wire<Delivery>): {readonly good: boolean; readonly sentence: string} => {
  const {id, address, state, lastError} = delivery;
  const because = lastError === undefined ? '' : ` ${printableLine(lastError)}`;
  switch (state) {
    case 'sent':
      return {good: true, sentence: `Accepted for ${address} (${id}).`};
    case 'delivered':
    case 'read':
      return {good: true, sentence: `${state === 'read' ? 'Read' : 'Delivered'} at ${address} (${id}).`};
    case 'dead':
      return {
        good: false,
        sentence: `It was not sent to ${address}, and is given up.${because} Again: rooster outbox retry ${id}`,
      };
    default:
      return {
        good: false,
        sentence: `It is not sent to ${address} yet, and goes out when it can.${because} See: rooster outbox show ${id}`,
      };
  }
};

const columns = (world: CommandWorld): readonly Column<Wire<Delivery>>[] => [
  {title: 'ID', text: ({id}) => id},
  {title: timesTitle(world, 'QUEUED'), text: ({createdAt}) => whenOf(createdAt, world.clock.now())},
  {title: 'STATE', text: stateWords, tone: ({state}) => TONES[state]},
  {title: 'TO', text: ({address}) => printableLine(address), gives: true},
  {
    title: 'TEXT',
    text: ({text, lastError}) => (lastError === undefined ? printableLine(text) : printableLine(lastError)),
    gives: true,
  },
];

const stateWords = ({state, attempts}: Wire<Delivery>): string =>
  attempts > 1 && state !== 'read' ? `${state}, ${attempts} attempts` : state;

const TONES: Readonly<Record<DeliveryState, Tone>> = {
  queued: 'busy',
  sending: 'busy',
  sent: 'good',
  delivered: 'good',
  read: 'good',
  dead: 'bad',
};

const NONE = 'The outbox is empty: replies, reminders and announcements pass through it on their way to people.';
