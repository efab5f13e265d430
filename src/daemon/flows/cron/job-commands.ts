// Runs the commands of a job: the gate, which decides whether there is work, and the command whose output is the
// result. The output is stored with the run, so a resumed run uses the stored output. An interrupted command runs
// again.

import type {CronDefinition} from '../../../shared/records/jobs/cron-job.ts';
import {commandFault} from '../../../shared/records/jobs/job-rules.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {MINUTE} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {CommandOutcome, RunCommand} from '../../ports/command.ts';

type JobCommandDeps = Core & {
  readonly runCommand: RunCommand;
  readonly stopping: AbortSignal;
};

type JobCommands = {
  /** Undefined if the job has no gate. Rejects if the gate itself can't run. */
  readonly gate: (
    job: CronDefinition,
    run: Run,
  ) => Promise<{readonly output: string} | {readonly skip: string} | undefined>;
  /** The output of the command. Rejects if the command fails. */
  readonly result: (job: CronDefinition, run: Run, command: string) => Promise<string>;
};

export const createJobCommands = (deps: JobCommandDeps): JobCommands => {
  const {clock} = deps;
  const {preTools, fileLimits, transact} = deps.store;

  const use = async (job: CronDefinition, run: Run, command: string, as: Use): Promise<CommandOutcome> => {
    const fault = commandFault(job.user, job.user === undefined ? 'full' : deps.people.trustOf(job.user));
    if (fault !== undefined) throw new GatewayError('refused', `The ${as.called} of ${job.name} may not run. ${fault}`);
    const kept = preTools.of(run.id).find(({position}) => position === as.position)?.output;
    if (kept !== undefined) return {ok: true, output: kept};
    transact(() => preTools.put(run.id, as.position));
    const limitMs = Math.min(job.timeoutMs ?? as.limitMs, as.limitMs);
    const by = {session: run.session, user: job.user};
    const {hosts} = deps.config().policy;
    const sandbox = job.sandbox === undefined ? undefined : {profile: job.sandbox, hosts};
    const outcome = await deps.runCommand({command, zone: job.zone, by, limitMs, signal: deps.stopping, sandbox});
    const {ok, output, limits = []} = outcome;
    transact(() => {
      if (ok) preTools.put(run.id, as.position, output);
      // The run's error is known by its text, like its output.
      fileLimits.put(ok ? output : formatFailure(as.called, job, outcome), limits, clock.now());
    });
    return outcome;
  };

  return {
    gate: async (job, run) => {
      if (job.gate === undefined) return undefined;
      const outcome = await use(job, run, job.gate, {called: 'gate', position: -1, limitMs: GATE_LIMIT_MS});
      if (outcome.ok) return outcome.output === '' ? {skip: 'The gate printed nothing.'} : {output: outcome.output};
      const {exitCode, error} = outcome;
      // A missing gate command must fail the run. Otherwise the job would be skipped forever.
      if (exitCode === undefined || exitCode === NOT_EXECUTABLE || exitCode === NOT_FOUND)
        throw new GatewayError('failed', formatFailure('gate', job, outcome));
      return {skip: `The gate skipped the run. ${error}`};
    },
    result: async (job, run, command) => {
      const limitMs = job.timeoutMs ?? RUN_LIMIT_MS;
      const outcome = await use(job, run, command, {called: 'command', position: -2, limitMs});
      if (outcome.ok) return outcome.output;
      throw new GatewayError('failed', formatFailure('command', job, outcome));
    },
  };
};

type Use = {
  readonly called: string;
  /** The index of the stored output. Pre-tools count from 0. */
  readonly position: number;
  readonly limitMs: number;
};

/** Includes the end of the output, which usually holds the reason. */
const formatFailure = (
  called: string,
  {name}: CronDefinition,
  {error, output}: Extract<CommandOutcome, {ok: false}>,
): string => {
  const printed = output.trimEnd();
  const last = printed.slice(-LONGEST_REASON).trim();
  const ending = last === '' ? '' : `\n${printed.length > last.length ? '…' : ''}${last}`;
  return `The ${called} of ${name} failed: ${error}${ending}`;
};

/** The name of the gate in the prompt. */
export const GATE = 'gate';
const NOT_EXECUTABLE = 126;
const NOT_FOUND = 127;
const GATE_LIMIT_MS = 2 * MINUTE;
const RUN_LIMIT_MS = 10 * MINUTE;
const LONGEST_REASON = 500;
