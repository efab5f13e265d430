// The cron tool: jobs by conversation. It parses and tells; what may be written is decided where the files are checked.

import {isEmpty} from '../../shared/fields/is-empty.ts';
import {formatAnnounce} from '../../shared/record-text/format-announce.ts';
import type {Effect} from '../../shared/records/approval.ts';
import {type CronJob, formatSchedule, type InvalidJob} from '../../shared/records/jobs/cron-job.ts';
import type {
  CronChange,
  CronFields,
  DryRun,
  NewCronJob,
  WrittenCronJob,
} from '../../shared/records/jobs/cron-request.ts';
import {assertNever, GatewayError} from '../../shared/text/gateway-error.ts';
import {oneLine} from '../../shared/text/one-line.ts';
import {shortened} from '../../shared/text/shortened.ts';
import {type EpochMs, instantOfIso, isoOf} from '../../shared/time/time.ts';
import type {Tool, ToolContext} from '../ports/tool.ts';
import {readableTime} from './call-words.ts';
import {type CronArguments, DESCRIPTION, SCHEMA} from './cron-schema.ts';
import {defineTool, success} from './define-tool.ts';
import {whyNotStanding} from './files/standing-files.ts';

/** Each throws a GatewayError with a sentence for what it refuses. */
type CronActions = {
  list(): Promise<{readonly jobs: readonly CronJob[]; readonly invalid: readonly InvalidJob[]}>;
  preview(schedule: string, zone: string): Promise<{readonly instants: readonly EpochMs[]; readonly schedule: string}>;
  create(request: NewCronJob, by: ToolContext): Promise<WrittenCronJob>;
  edit(name: string, change: CronChange, by: ToolContext): Promise<WrittenCronJob>;
  remove(name: string, by: ToolContext): Promise<{readonly removed: string}>;
  pause(name: string, until: string | undefined, by: ToolContext): Promise<CronJob>;
  resume(name: string, by: ToolContext): Promise<CronJob>;
  run(name: string): Promise<string>;
  dryRun(name: string): Promise<DryRun>;
};

export type CronToolDeps = {
  readonly actions: CronActions;
  /** An instant as its person would say it, with the zone. */
  readonly formatMoment: (at: EpochMs, zone: string) => string;
};

export const createCronTool = (deps: CronToolDeps): Tool =>
  defineTool({
    name: 'cron',
    description: DESCRIPTION,
    needs: 'full',
    // A job that makes jobs would never end.
    purposes: ['conversation'],
    // A second start of a job is a second run.
    mayRunAgain: ({action, dry}) => action !== 'run' || dry === true,
    schema: SCHEMA,
    effects: (args, by) => jobEffects(deps, args, by),
    summary: ({action, name, schedule, at, after}) =>
      [action, name, schedule, readableTime(at), after]
        .filter(part => typeof part === 'string' && part !== '')
        .join(' '),
    run: async (args, by) => success(await perform(deps, args, by)),
  });

/**
 * A command of a job runs outside the sandbox or in that of the job, a job for somebody else may do what they may, and
 * a job that needs no yes for something would do that by its new prompt.
 */
const jobEffects = async (
  {actions}: CronToolDeps,
  {action, name = '', run, gate, sandbox, unset = [], user, dry}: CronArguments,
  {user: own}: ToolContext,
): Promise<readonly Effect[]> => {
  if (action === 'list' || action === 'preview' || dry === true) return [];
  const says = `${action} the job ${name}`;
  const job = action === 'edit' ? (await actions.list()).jobs.find(known => known.name === name) : undefined;
  const after = sandbox ?? (unset.includes('sandbox') ? undefined : job?.sandbox);
  const inSandbox = after === undefined ? '' : ` in the ${after} sandbox`;
  const commands = [run, gate].filter(command => command !== undefined);
  if (commands.length > 0)
    return commands.map(command => ({
      kind: 'jobs',
      says: `${says}, which runs ${command}${inSandbox}`,
      names: {command},
    }));
  if (job !== undefined && freedomIn(after) > freedomIn(job.sandbox)) {
    const where = inSandbox === '' ? ' without a sandbox' : inSandbox;
    return [{kind: 'jobs', says: `${says}, whose commands then run${where}`, names: {path: name}}];
  }
  if (user !== undefined && user !== own)
    return [{kind: 'jobs', says: `${says} for ${user}`, names: {recipient: user}}];
  const allow = job?.allow;
  if (allow !== undefined)
    return [{kind: 'jobs', says: `${says}, which needs no yes for ${allow.join(', ')}`, names: {path: name}}];
  return [{kind: 'own', says}];
};

/** A command in a narrower sandbox may do less. */
const freedomIn = (sandbox: CronJob['sandbox']): number => ['read-only', 'workspace', undefined].indexOf(sandbox);

const perform = async (deps: CronToolDeps, args: CronArguments, by: ToolContext): Promise<string> => {
  const {actions} = deps;
  switch (args.action) {
    case 'list':
      return listed(deps, await actions.list(), by);
    case 'preview': {
      const {schedule, timezone = by.zone} = args;
      if (schedule === undefined) throw new GatewayError('invalid', '"preview" needs "schedule".');
      const found = await actions.preview(schedule, timezone);
      return `${found.schedule}. ${formatTimes(deps, found.instants, timezone)}`;
    }
    case 'create':
      refuseFromElsewhere(by);
      return `Created ${written(deps, await created(actions, {name: nameIn(args), ...fieldsOf(args)}, by))}`;
    case 'edit': {
      const change = {...fieldsOf(args), unset: args.unset};
      refuseFromElsewhere(by);
      if (isEmpty(change)) throw new GatewayError('invalid', 'Say what to change.');
      return `Changed ${written(deps, await actions.edit(nameIn(args), change, by))}`;
    }
    case 'pause': {
      const {name, pausedUntil, zone} = await actions.pause(nameIn(args), args.until, by);
      const end = pausedUntil === undefined ? 'it is resumed' : timeOf(deps, pausedUntil, zone);
      return `Paused ${name}. It does not run until ${end}.`;
    }
    case 'resume': {
      const job = await actions.resume(nameIn(args), by);
      return `Resumed ${job.name}. ${job.nextAt === undefined ? 'It has no next time.' : `Next: ${timeOf(deps, job.nextAt, job.zone)}.`}`;
    }
    case 'run': {
      const name = nameIn(args);
      if (args.dry === true) return formatDry(name, await actions.dryRun(name));
      return `Started ${name} as ${await actions.run(name)}. Its result is announced when it ends.`;
    }
    case 'delete':
      return `Deleted ${await removed(actions, nameIn(args), by)}.`;
    default:
      return assertNever(args.action);
  }
};

/** A job is a standing rule: it runs later, when nobody remembers what it was made from. */
const refuseFromElsewhere = ({limits = [], accepted}: ToolContext): void => {
  if (limits.length > 0 && accepted === undefined) throw new GatewayError('refused', whyNotStanding('A job', limits));
};

/** An interrupted call may have written the job already: then the same fields are written once more. */
const created = async (actions: CronActions, request: NewCronJob, by: ToolContext): Promise<WrittenCronJob> => {
  try {
    return await actions.create(request, by);
  } catch (error) {
    const {name, ...fields} = request;
    const isThere = by.again && error instanceof GatewayError && error.code === 'conflict';
    if (isThere) return await actions.edit(name, fields, by);
    throw error;
  }
};

const removed = async (actions: CronActions, name: string, by: ToolContext): Promise<string> => {
  try {
    return (await actions.remove(name, by)).removed;
  } catch (error) {
    if (by.again && error instanceof GatewayError && error.code === 'not_found') return name;
    throw error;
  }
};

const nameIn = ({name, action}: CronArguments): string => {
  if (name === undefined || name.trim() === '') throw new GatewayError('invalid', `"${action}" needs "name".`);
  return name.trim();
};

const fieldsOf = (args: CronArguments): CronFields => {
  const {schedule, at, after, timezone, prompt, run, gate, user, deliver, announce, missed, retry, model, timeout} =
    args;
  const texts = {schedule, at, after, timezone, prompt, run, gate, user, deliver, model, timeout};
  const given = Object.fromEntries(
    Object.entries(texts).filter(([, text]) => text !== undefined && text.trim() !== ''),
  );
  return {...given, announce, missed, retry, sandbox: args.sandbox, carryLastOutput: args.carry_last_output};
};

const written = (deps: CronToolDeps, job: WrittenCronJob): string => {
  const next = job.next.flatMap(iso => instantOfIso(iso) ?? []);
  const {name, origin, zone} = job;
  const times = next.length === 0 ? `It runs ${formatSchedule(job)}.` : formatTimes(deps, next, zone);
  return `${name} (${origin}). ${times} ${formatRoute(job)}`;
};

const formatTimes = (deps: CronToolDeps, instants: readonly EpochMs[], zone: string): string =>
  instants.length === 0
    ? 'This schedule never runs.'
    : `Next: ${instants.map(at => timeOf(deps, at, zone)).join('; ')}.`;

const timeOf = ({formatMoment}: CronToolDeps, at: EpochMs, zone: string): string =>
  `${isoOf(at)} (${formatMoment(at, zone)})`;

const formatRoute = ({deliver, announce}: Pick<CronJob, 'deliver' | 'announce'>): string =>
  formatAnnounce(announce, deliver.join(', '));

const listed = (
  deps: CronToolDeps,
  {jobs, invalid}: Awaited<ReturnType<CronActions['list']>>,
  {zone}: ToolContext,
): string => {
  const lines = [
    ...jobs.slice(0, MOST_LISTED).map(job => `- ${formatJob(deps, job, zone)}`),
    ...invalid
      .slice(0, MOST_LISTED)
      .map(({file, line, reason}) => `- INVALID, does not run: ${file}, line ${line}: ${reason}`),
  ];
  const more = Math.max(0, jobs.length - MOST_LISTED) + Math.max(0, invalid.length - MOST_LISTED);
  if (lines.length === 0) return 'No jobs.';
  return [...lines, ...(more === 0 ? [] : [`… and ${more} more.`])].join('\n');
};

const formatJob = (deps: CronToolDeps, job: CronJob, zone: string): string => {
  const {name, origin, user, enabled, paused, pausedUntil, nextAt, after, last, run, message} = job;
  const next = nextAt === undefined ? ', no next time' : `, next ${timeOf(deps, nextAt, zone)}`;
  // A job after another one has no time of its own.
  const state = !enabled
    ? ', disabled'
    : paused
      ? `, paused${pausedUntil === undefined ? '' : ` until ${timeOf(deps, pausedUntil, zone)}`}`
      : after === undefined
        ? next
        : '';
  const ended =
    last === undefined ? '' : `, last ${last.status}${last.error === undefined ? '' : `: ${oneLine(last.error)}`}`;
  const what = shortened(run === undefined ? message : `runs ${run}`, LONGEST_QUOTE);
  const whose = user === undefined ? '' : `, for ${user}`;
  return `${name} (${origin}${whose}): ${formatSchedule(job)}${state}${ended}. ${formatRoute(job)} ${what}`;
};

const formatDry = (name: string, {prompt, run, gate, preTools, overLimit, ...route}: DryRun): string =>
  [
    ...(overLimit === undefined ? [] : [`A run would be refused: ${overLimit}`]),
    `Nothing ran. A run of ${name} would`,
    ...(gate === undefined ? [] : [`- ask its gate: ${gate}`]),
    ...preTools.map(({name: tool, input}) => `- use ${tool}: ${JSON.stringify(input)}`),
    run === undefined ? `- ask: ${prompt}` : `- run: ${run}`,
    formatRoute(route),
  ].join('\n');

const MOST_LISTED = 100;
const LONGEST_QUOTE = 200;
