// Runs the tools that a model calls in a step. Each call is stored before it runs, its answer after.
import {present} from '../../shared/fields/present.ts';
import type {ToolCall} from '../../shared/records/message.ts';
import {type TextLimit, trustForEffects} from '../../shared/records/trust.ts';
import {replyAddress, type Turn} from '../../shared/records/turn.ts';
import type {Tool, ToolContext} from '../ports/tool.ts';
import type {TurnDeps, TurnJob, TurnTools} from './turn-job.ts';
import {keepToolAnswer, keepToolUse} from './turn-record.ts';

type ToolUse = {
  readonly deps: TurnDeps;
  readonly job: TurnJob;
  readonly signal: AbortSignal;
  readonly tools: TurnTools;
  readonly offered: readonly Tool[];
  /** The texts from elsewhere that the turn has read. */
  readonly limits: readonly TextLimit[];
  readonly calls: readonly ToolCall[];
};

/** Runs the tool calls one after the other. Returns true if the turn was stopped; the remaining calls then have no answer. */
export const runTools = async ({deps, job, tools, offered, limits, calls, signal}: ToolUse): Promise<boolean> => {
  const {turn} = job;
  for (const call of calls) {
    if (signal.aborted) return true;
    const tool = offered.find(({spec}) => spec.name === call.name);
    const fields = {turnId: turn.id, callId: call.callId, name: call.name, summary: tool?.summarize(call.input) ?? ''};
    keepToolUse(deps, turn, fields);
    const context: ToolContext = {
      session: turn.session,
      turnId: turn.id,
      callId: call.callId,
      trust: tool?.isReadOnly ? turn.trust : trustForEffects(turn.trust, limits),
      limits,
      ...present({user: turn.user, replyTo: replyAddress(turn)}),
      zone: job.zone,
      ...(isTyped(turn) && {atTerminal: true}),
      signal,
    };
    const answer = isForbidden(job, call)
      ? {ok: false, text: `This task may not use ${call.name}.`, tookMs: 0}
      : await tools.run(call, context);
    keepToolAnswer(deps, turn, fields, answer);
  }
  return signal.aborted;
};

const isForbidden = ({onlyTools}: TurnJob, {name}: ToolCall): boolean => onlyTools?.includes(name) === false;

const isTyped = ({source}: Turn): boolean => source.kind === 'user' && source.channel === 'terminal';
