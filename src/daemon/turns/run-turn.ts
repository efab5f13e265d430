// Runs a turn: model and tools alternate until the model answers. Each step is stored before its effects. The last
// message, the outcome and its consequences are stored in one transaction. A turn never throws.

import type {RunningTurn} from '../../shared/events/gateway-event.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import type {TurnOutcome} from '../../shared/records/turn.ts';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {formatDuration} from '../../shared/time/format-time.ts';
import {type EpochMs, MINUTE, SECOND} from '../../shared/time/time.ts';
import {untilSaved} from '../../shared/time/until-saved.ts';
import type {TurnDeps, TurnJob} from './turn-job.ts';
import {type Ending, keepEnding} from './turn-record.ts';
import {takeSteps} from './turn-steps.ts';

export type TurnRunner = {
  /** Runs the turn, and resolves with its outcome once that is stored. */
  readonly run: (job: TurnJob, signal: AbortSignal) => Promise<TurnOutcome>;
  readonly running: () => readonly RunningTurn[];
};

export const createTurnRunner = (deps: TurnDeps): TurnRunner => {
  const live = new Map<TurnId, RunningTurn>();
  return {
    running: () => [...live.values()],
    run: async (job, stop) => {
      const {limitMs, overdueReason} = limitOf(job, deps.clock.now());
      using limit = startLimit(deps.clock, limitMs);
      const signal = AbortSignal.any([stop, limit.signal]);
      const ending = await takeSteps({deps, job, live, stop, signal, whileWaiting: limit.hold}).catch(
        (error: unknown): Ending => {
          deps.log.error({error, turn: job.turn.id}, `A turn failed: ${errorMessage(error)}`);
          const known = error instanceof GatewayError;
          return {
            outcome: {
              kind: 'failed',
              error: `${known ? '' : 'Rooster had an internal error: '}${errorMessage(error)}`,
            },
          };
        },
      );
      const overdue = ending.outcome.kind === 'aborted' && limit.signal.aborted && !stop.aborted;
      const outcome: TurnOutcome = overdue ? {kind: 'failed', error: overdueReason} : ending.outcome;
      live.delete(job.turn.id);
      const saved = await untilSaved(() => keepEnding(deps, job, {...ending, outcome}), {
        ...deps,
        onWait: reason => deps.log.error({turn: job.turn.id}, `The end of a turn waits to be saved: ${reason}`),
      });
      // If storing failed, the next start finds the turn running and marks it interrupted.
      return saved ?? outcome;
    },
  };
};

/** A time limit that does not run while it is held: a turn that waits for a person works on nothing. */
const startLimit = (
  clock: Clock,
  limitMs: number,
): Disposable & {readonly signal: AbortSignal; readonly hold: () => Disposable} => {
  const limit = new AbortController();
  let leftMs = limitMs;
  let startedAt = clock.now();
  const start = (): Disposable => clock.after(leftMs, () => limit.abort());
  let timer = start();
  return {
    signal: limit.signal,
    hold: () => {
      timer[Symbol.dispose]();
      leftMs = Math.max(1, leftMs - Math.max(0, clock.now() - startedAt));
      return {
        [Symbol.dispose]: () => {
          startedAt = clock.now();
          timer = start();
        },
      };
    },
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  };
};

/** The time limit of a turn that starts now, and the message when it is exceeded. */
const limitOf = ({limitMs = TURN_LIMIT_MS, until, turn}: TurnJob, now: EpochMs) => {
  const leftMs = until === undefined ? limitMs : Math.max(1, until - now);
  if (leftMs >= limitMs || now - turn.queuedAt < SECOND) {
    const ms = Math.min(leftMs, limitMs);
    return {limitMs: ms, overdueReason: `The run took longer than ${formatDuration(ms)} and was aborted.`};
  }
  const waited = formatDuration(now - turn.queuedAt);
  const overdueReason = `The run waited ${waited} in the queue and reached its time limit ${formatDuration(leftMs)} after it started.`;
  return {limitMs: leftMs, overdueReason};
};

const TURN_LIMIT_MS = 15 * MINUTE;
