// Tries the next way when nothing confirms that the person knows: not shown, delivered or read in time. Each step is
// one transaction, and the delivery's key admits one per way, so a step that runs again calls nobody twice.

import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import {type Address, isPushable, TERMINAL} from '../../../shared/records/address.ts';
import type {Delivery} from '../../../shared/records/delivery/delivery.ts';
import type {Escalation, EscalationEnd, WayReason} from '../../../shared/records/delivery/escalation.ts';
import type {ReminderId, RunId} from '../../../shared/records/ids.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {type EpochMs, HOUR, MINUTE} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import {waitsForAnswer} from '../../delivery/outbound.ts';
import {ASKED_AT} from '../../delivery/reach/aim.ts';
import {copiesOf, runOf} from '../../delivery/reach/copies.ts';
import {nextWay} from '../../delivery/reach/ways.ts';
import {withdrawUnsent} from '../../delivery/withdraw-unsent.ts';
import type {Channel} from '../../ports/channel.ts';
import type {Emit} from '../../ports/store.ts';
import type {WakeSource} from '../../schedule/scheduler.ts';
import {isSeries} from '../../schedule/series/advance.ts';
import {movedAhead} from '../../schedule/series/changes.ts';
import {togetherOrEach} from '../../schedule/together-or-each.ts';
import type {Announcer} from '../announce.ts';
import {limitsOfHeld, sendDigest} from './digest.ts';
import {concerned, FOLLOWED} from './followed-events.ts';
import {shiftWaits} from './shift-waits.ts';
import {withdrawCopies, withStale} from './withdraw-copies.ts';

export type EscalateDeps = Core & {
  readonly announcer: Pick<Announcer, 'putDirectly' | 'sendNotice'>;
  /** The open channel of this name. */
  readonly channelNamed: (name: string) => Pick<Channel, 'withdraw'> | undefined;
};

export type EscalationService = WakeSource & {
  /** Follows receipts, failures and answers until it is disposed. */
  readonly follow: () => Disposable;
  /** Ends what was confirmed or answered when the last daemon stopped. */
  readonly resume: () => void;
  /** A client showed a conversation up to an instant to the person at the terminal. Runs in the current transaction. */
  readonly shown: (session: SessionKey, upTo: EpochMs, emit: Emit) => void;
};

export const createEscalationService = (deps: EscalateDeps): EscalationService => {
  const {
    store,
    clock,
    log,
    people: {owner},
  } = deps;

  /** Ends what is confirmed, and tries the next way where one failed. Leaves the rest to its time. */
  const check = (found: readonly Escalation[]): void => {
    if (found.length === 0) return;
    store.transact(emit => {
      for (const {id} of found) {
        const escalation = store.escalations.get(id);
        if (escalation?.nextAt === undefined || escalation.state === 'over') continue;
        const move = judge(deps, escalation, clock.now());
        if (move.kind !== 'wait') carryOut(deps, escalation, move, emit);
      }
    });
  };

  const touchedBy = (events: readonly GatewayEvent[]): readonly Escalation[] => {
    const found = events.flatMap(event => concerned(store, event));
    return [...new Map(found.map(item => [item.id, item])).values()];
  };

  const afterCommit = (events: readonly GatewayEvent[]): void => {
    try {
      check(touchedBy(events));
    } catch (error) {
      // The next way's time comes, and finds the same facts.
      log.error({error}, `Couldn't follow who was reached: ${errorMessage(error)}`);
    }
  };

  return {
    kind: 'reach',
    nextAt: () => store.escalations.nextAt(),
    upcoming: () => [],
    fireDue: now => {
      const due = store.escalations.due(now, AT_ONCE);
      const {failure} = togetherOrEach(deps, due, "couldn't try a person's next channel", (escalation, emit) =>
        carryOut(deps, escalation, judge(deps, escalation, now), emit),
      );
      // The scheduler retries after a pause.
      if (failure !== undefined) throw failure;
    },
    settleClock: (now, byMs) => {
      if (byMs > 0) store.transact(() => shiftWaits(store, now, byMs));
    },
    follow: () =>
      store.onCommitted(events => {
        if (events.some(({type}) => FOLLOWED.has(type))) queueMicrotask(() => afterCommit(events));
      }),
    resume: () => check(store.escalations.open(MOST_OPEN)),
    shown: (session, upTo, emit) => {
      for (const escalation of store.escalations.open(MOST_OPEN, owner() ?? '')) {
        if (escalation.state !== 'over' && wasShown(deps, escalation, session, upTo))
          finish(deps, escalation, 'shown', emit);
      }
    },
  };
};

type Move =
  | {readonly kind: 'next'; readonly address: Address; readonly why: WayReason}
  | {readonly kind: 'arrived'}
  /** The quiet hours are over. */
  | {readonly kind: 'release'}
  | {readonly kind: 'wait'; readonly until: EpochMs}
  | {readonly kind: 'end'; readonly outcome: EscalationEnd}
  /** It is over; its unread copies are withdrawn. */
  | {readonly kind: 'withdraw'};

/** Decides the next step from the stored facts. */
const judge = (deps: EscalateDeps, escalation: Escalation, now: EpochMs): Move => {
  const {store, reach} = deps;
  const {person, tried, afterMs, state, nextAt = now} = escalation;
  const copies = copiesOf(store, escalation);
  const last = tried.at(-1);
  if (state === 'over') return {kind: 'withdraw'};
  if (isAnswered(deps, escalation)) return {kind: 'end', outcome: 'answered'};
  if (last === undefined) return judgeHeld(deps, escalation, now);
  // A message that a person holds back isn't sent on another way either.
  if (copies.some(copy => copy?.onHold)) return {kind: 'wait', until: now + HELD_CHECK_MS};
  const read = copies.find(copy => copy?.state === 'read');
  if (read !== undefined) return {kind: 'end', outcome: read.address === TERMINAL ? 'shown' : 'read'};
  if (copies.some(copy => copy !== undefined && isRepliedTo(deps, copy))) return {kind: 'end', outcome: 'answered'};
  const endsAt = last.at + ANSWER_MS;
  if (now >= endsAt) return {kind: 'end', outcome: 'unanswered'};
  if (copies.some(copy => copy?.state === 'delivered')) {
    return state === 'arrived' ? {kind: 'wait', until: Math.max(nextAt, endsAt)} : {kind: 'arrived'};
  }
  const copy = copies.at(-1);
  if (copy === undefined) {
    // The announcement is still being written, or its conversation chose to be silent.
    const isRunning = runOf(store, escalation)?.status === 'running';
    return isRunning ? {kind: 'wait', until: now + MINUTE} : {kind: 'end', outcome: 'silent'};
  }
  const hasFailed = copy.state === 'dead';
  // A copy from when the clock was ahead has only the stored time.
  const confirmsBy = copy.createdAt > now ? nextAt : copy.createdAt + afterMs;
  if (!hasFailed && now < confirmsBy) return {kind: 'wait', until: confirmsBy};
  const canWait = escalation.kind === 'announce' && escalation.urgent !== true;
  const quietEnd = canWait ? reach.quietUntil(person) : undefined;
  if (quietEnd !== undefined) return {kind: 'wait', until: quietEnd};
  const here = reach.around(person);
  const address = nextWay(escalation, here);
  if (address === undefined) return {kind: 'wait', until: Math.min(endsAt, now + Math.max(afterMs, MINUTE))};
  const before = last.address;
  if (hasFailed) return {kind: 'next', address, why: {kind: 'failed', before}};
  const lastKeyAt = before === TERMINAL ? here.seen?.lastKeyAt : undefined;
  const why = {kind: 'unconfirmed', before, afterMs, lastKeyAt} as const;
  return {kind: 'next', address, why};
};

/** A person who asked for it gets it in quiet hours, too. */
const judgeHeld = ({reach}: EscalateDeps, {person, nextAt = 0}: Escalation, now: EpochMs): Move => {
  if (nextAt > now) return {kind: 'wait', until: nextAt};
  const until = nextAt === ASKED_AT ? undefined : reach.digestAt(person);
  return until === undefined || until <= now ? {kind: 'release'} : {kind: 'wait', until};
};

const release = (deps: EscalateDeps, {id, person}: Escalation, emit: Emit): void => {
  const {escalations} = deps.store;
  const held = escalations.get(id);
  // An earlier one may have taken this one along.
  if (held?.state !== 'held') return;
  // A person who asks for one gets that one; the others go on waiting.
  const isAsked = held.nextAt === ASKED_AT;
  const items = heldFor(deps, person).filter(({nextAt}) => !isAsked || nextAt === ASKED_AT);
  if (items.some(item => item.id === id)) sendDigest(deps, items, emit);
  else finish(deps, held, 'silent', emit);
};

/** The person's held messages without an answer, in order. */
const heldFor = (deps: EscalateDeps, person: string): readonly Escalation[] =>
  deps.store.escalations
    .open(MOST_OPEN, person)
    .filter(item => item.state === 'held' && !isAnswered(deps, item))
    .slice(0, MOST_IN_DIGEST);

const carryOut = (deps: EscalateDeps, escalation: Escalation, move: Move, emit: Emit): void => {
  const {store, clock, reschedule} = deps;
  const now = clock.now();
  switch (move.kind) {
    case 'end':
      finish(deps, escalation, move.outcome, emit);
      return;
    case 'arrived':
      store.escalations.update({...escalation, state: 'arrived', nextAt: now + ANSWER_MS});
      return;
    case 'release':
      release(deps, escalation, emit);
      return;
    case 'wait':
      store.escalations.update({...escalation, nextAt: move.until});
      return;
    case 'withdraw':
      withdrawCopies(deps, escalation);
      return;
    case 'next': {
      const {address, why} = move;
      const nextAt = now + escalation.afterMs;
      // Before the delivery, which looks up the way on which it was sent before.
      store.escalations.update({...escalation, tried: [...escalation.tried, {address, at: now, why}], nextAt});
      deliver(deps, escalation, address, emit);
      reschedule(nextAt);
    }
  }
};

/** Delivers the same text to the next address. */
const deliver = (deps: EscalateDeps, escalation: Escalation, address: Address, emit: Emit): void => {
  const {store, announcer} = deps;
  const {source, key, repeatNumber, notice, digest} = escalation;
  const run = runOf(store, escalation);
  const copy = copiesOf(store, escalation).find(delivery => delivery !== undefined);
  if (copy === undefined) return;
  const limits = limitsOfHeld(store, digest === undefined ? [escalation] : store.escalations.inDigest(digest));
  if (run !== undefined && notice === true && digest === undefined)
    announcer.sendNotice(copy.text, {run, source, key, limits}, address, emit);
  else {
    const {text, plain, session: alreadyIn} = copy;
    // One conversation over all addresses has the text already.
    const how = {
      markup: plain !== true ? (true as const) : undefined,
      repeatNumber,
      alreadyIn: alreadyIn || undefined,
      limits,
    };
    announcer.putDirectly({run, source, text, key, ...how}, address, emit);
  }
};

/** Ends it. Copies that haven't left stay unsent; unread ones are withdrawn. */
const finish = (deps: EscalateDeps, escalation: Escalation, outcome: EscalationEnd, emit: Emit): void => {
  const {store, clock, reschedule} = deps;
  const now = clock.now();
  const rest = {...escalation, nextAt: undefined};
  const over: Escalation = {...rest, state: 'over', outcome, endedAt: now};
  const tried = KNOWN.has(outcome) ? withStale(store, over, copy => isRepliedTo(deps, copy)) : undefined;
  store.escalations.update(tried === undefined ? over : {...over, tried, nextAt: now});
  if (tried !== undefined) reschedule(now);
  if (outcome === 'unanswered') return;
  const copies = copiesOf(store, escalation).filter(copy => copy !== undefined);
  withdrawUnsent(store, copies, WITHDRAWN, emit);
};

/** A digest is answered when each of its items is. */
const isAnswered = ({store}: EscalateDeps, escalation: Escalation): boolean => {
  const {digest} = escalation;
  const items = digest === undefined ? [escalation] : store.escalations.inDigest(digest);
  return items.every(item => hasAnswer(store, item));
};

/** The reminder is done, snoozed or cancelled, or has come again and only the latest occurrence counts. */
const hasAnswer = (store: Core['store'], item: Escalation): boolean => {
  const run = runOf(store, item);
  if (run?.kind !== 'reminder' || run.status === 'running') return false;
  const reminder = store.reminders.get(run.name as ReminderId);
  if (reminder === undefined || reminder.state === 'cancelled') return true;
  // Moving the next occurrence is no answer to this one.
  if (isSeries(reminder) && movedAhead(reminder) !== undefined) return false;
  return reminder.runId === item.about ? !waitsForAnswer(reminder) : reminder.missed !== 'each';
};

/** The person wrote there after it was sent. */
const isRepliedTo = ({store}: EscalateDeps, {address, sentAt}: Delivery): boolean => {
  if (sentAt === undefined || !isPushable(address)) return false;
  const {newestIn} = store.ledger.of(address);
  return newestIn !== undefined && newestIn.at >= sentAt;
};

const wasShown = (
  {store}: EscalateDeps,
  {about, alreadyIn, createdAt}: Escalation,
  session: SessionKey,
  upTo: EpochMs,
): boolean => {
  if (alreadyIn === session && createdAt <= upTo) return true;
  return store.messages
    .ofRun(about as RunId)
    .some(message => message.session === session && message.role !== 'user' && message.at <= upTo);
};

/** The person has answered, or has seen it. */
const KNOWN: ReadonlySet<EscalationEnd> = new Set(['answered', 'read', 'shown']);
const WITHDRAWN = 'Withdrawn: the person has seen it on another channel.';
const HELD_CHECK_MS = MINUTE;
/** A «done» on the next morning still refers to it. */
const ANSWER_MS = 12 * HOUR;
const AT_ONCE = 200;
const MOST_OPEN = 1_000;
/** The rest comes in a second one. */
const MOST_IN_DIGEST = 30;
