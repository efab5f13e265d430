import {isPushable} from '../../shared/records/address.ts';
import type {Delivery} from '../../shared/records/delivery.ts';
import {addressName} from '../../shared/text/names.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import {formatWhen, untilChangesAt} from '../format/format-time.ts';
import {facts, stamp} from './document.ts';
import {briefly, formatIn, formatReason, inSentence, shortWhen} from './format-noun.ts';
import {inQuestion} from './noun-action.ts';
import type {NounView, State} from './noun-view.ts';

export const delivery: NounView<Delivery> = {
  kind: 'delivery',
  label: () => 'out',
  name: 'a delivery',
  ref: ({id}) => ({kind: 'delivery', id}),
  list: 'outbox',
  row: ({id}) => id,
  state: (item, now) => deliveryState(item, now),
  line: ({createdAt, address, text}) => ({shape: 'sent', at: createdAt, to: address, what: text}),
  detail: (item, {now}) => {
    const {id, address, text, createdAt, sentAt, deliveredAt, readAt, lastError, attempts, repeat} = item;
    return {
      text,
      facts: [
        lastError ?? '',
        address,
        `queued ${shortWhen(createdAt, now)}`,
        sentAt === undefined ? '' : `sent ${shortWhen(sentAt, now)}`,
        deliveredAt === undefined ? '' : `delivered ${shortWhen(deliveredAt, now)}`,
        readAt === undefined ? '' : `read ${shortWhen(readAt, now)}`,
        attempts > 1 ? `${attempts} attempts` : '',
        repeat ? 'sent again after an unknown outcome; may have arrived twice' : '',
        id,
      ],
    };
  },
  sentence: (item, {now, names}) =>
    [
      `${formatWhen(item.createdAt, now)}, to ${addressName(item.address, names)}: ${briefly(item.text)}`,
      ...inSentence(deliveryState(item, now)),
      ...formatReason(item.lastError),
    ].join(', '),
  document: item => ({
    title: `delivery ${item.id}`,
    facts: facts([
      ['to', item.address],
      ['state', item.state],
      ['queued', stamp(item.createdAt)],
      ['sent', stamp(item.sentAt)],
      ['delivered', stamp(item.deliveredAt)],
      ['read', stamp(item.readAt)],
      ['attempts', String(item.attempts)],
      ['next try', stamp(item.nextAttemptAt)],
      ['last error', item.lastError],
      ['repeated', item.repeat ? 'yes; the outcome of the first attempt is unknown' : undefined],
      ['conversation', item.session],
      ['turn', item.turnId],
      ['run', item.runId],
    ]),
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
  contexts: ({state}) => (state === 'dead' ? ['on-dead'] : state === 'queued' ? ['on-waiting'] : []),
  because: ({state}, key) => (key === 'R' || key === 'x' ? ` when it is ${state}` : ''),
  actions: {
    'item.retry': {
      refusal: item => whyNotOpen(item),
      call: ({id, text}) => ({method: 'outbox.retry', params: {id}, done: () => `sent again: ${text}`}),
    },
    'item.discard': {
      refusal: item => whyNotOpen(item),
      question: {
        title: 'discard delivery',
        text: ({text, address}) => `Discard the delivery "${inQuestion(text)}" to ${address}? It will not be sent.`,
        yes: 'discard',
        no: 'keep it',
      },
      call: ({id}) => ({method: 'outbox.discard', params: {id}, done: () => 'discarded'}),
    },
  },
  changes: ({nextAttemptAt}, now) => [nextAttemptAt === undefined ? undefined : untilChangesAt(nextAttemptAt, now)],
  isMarked: ({state}) => state === 'dead',
};

/** Why it can be neither sent now nor discarded. */
const whyNotOpen = ({state}: Delivery): string | undefined =>
  state === 'dead' || state === 'queued' ? undefined : `the delivery is ${state}`;

export const deliveryState = (item: Delivery, now: EpochMs): State => {
  const {text, ...tone} = stateOf(item, now);
  return {text: item.repeat ? `${text}, repeat` : text, ...tone};
};

const stateOf = ({address, state, attempts, nextAttemptAt, readAt, discarded}: Delivery, now: EpochMs): State => {
  if (discarded === true) return {text: 'discarded', tone: 'quiet'};
  switch (state) {
    case 'queued': {
      if (attempts === 0) return {text: 'queued', tone: 'busy'};
      const when = nextAttemptAt === undefined ? '' : ` ${formatIn(nextAttemptAt, now)}`;
      return {text: `retry ${attempts + 1}${when}`, tone: 'busy'};
    }
    case 'sending':
      return {text: 'sending ~', tone: 'busy'};
    case 'sent':
      // Nobody has seen it before a client has shown it.
      return {text: isPushable(address) ? 'sent ✓' : 'waiting at the terminal'};
    case 'delivered':
      return {text: 'delivered ✓✓', tone: 'good'};
    case 'read':
      return {text: readAt === undefined ? 'read ✓✓' : `read ✓✓ ${shortWhen(readAt, now)}`, tone: 'good'};
    case 'dead':
      return {text: 'dead !', tone: 'bad'};
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
