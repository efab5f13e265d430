// The verb for deliveries.
import {DELIVERY_STATES} from '../../../shared/records/delivery/delivery.ts';
import {COMMAND_WORDS} from '../../format/format-command.ts';
import type {Entry} from '../arguments.ts';
import {
  discardDelivery,
  holdDelivery,
  listOutbox,
  releaseDelivery,
  retryDelivery,
  showDelivery,
} from '../commands/channels/outbox.ts';
import {ALL, id, JSON_OUT, LIMIT} from './specs.ts';

const DELIVERY = id('delivery', 'rooster outbox');

export const OUTBOX: Entry = {
  name: 'outbox',
  words: COMMAND_WORDS.outbox,
  otherwise: 'list',
  verbs: [
    {
      name: 'list',
      words: 'list deliveries, newest first',
      options: [
        {
          flag: 'state',
          value: 'S',
          choices: DELIVERY_STATES,
          words: `only in this state: ${DELIVERY_STATES.join(', ')}`,
        },
        LIMIT,
        ALL,
        JSON_OUT,
      ],
      reads: true,
      run: listOutbox,
    },
    {
      name: 'show',
      words: 'show a delivery and its text',
      arguments: [DELIVERY],
      options: [JSON_OUT],
      reads: true,
      run: showDelivery,
    },
    {
      name: 'retry',
      words: 'send a failed delivery again',
      arguments: [DELIVERY],
      options: [JSON_OUT],
      run: retryDelivery,
    },
    {
      name: 'hold',
      words: 'hold a waiting delivery back',
      arguments: [DELIVERY],
      options: [JSON_OUT],
      run: holdDelivery,
    },
    {
      name: 'release',
      words: 'release a held delivery',
      arguments: [DELIVERY],
      options: [JSON_OUT],
      run: releaseDelivery,
    },
    {
      name: 'discard',
      words: 'discard a delivery',
      arguments: [DELIVERY],
      options: [JSON_OUT],
      run: discardDelivery,
    },
  ],
};
