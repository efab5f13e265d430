// One attempt to send a delivery through its channel, and the storing of its result.
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {Outbound, Receipt} from '../../shared/records/delivery/injection.ts';
import {SendFailure, sendEndOf} from '../../shared/records/delivery/send-failure.ts';
import {threadLedger} from '../../shared/records/session-key.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {MINUTE, SECOND} from '../../shared/time/time.ts';
import {untilSaved} from '../../shared/time/until-saved.ts';
import type {Channel} from '../ports/channel.ts';
import {hasPassed, type OutputGate} from '../ports/output-gate.ts';
import type {Emit} from '../ports/store.ts';
import type {World} from '../ports/system.ts';
import {afterSend} from './after-send.ts';
import {deliveryContext} from './delivery-context.ts';
import {outboundOf} from './outbound.ts';

export type AttemptDeps = World & {
  readonly channel: Channel;
  /** In [0, 1). */
  readonly jitter: () => number;
};

/** One attempt, and how long its service wants to be left alone. Never rejects. */
export const attempt = async (
  deps: AttemptDeps,
  queued: Delivery,
  closing: AbortSignal,
): Promise<{readonly pauseMs: number}> => {
  const {channel, clock, log} = deps;
  // Many start together, and end together: they share a commit.
  const saved = <T>(work: (emit: Emit) => T): Promise<T | undefined> =>
    untilSaved(() => deps.store.transactBatched(work), {
      clock,
      closing,
      onWait: reason => log.error({delivery: queued.id}, `A delivery waits for its state to be saved: ${reason}`),
    });
  const delivery = await saved(() => beginSending(deps, queued));
  // Nothing was sent, so the stored state is right.
  if (delivery === undefined) return NO_PAUSE;
  const keepPart = async (part: Receipt): Promise<void> => {
    await saved(() => notePart(deps, delivery.id, part));
  };
  const {gate} = channel;
  const held = gate && (await whyHeld(deps, gate, delivery.id, closing));
  // The state of a reminder is read when it is sent.
  const end: End =
    held === undefined
      ? await endOf(channel, outboundOf(deps.store, delivery), keepPart, {closing, clock})
      : {kind: 'refused', error: held};
  try {
    switch (end.kind) {
      case 'accepted':
        await saved(emit => settleSent(deps, delivery, end.receipt, emit));
        return NO_PAUSE;
      case 'refused':
        log.warn({delivery: delivery.id, attempts: delivery.attempts}, `A delivery failed: ${errorMessage(end.error)}`);
        await saved(emit => settleFailed(deps, delivery, end.error, emit));
        return {pauseMs: pauseAfter(end.error)};
      case 'no-answer':
        log.warn({delivery: delivery.id, attempts: delivery.attempts}, `A delivery may have failed: ${NO_ANSWER}`);
        await saved(emit => settleFailed(deps, delivery, UNANSWERED, emit));
        return NO_PAUSE;
      case 'closing':
        // The delivery stays `sending`: its arrival is unknown. The next start resolves that.
        return NO_PAUSE;
    }
  } catch (error) {
    // The delivery stays `sending`, and the next start resolves it.
    log.error({delivery: delivery.id, error}, `Couldn't record the end of a delivery: ${errorMessage(error)}`);
    return NO_PAUSE;
  }
};

/** Waits at the gate, without a limit. Undefined if the delivery may leave then. */
const whyHeld = async (
  {store}: AttemptDeps,
  gate: OutputGate,
  id: Delivery['id'],
  closing: AbortSignal,
): Promise<SendFailure | undefined> => {
  if (!(await hasPassed(gate, closing))) return new SendFailure(STOPPING, {retry: 'unsent'});
  return store.deliveries.get(id)?.discarded === true ? new SendFailure(NOT_NEEDED, {retry: 'never'}) : undefined;
};

/** The service as a whole can't be used, or said when to try again. Any other failure is the delivery's own. */
const pauseAfter = (error: unknown): number => {
  const {retry, retryAfterMs = 0} = sendEndOf(error);
  if (retry === 'unsent') return Math.max(retryAfterMs, WHILE_DOWN_MS);
  return retry === 'later' ? retryAfterMs : 0;
};

const NO_PAUSE = {pauseMs: 0};

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
const beginSending = ({store}: AttemptDeps, {id}: Delivery): Delivery | undefined => {
  const kept = store.deliveries.get(id);
  if (kept?.state !== 'queued' || kept.onHold) return undefined;
  const queued = {...kept, nextAttemptAt: undefined};
  const delivery: Delivery = {...queued, state: 'sending', attempts: queued.attempts + 1};
  store.deliveries.update(delivery, kept);
  return delivery;
};

/** A part has left, so it must never be sent again. */
const notePart = ({store}: AttemptDeps, id: Delivery['id'], part: Receipt): void => {
  const kept = store.deliveries.get(id);
  if (kept === undefined) return;
  const delivery = {...kept, doubts: undefined};
  store.deliveries.noteSentIds(delivery, part.channelIds ?? []);
  store.deliveries.update({...delivery, ...missedIn(delivery, part)});
};

const settleSent = ({store, clock}: AttemptDeps, {id}: Delivery, receipt: Receipt, emit: Emit): void => {
  const kept = store.deliveries.get(id);
  // It came back before its acceptance was stored.
  if (kept === undefined || kept.state === 'dead') return;
  const delivery = {...kept, lastError: undefined, doubts: undefined, needs: undefined, discarded: undefined};
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
};

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

const settleFailed = (deps: AttemptDeps, {id}: Delivery, error: unknown, emit: Emit): void => {
  const {store, clock, channel, jitter} = deps;
  const kept = store.deliveries.get(id);
  if (kept === undefined) return;
  const isDown = channel.status().outbound !== 'up';
  const around = {now: clock.now(), isDown, jitter: jitter(), receivers: channel.receivers};
  // It was withdrawn while it was being sent.
  const failed: Delivery = kept.discarded === true ? {...kept, state: 'dead'} : afterSend(kept, error, around);
  store.deliveries.update(failed, kept);
  // A delivery that only waits for its channel is reported once, not at each attempt.
  if (failed.state === 'queued' && failed.attempts < kept.attempts && failed.lastError === kept.lastError) return;
  const type = failed.state === 'dead' ? 'delivery.dead' : 'delivery.failed';
  emit({type, ...deliveryContext(failed), delivery: failed});
};

const NO_ANSWER = 'The channel did not confirm in time. It is unknown whether the message arrived.';
const UNANSWERED = new SendFailure(NO_ANSWER, {retry: 'doubt'});
const STOPPING = 'It was not sent: the daemon is stopping.';
const NOT_NEEDED = 'It was not sent: nobody needs it any more.';
const SEND_LIMIT_MS = MINUTE;
/** A service that can't be used is tried again after this time. */
const WHILE_DOWN_MS = 5 * SECOND;
