// Explains why a queued delivery hasn't left. Computed on request: an earlier delivery in the chat or a broken channel
// may be the reason.

import type {ChannelStatus, HeldChat} from '../../shared/events/gateway-event.ts';
import {channelOf} from '../../shared/records/address.ts';
import type {Delivery, ShownDelivery, Wait} from '../../shared/records/delivery/delivery.ts';
import type {DeliveryStore} from '../ports/delivery-store.ts';

type WhyDeps = {
  readonly deliveries: Pick<DeliveryStore, 'head' | 'heads'>;
  /** The status of a channel. Undefined if nothing sends on it. */
  readonly statusOf: (channel: string) => ChannelStatus | undefined;
};

/** Adds the reason to a waiting delivery, if there is one. */
export const withWait = (deps: WhyDeps, delivery: Delivery): ShownDelivery => {
  const waits = delivery.state === 'queued' ? waitOf(deps, delivery) : undefined;
  return waits === undefined ? delivery : {...delivery, waits};
};

/** The chats of a channel with a blocked delivery, oldest first, up to a limit. */
export const heldChats = (deps: WhyDeps, channel: string): readonly HeldChat[] =>
  deps.deliveries.heads(channel, MOST_CHATS).flatMap(({head, messages}) => {
    const wait = head.state === 'queued' ? ownWait(deps, head) : undefined;
    return wait === undefined ? [] : [{address: head.address, messages, sinceAt: head.createdAt, ...wait}];
  });

const waitOf = (deps: WhyDeps, delivery: Delivery): Wait | undefined => {
  if (delivery.onHold) return {reason: HELD};
  const head = deps.deliveries.head(delivery.address);
  if (head === undefined || head.id === delivery.id) return ownWait(deps, delivery);
  return {reason: SENDING, ...ownWait(deps, head), behind: head.id};
};

const ownWait = ({statusOf}: WhyDeps, {address, lastError, needs}: Delivery): Wait | undefined => {
  const status = statusOf(channelOf(address));
  const trouble = status === undefined || status.outbound === 'up' ? undefined : status;
  // A problem of the whole channel explains more than an earlier error.
  const reason = trouble?.outboundDetail ?? trouble?.detail ?? lastError;
  if (reason === undefined) return trouble === undefined ? undefined : {reason: `${trouble.channel} can't send now.`};
  return {reason, needs};
};

const HELD = 'It is held back until somebody releases it.';
const SENDING = 'The message ahead of it is being sent.';
const MOST_CHATS = 50;
