// `rooster outbox`: what is on its way to people, what arrived, and what was given up.
import {DELIVERY_STATES, type Delivery, type DeliveryState} from '../../../shared/delivery.ts';
import type {Wire} from '../../../shared/wire.ts';
import {fieldLines, listLines, tell} from '../ask.ts';
import type {CommandWorld, Run} from '../command.ts';
import {choiceOf, countOf, idOf, wordAt} from '../given.ts';
import type {Tone} from '../print.ts';
import {whenOf} from '../words/local-time.ts';
import {indented, oneLine} from '../words/plain-text.ts';
import type {Column} from '../words/table.ts';

export const listOutbox: Run = (world, given) => {
  const state = choiceOf(given, 'state', DELIVERY_STATES);
  const limit = countOf(given, 'limit');
  const filter = {...(state === undefined ? {} : {state}), ...(limit === undefined ? {} : {limit})};
  return tell(world, given, 'outbox.list', filter, ({deliveries}) =>
    listLines(world, columns(world), deliveries, state === undefined ? NONE : `No delivery is ${state}.`),
  );
};

export const showDelivery: Run = (world, given) =>
  tell(world, given, 'outbox.get', {id: idOf(wordAt(given, 0), 'dlv')}, delivery => described(world, delivery));

export const retryDelivery: Run = (world, given) =>
  tell(
    world,
    given,
    'outbox.retry',
    {id: idOf(wordAt(given, 0), 'dlv')},
    ({id, address}) => `${id} is sent again to ${address}: rooster outbox show ${id}`,
  );

export const discardDelivery: Run = (world, given) =>
  tell(
    world,
    given,
    'outbox.discard',
    {id: idOf(wordAt(given, 0), 'dlv')},
    ({id, address}) => `Discarded ${id}: nothing more is sent to ${address}.`,
  );

const columns = ({clock}: CommandWorld): readonly Column<Wire<Delivery>>[] => [
  {title: 'ID', text: ({id}) => id},
  {title: 'QUEUED', text: ({createdAt}) => whenOf(createdAt, clock.now())},
  {title: 'STATE', text: stateWords, tone: ({state}) => TONES[state]},
  {title: 'TO', text: ({address}) => oneLine(address), gives: true},
  {
    title: 'TEXT',
    text: ({text, lastError}) => (lastError === undefined ? oneLine(text) : oneLine(lastError)),
    gives: true,
  },
];

const stateWords = ({state, attempts}: Wire<Delivery>): string =>
  attempts > 1 && state !== 'read' ? `${state}, ${attempts} attempts` : state;

const described = (world: CommandWorld, delivery: Wire<Delivery>): readonly string[] => {
  const now = world.clock.now();
  const when = (iso: string | undefined): string | undefined => (iso === undefined ? undefined : whenOf(iso, now));
  return [
    ...fieldLines(world, [
      ['Id', delivery.id],
      ['To', oneLine(delivery.address)],
      ['State', world.print.paint(TONES[delivery.state], stateWords(delivery))],
      ['Queued', when(delivery.createdAt)],
      ['Next try', when(delivery.nextAttemptAt)],
      ['Sent', when(delivery.sentAt)],
      ['Delivered', when(delivery.deliveredAt)],
      ['Read', when(delivery.readAt)],
      ['Repeat', delivery.repeat ? 'yes: the person may see it twice' : undefined],
      ['Problem', delivery.lastError === undefined ? undefined : oneLine(delivery.lastError)],
      ['Session', delivery.session],
      ['From', delivery.runId ?? delivery.turnId],
    ]),
    '',
    indented(delivery.text, '  '),
  ];
};

const TONES: Readonly<Record<DeliveryState, Tone>> = {
  queued: 'busy',
  sending: 'busy',
  sent: 'good',
  delivered: 'good',
  read: 'good',
  dead: 'bad',
};

const NONE = 'The outbox is empty: replies, reminders and announcements pass through it on their way to people.';
