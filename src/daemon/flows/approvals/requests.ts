// The stored requests of approvals: each is opened once for a call, and ended once. The process in which a call waits
// hears of the end after its commit.
import type {Approval, ApprovalId, Effect} from '../../../shared/records/approval.ts';
import type {ToolCall} from '../../../shared/records/message.ts';
import {limitsBelow} from '../../../shared/records/trust.ts';
import type {Turn} from '../../../shared/records/turn.ts';
import {DAY} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {Emit} from '../../ports/store.ts';
import type {Clear} from '../../turns/turn-job.ts';
import {isInTime} from './decide.ts';
import {effectSentence} from './sentences.ts';

export type Clearing = Parameters<Clear>[0];

/** The person's phone; each runs in the transaction that stores the request. */
export type Phone = {
  /** Puts the question there. */
  readonly asked: (approval: Approval, emit: Emit) => void;
  /** Says there what became of the question. */
  readonly ended: (approval: Approval, emit: Emit) => void;
};

export type Requests = {
  /** SHA-256 of the tool and the bytes of its arguments, in hex. */
  readonly digestOf: (call: Pick<ToolCall, 'name' | 'input'>) => string;
  /** Stores and publishes the question about a call. */
  readonly open: (request: Clearing, effects: readonly Effect[]) => Approval;
  /** Stores and publishes a note that a person accepts or discards later. The same note is proposed once. */
  readonly propose: (request: Clearing, effects: readonly Effect[]) => void;
  /** Stores what was decided without asking, for `why`. */
  readonly record: (
    request: Clearing,
    effects: readonly Effect[],
    end: Pick<Approval, 'state' | 'way' | 'rule'>,
  ) => Approval;
  /** Ends an open request, in the current transaction. Call `wake` after it. */
  readonly settle: (was: Approval, end: Pick<Approval, 'state' | 'way'> & Partial<Approval>, emit: Emit) => Approval;
  /** Lets the call go on that waits for this request. */
  readonly wake: (approval: Approval) => void;
  /**
   * Ends all requests whose deadline has passed or whose turn has ended without them, and removes rules whose time is
   * over: a clock that is set back later revives none.
   */
  readonly expireDue: () => void;
  /** Resolves with the ended request, or undefined if the daemon closes: the next start carries on. */
  readonly ended: (asked: Approval, signal: AbortSignal) => Promise<Approval | undefined>;
};

export const createRequests = (
  deps: Pick<Core, 'store' | 'clock' | 'ids' | 'log' | 'people' | 'closing'> & {
    readonly deadlineMs: () => number;
    /** The SHA-256 of a text, in hex. */
    readonly sha256: (text: string) => string;
    readonly phone: Phone;
    /** The language of a person on their phone, if it isn't English. */
    readonly languageOf: (person: string) => string | undefined;
  },
): Requests => {
  const {store, clock, ids, log, people, closing} = deps;
  /** The calls that wait in this process. */
  const waiting = new Map<ApprovalId, () => void>();

  const digestOf: Requests['digestOf'] = ({name, input}) => deps.sha256(`${name}\n${argumentsOf(input)}`);

  const newRequest = ({turn, call, context}: Clearing, effects: readonly Effect[]) => {
    const after = limitsBelow(turn.trust, context.limits ?? []);
    const asks = askedPerson(people, turn);
    return {
      id: ids.next('apr'),
      askedAt: clock.now(),
      session: turn.session,
      turnId: turn.id,
      callId: call.callId,
      tool: call.name,
      arguments: argumentsOf(call.input),
      digest: digestOf(call),
      effects,
      effect: effectSentence(effects, after),
      after: after.length === 0 ? undefined : after,
      asks,
      language: deps.languageOf(asks),
    };
  };

  const settle: Requests['settle'] = (was, end, emit) => {
    const settled = {...was, ...end, answeredAt: clock.now()};
    store.approvals.update(settled, was);
    emit({type: 'approval.answered', ...contextOf(settled), approval: settled});
    deps.phone.ended(settled, emit);
    return settled;
  };

  const wake: Requests['wake'] = ({id}) => waiting.get(id)?.();

  const expire = (isDue: (open: Approval) => boolean, way: 'deadline' | 'stopped' = 'deadline'): void => {
    const due = store.approvals.open(MOST_OPEN).filter(isDue);
    if (due.length === 0) return;
    const expired = store.transact(emit => due.map(item => settle(item, {state: 'expired', way}, emit)));
    for (const item of expired) wake(item);
  };

  const expireDue = (): void => {
    const now = clock.now();
    expire(({deadlineAt}) => deadlineAt <= now);
    expire(item => isLeft(store, item), 'stopped');
    const over = store.approvals.rules().filter(rule => !isInTime(rule, now));
    if (over.length > 0) store.transact(() => over.map(({id}) => store.approvals.removeRule(id)));
  };

  return {
    digestOf,
    settle,
    wake,
    expireDue,
    open: (request, effects) => {
      const {turn, call} = request;
      return store.transact(emit => {
        const asked = newRequest(request, effects);
        const approval: Approval = {...asked, deadlineAt: asked.askedAt + deps.deadlineMs(), state: 'open'};
        store.approvals.add(approval);
        emit({type: 'approval.asked', ...contextOf(approval), cause: turn.id, trust: turn.trust, approval});
        deps.phone.asked(approval, emit);
        log.info({approval: approval.id, turn: turn.id, tool: call.name}, 'A call waits for an answer.');
        return approval;
      });
    },
    propose: (request, effects) => {
      const {turn, call} = request;
      store.transact(emit => {
        const asked = newRequest(request, effects);
        const isKnown = store.approvals
          .open(MOST_OPEN)
          .some(({proposed, digest, session}) => proposed && digest === asked.digest && session === asked.session);
        if (isKnown) return;
        const approval: Approval = {...asked, deadlineAt: asked.askedAt + PROPOSED_MS, state: 'open', proposed: true};
        store.approvals.add(approval);
        emit({type: 'approval.asked', ...contextOf(approval), cause: turn.id, trust: turn.trust, approval});
        log.info({approval: approval.id, turn: turn.id, tool: call.name}, 'A note was proposed.');
      });
    },
    record: (request, effects, end) => {
      const asked = newRequest(request, effects);
      const approval: Approval = {...asked, deadlineAt: asked.askedAt, answeredAt: asked.askedAt, ...end};
      store.transact(emit => {
        store.approvals.add(approval);
        emit({type: 'approval.answered', ...contextOf(approval), cause: request.turn.id, approval});
      });
      return approval;
    },
    ended: async (asked, signal) => {
      const {promise, resolve} = Promise.withResolvers<void>();
      waiting.set(asked.id, resolve);
      const stopped = (): void => resolve();
      signal.addEventListener('abort', stopped, {once: true});
      // A clock that is set back makes no deadline later: its timer runs on, and is never longer than the whole wait.
      const leftMs = asked.deadlineAt - Math.max(clock.now(), asked.askedAt);
      using _deadline = clock.after(leftMs, () => expire(({id}) => id === asked.id));
      expireDue();
      try {
        if (store.approvals.get(asked.id)?.state === 'open' && !signal.aborted) await promise;
        const end = store.approvals.get(asked.id);
        // It was deleted with its conversation.
        if (end === undefined) return {...asked, state: 'expired', way: 'stopped'};
        if (end.state !== 'open') return end;
        return closing.aborted
          ? undefined
          : store.transact(emit => settle(end, {state: 'expired', way: 'stopped'}, emit));
      } finally {
        waiting.delete(asked.id);
        signal.removeEventListener('abort', stopped);
      }
    },
  };
};

/** The turn has ended without the call: after a restart it may not have the tool any more. */
const isLeft = ({turns}: Core['store'], {turnId, proposed}: Approval): boolean => {
  const {state, retry} = turns.get(turnId) ?? {};
  return proposed !== true && state === 'ended' && retry !== 'due' && retry !== 'waiting';
};

const argumentsOf = (input: unknown): string => JSON.stringify(input) ?? 'null';

/** A person with full trust answers for themselves, the owner for everybody else. */
export const askedPerson = (people: Core['people'], {user}: Turn): string => {
  const owner = people.owner() ?? 'owner';
  return user !== undefined && people.trustOf(user) === 'full' ? user : owner;
};

const contextOf = ({session, id}: Approval) => ({session, cause: id});

const MOST_OPEN = 1_000;
const PROPOSED_MS = 30 * DAY;
