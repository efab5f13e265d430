// Rules for the keys of a job that exclude each other, for files and the configuration. Pure.
import type {Trust} from '../trust.ts';

/** The keys that a job's file or entry has, by their meaning. */
type WrittenJob = {
  readonly schedule?: unknown;
  readonly at?: unknown;
  readonly after?: unknown;
  readonly run?: unknown;
  readonly announce?: unknown;
  readonly hasPrompt: boolean;
  /** Keys that need a model, by their written names. */
  readonly forModels: readonly string[];
};

/** `key`: the written name, or `prompt` for the model's task. `reason` is a sentence. */
type JobFault = {readonly key: string; readonly reason: string};

/** `schedule`: the written name of the key with the cron expression. */
export const jobFault = (job: WrittenJob, schedule: 'schedule' | 'cron'): JobFault | undefined => {
  const [first, second] = (['schedule', 'at', 'after'] as const).filter(key => job[key] !== undefined);
  if (first === undefined) return {key: schedule, reason: `Add "${schedule}", "at" or "after".`};
  if (second !== undefined) return {key: second, reason: `A job has only one of ${schedule}, at and after.`};
  if (job.run === undefined) return job.hasPrompt ? undefined : {key: 'prompt', reason: 'The prompt is missing.'};
  if (job.hasPrompt) return {key: 'prompt', reason: 'A job with "run" uses no model. Remove the prompt or "run".'};
  const [forModels] = job.forModels;
  if (forModels !== undefined) return {key: forModels, reason: 'A job with "run" uses no model. Remove this key.'};
  if (job.announce === 'rephrase')
    return {key: 'announce', reason: 'The output of "run" is sent word for word. Set announce to "direct" or "none".'};
  return undefined;
};

/** A command has all rights of the daemon's owner. */
export const commandFault = (user: string | undefined, trust: Trust | undefined): string | undefined =>
  user === undefined || trust === 'full'
    ? undefined
    : `Commands need trust "full"; ${user} ${trust === undefined ? "isn't configured" : `has "${trust}"`}.`;
