// A message of the operator's own, into the outbox like every other: it is on disk before anybody is told, and goes out when its
// channel can.
import {type Address, channelOf} from '../../../shared/records/address.ts';
import {channelFacts} from '../../../shared/records/channels.ts';
import type {Delivery} from '../../../shared/records/delivery.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import {sessionAt} from '../../../shared/records/session-key.ts';
import type {Config} from '../../config/config-schema.ts';
import type {Outbox} from '../../delivery/outbox.ts';
import type {World} from '../../ports/system.ts';
import {addressesOf} from '../../routing/contacts.ts';

type SendByHandDeps = Pick<World, 'ids' | 'store'> & {
  readonly config: () => Config;
  readonly outbox: Outbox;
  /** The channels that are set up, besides the terminal. */
  readonly channels: () => readonly string[];
};

export type DeliveryRequest = {
  /** An address, or a contact as `addressesOf` takes it. */
  readonly to: string;
  readonly text: string;
  /** Sending the same with the same key and address again is the same delivery; something else is a conflict. */
  readonly key?: string;
};

export const sendByHand = (
  {ids, store, config, outbox, channels}: SendByHandDeps,
  {to, text, key}: DeliveryRequest,
): Delivery => {
  const {agent} = config();
  const [address] = addressesOf(config(), to);
  const obstacle = obstacleTo(address, channels());
  if (obstacle !== undefined) throw new GatewayError('unavailable', obstacle);
  const request = {
    key: key === undefined ? `operator:${ids.next('msg')}` : `operator:${key}@${address}`,
    address,
    text,
    session: sessionAt(agent.id, address),
  };
  const delivery = store.transact(emit => outbox.enqueue(request, emit));
  if (delivery === undefined) throw new GatewayError('invalid', 'There is nothing in the text to be sent.');
  if (delivery.text !== text) {
    throw new GatewayError(
      'conflict',
      `The key "${key}" belongs to delivery ${delivery.id}, which says something else.`,
    );
  }
  return delivery;
};

const obstacleTo = (address: Address, channels: readonly string[]): string | undefined => {
  const channel = channelOf(address);
  if (channels.includes(channel)) return undefined;
  if (channel === 'terminal')
    return 'The terminal is here: nothing needs to be sent to it (rooster inject puts a message into a conversation).';
  const {label, setUp} = channelFacts(channel) ?? {};
  return setUp === undefined ? `There is no channel "${channel}".` : `${label} is not set up: ${setUp}.`;
};
