// Finds the item of a digest that an answer means: "2 done" is an answer to the second one.
import type {Delivery} from '../../../shared/records/delivery/delivery.ts';
import type {Escalation} from '../../../shared/records/delivery/escalation.ts';
import type {RunId} from '../../../shared/records/ids.ts';
import type {Store} from '../../ports/store.ts';

type NumberedText = {readonly number: number; readonly text: string};

/** The number before an answer. Undefined without one. Pure. */
export const readNumber = (text: string): NumberedText | undefined => {
  const [, number, rest] = NUMBERED.exec(text) ?? [];
  return number === undefined || rest === undefined ? undefined : {number: Number(number), text: rest};
};

/**
 * The delivery as if it were that of the item alone. Without a number: the only reminder in it. Undefined if no single
 * item is meant. A delivery that is no digest is returned as it is, unless a number was given.
 */
export const digestItem = (
  {escalations, runs}: Pick<Store, 'escalations' | 'runs'>,
  delivery: Delivery,
  number?: number,
): Delivery | undefined => {
  const digest = escalations.ofDelivery(delivery)?.digest;
  const items = digest === undefined ? [] : escalations.inDigest(digest);
  if (items.length === 0) return number === undefined ? delivery : undefined;
  const reminders = items.filter(({about}) => runs.get(about as RunId)?.kind === 'reminder');
  const item: Escalation | undefined = number === undefined ? only(reminders) : items[number - 1];
  return item && {...delivery, runId: item.about as RunId};
};

const only = <T>(items: readonly T[]): T | undefined => (items.length === 1 ? items[0] : undefined);

const NUMBERED = /^\s*#?(\d{1,2})[.):]?\s+(\S[\s\S]*)$/u;
