// Sends the operator's own message through the outbox: stored first, then sent when the channel works.

import {type Address, channelOf} from '../../../shared/records/address.ts';
import {channelFacts} from '../../../shared/records/channels.ts';
import type {Delivery} from '../../../shared/records/delivery/delivery.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Core} from '../../core.ts';
import {addressesOf} from '../../routing/contacts.ts';
import {conversationAt} from '../../routing/conversation.ts';

type SendByHandDeps = Core & {
  /** The configured channels besides the terminal. */
  readonly channels: () => readonly string[];
};

export type OperatorDelivery = {
  /** An address, or a contact as for `addressesOf`. */
  readonly to: string;
  readonly text: string;
  /** Repeating the same message with key and address is the same delivery. Other content is a conflict. */
  readonly key?: string;
};

export const sendByHand = (
  {ids, store, config, people: {canonical}, outbox, channels}: SendByHandDeps,
  {to, text, key}: OperatorDelivery,
): Delivery => {
  const [address] = addressesOf(config(), to, canonical);
  const obstacle = obstacleTo(address, channels());
  if (obstacle !== undefined) throw new GatewayError('unavailable', obstacle);
  const request = {
    key: key === undefined ? `operator:${ids.next('msg')}` : `operator:${key}@${address}`,
    address,
    text,
    session: conversationAt(config(), address),
  };
  const delivery = store.transact(emit => outbox.enqueue(request, emit));
  if (delivery === undefined) throw new GatewayError('invalid', 'The text is empty.');
  if (delivery.text !== text) {
    throw new GatewayError('conflict', `The key "${key}" belongs to delivery ${delivery.id}, which has other content.`);
  }
  return delivery;
};

const obstacleTo = (address: Address, channels: readonly string[]): string | undefined => {
  const channel = channelOf(address);
  if (channels.includes(channel)) return undefined;
  if (channel === 'terminal')
    return "Messages can't be sent to the terminal. To add one to a conversation: rooster inject";
  const {label, setUp} = channelFacts(channel) ?? {};
  return setUp === undefined ? `Unknown channel "${channel}".` : `${label} is not set up. Run: ${setUp}`;
};
