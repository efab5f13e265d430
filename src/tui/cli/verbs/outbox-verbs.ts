// The verb for deliveries.
import {DELIVERY_STATES} from '../../../shared/records/delivery/delivery.ts';
import {COMMAND_HELP} from '../../format/format-command.ts';
import type {VerbOrNoun} from '../arguments.ts';
import {listOutbox, releaseDelivery, showDelivery} from '../commands/channels/outbox.ts';
import {operationVerbs} from '../commands/operate.ts';
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
    ...operationVerbs('delivery', DELIVERY).map(verb =>
      verb.name === 'release' ? {...verb, run: releaseDelivery} : verb,
    ),
  ],
};
