// ToolUse: a tool call with its outcome, combined from the call, its result, and its live state. Pure.

import type {LiveTool, LiveTurn} from '../../shared/events/live-turn.ts';
import type {Transcript} from '../../shared/events/transcript.ts';
import type {CallAnswer} from '../../shared/records/approval.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import type {Message, ToolAnswer} from '../../shared/records/message.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import {toolSummary} from './tool-summary.ts';

export type ToolUse = {
  readonly callId: string;
  readonly name: string;
  readonly summary: string;
  /** `pending`: its turn still runs, and nobody said that it began: it may wait for a person. */
  readonly state: 'running' | 'ok' | 'failed' | 'not run' | 'pending' | 'unanswered';
  readonly startedAt?: EpochMs;
  readonly tookMs?: number;
  readonly output?: string;
  /** The arguments, once known. */
  readonly input?: unknown;
  readonly turnId?: TurnId;
  /** The answer of the person who was asked about it. */
  readonly asked?: CallAnswer;
};

/** `answer`: the message with the result, if there is one. */
export const usedTool = (
  call: {readonly callId: string; readonly name: string; readonly input: unknown},
  answer: Message | undefined,
  transcript: Transcript,
  turn: LiveTurn | undefined,
  turnId: TurnId | undefined,
): ToolUse => {
  const live = turn?.tools.find(({callId}) => callId === call.callId);
  const summary = live?.summary ?? transcript.summaries.get(call.callId) ?? toolSummary(call.input);
  const base = {
    callId: call.callId,
    name: call.name,
    summary,
    input: call.input,
    turnId,
  };
  if (answer?.tool !== undefined) {
    const {tookMs, asked} = answer.tool;
    return {...base, state: endState(answer.tool), tookMs, output: answer.text, asked};
  }
  if (live !== undefined) return {...liveTool(live), ...base};
  return {...base, state: turn !== undefined && turn.turnId === turnId ? 'pending' : 'unanswered'};
};

/** A call that isn't stored yet. */
export const liveTool = ({callId, name, summary, startedAt, end}: LiveTool): ToolUse => ({
  callId,
  name,
  summary,
  startedAt,
  state: end === undefined ? 'running' : endState(end),
  tookMs: end?.tookMs === undefined ? undefined : end.tookMs,
});

const endState = ({ok, notRun}: Pick<ToolAnswer, 'ok' | 'notRun'>): ToolUse['state'] =>
  notRun === true ? 'not run' : ok ? 'ok' : 'failed';
