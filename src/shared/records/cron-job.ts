// CronJob: a schedule and a prompt, from the configuration or from a file in the workspace's `cron/`.

import type {EpochMs} from '../time/time.ts';
import type {Address} from './address.ts';
import type {RunStatus} from './jobs.ts';
import {selfNamed} from './session-key.ts';

/** A job as its source defines it. */
export type CronDefinition = {
  readonly name: string;
  /** Five fields; weekdays 0 and 7 are Sunday. */
  readonly cron: string;
  /** The zone the fields are read in. */
  readonly zone: string;
  /** The prompt. */
  readonly message: string;
  readonly user?: string;
  /** Where its result goes; empty: nowhere but the log. */
  readonly deliver: readonly Address[];
  /** `rephrase` in the person's own session, `direct` word for word, `none` only logs. */
  readonly announce: 'rephrase' | 'direct' | 'none';
  /** Windows missed while nothing ran: recorded as skipped, or run once on start. */
  readonly missed: 'skip' | 'once';
  /** An instant that comes while the last run still works: recorded as skipped, or run after it. */
  readonly overlap: 'skip' | 'allow';
  readonly enabled: boolean;
  /** The model to use instead of the configured one. */
  readonly model?: string;
  readonly timeoutMs?: number;
  /** Run in order before the model; their output is in the prompt. */
  readonly preTools: readonly PreTool[];
  /** The output of the last successful run is in the prompt of the next. */
  readonly carryLastOutput: boolean;
  /** `config`, or the path of its file inside the workspace. */
  readonly origin: string;
};

export type PreTool = {readonly name: string; readonly input: Readonly<Record<string, unknown>>};

/** A job as it stands. */
export type CronJob = CronDefinition & {
  readonly paused: boolean;
  /** Absent while it is paused, disabled, or never comes. */
  readonly nextAt?: EpochMs;
  readonly last?: {readonly status: RunStatus; readonly startedAt: EpochMs; readonly error?: string};
};

/** A job that cannot be used: where and why. */
export type InvalidJob = {readonly file: string; readonly line: number; readonly reason: string};

/** Why a job may not have a name, as the end of a sentence: a session of the daemon's own is named so. */
export const whyNotJobName = (name: string): string | undefined => {
  const kept = selfNamed(name);
  return kept && `that name is kept for a ${kept}.`;
};
