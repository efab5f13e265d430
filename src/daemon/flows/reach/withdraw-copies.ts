// Withdraws what a person doesn't need any more: they answered, or saw the message on another way. Each copy is noted
// before its channel is asked, so that a restart or a channel that is down only delays it.

import {channelOf, isPushable} from '../../../shared/records/address.ts';
import type {Delivery} from '../../../shared/records/delivery/delivery.ts';
import type {Escalation, StaleEnd, WayTried} from '../../../shared/records/delivery/escalation.ts';
import {sendEndOf} from '../../../shared/records/delivery/send-failure.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {HOUR, MINUTE} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import {copiesOf} from '../../delivery/reach/copies.ts';
import type {Channel} from '../../ports/channel.ts';

type WithdrawDeps = Core & {
  readonly channelNamed: (name: string) => Pick<Channel, 'withdraw'> | undefined;
};

/** The ways, with their unread copies noted as stale. Undefined if there is none. */
export const withStale = (
  store: Core['store'],
  escalation: Escalation,
  isAnswered: (copy: Delivery) => boolean,
): readonly WayTried[] | undefined => {
  const copies = copiesOf(store, escalation);
  const isStale = (copy: Delivery | undefined): boolean =>
    copy !== undefined && isPushable(copy.address) && UNREAD.has(copy.state) && !isAnswered(copy);
  if (!copies.some(isStale)) return undefined;
  return escalation.tried.map((way, index) => (isStale(copies[index]) ? {...way, stale: {state: 'due'}} : way));
};

/**
 * Asks the channels after the commit, and again in a minute unless they have answered. Runs in the current transaction.
 */
export const withdrawCopies = (deps: WithdrawDeps, escalation: Escalation): void => {
  const {store, clock} = deps;
  const now = clock.now();
  const {id, tried, endedAt = now} = escalation;
  if (now - endedAt > LONGEST_MS) {
    const left = tried.map(way =>
      way.stale?.state === 'due' ? {...way, stale: {state: 'left', at: now} as const} : way,
    );
    store.escalations.update({...escalation, nextAt: undefined, tried: left});
    return;
  }
  store.escalations.update({...escalation, nextAt: now + MINUTE});
  queueMicrotask(() => void askChannels(deps, id));
};

const askChannels = async (deps: WithdrawDeps, id: string): Promise<void> => {
  const {store, log} = deps;
  const escalation = store.escalations.get(id);
  if (escalation === undefined) return;
  const copies = copiesOf(store, escalation);
  for (const [index, {stale, address}] of escalation.tried.entries()) {
    const copy = copies[index];
    if (stale?.state !== 'due' || copy === undefined || copy.state === 'sending') continue;
    try {
      const end = await withdrawn(deps, copy, escalation);
      if (end !== undefined) settle(deps, id, index, end);
    } catch (error) {
      log.info(
        {delivery: copy.id, because: errorMessage(error)},
        `Couldn't withdraw an answered message on ${address}.`,
      );
      if (sendEndOf(error).retry === 'never') settle(deps, id, index, 'left');
    }
  }
};

/** Undefined while its channel isn't open. */
const withdrawn = async (
  {store, channelNamed}: WithdrawDeps,
  {id, address: to, state}: Delivery,
  {outcome}: Escalation,
): Promise<StaleEnd | undefined> => {
  if (!UNREAD.has(state)) return 'left';
  const channel = channelNamed(channelOf(to));
  if (channel === undefined) return undefined;
  const channelIds = store.deliveries.sentIds(id);
  return (await channel.withdraw?.({id, to, channelIds, answered: outcome === 'answered'})) ?? 'left';
};

const settle = ({store, clock}: WithdrawDeps, id: string, index: number, end: StaleEnd): void =>
  store.transact(() => {
    const escalation = store.escalations.get(id);
    if (escalation === undefined) return;
    const tried = escalation.tried.with(index, {
      ...escalation.tried[index],
      stale: {state: end, at: clock.now()},
    } as WayTried);
    // An undo may have opened it again meanwhile.
    const isOver = escalation.state === 'over' && tried.every(({stale}) => stale?.state !== 'due');
    store.escalations.update({...(isOver ? {...escalation, nextAt: undefined} : escalation), tried});
  });

const UNREAD: ReadonlySet<Delivery['state']> = new Set(['sending', 'sent', 'delivered']);
/** After that the person has seen it anyway. */
const LONGEST_MS = 12 * HOUR;
