// A person's or agent's request for a job: the keys of its file, by the names that programs use.
import type {CronDefinition, CronJob, JobLimits} from './cron-job.ts';

export type CronFields = {
  /** A cron expression, or words: `every weekday at 8`. */
  readonly schedule?: string;
  /** The first day of a schedule in words, `2026-11-24`: from it "every other" is counted. */
  readonly start?: string;
  readonly at?: string;
  readonly after?: string;
  readonly timezone?: string;
  readonly prompt?: string;
  readonly gate?: string;
  readonly run?: string;
  readonly sandbox?: string;
  readonly user?: string;
  readonly deliver?: string | readonly string[];
  readonly announce?: string;
  readonly missed?: string;
  readonly overlap?: string;
  readonly retry?: string;
  readonly limits?: JobLimits;
  readonly model?: string;
  readonly timeout?: string;
  readonly enabled?: boolean;
  readonly carryLastOutput?: boolean;
};

/** `words`: the schedule in words. */
export type NewCronJob = CronFields & {readonly name: string; readonly words?: string};

/**
 * Fields that replace others; `unset` names fields to remove. `content` replaces the whole file. `was`: only if the
 * file still has this content.
 */
export type CronChange = CronFields & {
  readonly words?: string;
  readonly unset?: string | readonly string[];
  readonly content?: string;
  readonly was?: string;
};

/** A job that was written, with its next three instants. */
export type WrittenCronJob = CronJob & {readonly next: readonly string[]};

/** Preview of a run; nothing has run. */
export type DryRun = Pick<CronDefinition, 'gate' | 'run' | 'deliver' | 'announce' | 'model' | 'preTools'> & {
  readonly prompt: string;
  /** The reason why the job's limit keeps it from running today, as a sentence. */
  readonly overLimit?: string;
};

/** True if a job can have this name, which also names its file. */
export const isJobName = (name: string): boolean =>
  /^[\p{L}\p{N}][\p{L}\p{N} ._-]{0,79}$/u.test(name) && !/[ .]$/u.test(name);

/** The keys of a file, by the fields of a request. The prompt has none: it stands below them. */
export const FILE_KEYS: Readonly<Record<Exclude<keyof CronFields, 'prompt'>, string>> = {
  schedule: 'schedule',
  start: 'start',
  at: 'at',
  after: 'after',
  timezone: 'timezone',
  gate: 'gate',
  run: 'run',
  sandbox: 'sandbox',
  user: 'user',
  deliver: 'deliver',
  announce: 'announce',
  missed: 'missed',
  overlap: 'overlap',
  retry: 'retry',
  limits: 'limits',
  model: 'model',
  timeout: 'timeout',
  enabled: 'enabled',
  carryLastOutput: 'carry_last_output',
};
