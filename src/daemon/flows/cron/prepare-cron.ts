// What a cron run is told: what its pre-tools say now, what it said last time, and its own words. The last output is a file
// a person can read and mend, `cron/.state/<name>.last.md`, written only after a run that succeeded.

import {present} from '../../../shared/fields/present.ts';
import type {CronDefinition} from '../../../shared/records/cron-job.ts';
import type {Lookup} from '../../../shared/records/frame.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {TurnId} from '../../../shared/records/ids.ts';
import type {Run} from '../../../shared/records/jobs.ts';
import type {Message} from '../../../shared/records/message.ts';
import type {Trust} from '../../../shared/records/trust.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {MINUTE} from '../../../shared/time/time.ts';
import type {Store} from '../../ports/store.ts';
import type {ToolContext} from '../../ports/tool.ts';
import type {WorkspaceFiles} from '../../ports/workspace.ts';
import type {TurnTools} from '../../turns/run-turn.ts';

type PrepareCronDeps = {
  readonly clock: Clock;
  readonly store: Pick<Store, 'preTools' | 'transact'>;
  readonly files: Pick<WorkspaceFiles, 'read' | 'write'>;
  readonly tools: () => Promise<TurnTools>;
  readonly trustOf: (user: string | undefined) => Trust | undefined;
  readonly zoneOf: (user: string | undefined) => string;
  readonly newTurnId: () => TurnId;
};

/** The task of a job, and what its pre-tools and its last run said. */
export type CronPrompt = Pick<Message, 'text' | 'frame'>;

export type CronPreparation = {
  /** The prompt of a run. Rejects with a sentence when a pre-tool fails: the model is not asked then. */
  readonly promptOf: (job: CronDefinition, run: Run) => Promise<CronPrompt>;
  /** What the run said, for the next one of a job that carries it on. */
  readonly keepOutput: (job: CronDefinition, output: string) => Promise<void>;
  /** Ends the pre-tools that work; resolves when they have ended. */
  readonly stop: () => Promise<void>;
};

export const createCronPreparation = (deps: PrepareCronDeps): CronPreparation => {
  const stopping = new AbortController();
  const preparing = new Set<Promise<unknown>>();

  const compose = async (job: CronDefinition, run: Run): Promise<CronPrompt> => {
    const before = job.carryLastOutput ? ((await deps.files.read(statePath(job))) ?? '') : undefined;
    const tools = await preToolOutputs(deps, job, run, stopping.signal);
    if (before === undefined && tools.length === 0) return {text: job.message};
    const lastOutput = before === undefined ? {} : {lastOutput: before};
    return {text: job.message, frame: {kind: 'lookups', ...lastOutput, tools}};
  };

  return {
    promptOf: async (job, run) => {
      const prompt = compose(job, run);
      preparing.add(prompt);
      try {
        return await prompt;
      } finally {
        preparing.delete(prompt);
      }
    },
    keepOutput: async (job, output) => {
      if (job.carryLastOutput) await deps.files.write(statePath(job), `${output.trim()}\n`);
    },
    stop: async () => {
      stopping.abort();
      await Promise.allSettled(preparing);
    },
  };
};

/** In the order of the file. What one printed is kept with the run: begun again, the run uses it and not the tool. */
const preToolOutputs = async (
  deps: PrepareCronDeps,
  job: CronDefinition,
  run: Run,
  stopping: AbortSignal,
): Promise<readonly Lookup[]> => {
  if (job.preTools.length === 0) return [];
  const limit = new AbortController();
  using _timer = deps.clock.after(PRE_TOOL_LIMIT_MS, () => limit.abort());
  const tools = await deps.tools();
  const context: ToolContext = {
    session: run.session,
    turnId: deps.newTurnId(),
    callId: 'pre',
    trust: job.user === undefined ? 'full' : (deps.trustOf(job.user) ?? 'public'),
    ...present({user: job.user}),
    zone: deps.zoneOf(job.user),
    signal: AbortSignal.any([stopping, limit.signal]),
  };
  const {preTools, transact} = deps.store;
  const kept = preTools.of(run.id);
  const outputs: Lookup[] = [];
  for (const [index, {name, input}] of job.preTools.entries()) {
    let printed = kept.find(({position}) => position === index)?.output;
    if (printed === undefined) {
      transact(() => preTools.put(run.id, index));
      const {ok, text} = await tools.run({callId: `pre-${index}`, name, input}, context);
      // Ended by our own end it has told nothing: the next start uses it again.
      if (!ok) throw new GatewayError('failed', `The pre-tool ${name} of ${job.name} failed: ${text}`);
      transact(() => preTools.put(run.id, index, text));
      printed = text;
    }
    outputs.push({tool: name, input, output: printed});
  }
  return outputs;
};

/** A name holds no slash; a dot at its beginning would hide the file. */
const statePath = ({name}: CronDefinition): string => `cron/.state/${name.replace(/^\./u, '_')}.last.md`;

const PRE_TOOL_LIMIT_MS = 10 * MINUTE;
