// LiveTurn: a running turn as a client sees it: the text of its step, its thinking, its tools. Deltas may repeat or be
// lost, so the number of missing characters is kept. Pure.

import type {EpochMs} from '../time/time.ts';
import type {Delta, GatewayEvent, RunningTurn, ThinkingDelta} from './gateway-event.ts';

/** A running turn: the text of its step so far, and its tools. */
export type LiveTurn = Omit<RunningTurn, 'text' | 'thinking'> & {
  readonly text: string;
  /** The thinking of this step; `missing` as for the text, `tookMs` once thinking has ended. */
  readonly thinking?: {readonly text: string; readonly missing: number; readonly tookMs?: number};
  /** Characters before `text` that never arrived. */
  readonly missing: number;
  readonly tools: readonly LiveTool[];
};

export type LiveTool = {
  readonly callId: string;
  readonly name: string;
  readonly summary: string;
  readonly startedAt: EpochMs;
  readonly end?: {readonly ok: boolean; readonly tookMs?: number; readonly notRun?: true};
};

/** A turn as the daemon reports it: no text is missing, and its tools are unknown. */
export const liveTurn = ({thinking, ...turn}: RunningTurn): LiveTurn => ({
  ...turn,
  missing: 0,
  tools: [],
  thinking: thinking && {...thinking, missing: 0},
});

/** Returns the same object if the turn has that text already. */
export const withText = (turn: LiveTurn, {text, offset}: Delta): LiveTurn => {
  const known = turn.missing + turn.text.length;
  if (offset + text.length <= known) return turn;
  return offset > known ? {...turn, missing: offset, text} : {...turn, text: turn.text + text.slice(known - offset)};
};

/** Returns the same object if the turn has that thinking and its duration already. */
export const withThought = (turn: LiveTurn, {text, offset, tookMs}: ThinkingDelta): LiveTurn => {
  const {thinking = {text: '', missing: 0}} = turn;
  const known = thinking.missing + thinking.text.length;
  const end = offset + text.length;
  if (end < known || (end === known && (tookMs === undefined || tookMs === thinking.tookMs))) return turn;
  const grown =
    offset > known
      ? {missing: offset, text}
      : {missing: thinking.missing, text: thinking.text + text.slice(known - offset)};
  return {...turn, thinking: {...grown, tookMs}};
};

/** The step's text and thinking are a message now; the next delta starts a new step. */
export const atNextStep = (turn: LiveTurn): LiveTurn => ({...turn, thinking: undefined, text: '', missing: 0});

/** A tool started or finished at `at`. */
export const withTool = (turn: LiveTurn, event: ToolEvent, at: EpochMs): LiveTurn => {
  const {callId, name, summary} = event;
  const end =
    event.phase === 'started' ? undefined : {ok: event.ok !== false, tookMs: event.tookMs, notRun: event.notRun};
  const known = turn.tools.find(tool => tool.callId === callId);
  const tool: LiveTool = {
    ...(known ?? {callId, name, summary, startedAt: at}),
    end: end ?? known?.end,
  };
  const tools = known === undefined ? [...turn.tools, tool] : turn.tools.map(item => (item === known ? tool : item));
  return {...turn, tools};
};

type ToolEvent = Extract<GatewayEvent, {type: 'turn.tool'}>;
