// Sends the waiting deliveries of one channel: one at a time per address, addresses in parallel. Stores the result of each attempt.
// While the channel is down, deliveries wait and no attempt counts.

import {omit} from '../../shared/fields/omit.ts';
import {present} from '../../shared/fields/present.ts';
import {channelOf} from '../../shared/records/address.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {Outbound, Receipt} from '../../shared/records/delivery/injection.ts';
import {SendFailure} from '../../shared/records/delivery/send-failure.ts';
import {errorMessage} from '../../shared/records/gateway-error.ts';
import {threadLedger} from '../../shared/records/session-key.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {MINUTE, SECOND} from '../../shared/time/time.ts';
import {untilSaved} from '../../shared/time/until-saved.ts';
import type {Channel} from '../ports/channel.ts';
import type {World} from '../ports/system.ts';
import {afterCutOff, afterSend} from './after-send.ts';
import {deliveryContext} from './delivery-context.ts';
import {outboundOf} from './outbound.ts';

type DrainDeps = World & {
  readonly channel: Channel;
  /** In [0, 1). */
  readonly jitter: () => number;
};

export type OutboxDrain = AsyncDisposable & {
  /** Looks for due deliveries now, for example when the channel is up again. New deliveries are noticed without this call. */
  readonly reschedule: () => void;
};

/**
 * Starts sending. Deliveries found `sending` were interrupted with unknown result, so they are sent once more with `repeat`. Disposing
 * sends due deliveries for a short time, because turns have just ended. Then it starts nothing new, waits a short time for active sends
 * and leaves them `sending`.
 */
export const startOutboxDrain = (deps: DrainDeps): OutboxDrain => {
  const {channel, store, clock, log} = deps;
  const sending = new Map<string, Promise<void>>();
  const stop = new AbortController();
  let timer: Disposable | undefined;
  let closed = false;

  const checkIn = (ms: number): void => {
    timer?.[Symbol.dispose]();
    timer = closed ? undefined : clock.after(ms, check);
  };

  const check = (): void => {
    if (closed) return;
    try {
      checkIn(sendReady());
    } catch (error) {
      log.error({channel: channel.name, error}, `Couldn't process the outbox: ${errorMessage(error)}`);
      checkIn(WHILE_DOWN_MS);
    }
  };

  /** Starts the deliveries that may leave. Returns how long to sleep, in ms. */
  const sendReady = (): number => {
    if (channel.status().outbound !== 'up') return WHILE_DOWN_MS;
    const room = MOST_AT_ONCE - sending.size;
    const ready = room <= 0 ? [] : store.deliveries.ready(channel.name, clock.now(), room);
    for (const delivery of ready) {
      if (sending.has(delivery.address)) continue;
      const attempted = attempt(deps, delivery, stop.signal).finally(() => {
        sending.delete(delivery.address);
        check();
      });
      sending.set(delivery.address, attempted);
    }
    const next = store.deliveries.nextAttemptAt(channel.name);
    if (next === undefined || sending.size >= MOST_AT_ONCE) return LONGEST_SLEEP_MS;
    return Math.min(Math.max(next - clock.now(), SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS);
  };

  /** Sends until nothing is due, for a limited time. */
  const flush = async (): Promise<void> => {
    let isOver = false;
    const {promise: over, resolve} = Promise.withResolvers<void>();
    using _limit = clock.after(FLUSH_MS, () => {
      isOver = true;
      resolve();
    });
    for (check(); sending.size > 0 && !isOver; ) await Promise.race([over, ...sending.values()]);
  };

  requeueInterrupted(deps);
  const listening = store.onCommitted(events => {
    const isOurs = events.some(
      event => event.type === 'delivery.queued' && channelOf(event.delivery.address) === channel.name,
    );
    if (isOurs) checkIn(0);
  });
  check();
  return {
    reschedule: check,
    [Symbol.asyncDispose]: async () => {
      using _grace = clock.after(GRACE_MS, () => stop.abort());
      await flush();
      closed = true;
      timer?.[Symbol.dispose]();
      listening[Symbol.dispose]();
      await Promise.all(sending.values());
    },
  };
};

const requeueInterrupted = ({store, channel, clock}: DrainDeps): void =>
  store.transact(emit => {
    for (const found of store.deliveries.list({state: 'sending', limit: MOST_FOUND})) {
      if (channelOf(found.address) !== channel.name) continue;
      const delivery: Delivery =
        found.discarded === true ? {...found, state: 'dead'} : afterCutOff(found, clock.now(), channel.receivers);
      store.deliveries.update(delivery);
      const type = delivery.state === 'dead' ? 'delivery.dead' : 'delivery.failed';
      emit({type, ...deliveryContext(delivery), delivery});
    }
  });

/** One attempt. Never rejects. */
const attempt = async (deps: DrainDeps, queued: Delivery, closing: AbortSignal): Promise<void> => {
  const {channel, clock, log} = deps;
  const saved = <T>(work: () => T): Promise<T | undefined> =>
    untilSaved(work, {
      clock,
      closing: () => closing.aborted,
      onWait: reason => log.error({delivery: queued.id}, `A delivery waits for its state to be saved: ${reason}`),
    });
  const delivery = await saved(() => beginSending(deps, queued));
  // Nothing was sent, so the stored state is right.
  if (delivery === undefined) return;
  const keepPart = async (part: Receipt): Promise<void> => {
    await saved(() => notePart(deps, delivery.id, part));
  };
  const end = await endOf(channel, outboundOf(deps.store, delivery), keepPart, {closing, clock});
  try {
    switch (end.kind) {
      case 'accepted':
        await saved(() => settleSent(deps, delivery, end.receipt));
        return;
      case 'refused':
        log.warn({delivery: delivery.id, attempts: delivery.attempts}, `A delivery failed: ${errorMessage(end.error)}`);
        await saved(() => settleFailed(deps, delivery, end.error));
        return;
      case 'no-answer':
        log.warn({delivery: delivery.id, attempts: delivery.attempts}, `A delivery may have failed: ${NO_ANSWER}`);
        await saved(() => settleFailed(deps, delivery, UNANSWERED));
        return;
      case 'closing':
        // The delivery stays `sending`: its arrival is unknown. The next start resolves that.
        return;
    }
  } catch (error) {
    // The delivery stays `sending`, and the next start resolves it.
    log.error({delivery: delivery.id, error}, `Couldn't record the end of a delivery: ${errorMessage(error)}`);
  }
};

type End =
  | {readonly kind: 'accepted'; readonly receipt: Receipt}
  | {readonly kind: 'refused'; readonly error: unknown}
  | {readonly kind: 'no-answer'}
  | {readonly kind: 'closing'};

/** The result of a send. A send without an answer counts as `no-answer` after the channel's limit. */
const endOf = async (
  channel: Channel,
  outbound: Outbound,
  keepPart: (part: Receipt) => Promise<void>,
  {closing, clock}: {readonly closing: AbortSignal; readonly clock: Clock},
): Promise<End> => {
  const {promise: cut, resolve} = Promise.withResolvers<End>();
  const limit = new AbortController();
  let timer: Disposable | undefined;
  const wait = (): void => {
    timer?.[Symbol.dispose]();
    timer = clock.after(channel.sendLimitMs ?? SEND_LIMIT_MS, () => {
      resolve({kind: 'no-answer'});
      limit.abort();
    });
  };
  wait();
  const send = (signal: AbortSignal): Promise<Receipt> =>
    channel.send(outbound, signal, async part => {
      await keepPart(part);
      if (!limit.signal.aborted) wait();
    });
  const close = (): void => resolve({kind: 'closing'});
  if (closing.aborted) close();
  closing.addEventListener('abort', close, {once: true});
  const sent = Promise.try(send, AbortSignal.any([closing, limit.signal])).then(
    (receipt): End => ({kind: 'accepted', receipt}),
    (error: unknown): End => ({kind: 'refused', error}),
  );
  try {
    return await Promise.race([cut, sent]);
  } finally {
    timer?.[Symbol.dispose]();
    closing.removeEventListener('abort', close);
  }
};

/** Undefined if the delivery no longer waits. Somebody may have discarded or held it while the disk was full. */
const beginSending = ({store}: DrainDeps, {id}: Delivery): Delivery | undefined =>
  store.transact(() => {
    const kept = store.deliveries.get(id);
    if (kept?.state !== 'queued' || kept.onHold) return undefined;
    const queued = omit(kept, 'nextAttemptAt');
    const delivery: Delivery = {...queued, state: 'sending', attempts: queued.attempts + 1};
    store.deliveries.update(delivery, kept);
    return delivery;
  });

/** A part has left, so it must never be sent again. */
const notePart = ({store}: DrainDeps, id: Delivery['id'], part: Receipt): void =>
  store.transact(() => {
    const kept = store.deliveries.get(id);
    if (kept === undefined) return;
    const delivery = omit(kept, 'doubts');
    store.deliveries.noteSentIds(delivery, part.channelIds ?? []);
    store.deliveries.update({...delivery, ...missedIn(delivery, part)});
  });

const settleSent = ({store, clock}: DrainDeps, {id}: Delivery, receipt: Receipt): void =>
  store.transact(emit => {
    const kept = store.deliveries.get(id);
    // It came back before its acceptance was stored.
    if (kept === undefined || kept.state === 'dead') return;
    const delivery = omit(kept, 'lastError', 'doubts', 'needs', 'discarded');
    const missed = missedIn(delivery, receipt);
    const sentAt = Math.max(receipt.at, 0) || clock.now();
    const sent: Delivery = {
      ...delivery,
      ...(receipt.once === true && {repeat: false}),
      state: 'sent',
      sentAt,
      ...missed,
      ...lastErrorOf(missed),
    };
    store.deliveries.update(sent, kept);
    store.deliveries.noteSentIds(sent, receipt.channelIds ?? []);
    if (sent.holding === undefined) {
      const thread = threadLedger(sent.session);
      for (const address of [sent.address, ...(thread === undefined ? [] : [thread])])
        store.ledger.note({address, way: 'out', at: sentAt, id: sent.id});
    }
    emit({type: 'delivery.sent', ...deliveryContext(sent), delivery: sent});
  });

/** Each recipient who missed a part, once. */
const missedIn = ({missed: before = []}: Delivery, {missed = []}: Receipt): Pick<Delivery, 'missed'> => {
  const others = missed.filter(({recipient}) => before.every(known => known.recipient !== recipient));
  const all = [...before, ...others];
  return all.length === 0 ? {} : {missed: all};
};

const lastErrorOf = ({missed = []}: Pick<Delivery, 'missed'>): Pick<Delivery, 'lastError'> => {
  if (missed.length === 0) return {};
  return {lastError: `Some members of the group did not get it. ${missed.map(({reason}) => reason).join(' ')}`};
};

const settleFailed = (deps: DrainDeps, {id}: Delivery, error: unknown): void => {
  const {store, clock, channel, jitter} = deps;
  store.transact(emit => {
    const kept = store.deliveries.get(id);
    if (kept === undefined) return;
    const isDown = channel.status().outbound !== 'up';
    const around = {now: clock.now(), isDown, jitter: jitter(), ...present({receivers: channel.receivers})};
    // It was withdrawn while it was being sent.
    const failed: Delivery = kept.discarded === true ? {...kept, state: 'dead'} : afterSend(kept, error, around);
    store.deliveries.update(failed, kept);
    // A delivery that only waits for its channel is reported once, not at each attempt.
    if (failed.state === 'queued' && failed.attempts < kept.attempts && failed.lastError === kept.lastError) return;
    const type = failed.state === 'dead' ? 'delivery.dead' : 'delivery.failed';
    emit({type, ...deliveryContext(failed), delivery: failed});
  });
};

const NO_ANSWER = 'The channel did not confirm in time. It is unknown whether the message arrived.';
const UNANSWERED = new SendFailure(NO_ANSWER, {retry: 'doubt'});
const SEND_LIMIT_MS = MINUTE;
/** Turns that end while the daemon closes have just queued their replies. */
const FLUSH_MS = SECOND;
/** Time for active sends after the daemon begins to close. */
const GRACE_MS = 3 * SECOND;
const MOST_AT_ONCE = 16;
const MOST_FOUND = 10_000;
const WHILE_DOWN_MS = 5 * SECOND;
const SHORTEST_SLEEP_MS = 10;
const LONGEST_SLEEP_MS = 30 * SECOND;
