// LiveTurn: a turn while it runs, as a client sees it: the text of its step so far, what its model thinks, the tools it uses. Pieces may
// come twice or be lost; how much is missing is known. Pure.

import {omit} from '../fields/omit.ts';
import {present} from '../fields/present.ts';
import type {EpochMs} from '../time/time.ts';
import type {Delta, GatewayEvent, RunningTurn, ThinkingDelta} from './gateway-event.ts';

/** A turn that runs: what it said in this step so far, and the tools it uses. */
export type LiveTurn = Omit<RunningTurn, 'text' | 'thinking'> & {
  readonly text: string;
  /** What it thought in this step; `missing` as with its text, `tookMs` once it does something else. */
  readonly thinking?: {readonly text: string; readonly missing: number; readonly tookMs?: number};
  /** How many characters before `text` were never received. */
  readonly missing: number;
  readonly tools: readonly LiveTool[];
};

export type LiveTool = {
  readonly callId: string;
  readonly name: string;
  readonly summary: string;
  readonly startedAt: EpochMs;
  readonly end?: {readonly ok: boolean; readonly tookMs?: number};
};

/** A turn as the daemon tells of it: nothing before its text is missing, and no tool is known. */
export const liveTurn = ({thinking, ...turn}: RunningTurn): LiveTurn => ({
  ...turn,
  missing: 0,
  tools: [],
  ...present({thinking: thinking && {...thinking, missing: 0}}),
});

/** The same turn where it has that text already. */
export const withText = (turn: LiveTurn, {text, offset}: Delta): LiveTurn => {
  const known = turn.missing + turn.text.length;
  if (offset + text.length <= known) return turn;
  return offset > known ? {...turn, missing: offset, text} : {...turn, text: turn.text + text.slice(known - offset)};
};

/** The same turn where it has that thought already, and knows how long it took. */
export const withThought = (turn: LiveTurn, {text, offset, tookMs}: ThinkingDelta): LiveTurn => {
  const {thinking = {text: '', missing: 0}} = turn;
  const known = thinking.missing + thinking.text.length;
  const end = offset + text.length;
  if (end < known || (end === known && (tookMs === undefined || tookMs === thinking.tookMs))) return turn;
  const grown =
    offset > known
      ? {missing: offset, text}
      : {missing: thinking.missing, text: thinking.text + text.slice(known - offset)};
  return {...turn, thinking: {...grown, ...present({tookMs})}};
};

/** What it said and thought in this step is a message now; the next delta begins another step. */
export const atNextStep = (turn: LiveTurn): LiveTurn => ({...omit(turn, 'thinking'), text: '', missing: 0});

/** A tool began, or gave its answer, at `at`. */
export const withTool = (turn: LiveTurn, event: ToolEvent, at: EpochMs): LiveTurn => {
  const {callId, name, summary} = event;
  const end = event.phase === 'started' ? undefined : {ok: event.ok !== false, ...present({tookMs: event.tookMs})};
  const known = turn.tools.find(tool => tool.callId === callId);
  const tool: LiveTool = {
    ...(known ?? {callId, name, summary, startedAt: at}),
    ...present({end}),
  };
  const tools = known === undefined ? [...turn.tools, tool] : turn.tools.map(one => (one === known ? tool : one));
  return {...turn, tools};
};

type ToolEvent = Extract<GatewayEvent, {type: 'turn.tool'}>;
