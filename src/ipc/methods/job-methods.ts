// The methods about cron jobs and runs.
import {isRecord} from '../../shared/fields/is-record.ts';
import type {Wire} from '../../shared/fields/wire.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {RunId} from '../../shared/records/ids.ts';
import type {CronJob, InvalidJob, JobLimits} from '../../shared/records/jobs/cron-job.ts';
import type {DryRun, WrittenCronJob} from '../../shared/records/jobs/cron-request.ts';
import type {Run} from '../../shared/records/jobs/jobs.ts';
import {RUN_KINDS} from '../../shared/records/jobs/run-kinds.ts';
import type {Message} from '../../shared/records/message.ts';
import {fileText, flag, id, instant, integer, limit, name, nameOrEmpty, oneOf, optional, text} from '../fields.ts';
import {InvalidParams, method, type ParamField, returns} from '../wire/index.ts';

const names: ParamField<string | readonly string[]> = (value, fail) =>
  Array.isArray(value) && value.length > 0 ? value.map(item => name(item, fail)) : name(value, fail);

const limits: ParamField<JobLimits> = (value, fail) => {
  const expected = 'an object with tokensPerDay, moneyPerDay or both, each a number above 0';
  if (!isRecord(value)) return fail(expected);
  const {tokensPerDay, moneyPerDay, ...others} = value;
  const isMoney = moneyPerDay === undefined || (typeof moneyPerDay === 'number' && moneyPerDay > 0);
  // A misspelled limit would be none.
  if (!isMoney || Object.keys(others).length > 0) return fail(expected);
  return {tokensPerDay: optional(integer(1, Number.MAX_SAFE_INTEGER))(tokensPerDay, fail), moneyPerDay};
};

/** Each is a key of the job's file, and checked there. */
const jobFields = {
  schedule: optional(name),
  words: optional(name),
  start: optional(name),
  at: optional(name),
  after: optional(name),
  timezone: optional(name),
  prompt: optional(text),
  gate: optional(text),
  run: optional(text),
  user: optional(name),
  deliver: optional(names),
  announce: optional(name),
  missed: optional(name),
  overlap: optional(name),
  sandbox: optional(name),
  retry: optional(name),
  limits: optional(limits),
  model: optional(name),
  timeout: optional(name),
  enabled: optional(flag),
  carryLastOutput: optional(flag),
};

const oneWayToEdit = (params: Readonly<Record<string, unknown>>, called: string): InvalidParams | undefined => {
  const others = Object.keys(params).filter(key => !['name', 'content', 'was'].includes(key));
  return params['content'] === undefined || others.length === 0
    ? undefined
    : new InvalidParams(`${called}: 'content' is the whole file; give no other field with it.`);
};

const oneSchedule = (
  {schedule, words}: Readonly<Record<string, unknown>>,
  called: string,
): InvalidParams | undefined =>
  schedule === undefined || words === undefined
    ? undefined
    : new InvalidParams(`${called}: 'schedule' and 'words' are the same; give one of them.`);

export const JOB_METHODS = {
  /** `invalid`: files and entries that can't be read as a job. */
  'cron.list': method({}, returns<{jobs: readonly Wire<CronJob>[]; invalid: readonly InvalidJob[]}>()),
  'cron.get': method({name}, returns<Wire<CronJob>>()),
  /** `dry`: only says what the run would be. `force`: also beyond the job's limits. */
  'cron.run': method({name, dry: optional(flag), force: optional(flag)}, returns<{runId: RunId} | {dry: DryRun}>()),
  /** Writes the job's file. What would be invalid is refused with file, line and reason, and not written. */
  'cron.create': method({name, ...jobFields}, returns<Wire<WrittenCronJob>>(), oneSchedule),
  /** `unset`: fields to remove. `content`: the whole file instead; `was`: only if the file still is this. */
  'cron.edit': method(
    {name, ...jobFields, unset: optional(names), content: optional(fileText), was: optional(fileText)},
    returns<Wire<WrittenCronJob>>(),
    (params, called) => oneWayToEdit(params, called) ?? oneSchedule(params, called),
  ),
  'cron.remove': method({name}, returns<{removed: string}>()),
  'cron.enable': method({name, enabled: optional(flag)}, returns<Wire<WrittenCronJob>>()),
  /** The file of a job, even of an invalid one. */
  'cron.source': method({name}, returns<{file: string; content: string}>()),
  /** `expression`: a cron expression, or words. `schedule`: what it means for a job, in words with its zone. */
  'cron.preview': method(
    {
      expression: nameOrEmpty,
      timezone: optional(name),
      count: optional(integer(1, 1_000)),
    },
    returns<{instants: readonly string[]; schedule?: string}>(),
  ),
  /** The jobs' occurrences up to an instant (by default two days ahead), at least three per job; bounded. */
  'cron.windows': method(
    {until: optional(instant)},
    returns<{windows: readonly {name: string; at: string}[]; more: boolean}>(),
  ),
  /** `before`: only runs older than this one. */
  'run.list': method(
    {
      kind: optional(oneOf(RUN_KINDS)),
      name: optional(name),
      limit,
      before: optional(id('run')),
    },
    returns<{runs: readonly Wire<Run>[]}>(),
  ),
  'run.get': method(
    {id: id('run')},
    returns<Wire<Run> & {transcript: readonly Wire<Message>[]; deliveries: readonly Wire<Delivery>[]}>(),
  ),
};
