// What was sent to whom: a delivery from the outbox to its receipts, with each try that failed. Pure.

import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import type {Delivery} from '../../../shared/records/delivery.ts';
import type {TraceStep} from '../../../shared/records/trace.ts';
import {type EpochMs, instantOfIso, SECOND} from '../../../shared/time/time.ts';
import {type Called, quoted} from './format-story.ts';

/** `events`: what is kept of it; a try that failed is in no row. */
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
      what: `put in the outbox for ${to}: ${quoted(text)}`,
      kind: 'delivery',
      address: delivery.address,
      detail: text,
    },
    ...troubles,
    ...step(sentAt, `accepted for ${to}${tries}${delivery.repeat ? ' (sent again after an unknown end)' : ''}`),
    ...step(deliveredAt, `delivered to ${to}`),
    ...step(readAt, `read at ${to}`),
    ...step(
      state === 'queued' ? nextAttemptAt : undefined,
      attempts === 0
        ? `to be tried${because(lastError)}`
        : `to be tried again after ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}${because(lastError)}`,
    ),
    ...(state === 'dead' && !isEndKept ? step(nextAttemptAt ?? createdAt, `given up${because(lastError)}`) : []),
  ];
};

/** `createdAt`: given with the first that is kept, which is how it came into the outbox unless that was long before. */
const troubleOf = (
  event: Extract<GatewayEvent, {readonly delivery: unknown}>,
  createdAt: EpochMs | undefined,
): string => {
  const {attempts, lastError, repeat} = event.delivery;
  switch (event.type) {
    case 'delivery.failed':
      // Nothing was tried where there was no way to try.
      if (attempts === 0) return `it waits${because(lastError)}`;
      return `attempt ${attempts} ${repeat ? 'ended unknown' : 'failed'}${because(lastError)}`;
    case 'delivery.dead':
      if (attempts === 0) return `given up before it was ever sent${because(lastError)}`;
      return `given up after ${attempts === 1 ? '1 attempt' : `${attempts} attempts`}${because(lastError)}`;
    case 'delivery.queued':
      return createdAt !== undefined && (instantOfIso(event.at) ?? createdAt) - createdAt < SECOND
        ? ''
        : 'put back into the outbox by hand';
    default:
      return '';
  }
};

const because = (reason: string | undefined): string => (reason === undefined ? '' : `: ${reason}`);
