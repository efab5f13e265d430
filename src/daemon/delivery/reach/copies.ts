// The deliveries of an escalation, one for each way that was tried.
import {type Address, channelOf} from '../../../shared/records/address.ts';
import type {Delivery, WayAttempt} from '../../../shared/records/delivery/delivery.ts';
import type {Escalation} from '../../../shared/records/delivery/escalation.ts';
import type {RunId} from '../../../shared/records/ids.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import type {Store} from '../../ports/store.ts';
import {formatWayReason} from './format-way.ts';

/** In the order of the ways that were tried. Undefined where the delivery doesn't exist yet. */
export const copiesOf = (
  {deliveries}: Pick<Store, 'deliveries'>,
  {key, repeatNumber, tried}: Pick<Escalation, 'key' | 'repeatNumber' | 'tried'>,
): readonly (Delivery | undefined)[] =>
  tried.map(({address}) =>
    deliveries.byKey(`${key}@${address}${repeatNumber === undefined ? '' : `#${repeatNumber}`}`),
  );

/** The run that it is about. Undefined for what another program sent, and for a run that was removed since. */
export const runOf = ({runs}: Pick<Store, 'runs'>, {about}: Pick<Escalation, 'about'>): Run | undefined =>
  runs.get(about as RunId);

/** The person, and every way on which they were tried. Undefined for a delivery to an address. */
export const attemptsBy = (
  store: Pick<Store, 'deliveries' | 'escalations'>,
  delivery: Pick<Delivery, 'key' | 'address'>,
  zoneOf: (person: string) => string,
): {readonly person: string; readonly attemptsBy: readonly WayAttempt[]} | undefined => {
  const escalation = store.escalations.ofDelivery(delivery);
  if (escalation === undefined) return undefined;
  const {person, tried} = escalation;
  const copies = copiesOf(store, escalation);
  const attempts = tried.map((way, index): WayAttempt => {
    const {address, at, stale} = way;
    const afterwards = stale?.state === 'deleted' || stale?.state === 'marked' ? stale.state : undefined;
    const reason = formatWayReason(escalation, way, zoneOf(person));
    return {way: channelOf(address), address, at, state: stateOf(copies[index]), afterwards, reason};
  });
  return {person, attemptsBy: attempts};
};

/** True if a delivery represents all copies that its person got: the last one does. */
export const isLastWay = (store: Pick<Store, 'deliveries' | 'escalations'>, delivery: Delivery): boolean => {
  const escalation = store.escalations.ofDelivery(delivery);
  const last = escalation && copiesOf(store, escalation).findLast(copy => copy !== undefined);
  return last === undefined || last.id === delivery.id;
};

const stateOf = (copy: Delivery | undefined): WayAttempt['state'] => {
  if (copy === undefined) return 'queued';
  return copy.discarded === true ? 'withdrawn' : copy.state;
};

/** The channels where the person may see it besides: sent there, or still waiting to be. */
export const alsoOn = (store: Pick<Store, 'deliveries' | 'escalations'>, delivery: Delivery): readonly string[] => {
  const escalation = store.escalations.ofDelivery(delivery);
  if (escalation === undefined || escalation.tried.length < 2) return [];
  const own = escalation.tried.findIndex(({address}) => address === delivery.address);
  const others = copiesOf(store, escalation).flatMap((copy, index): readonly Address[] => {
    if (copy === undefined || index === own || copy.state === 'dead') return [];
    return copy.state === 'queued' && index > own ? [] : [copy.address];
  });
  return [...new Set(others.map(channelOf))];
};
