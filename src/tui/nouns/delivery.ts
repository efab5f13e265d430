// Deliveries in the terminal UI and the command: rows, details, actions.

import type {Wire} from '../../shared/fields/wire.ts';
import {ROW_KEYS, type RowKey} from '../../shared/operations/key-names.ts';
import {operationsOn} from '../../shared/operations/operations.ts';
import {addressName} from '../../shared/record-text/names.ts';
import {isPushable} from '../../shared/records/address.ts';
import {
  callOf,
  type Delivery,
  type DeliveryState,
  type ShownDelivery,
  type Wait,
  type WayAttempt,
} from '../../shared/records/delivery/delivery.ts';
import {printableLine} from '../../shared/text/sanitize.ts';
import {shortId} from '../../shared/text/short-id.ts';
import {formatWhen, shortWhenOf, untilChangesAt, whenOf} from '../../shared/time/format-time.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Tone} from '../format/tone.ts';
import {briefly, formatDue, inSentence, shortWhen, withError} from './format/format-noun.ts';
import {operationActions} from './noun-action.ts';
import {type Fact, type FactsOf, type NounRecord, placed, readerFacts, timesTitle, wholePlace} from './noun-record.ts';
import type {NounView, State} from './noun-view.ts';

export const delivery: NounView<ShownDelivery> = {
  kind: 'delivery',
  label: () => 'delivery',
  sign: () => 'delivery',
  name: 'a delivery',
  ref: ({id}) => ({kind: 'delivery', id}),
  list: 'outbox',
  // The row of a call stays the same when its next way is tried.
  row: item => (item.person === undefined ? item.id : callOf(item)),
  state: (item, now) => deliveryState(item, now),
  line: ({createdAt, address, text}) => ({shape: 'sent', at: createdAt, to: address, what: text}),
  detail: (item, {now, names}) => {
    const {id, address, text, createdAt, sentAt, deliveredAt, readAt, lastError, attempts, repeat, attemptsBy} = item;
    return {
      text,
      facts: [
        lastError ?? '',
        `to ${wholePlace(address, names)}`,
        `queued ${shortWhen(createdAt, now)}`,
        sentAt === undefined ? '' : `sent ${shortWhen(sentAt, now)}`,
        deliveredAt === undefined ? '' : `delivered ${shortWhen(deliveredAt, now)}`,
        readAt === undefined ? '' : `read ${shortWhen(readAt, now)}`,
        attempts > 1 ? `${attempts} attempts` : '',
        ...(attemptsBy ?? []).map(way => formatAttempt(way, now)),
        repeat ? 'sent again after an unknown outcome; may have arrived twice' : '',
        shortId(id),
      ],
    };
  },
  sentence: (item, {now, names}) =>
    withError(
      [
        `${formatWhen(item.createdAt, now)}, to ${addressName(item.address, names)}: ${briefly(item.text)}`,
        ...inSentence(deliveryState(item, now)),
      ].join(', '),
      item.lastError,
    ),
  document: item => ({
    title: `delivery ${item.id}`,
    kind: 'delivery',
    facts: readerFacts(factsOf, item),
    text: item.text,
    form: 'plain',
  }),
  search: ({id, address, text, state, lastError = '', session = ''}, names) => [
    id,
    address,
    addressName(address, names),
    text,
    state,
    lastError,
    session,
  ],
  filters: ({state, repeat, discarded}) => [
    'deliveries',
    ...FILTERS[state],
    ...(repeat ? ['repeated'] : []),
    ...(state === 'dead' && discarded !== true ? ['failed'] : []),
  ],
  contexts: ({state, onHold}) => {
    if (onHold) return ['on-held'];
    return state === 'dead' ? ['on-dead'] : state === 'queued' ? ['on-waiting'] : [];
  },
  because: ({state}, key) => (KEYS.includes(key) ? ` when it is ${state}` : ''),
  actions: operationActions('delivery', item => item),
  changes: ({nextAttemptAt}, now) => [nextAttemptAt === undefined ? undefined : untilChangesAt(nextAttemptAt, now)],
  isMarked: ({state}) => state === 'dead',
};

/** `signal 13:05: sent, then marked` */
/** One word with the state of a whole delivery. */
const attemptState = (state: WayAttempt['state']): string => (state === 'withdrawn' ? 'discarded' : state);

const formatAttempt = ({way, at, state, afterwards}: WayAttempt, now: EpochMs): string =>
  `${way} ${shortWhen(at, now)}: ${attemptState(state)}${afterwards === undefined ? '' : `, then ${afterwards}`}`;

/** The keys of its operations on a row. */
const KEYS: readonly string[] = operationsOn('delivery').flatMap(([, {rows, key: own}]) =>
  rows.map(({key = own}) => ROW_KEYS[key as RowKey].key),
);

const factsOf: FactsOf<ShownDelivery> = (item, {at, address, zone}) => [
  ['to', address(item.address)],
  ['state', {text: formatState(item), tone: TONES[item.state]}],
  ['queued', at(item.createdAt)],
  ['next try', at(item.nextAttemptAt)],
  ['sent', at(item.sentAt)],
  ['delivered', at(item.deliveredAt)],
  ['read', at(item.readAt)],
  ['times in', zone],
  ['for', item.person],
  ['repeat', item.repeat ? 'yes: the person may see it twice' : undefined],
  ['files', item.files?.join(', ')],
  ['missed', item.missed?.map(({recipient}) => recipient).join(', ')],
  ...(item.attemptsBy ?? []).map(
    ({way, at: triedAt, state, afterwards, reason}): Fact => [
      'channel',
      `${way}, ${at(triedAt)}: ${attemptState(state)}${afterwards === undefined ? '' : `, then ${afterwards}`}.${reason === undefined ? '' : ` ${reason}`}`,
    ],
  ),
  ['waits', item.waits && formatWait(item.waits)],
  // A delivery that waits because of its own error says so once.
  ['problem', item.waits?.reason === item.lastError ? undefined : item.lastError],
  ['session', item.session],
  ['from', item.runId ?? item.turnId],
];

export const deliveryState = (item: Delivery, now: EpochMs): State => {
  const {text, ...tone} = stateOf(item, now);
  return {text: item.repeat ? `${text}, maybe twice` : text, ...tone};
};

const stateOf = (
  {address, state, attempts, nextAttemptAt, readAt, discarded, onHold}: Delivery,
  now: EpochMs,
): State => {
  if (discarded === true) return {text: 'discarded', tone: 'quiet'};
  if (onHold) return {text: 'held', tone: 'busy'};
  switch (state) {
    case 'queued': {
      if (attempts === 0) return {text: 'queued', tone: 'busy'};
      const when = nextAttemptAt === undefined ? '' : ` ${formatDue(nextAttemptAt, now)}`;
      return {text: `retry ${attempts + 1}${when}`, brief: `retry ${attempts + 1}`, tone: 'busy'};
    }
    case 'sending':
      return {text: 'sending', sign: '~', tone: 'busy'};
    case 'sent':
      // A message to the terminal is unseen until a client has shown it.
      return isPushable(address) ? {text: 'sent', sign: '✓'} : {text: 'waiting at the terminal', brief: 'waiting'};
    case 'delivered':
      return {text: 'delivered', sign: '✓✓', tone: 'good'};
    case 'read':
      return {
        text: readAt === undefined ? 'read' : `read ${shortWhen(readAt, now)}`,
        brief: 'read',
        sign: '✓✓',
        tone: 'good',
      };
    case 'dead':
      return {text: 'dead', sign: '!', tone: 'bad'};
  }
};

const FILTERS: Readonly<Record<Delivery['state'], readonly string[]>> = {
  queued: ['waiting'],
  sending: ['waiting'],
  sent: ['sent'],
  delivered: ['delivered'],
  read: ['delivered'],
  dead: ['dead'],
};

/** The form in the command's output. */
export const deliveryRecord: NounRecord<ShownDelivery> = {
  columns: ({now, names, zone}) => [
    {title: 'ID', text: ({id}) => id, isId: true},
    {
      title: timesTitle({zone}, 'WHEN'),
      text: ({createdAt}) => whenOf(createdAt, now),
      short: ({createdAt}) => shortWhenOf(createdAt, now),
    },
    {title: 'STATE', text: formatState, tone: ({state}) => TONES[state]},
    {title: 'TO', text: ({address}) => placed(address, names), gives: true},
    {
      title: 'TEXT',
      text: ({text, lastError, waits}) => (waits === undefined ? printableLine(lastError ?? text) : formatWait(waits)),
      gives: true,
    },
  ],
  facts: factsOf,
  none: 'The outbox is empty. Replies, reminders and announcements appear here once they are sent.',
};

export const formatWait = ({reason, behind}: Wait): string =>
  behind === undefined ? printableLine(reason) : `Waits for ${shortId(behind)}: ${printableLine(reason)}`;

const formatState = ({address, state, attempts, discarded, onHold}: Delivery | Wire<Delivery>): string => {
  if (discarded === true) return 'discarded';
  if (onHold) return 'held';
  // A message to the terminal is unseen until a client has shown it.
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
