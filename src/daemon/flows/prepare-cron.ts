// What a cron run is told: what its pre-tools say now, what it said last time, and its own words. The last output is a file
// a person can read and mend, `cron/.state/<name>.last.md`, written only after a run that succeeded.
import type {CronDefinition} from '../../shared/cron-job.ts';
import {GatewayError} from '../../shared/gateway-error.ts';
import type {TurnId} from '../../shared/ids.ts';
import type {Run} from '../../shared/jobs.ts';
import {MINUTE} from '../../shared/time.ts';
import type {Trust} from '../../shared/trust.ts';
import type {ToolContext, WorkspaceFiles} from '../ports.ts';
import type {TurnTools} from '../turns/run-turn.ts';

export type PrepareCronDeps = {
  readonly files: Pick<WorkspaceFiles, 'read' | 'write'>;
  readonly tools: () => Promise<TurnTools>;
  readonly trustOf: (user: string | undefined) => Trust | undefined;
  readonly zoneOf: (user: string | undefined) => string;
  readonly newTurnId: () => TurnId;
};

export type CronPreparation = {
  /** The prompt of a run. Rejects with a sentence when a pre-tool fails: the model is not asked then. */
  readonly promptOf: (job: CronDefinition, run: Run) => Promise<string>;
  readonly keepOutput: (job: CronDefinition, output: string) => Promise<void>;
};

export const createCronPreparation = (deps: PrepareCronDeps): CronPreparation => ({
  promptOf: async (job, run) => {
    const before = job.carryLastOutput ? await deps.files.read(statePath(job)) : undefined;
    const found = await preToolOutputs(deps, job, run);
    const sections = [
      ...(job.carryLastOutput ? [`[What you answered the last time]\n${before?.trim() || '(nothing yet)'}`] : []),
      ...found,
    ];
    return sections.length === 0 ? job.message : [...sections, `[The task]\n${job.message}`].join('\n\n');
  },
  keepOutput: async (job, output) => {
    if (job.carryLastOutput) await deps.files.write(statePath(job), `${output.trim()}\n`);
  },
});

/** In the order of the file, each exactly once. */
const preToolOutputs = async (deps: PrepareCronDeps, job: CronDefinition, run: Run): Promise<readonly string[]> => {
  if (job.preTools.length === 0) return [];
  const tools = await deps.tools();
  const context: ToolContext = {
    session: run.session,
    turnId: deps.newTurnId(),
    trust: job.user === undefined ? 'full' : (deps.trustOf(job.user) ?? 'public'),
    ...(job.user === undefined ? {} : {user: job.user}),
    zone: deps.zoneOf(job.user),
    signal: AbortSignal.timeout(PRE_TOOL_LIMIT_MS),
  };
  const outputs: string[] = [];
  for (const [index, {name, input}] of job.preTools.entries()) {
    const {ok, text} = await tools.run({callId: `pre-${index}`, name, input}, context);
    if (!ok) throw new GatewayError('failed', `The pre-tool ${name} of ${job.name} failed: ${text}`);
    outputs.push(`[Output of ${name} ${JSON.stringify(input)}]\n${text}`);
  }
  return outputs;
};

/** A job's name is made of letters, digits, - and _ where it comes from the configuration; from a file it may be anything. */
const statePath = ({name}: CronDefinition): string => `cron/.state/${name.replaceAll(/[^\w.-]/gu, '_')}.last.md`;

const PRE_TOOL_LIMIT_MS = 10 * MINUTE;
