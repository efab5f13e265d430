// Claims an occurrence of a job: stores that its run begins, or why it is skipped.

import {type CronDefinition, formatSchedule} from '../../../shared/records/jobs/cron-job.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import {cronSession} from '../../../shared/records/session-key.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {type EpochMs, LATE_AFTER_MS, MINUTE} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {Emit} from '../../ports/store.ts';

type ClaimDeps = Core & {
  /** Ends a failed run of the job that waits for its retry. Runs in the transaction of the claim. */
  readonly replaceWaiting: (name: string, emit: Emit) => void;
};

type How = {
  /** The reason why the occurrence is skipped. */
  readonly skipped?: string | undefined;
  /** @default the job's schedule */
  readonly schedule?: string;
  /** Without the limits of the job. */
  readonly forced?: boolean;
};

type CronClaims = {
  /** Undefined if the occurrence was claimed before. */
  readonly claim: (
    scheduledFor: EpochMs,
    now: EpochMs,
    definition: CronDefinition,
    emit: Emit,
    how?: How,
  ) => Run | undefined;
  /** Claims an instant off the whole minute. Whole minutes belong to the schedule. */
  readonly claimNow: (definition: CronDefinition, emit: Emit, how: How) => Run;
};

export const createCronClaims = ({store, clock, log, ids, agent, replaceWaiting}: ClaimDeps): CronClaims => {
  const openedAt = clock.now();

  const claim: CronClaims['claim'] = (scheduledFor, now, definition, emit, how = {}) => {
    const {name} = definition;
    const {skipped, schedule = formatSchedule(definition), forced = false} = how;
    const run = store.runs.claim({
      id: ids.next('run'),
      kind: 'cron',
      name,
      session: cronSession(agent(), name),
      status: skipped === undefined ? 'running' : 'skipped',
      scheduledFor,
      startedAt: now,
      attempt: 1,
      late: now - scheduledFor > LATE_AFTER_MS || scheduledFor < openedAt,
      schedule,
      forced: forced || undefined,
      // A command job waits for no model, so the run begins right away.
      beganAt: definition.run !== undefined && skipped === undefined ? now : undefined,
      ...(skipped !== undefined && {endedAt: now, error: skipped}),
    });
    if (run === undefined) return undefined;
    if (skipped === undefined) replaceWaiting(name, emit);
    else log.warn({run: run.id, name}, `A cron occurrence was skipped: ${skipped}`);
    emit({type: skipped === undefined ? 'run.started' : 'run.ended', session: run.session, cause: name, run});
    return run;
  };

  return {
    claim,
    claimNow: (definition, emit, how) => {
      const now = clock.now();
      const free = now % MINUTE === 0 ? 1 : 0;
      for (let at = now + free; at < now + MOST_AT_ONCE; at += 1) {
        const claimed = claim(at, now, definition, emit, how);
        if (claimed !== undefined) return claimed;
      }
      throw new GatewayError('conflict', `${definition.name} was already started at this time.`);
    },
  };
};

/** The maximum number of manual runs within one millisecond. */
const MOST_AT_ONCE = 100;
