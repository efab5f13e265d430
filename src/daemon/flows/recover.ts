// Recovers from the previous daemon's end. Running turns end as interrupted, and queued turns start. Runs resume from
// their stored step. An interrupted turn that had called tools goes on, and a channel's message without calls is
// answered again.

import type {Run} from '../../shared/records/jobs/jobs.ts';
import {isIsolated} from '../../shared/records/session-key.ts';
import type {Turn} from '../../shared/records/turn.ts';
import type {Core} from '../core.ts';
import type {Emit} from '../ports/store.ts';
import type {Router} from '../router.ts';
import {removeTurn} from '../sessions/remove-turn.ts';
import {INTERRUPTED, INTERRUPTED_FOR_GOOD} from '../turns/interrupted.ts';
import {hasCalls} from '../turns/open-calls.ts';
import {attemptKey, runOfTurn, turnToGoOn} from '../turns/run-transcript.ts';
import type {DeliverReply} from './deliver-reply.ts';
import type {Unanswered} from './unanswered/unanswered.ts';

type RecoverDeps = Core & {
  readonly router: Pick<Router, 'resume'>;
  readonly resume: (run: Run) => void;
  readonly deliverReply: DeliverReply;
  /** Repeats interrupted messages that people sent on a channel. */
  readonly askAgain: Pick<Unanswered, 'interrupted' | 'askDue'>;
};

export type Recovery = {
  /** Number of turns that were running. */
  readonly interrupted: number;
  /** Starts what was waiting. Call it when the daemon is ready. */
  readonly resume: () => void;
};

/** Ends everything interrupted in one transaction. The result starts what remains. */
export const recover = (deps: RecoverDeps): Recovery => {
  const {store} = deps;
  const interrupted = store.turns.inState('running');
  const waiting = store.turns.inState('queued');
  const runs = store.runs.list({status: 'running', limit: MOST_RUNS});
  store.transact(emit => {
    for (const turn of interrupted) endInterrupted(deps, turn, emit);
    // An attempt that had started counts. One that hadn't is removed, because its run repeats it.
    for (const run of runs) {
      const prompt = store.messages.byKey(attemptKey(run.id, run.attempt));
      const begun = prompt?.turnId;
      const isBegun = begun !== undefined && store.turns.get(begun)?.state !== 'queued';
      // A turn that has called tools goes on as the next attempt, so that no call is made twice.
      if (run.output === undefined && prompt !== undefined && turnToGoOn(store, run) !== undefined)
        store.messages.rekey(prompt.id, attemptKey(run.id, run.attempt + 1));
      const inPreTool = store.preTools.of(run.id).some(({output}) => output === undefined);
      const again = {...run, beganAt: undefined};
      if (run.output === undefined && (isBegun || inPreTool)) store.runs.update({...again, attempt: run.attempt + 1});
    }
    for (const turn of waiting) if (belongsToRun(turn)) removeTurn(deps, turn, emit);
  });
  return {
    interrupted: interrupted.length,
    resume: () => {
      const carried = new Set(runs.map(run => store.messages.byKey(attemptKey(run.id, run.attempt))?.turnId));
      // Interrupted turns come before waiting ones.
      deps.askAgain.askDue(deps.router);
      // Turns of runs are resumed with their runs.
      for (const turn of waiting) if (!belongsToRun(turn) && !carried.has(turn.id)) void deps.router.resume(turn);
      for (const run of runs) deps.resume(store.runs.get(run.id) ?? run);
    },
  };
};

const endInterrupted = (deps: RecoverDeps, turn: Turn, emit: Emit): void => {
  const {store, clock, index, askAgain, deliverReply} = deps;
  const ended: Turn = {...turn, state: 'ended', endedAt: clock.now(), outcome: 'aborted', error: INTERRUPTED};
  store.turns.put(ended);
  const isAsked = runOfTurn(store, turn) !== undefined || askAgain.interrupted(ended, emit);
  // The text beside its tool calls still reaches the person.
  if (turn.deliver && !isAsked) deliverReply(turn, {kind: 'failed', error: INTERRUPTED}, emit);
  const error = isAsked ? INTERRUPTED : INTERRUPTED_FOR_GOOD;
  if (!isAsked) store.turns.put({...(store.turns.get(turn.id) ?? ended), error});
  const {id: turnId, session, trust, source} = turn;
  // A turn that goes on has one end.
  const goesOn = isAsked && runOfTurn(store, turn) === undefined && hasCalls(store.messages.ofTurn(turnId));
  if (!goesOn) emit({type: 'turn.ended', session, cause: turnId, trust, turnId, outcome: 'aborted', error, source});
  index.changed(turn.session, emit);
};

/** Messages from these sources exist only in runs. */
const belongsToRun = ({source, session}: Turn): boolean =>
  source.kind === 'cron' ||
  source.kind === 'reminder' ||
  source.kind === 'system' ||
  // The task itself, and not its result.
  (source.kind === 'delegation' && isIsolated(session));

const MOST_RUNS = 10_000;
