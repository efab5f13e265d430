// What a start finds of the previous daemon's end: turns that ran are told as interrupted, and only a run, or a message on a channel
// for which nothing had been done, begins one again; turns that waited are gone on with; runs are carried on from the step that is stored.

import {omit} from '../../shared/fields/omit.ts';
import type {Run} from '../../shared/records/jobs.ts';
import type {Turn} from '../../shared/records/turn.ts';
import type {Emit, Store} from '../ports/store.ts';
import type {World} from '../ports/system.ts';
import type {Router} from '../router.ts';
import type {SessionIndex} from '../sessions/session-index.ts';
import {takeBack} from '../sessions/take-back.ts';
import {INTERRUPTED, INTERRUPTED_FOR_GOOD} from '../turns/interrupted.ts';
import {attemptKey} from '../turns/run-transcript.ts';
import type {DeliverReply} from './deliver-reply.ts';
import type {Unanswered} from './unanswered/unanswered.ts';

type RecoverDeps = World & {
  readonly router: Pick<Router, 'resume'>;
  readonly index: SessionIndex;
  readonly resume: (run: Run) => void;
  readonly deliverReply: DeliverReply;
  /** Asks people's messages again that were cut off on a channel. */
  readonly askAgain: Pick<Unanswered, 'interrupted' | 'askDue'>;
};

export type Recovery = {
  /** How many turns had been running. */
  readonly interrupted: number;
  /** Goes on with what waited. Call it when the house is open. */
  readonly goOn: () => void;
};

/** Ends what was interrupted, in one transaction; then says what there is to go on with. */
export const recover = (deps: RecoverDeps): Recovery => {
  const {store} = deps;
  const interrupted = store.turns.inState('running');
  const waiting = store.turns.inState('queued');
  const runs = store.runs.list({status: 'running', limit: MOST_RUNS});
  store.transact(emit => {
    for (const turn of interrupted) endInterrupted(deps, turn, emit);
    // An attempt that had begun is told to the next one. What never began leaves no trace: its run says it again.
    for (const run of runs) {
      const begun = store.messages.byKey(attemptKey(run.id, run.attempt))?.turnId;
      const isBegun = begun !== undefined && store.turns.get(begun)?.state !== 'queued';
      const inPreTool = store.preTools.of(run.id).some(({output}) => output === undefined);
      const again = omit(run, 'beganAt');
      if (run.output === undefined && (isBegun || inPreTool)) store.runs.update({...again, attempt: run.attempt + 1});
    }
    for (const turn of waiting) if (belongsToRun(turn)) takeBack(deps, turn, emit);
  });
  return {
    interrupted: interrupted.length,
    goOn: () => {
      const carried = new Set(runs.map(run => store.messages.byKey(attemptKey(run.id, run.attempt))?.turnId));
      // What is carried on with its run is gone on with there.
      for (const turn of waiting) if (!belongsToRun(turn) && !carried.has(turn.id)) void deps.router.resume(turn);
      deps.askAgain.askDue(deps.router);
      for (const run of runs) deps.resume(store.runs.get(run.id) ?? run);
    },
  };
};

const endInterrupted = (deps: RecoverDeps, turn: Turn, emit: Emit): void => {
  const {store, clock, index, askAgain, deliverReply} = deps;
  const ended: Turn = {...turn, state: 'ended', endedAt: clock.now(), outcome: 'aborted', error: INTERRUPTED};
  store.turns.put(ended);
  // What it had said beside its tool calls was said, and reaches its person.
  if (turn.deliver) deliverReply(turn, {kind: 'failed', error: INTERRUPTED}, emit);
  const isAsked = isOfRun(store, turn) || askAgain.interrupted(ended, emit);
  const error = isAsked ? INTERRUPTED : INTERRUPTED_FOR_GOOD;
  if (!isAsked) store.turns.put({...(store.turns.get(turn.id) ?? ended), error});
  emit({
    type: 'turn.ended',
    session: turn.session,
    cause: turn.id,
    trust: turn.trust,
    turnId: turn.id,
    outcome: 'aborted',
    error,
    source: turn.source,
  });
  index.changed(turn.session, emit);
};

/** The daemon itself asks only in its runs. */
const belongsToRun = ({source}: Turn): boolean =>
  source.kind === 'cron' || source.kind === 'reminder' || source.kind === 'system';

/** Its run goes on, or says itself why it does not. */
const isOfRun = ({messages, runs}: Store, {id, session}: Turn): boolean => {
  const runId = messages.ofTurn(id)[0]?.runId;
  return runId !== undefined && runs.get(runId)?.session === session;
};

const MOST_RUNS = 10_000;
