import {CHANNELS} from '../../../shared/records/channels.ts';
import type {JobLimits} from '../../../shared/records/jobs/cron-job.ts';
import {jobFault} from '../../../shared/records/jobs/job-rules.ts';
import type {CronConfig} from '../config-schema.ts';
import {
  amount,
  cronExpression,
  dateText,
  jobMoment,
  jobName,
  model,
  oneOf,
  text,
  timeout,
  truth,
  whole,
  zone,
} from '../config-values.ts';
import {cronDelivery} from '../cron-delivery.ts';
import {type ConfigField, described, optional, presumed} from './field.ts';
import {record} from './field-group.ts';
import {ownSandbox} from './policy-fields.ts';

export const cronJob = ({zones, isCron, channels = CHANNELS}: Knowledge): ConfigField<CronConfig> =>
  record<CronConfig>(
    'A job.',
    () => ({
      name: jobName('Its name.'),
      cron: optional(
        cronExpression(
          'When: five fields (minute, hour, day, month, weekday; 0 and 7 are Sunday), or words ("every weekday at 8").',
          isCron,
        ),
      ),
      start: optional(dateText('The first day of words in cron: from it "every other" is counted.')),
      at: optional(
        jobMoment(
          'Instead of cron: once, at this date and time in its zone, or at an exact instant with Z or an offset.',
        ),
      ),
      after: optional(text('Instead of cron: after each success of the job of this name.', 'the name of a job')),
      timezone: optional(zone("The zone of its times; default: its user's.", zones.isZone)),
      message: optional(text('The task for the agent.', 'a text that is not empty')),
      gate: optional(
        text('A command that runs first: no output, or an exit code above 0, skips the run.', 'a shell command'),
      ),
      run: optional(
        text('Instead of message: a command whose output is the result, without a model.', 'a shell command'),
      ),
      sandbox: optional(ownSandbox()),
      retry: presumed(
        oneOf('Whether a failed run is retried, up to half of the time to the next run.', ['auto', 'never']),
        'auto',
      ),
      limits: optional(
        record<JobLimits>('Limits of the job per day.', () => ({
          tokensPerDay: optional(whole('Tokens, input and output together.', 1, 1_000_000_000_000)),
          moneyPerDay: optional(amount('Money, in the currency of its prices.')),
        })),
      ),
      user: optional(text('The person that it runs for: a name from users.', 'a name from users')),
      deliver: optional(cronDelivery('Where its result goes; default: to its user.', channels)),
      announce: optional(
        described(
          oneOf('How its result is announced: rephrased in the conversation, direct word for word, or none.', [
            'rephrase',
            'direct',
            'none',
          ]),
          '"rephrase"; with run "direct"',
        ),
      ),
      missed: optional(
        described(
          oneOf('What happens to occurrences while the daemon was not running.', ['skip', 'once']),
          '"skip"; with at "once"',
        ),
      ),
      overlap: presumed(
        oneOf('What happens to an occurrence while the previous run is still running.', ['skip', 'allow']),
        'skip',
      ),
      model: optional(model("Its model; default: the agent's.")),
      urgent: optional(truth('Whether its results also ring in quiet hours.')),
      timeout: optional(timeout('Its time limit.')),
      enabled: presumed(truth('Whether it runs.'), true),
    }),
    {alsoCalled: JOB_KEYS_ELSEWHERE, check: job => jobProblem(job) ?? startProblem(job, isCron)},
  );

const jobProblem = (job: CronConfig): {readonly key: string; readonly reason: string} | undefined => {
  const {cron, at, after, run, gate, sandbox, announce, message, model: own, limits} = job;
  if (sandbox !== undefined && run === undefined && gate === undefined)
    return {key: 'sandbox', reason: 'Only a job with gate or run has one.'};
  const forModels = [...(own === undefined ? [] : ['model']), ...(limits === undefined ? [] : ['limits'])];
  const hasPrompt = message !== undefined;
  const fault = jobFault({schedule: cron, at, after, run, announce, hasPrompt, forModels}, 'cron');
  if (fault === undefined) return undefined;
  const key = fault.key === 'prompt' ? 'message' : fault.key;
  return {key, reason: fault.reason};
};

/** Words that count from a first day, and a first day without words. */
const startProblem = (
  {cron, start}: CronConfig,
  isCron: Knowledge['isCron'],
): {readonly key: string; readonly reason: string} | undefined => {
  const key = start === undefined ? 'cron' : 'start';
  if (cron === undefined)
    return start === undefined ? undefined : {key, reason: 'Only a job with cron has a first day.'};
  const reason = isCron(cron, {start});
  return reason === undefined ? undefined : {key, reason};
};

/** Names of these keys in cron files and other schedulers. */
const JOB_KEYS_ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['schedule', 'cron'],
  ['expression', 'cron'],
  ['when', 'cron'],
  ['prompt', 'message'],
  ['body', 'message'],
  ['text', 'message'],
  ['task', 'message'],
  ['tz', 'timezone'],
  ['zone', 'timezone'],
  ['to', 'deliver'],
  ['target', 'deliver'],
  ['for', 'user'],
]);

/** Checks that need other modules: time zones, cron expressions, channels. */
export type Knowledge = {
  readonly zones: {readonly system: string; readonly isZone: (text: string) => boolean};
  /** The reason why a cron expression is invalid, as a sentence. Undefined if it is valid. */
  readonly isCron: (expression: string, job?: {readonly start?: string}) => string | undefined;
  /** @default all */
  readonly channels?: readonly string[];
};
