// CronJob: a schedule and a prompt, from the configuration or from a file in the workspace's `cron/`.

import {shortened} from '../../text/shortened.ts';
import type {EpochMs} from '../../time/time.ts';
import type {Address} from '../address.ts';
import type {TurnId} from '../ids.ts';
import {reservedKind} from '../session-key.ts';
import type {Cost, RunStatus} from './jobs.ts';
import type {Recurrence} from './recurrence.ts';

/** A job as defined in its source. */
export type CronDefinition = {
  readonly name: string;
  /** Five fields; weekdays 0 and 7 are Sunday. A job has this, `repeat`, `at` or `after`. */
  readonly cron?: string;
  /** The schedule in the words of its source; `cron` has their meaning. */
  readonly words?: string;
  /** A schedule in words that five fields can't say: every other Tuesday. */
  readonly repeat?: Recurrence;
  /** Once, at this wall time, `2026-12-24T18:00`, or at this instant, `2026-12-24T17:00:00Z`. */
  readonly at?: string;
  /** Runs after each success of the job with this name. */
  readonly after?: string;
  /** The zone in which `cron` and `at` are read, and in which days are counted. */
  readonly zone: string;
  /** Its file names no zone, so `zone` is UTC. */
  readonly zoneByDefault?: true;
  /** The prompt; empty where a command runs instead of the model. */
  readonly message: string;
  /** A command that runs first. The job does nothing if it prints nothing or exits with a code above 0. */
  readonly gate?: string;
  /** A command whose output is the result; no model runs. */
  readonly run?: string;
  /** The sandbox of its gate, command and pre-tools. Absent: they run without one. */
  readonly sandbox?: 'read-only' | 'workspace';
  /** `auto` retries a failed run. */
  readonly retry: 'auto' | 'never';
  readonly limits?: JobLimits;
  readonly user?: string;
  /** Addresses of the result; empty: only to the log. */
  readonly deliver: readonly Address[];
  /** `deliver` was written down, so the results go there and nowhere else. */
  readonly addressed?: true;
  /** Its results ring in quiet hours, too. */
  readonly urgent?: boolean;
  /** `rephrase`: in the person's session, in the agent's words. `direct`: word for word. `none`: log only. */
  readonly announce: 'rephrase' | 'direct' | 'none';
  /** Occurrences missed while the daemon was down: recorded as skipped, or run once on start. */
  readonly missed: 'skip' | 'once';
  /** An occurrence that is due while the last run still works: recorded as skipped, or run afterwards. */
  readonly overlap: 'skip' | 'allow';
  readonly enabled: boolean;
  /** The model to use instead of the configured one. */
  readonly model?: string;
  readonly timeoutMs?: number;
  /** Tools that run in order before the model. Their output is in the prompt. */
  readonly preTools: readonly PreTool[];
  /** The output of the last successful run is in the prompt of the next. */
  readonly carryLastOutput: boolean;
  /** Calls that run without a person's yes: tools, or what an effect names, such as `host example.org`. */
  readonly allow?: readonly string[];
  /** `config`, or the path of its file inside the workspace. */
  readonly origin: string;
};

export type JobAction = 'added' | 'edited' | 'paused' | 'resumed' | 'removed';

/**
 * The author of a change. `terminal`: the person at the terminal or a program there. `tool`: the agent, in a turn.
 * `person`: a command in a chat. `pause-over`: nobody, at the end of its pause. `file`: somebody edited its file.
 * `config`: the configuration was edited.
 */
export type JobChanger = {
  readonly kind: 'terminal' | 'tool' | 'person' | 'file' | 'config' | 'pause-over';
  readonly turnId?: TurnId;
  readonly user?: string;
};

/**
 * `paused at the terminal`, `added in its file`, `edited by the agent, for alice (in turn_…); schedule: 0 9 * * * → 0
 * 10 * * *`.
 */
export const jobChange = (action: JobAction, by: JobChanger | undefined, edit: Partial<JobEdit> = {}): string =>
  [authored(action, by), ...formatEdit(edit)].join('; ');

const authored = (action: JobAction, by: JobChanger | undefined): string => {
  if (by === undefined) return action;
  const {kind, user, turnId} = by;
  const whom = user === undefined ? 'somebody' : user;
  switch (kind) {
    case 'terminal':
      return `${action} at the terminal`;
    case 'tool':
      return `${action} by the agent${user === undefined ? '' : `, for ${user}`}${turnId === undefined ? '' : ` (in ${turnId})`}`;
    case 'person':
      return `${action} by ${whom} in a chat${turnId === undefined ? '' : ` (in ${turnId})`}`;
    case 'file':
      return `${action} in its file`;
    case 'config':
      return `${action} in the configuration`;
    case 'pause-over':
      return `${action} by itself at the end of its pause`;
  }
};

/** The fields that an edit has changed, with their values before and after. A new field has none before. */
export type JobEdit = {readonly before: Partial<CronDefinition>; readonly after: Partial<CronDefinition>};

/** Undefined if nothing differs. */
export const jobEdit = (before: CronDefinition, after: CronDefinition): JobEdit | undefined => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof CronDefinition)[];
  const changed = names.filter(name => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
  if (changed.length === 0) return undefined;
  const only = (definition: CronDefinition): Partial<CronDefinition> =>
    Object.fromEntries(changed.flatMap(name => (definition[name] === undefined ? [] : [[name, definition[name]]])));
  return {before: only(before), after: only(after)};
};

/** `schedule: 0 9 * * * → 0 10 * * *`, each changed field. */
const formatEdit = ({before = {}, after = {}}: Partial<JobEdit>): readonly string[] => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])] as (keyof CronDefinition)[];
  return names
    .filter(name => !IMPLIED.has(name))
    .map(name => `${FILE_KEYS[name] ?? name}: ${formatField(before[name])} → ${formatField(after[name])}`);
};

const formatField = (value: CronDefinition[keyof CronDefinition]): string => {
  if (value === undefined) return 'none';
  if (typeof value === 'string') return shortened(value, LONGEST_FIELD);
  if (typeof value === 'object' && 'words' in value) return value.words;
  return shortened(JSON.stringify(value), LONGEST_FIELD);
};

/** The names of fields in a job's file, if they differ. */
const FILE_KEYS: Partial<Record<keyof CronDefinition, string>> = {
  cron: 'schedule',
  repeat: 'schedule',
  zone: 'timezone',
  message: 'prompt',
};

/** They follow from another field of the file. */
const IMPLIED: ReadonlySet<keyof CronDefinition> = new Set(['addressed', 'zoneByDefault', 'words']);
const LONGEST_FIELD = 80;

/** A job's limits per day in its zone. */
export type JobLimits = {readonly tokensPerDay?: number; readonly moneyPerDay?: number};

export type PreTool = {readonly name: string; readonly input: Readonly<Record<string, unknown>>};

/** A job with its current state. */
export type CronJob = CronDefinition & {
  /** The last thing that somebody did to it. Absent if it is as it was at the first start. */
  readonly changed?: {readonly action: JobAction; readonly by: JobChanger; readonly at: EpochMs};
  readonly paused: boolean;
  /** When it goes on by itself. */
  readonly pausedUntil?: EpochMs;
  /** Absent while the job is paused or disabled, or when it never runs. */
  readonly nextAt?: EpochMs;
  /** Tokens and cost of its runs today, in its zone. */
  readonly today?: {readonly tokens: number; readonly cost?: Cost};
  /** `retryAt`: it failed and waits for its retry. */
  readonly last?: {
    readonly status: RunStatus;
    readonly startedAt: EpochMs;
    readonly retryAt?: EpochMs;
    readonly error?: string;
  };
};

/** Formats what makes a job due. */
export const formatSchedule = ({
  cron,
  words,
  repeat,
  at,
  after,
  zone,
}: Pick<CronDefinition, 'cron' | 'words' | 'repeat' | 'at' | 'after' | 'zone'>): string => {
  if (repeat !== undefined) return `${repeat.words} in ${zone}`;
  if (cron !== undefined) return `${words === undefined ? cron : `${words} (${cron})`} in ${zone}`;
  return at === undefined ? `after ${after ?? 'nothing'}` : `once at ${at.replace('T', ' ')} in ${zone}`;
};

/** A job that cannot be used: where and why. */
export type InvalidJob = {readonly file: string; readonly line: number; readonly reason: string};

/** The reason why a job may not have a name, as a sentence: the daemon reserves some session names. */
export const whyNotJobName = (name: string): string | undefined => {
  const kind = reservedKind(name);
  return kind && `That name is reserved for ${kind}s.`;
};
