// Items: what stands in the transcript on the screen, top to bottom. Messages, what tools did, turns that failed, text that is
// being written, messages that wait, and the marks between them. Pure: the same state gives the same items.
import type {Delivery} from '../../shared/delivery.ts';
import type {LiveTool, LiveTurn} from '../../shared/gateway-state.ts';
import type {TurnId} from '../../shared/ids.ts';
import type {Message} from '../../shared/message.ts';
import type {Session} from '../../shared/session.ts';
import type {EpochMs} from '../../shared/time.ts';
import type {Ending, Transcript} from '../../shared/transcript.ts';
import {sameDay} from '../layout/text/time-words.ts';
import type {Mark, PendingSend, UiState} from '../store/ui-state.ts';
import {clockChange} from '../words/clock-change.ts';
import {arranged, queuedTurns} from './arrange.ts';
import {type ReceiptsOf, receipts} from './receipts.ts';
import {type Speaker, speakerOf} from './speaker.ts';
import {toolSummary} from './tool-summary.ts';

export type Item =
  | {readonly kind: 'older'; readonly id: 'older'; readonly fetching: boolean}
  | {readonly kind: 'day'; readonly id: string; readonly at: EpochMs}
  /** The times below do not simply follow those above. */
  | {readonly kind: 'clock'; readonly id: string; readonly words: string}
  /** Time that nobody saw begins or ends here. */
  | {readonly kind: 'gap' | 'gap-end'; readonly id: string; readonly mark: Mark}
  | {readonly kind: 'divider'; readonly id: 'new'; readonly count: number}
  | (Spoken & {
      readonly kind: 'message';
      readonly message: Message;
      readonly queued: boolean;
      readonly receipts: readonly Delivery[];
    })
  | (Spoken & {readonly kind: 'tool'; readonly tool: ToolUse})
  | (Spoken & {readonly kind: 'thinking'; readonly thought: Thought})
  | (Spoken & {readonly kind: 'writing'; readonly turn: LiveTurn})
  | {readonly kind: 'ending'; readonly id: string; readonly ending: Ending}
  | (Spoken & {readonly kind: 'sending'; readonly send: PendingSend});

/** What is said by someone: the first row of a stretch names the speaker and the time. */
type Spoken = {
  readonly id: string;
  readonly at: EpochMs;
  readonly speaker: Speaker;
  readonly head: boolean;
  /** Enough time has passed since what stands above that a narrow screen says the time. */
  readonly stamped: boolean;
  /** Another exchange begins: where there is room, an empty row parts it from the one above. */
  readonly apart: boolean;
};

/** What the model thought before it spoke; `tookMs` is missing while it does. */
export type Thought = {
  readonly text: string;
  readonly tookMs?: number;
  /** Characters that were not kept. */
  readonly more?: number;
  readonly turnId?: TurnId;
};

export type ToolUse = {
  readonly callId: string;
  readonly name: string;
  readonly summary: string;
  readonly state: 'running' | 'ok' | 'failed' | 'unanswered';
  readonly startedAt?: EpochMs;
  readonly tookMs?: number;
  readonly output?: string;
  /** What it was called with, once that is known. */
  readonly input?: unknown;
  readonly turnId?: TurnId;
};

export type ItemsInput = {
  readonly session: Session;
  readonly transcript: Transcript;
  /** The turn that runs in the session. */
  readonly turn?: LiveTurn;
  /** Turns that were seen to wait, in any session. */
  readonly waiting: ReadonlyMap<string, string>;
  readonly sends: readonly PendingSend[];
  readonly divider?: UiState['divider'];
  readonly marks: readonly Mark[];
  readonly deliveries: readonly Delivery[];
  readonly fetchingOlder: boolean;
};

/** Makes items again and again; what only a growing text changes is quick, however long the transcript is. */
export const createItems = (): ((input: ItemsInput) => readonly Item[]) => {
  let kept: Kept | undefined;
  return input => {
    const deps = [
      input.session,
      input.transcript,
      input.turn?.turnId,
      input.turn?.tools,
      input.waiting,
      input.divider,
      input.marks,
      input.deliveries,
    ];
    if (kept === undefined || kept.deps.some((dep, index) => dep !== deps[index])) {
      kept = {deps, base: baseItems(input)};
    }
    return itemsOn(kept.base, input);
  };
};

type Kept = {readonly deps: readonly unknown[]; readonly base: Base};

/** What stands above the text that is being written. */
type Base = {
  readonly items: readonly Item[];
  readonly last: Last | undefined;
  readonly waiting: readonly Message[];
  /** What the running turn has said in its finished steps. */
  readonly steps: number;
};

/** What was said last, by whom: it decides whether the next one is named anew. */
type Last = {readonly at: EpochMs; readonly label: string; readonly turnId: string | undefined};

const baseItems = ({session, transcript, turn, divider, marks, waiting: seen, deliveries}: ItemsInput): Base => {
  const queued = queuedTurns(transcript, session, seen, turn?.turnId);
  const {settled, waiting} = arranged(transcript, queued, turn?.turnId);
  const items: Item[] = [];
  const add = adder(items, session, undefined, receipts(deliveries));
  const calls = new Set(transcript.messages.flatMap(one => (one.toolCalls ?? []).map(({callId}) => callId)));
  const answers = new Map(transcript.messages.flatMap(one => (one.tool ? [[one.tool.callId, one] as const] : [])));
  const endings = endingsAfter(transcript, settled);
  const gaps = gapsBefore(settled, marks);
  for (const message of settled) {
    items.push(...(gaps.get(message.id) ?? []));
    if (divider?.before === message.id) items.push({kind: 'divider', id: 'new', count: divider.count});
    if (message.thinking !== undefined) add.thinking(message.id, message.at, message.thinking, message.turnId);
    // A tool's answer is drawn with its call, if the call is there.
    if (message.tool === undefined || !calls.has(message.tool.callId)) addMessage(add, message, false);
    for (const call of message.toolCalls ?? []) {
      add.tool(message.at, usedTool(call, answers.get(call.callId), transcript, turn, message.turnId), message.turnId);
    }
    for (const ending of endings.get(message.id) ?? []) items.push(endingItem(ending));
  }
  for (const ending of endings.get(undefined) ?? []) items.push(endingItem(ending));
  items.push(...(gaps.get(undefined) ?? []));
  // Tools whose call is no message yet.
  for (const tool of turn?.tools ?? []) {
    if (!calls.has(tool.callId))
      add.tool(tool.startedAt, {...liveTool(tool), ...(turn === undefined ? {} : {turnId: turn.turnId})}, turn?.turnId);
  }
  const steps = items.filter(
    item => item.kind === 'message' && item.message.role === 'assistant' && item.message.turnId === turn?.turnId,
  ).length;
  return {items, last: add.last(), waiting, steps};
};

const itemsOn = (base: Base, {session, transcript, turn, sends, fetchingOlder}: ItemsInput): readonly Item[] => {
  const items: Item[] = [];
  if (transcript.more) items.push({kind: 'older', id: 'older', fetching: fetchingOlder});
  for (const item of base.items) items.push(item);
  const add = adder(items, session, base.last);
  if (turn?.thinking !== undefined && turn.thinking.text.trim() !== '')
    add.thinking(`${turn.turnId}#${base.steps}`, turn.startedAt, turn.thinking, turn.turnId);
  if (turn !== undefined && turn.text.trim() !== '') add.writing(turn, base.steps);
  for (const message of base.waiting) addMessage(add, message, true);
  for (const send of sends) add.sending(send);
  return items;
};

type Adder = {
  readonly message: (message: Message, queued: boolean) => void;
  readonly tool: (at: EpochMs, tool: ToolUse, turnId: string | undefined) => void;
  readonly thinking: (id: string, at: EpochMs, thought: Omit<Thought, 'turnId'>, turnId: TurnId | undefined) => void;
  readonly writing: (turn: LiveTurn, step: number) => void;
  readonly sending: (send: PendingSend) => void;
  readonly last: () => Last | undefined;
};

/** Adds what is said, and decides where a speaker is named anew and where a day begins. */
const adder = (items: Item[], session: Session, before: Last | undefined, receiptsOf: ReceiptsOf = () => []): Adder => {
  let last = before;
  const spoken = (id: string, at: EpochMs, speaker: Speaker, turnId: string | undefined): Spoken => {
    const newDay = last !== undefined && !sameDay(last.at, at);
    if (newDay) items.push({kind: 'day', id: `day:${id}`, at});
    const change = last === undefined ? undefined : clockChange(last.at, at);
    if (change !== undefined) items.push({kind: 'clock', id: `clock:${id}`, words: change});
    const between = items.at(-1);
    const broken =
      between !== undefined &&
      (between.kind === 'divider' ||
        between.kind === 'day' ||
        between.kind === 'clock' ||
        between.kind === 'ending' ||
        between.kind === 'gap' ||
        between.kind === 'gap-end');
    const apart = last !== undefined && !broken && last.turnId !== turnId;
    // What a clock set off is of its own instant, also right after another.
    const alone = turnId === undefined && speaker.tone === 'event';
    const head = last === undefined || broken || alone || last.label !== speaker.label || last.turnId !== turnId;
    const stamped = last === undefined || newDay || at - last.at >= STAMP_AFTER_MS;
    last = {at, label: speaker.label, turnId};
    return {id, at, speaker, head: head || stamped, stamped, apart};
  };
  const agent = speakerOf({role: 'assistant', source: {kind: 'agent'}}, session);
  return {
    last: () => last,
    message: (message, queued) =>
      items.push({
        kind: 'message',
        message,
        queued,
        receipts: receiptsOf(message),
        ...spoken(message.id, message.at, speakerOf(message, session), message.turnId),
      }),
    tool: (at, tool, turnId) => items.push({kind: 'tool', tool, ...spoken(`tool:${tool.callId}`, at, agent, turnId)}),
    thinking: (id, at, {text, tookMs, more}, turnId) =>
      items.push({
        kind: 'thinking',
        thought: {
          text,
          ...(tookMs === undefined ? {} : {tookMs}),
          ...(more === undefined ? {} : {more}),
          ...(turnId === undefined ? {} : {turnId}),
        },
        ...spoken(`think:${id}`, at, agent, turnId),
      }),
    writing: (turn, step) =>
      items.push({kind: 'writing', turn, ...spoken(`turn:${turn.turnId}#${step}`, turn.startedAt, agent, turn.turnId)}),
    sending: send =>
      items.push({
        kind: 'sending',
        send,
        ...spoken(`send:${send.key}`, send.at, speakerOf({role: 'user', source: {kind: 'user'}}, session), send.key),
      }),
  };
};

const addMessage = (add: Adder, message: Message, queued: boolean): void => {
  // A step that only calls tools has no words of its own.
  if (message.text.trim() !== '' || (message.toolCalls ?? []).length === 0) add.message(message, queued);
};

const usedTool = (
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
    ...(turnId === undefined ? {} : {turnId}),
  };
  if (answer?.tool !== undefined) {
    return {...base, state: answer.tool.ok ? 'ok' : 'failed', tookMs: answer.tool.tookMs, output: answer.text};
  }
  return live === undefined ? {...base, state: 'unanswered'} : {...liveTool(live), ...base};
};

const liveTool = ({callId, name, summary, startedAt, end}: LiveTool): ToolUse => ({
  callId,
  name,
  summary,
  startedAt,
  state: end === undefined ? 'running' : end.ok ? 'ok' : 'failed',
  ...(end?.tookMs === undefined ? {} : {tookMs: end.tookMs}),
});

/** Each ending by the message it stands after: the last one of its turn, else the last one before it in time. */
const endingsAfter = (
  transcript: Transcript,
  settled: readonly Message[],
): ReadonlyMap<Message['id'] | undefined, readonly Ending[]> => {
  const result = new Map<Message['id'] | undefined, Ending[]>();
  for (const ending of transcript.endings) {
    const ofTurn = settled.findLast(({turnId}) => turnId === ending.turnId);
    const before = settled.findLast(({at}) => at <= ending.at);
    const id = (ofTurn ?? before)?.id;
    // One that is older than all that is held belongs to a page that is not read yet.
    if (id === undefined && settled.length > 0) continue;
    result.set(id, [...(result.get(id) ?? []), ending]);
  }
  return result;
};

/** Each stretch of unseen time by the message that it stands before; its end is marked only below something. */
const gapsBefore = (
  settled: readonly Message[],
  marks: readonly Mark[],
): ReadonlyMap<Message['id'] | undefined, readonly Item[]> => {
  const result = new Map<Message['id'] | undefined, Item[]>();
  if (settled.length === 0) return result;
  const put = (before: Message | undefined, item: Item): void => {
    result.set(before?.id, [...(result.get(before?.id) ?? []), item]);
  };
  for (const mark of marks) {
    const first = settled.find(({at}) => at > mark.from);
    const next = settled.find(({at}) => at > mark.until);
    put(first, {kind: 'gap', id: mark.id, mark});
    if (mark.kind === 'gap' && first !== next) put(next, {kind: 'gap-end', id: `${mark.id}:end`, mark});
  }
  return result;
};

const endingItem = (ending: Ending): Item => ({kind: 'ending', id: `end:${ending.turnId}`, ending});

const STAMP_AFTER_MS = 5 * 60_000;
