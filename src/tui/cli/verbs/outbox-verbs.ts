// The verb for deliveries.
import {DELIVERY_STATES} from '../../../shared/records/delivery/delivery.ts';
import {COMMAND_HELP} from '../../format/format-command.ts';
import type {VerbOrNoun} from '../arguments.ts';
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

export const OUTBOX: VerbOrNoun = {
  name: 'outbox',
  help: COMMAND_HELP.outbox,
  otherwise: 'list',
  verbs: [
    {
      name: 'list',
      help: 'list deliveries, newest first',
      options: [
        {
          flag: 'state',
          value: 'STATE',
          choices: DELIVERY_STATES,
          help: `only in this state: ${DELIVERY_STATES.join(', ')}`,
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
      help: 'show a delivery and its text',
      arguments: [DELIVERY],
      options: [JSON_OUT],
      reads: true,
      run: showDelivery,
    },
    {
      name: 'retry',
      help: 'send a failed delivery again',
      arguments: [DELIVERY],
      options: [JSON_OUT],
      run: retryDelivery,
    },
    {
      name: 'hold',
      help: 'hold a waiting delivery back',
      arguments: [DELIVERY],
      options: [JSON_OUT],
      run: holdDelivery,
    },
    {
      name: 'release',
      help: 'release a held delivery, or what quiet hours hold back',
      arguments: [DELIVERY],
      options: [JSON_OUT],
      run: releaseDelivery,
    },
    {
      name: 'discard',
      help: 'discard a delivery',
      arguments: [DELIVERY],
      options: [JSON_OUT],
      run: discardDelivery,
    },
  ],
};
