// Trace steps of a delivery, from the outbox to its receipts, with each failed attempt. Pure.

import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import type {Delivery} from '../../../shared/records/delivery/delivery.ts';
import type {TraceStep} from '../../../shared/records/trace.ts';
import {counted} from '../../../shared/text/sentences.ts';
import {type EpochMs, instantOfIso, SECOND} from '../../../shared/time/time.ts';
import {type Called, quoted} from './format-trace.ts';

/** `events`: the delivery's stored events. Only they record failed attempts. */
export const stepsOfDelivery = (
  delivery: Delivery,
  events: readonly GatewayEvent[],
  called: Called,
): readonly TraceStep[] => {
  const to = called.address(delivery.address);
  const {id, text, createdAt, sentAt, deliveredAt, readAt, state, attempts, nextAttemptAt, lastError} = delivery;
  const step = (at: EpochMs | undefined, what: string): readonly TraceStep[] =>
    at === undefined ? [] : [{at, id, what, kind: 'delivery'}];
  const own = events.flatMap(event => ('delivery' in event && event.delivery.id === id ? [event] : []));
  const troubles = own.flatMap((event, index) =>
    step(instantOfIso(event.at), troubleOf(event, index === 0 ? createdAt : undefined)).filter(({what}) => what !== ''),
  );
  const isEndKept = own.some(({type}) => type === 'delivery.dead');
  const tries = attempts > 1 ? ` at attempt ${attempts}` : '';
  return [
    {
      at: createdAt,
      id,
      what: `queued for ${to}: ${quoted(text)}`,
      kind: 'delivery',
      address: delivery.address,
      detail: text,
    },
    ...troubles,
    ...step(
      sentAt,
      `accepted for ${to}${tries}${delivery.repeat ? ' (sent again because the first result was unknown)' : ''}`,
    ),
    ...step(deliveredAt, `delivered to ${to}`),
    ...step(readAt, `read by ${to}`),
    ...step(
      state === 'queued' ? nextAttemptAt : undefined,
      attempts === 0
        ? `will be tried${because(lastError)}`
        : `will be retried after ${counted(attempts, 'attempt')}${because(lastError)}`,
    ),
    ...(state === 'dead' && !isEndKept ? step(nextAttemptAt ?? createdAt, `failed${because(lastError)}`) : []),
  ];
};

/** `createdAt`: given for the first stored event, which usually is the delivery's creation. */
const troubleOf = (
  event: Extract<GatewayEvent, {readonly delivery: unknown}>,
  createdAt: EpochMs | undefined,
): string => {
  const {attempts, lastError, repeat} = event.delivery;
  switch (event.type) {
    case 'delivery.failed':
      // No attempt: there was no channel to send on.
      if (attempts === 0) return `waits${because(lastError)}`;
      return `attempt ${attempts} ${repeat ? 'ended with an unknown result' : 'failed'}${because(lastError)}`;
    case 'delivery.dead':
      if (attempts === 0) return `discarded before the first attempt${because(lastError)}`;
      return `failed after ${counted(attempts, 'attempt')}${because(lastError)}`;
    case 'delivery.held':
      return 'held back by hand';
    case 'delivery.queued':
      return createdAt !== undefined && (instantOfIso(event.at) ?? createdAt) - createdAt < SECOND
        ? ''
        : 'queued again by hand';
    default:
      return '';
  }
};

const because = (reason: string | undefined): string => (reason === undefined ? '' : `: ${reason}`);
