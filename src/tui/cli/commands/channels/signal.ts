// `rooster signal`: the bridge's status, and the operator's actions on it.

import type {Wire} from '../../../../shared/fields/wire.ts';
import {addressName} from '../../../../shared/record-text/names.ts';
import type {Delivery, ShownDelivery} from '../../../../shared/records/delivery/delivery.ts';
import {TRUST_LEVELS} from '../../../../shared/records/trust.ts';
import {SECOND} from '../../../../shared/time/time.ts';
import {choiceOf, textFrom, wantsJson, wordAt} from '../../args.ts';
import type {Run} from '../../arguments.ts';
import {askAndPrint} from '../../ask.ts';
import {type DeliveryFollower, followDeliveries, isSettled} from '../../client/follow-delivery.ts';
import {channelShown} from '../../format/format-channel.ts';
import {contactAllowed, contactTrusted, proofGiven} from '../../format/format-contact.ts';
import {deliverySettled} from '../../format/format-delivery.ts';
import {needsReplyOn} from './needs-reply.ts';

export const signalStatus: Run = async (world, args) =>
  askAndPrint(world, args, 'signal.status', {}, status => channelShown(world, status));

/** Exits with 1 unless Signal accepted the message for everybody, or the person didn't wait. */
export const sendSignal: Run = async (world, args) => {
  const {print} = world;
  const {key} = args.values;
  const request = {to: onSignal(wordAt(args, 0)), text: textFrom(args, 1), key};
  await using deliveries = await followDeliveries(world);
  const queued = await deliveries.client.call('outbox.send', request);
  const waits = !args.switches.has('no-wait');
  const delivery = waits ? await settledOrWhyNot(deliveries, queued) : queued;
  if (wantsJson(args)) print.json(delivery);
  else if (!waits)
    print.line(
      `Queued ${delivery.id} for ${addressName(delivery.address, world.names())}: rooster outbox show ${delivery.id}`,
    );
  if (!waits) return 0;
  const {sentence, good} = deliverySettled(world, delivery);
  if (!good) print.failure(sentence);
  else if (!wantsJson(args)) print.line(sentence);
  return good ? 0 : 1;
};

/** The delivery's final state, or the reason why it still waits. */
const settledOrWhyNot = async (
  {client, settled}: DeliveryFollower,
  queued: Wire<Delivery>,
): Promise<Wire<ShownDelivery>> => {
  const delivery = await settled(queued, PATIENCE_MS);
  return isSettled(delivery) ? delivery : await client.call('outbox.get', {id: delivery.id});
};

/** Text in the form of a Signal address is one; anything else is a name, or an address with its channel. */
const onSignal = (to: string): string => (/^(?:group:|u:)/u.test(to) ? `signal:${to}` : to);

export const needsReply: Run = needsReplyOn(onSignal);

/** Without NUMBER, prints the safety number to compare. */
export const trustSignal: Run = async (world, args) => {
  const [contact, ...number] = args.words;
  const safetyNumber = number.join('');
  const request = {contact: onSignal(contact ?? ''), safetyNumber: safetyNumber !== '' ? safetyNumber : undefined};
  return await askAndPrint(world, args, 'signal.trust', request, trusted => contactTrusted(world, trusted));
};

export const proveSignal: Run = async (world, args) =>
  askAndPrint(world, args, 'signal.prove', {captcha: textFrom(args, 0)}, ({freed}) => proofGiven(freed));

/** `addressOf`: what a word means on the channel. */
export const allowOn =
  (addressOf: (word: string) => string): Run =>
  async (world, args) => {
    const {user} = args.values;
    const trust = choiceOf(args, 'trust', TRUST_LEVELS);
    const request = {
      address: addressOf(wordAt(args, 0)),
      user,
      trust,
    };
    return await askAndPrint(world, args, 'signal.allow', request, allowed => contactAllowed(world, allowed));
  };

export const allowSignal: Run = allowOn(onSignal);

const PATIENCE_MS = 30 * SECOND;
