// Prepares a cron run: checks the gate, then runs the command or builds the prompt. The prompt holds pre-tool output,
// the last output and the job's text. The last output is the editable file `cron/.state/<name>.last.md`, written only
// after a successful run.

import type {Lookup} from '../../../shared/records/frame.ts';
import type {TurnId} from '../../../shared/records/ids.ts';
import type {CronDefinition} from '../../../shared/records/jobs/cron-job.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import type {Message} from '../../../shared/records/message.ts';
import {joinLimits, type TextLimit} from '../../../shared/records/trust.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {MINUTE} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {RunCommand} from '../../ports/command.ts';
import type {ToolContext} from '../../ports/tool.ts';
import type {WorkspaceFiles} from '../../ports/workspace.ts';
import {limitsOfRun} from '../../turns/run-transcript.ts';
import type {TurnTools} from '../../turns/turn-job.ts';
import {createJobCommands, GATE} from './job-commands.ts';

type PrepareCronDeps = Core & {
  readonly files: Pick<WorkspaceFiles, 'read' | 'write'>;
  readonly tools: () => Promise<TurnTools>;
  readonly runCommand: RunCommand;
  readonly newTurnId: () => TurnId;
};

/** The prompt with pre-tool and last output, the command's output, or the reason to skip the run. */
export type CronPrompt =
  | Pick<Message, 'text' | 'frame' | 'limits'>
  | {readonly output: string}
  | {readonly skip: string};

export type CronPreparation = {
  /** Prepares the input of a run. Rejects if a pre-tool or command fails; the model isn't called then. */
  readonly promptOf: (job: CronDefinition, run: Run) => Promise<CronPrompt>;
  /** Stores the output for the next run if the job carries its last output. */
  readonly keepOutput: (job: CronDefinition, run: Run, output: string) => Promise<void>;
  /** Aborts running pre-tools. Resolves when all have ended. */
  readonly stop: () => Promise<void>;
};

export const createCronPreparation = (deps: PrepareCronDeps): CronPreparation => {
  const stopping = new AbortController();
  const preparing = new Set<Promise<unknown>>();

  const commands = createJobCommands({...deps, stopping: stopping.signal});

  const compose = async (job: CronDefinition, run: Run): Promise<CronPrompt> => {
    const gate = await commands.gate(job, run);
    if (gate !== undefined && 'skip' in gate) return gate;
    if (job.run !== undefined) return {output: await commands.result(job, run, job.run)};
    const before = job.carryLastOutput ? ((await deps.files.read(statePath(job))) ?? '') : undefined;
    const printed = gate === undefined ? [] : [{tool: GATE, input: {command: job.gate}, output: gate.output}];
    const looked = await preToolOutputs(deps, job, run, stopping.signal);
    const tools = [...printed, ...looked.map(({lookup}) => lookup)];
    if (before === undefined && tools.length === 0) return {text: job.message};
    const lastOutput = {lastOutput: before};
    const limits = joinLimits(
      ...[before, gate?.output].map(text => (text === undefined ? undefined : deps.store.fileLimits.of(text))),
      looked.flatMap(({limits: from}) => from),
    );
    return {text: job.message, frame: {kind: 'lookups', ...lastOutput, tools}, limits};
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
    keepOutput: async (job, run, output) => {
      if (!job.carryLastOutput) return;
      const text = `${output.trim()}\n`;
      deps.store.fileLimits.put(text, limitsOfRun(deps.store, run) ?? [], deps.clock.now());
      await deps.files.write(statePath(job), text);
    },
    stop: async () => {
      stopping.abort();
      await Promise.allSettled(preparing);
    },
  };
};

/** Runs in file order. Each output is stored with the run, so a resumed run doesn't repeat the tool. */
const preToolOutputs = async (
  deps: PrepareCronDeps,
  job: CronDefinition,
  run: Run,
  stopping: AbortSignal,
): Promise<readonly {readonly lookup: Lookup; readonly limits: readonly TextLimit[]}[]> => {
  if (job.preTools.length === 0) return [];
  const limit = new AbortController();
  using _timer = deps.clock.after(PRE_TOOL_LIMIT_MS, () => limit.abort());
  const tools = await deps.tools();
  const context: ToolContext = {
    session: run.session,
    turnId: deps.newTurnId(),
    callId: 'pre',
    trust: job.user === undefined ? 'full' : (deps.people.trustOf(job.user) ?? 'public'),
    user: job.user,
    zone: deps.people.zoneOf(job.user),
    sandbox: job.sandbox ?? 'full',
    signal: AbortSignal.any([stopping, limit.signal]),
  };
  const {store} = deps;
  const {preTools, transact} = store;
  const kept = preTools.of(run.id);
  const outputs: {lookup: Lookup; limits: readonly TextLimit[]}[] = [];
  for (const [index, {name, input}] of job.preTools.entries()) {
    let printed = kept.find(({position}) => position === index)?.output;
    let limits = printed === undefined ? [] : store.fileLimits.of(printed);
    if (printed === undefined) {
      transact(() => preTools.put(run.id, index));
      const {ok, text, limits: from = []} = await tools.run({callId: `pre-${index}`, name, input}, context);
      // After a shutdown nothing is stored, so the next start runs the tool again.
      if (!ok) throw new GatewayError('failed', `The pre-tool ${name} of ${job.name} failed: ${text}`);
      transact(() => {
        preTools.put(run.id, index, text);
        store.fileLimits.put(text, from, deps.clock.now());
      });
      printed = text;
      limits = from;
    }
    outputs.push({lookup: {tool: name, input, output: printed}, limits});
  }
  return outputs;
};

/** Job names hold no slash. A leading dot would hide the file. */
const statePath = ({name}: CronDefinition): string => `cron/.state/${name.replace(/^\./u, '_')}.last.md`;

const PRE_TOOL_LIMIT_MS = 10 * MINUTE;
