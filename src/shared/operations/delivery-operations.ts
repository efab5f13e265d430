// The operations on a delivery.
import {addressName} from '../record-text/names.ts';
import type {Delivery} from '../records/delivery/delivery.ts';
import {stopped} from '../text/sentences.ts';
import {shortId} from '../text/short-id.ts';
import {inQuestion, operations} from './operation.ts';

/** The usual keys that only deliveries have. */
export const DELIVERY_KEYS = {
  retry: {key: 'R', refused: 'sent again'},
  discard: {key: 'D', refused: 'discarded'},
  hold: {key: 'h', refused: 'held back'},
} as const;

/** The rows of deliveries with keys of their own, as the help names them. */
export const DELIVERY_ROWS = {
  'on-dead': 'failed delivery',
  'on-waiting': 'waiting delivery',
  'on-held': 'held delivery',
} as const;

export const DELIVERY_OPERATIONS = operations('delivery', {
  'outbox.retry': {
    about: 'Tries a failed delivery again.',
    help: 'send a failed delivery again',
    printed: ({id, address}, {names}) =>
      `Sending ${shortId(id)} to ${addressName(address, names)} again: rooster outbox show ${shortId(id)}`,
    key: 'retry',
    rows: [
      {on: 'on-dead', hint: 'retry', help: 'send again', rank: 1},
      {on: 'on-waiting', hint: 'retry now', rank: 1},
    ],
    label: 'send again',
    refusal: item => (item.onHold ? 'the delivery is held; release it first' : whyNotOpen(item)),
    done: ({text}) => `Sent again: ${stopped(text)}`,
  },
  'outbox.hold': {
    about: 'Holds a waiting delivery back, also over restarts, until it is released.',
    help: 'hold a waiting delivery back',
    printed: ({id, address}, {names}) =>
      `Held ${shortId(id)} to ${addressName(address, names)}. To send it: rooster outbox release ${shortId(id)}`,
    key: 'hold',
    rows: [{on: 'on-waiting', hint: 'hold', help: 'hold the delivery back', rank: 2}],
    label: 'hold back',
    refusal: ({state}) => (state === 'queued' ? undefined : `the delivery is ${state}`),
    done: ({text}) => `Held until you release it: ${stopped(text)}`,
  },
  'outbox.release': {
    help: 'release a held delivery, or what quiet hours hold back',
    printed: ({id, address}, {names}) => `Released ${shortId(id)}. It is sent to ${addressName(address, names)}.`,
    key: 'hold',
    rows: [{on: 'on-held', hint: 'release', help: 'release the delivery', rank: 1}],
    label: 'release',
    applies: ({onHold}) => onHold === true,
    done: ({text}) => `Released: ${stopped(text)}`,
  },
  'outbox.discard': {
    about: 'Makes no further attempt.',
    help: 'discard a delivery',
    printed: ({id, address}, {names}) =>
      `Discarded ${shortId(id)}. It will not be sent to ${addressName(address, names)}.`,
    dismisses: true,
    key: 'discard',
    // In a list, x ends everything.
    rows: [
      {on: 'on-dead', hint: 'discard', rank: 3, key: 'cancel'},
      {on: 'on-held', hint: 'discard', help: 'discard the delivery…', rank: 3, key: 'cancel'},
      {on: 'on-waiting', hint: 'discard', help: 'discard the delivery…', rank: 3, key: 'cancel'},
    ],
    label: 'discard the delivery',
    refusal: item => whyNotOpen(item),
    question: ({text, address}) => ({
      title: 'discard delivery',
      text: `Discard the delivery "${inQuestion(text)}" to ${address}? It will not be sent.`,
      yes: 'discard',
      no: 'keep it',
    }),
    done: () => 'Discarded.',
  },
});

/** The reason why the delivery can be neither sent now nor discarded. */
const whyNotOpen = ({state}: Delivery): string | undefined =>
  state === 'dead' || state === 'queued' ? undefined : `the delivery is ${state}`;
