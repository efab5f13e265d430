// Items: the transcript's entries from top to bottom: messages, tool calls, failed turns, growing text, pending
// messages, and the marks between them. Pure: equal states give equal items.

import type {LiveTurn} from '../../shared/events/live-turn.ts';
import type {Ending, Transcript} from '../../shared/events/transcript.ts';
import {saysNothing, spokenSoFar} from '../../shared/record-text/sentinels.ts';
import type {Delivery} from '../../shared/records/delivery/delivery.ts';
import type {MessageId} from '../../shared/records/ids.ts';
import type {Run} from '../../shared/records/jobs/jobs.ts';
import {isIdleKind} from '../../shared/records/jobs/run-kinds.ts';
import type {Message, ToolCall} from '../../shared/records/message.ts';

import type {Session} from '../../shared/records/session.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {LocalCommand} from '../state/local-command.ts';
import type {Mark, PendingSend, UiState} from '../state/ui-state.ts';
import {announcedResults} from './announced-results.ts';
import type {Item} from './item.ts';
import {type Adder, adder, type Last} from './item-builder.ts';
import {arranged, queuedTurns} from './reading-order.ts';
import {receipts} from './receipts.ts';
import {liveTool, type ToolUse, usedTool} from './tool-use.ts';

export type ItemsInput = {
  readonly session: Session;
  readonly transcript: Transcript;
  /** The session's running turn. */
  readonly turn?: LiveTurn;
  /** Turns known to wait, in any session. */
  readonly waiting: ReadonlyMap<string, string>;
  readonly sends: readonly PendingSend[];
  /** The person's own commands of every conversation; `place` is the key of this one. */
  readonly local: readonly LocalCommand[];
  readonly place: string;
  readonly divider?: UiState['divider'];
  readonly marks: readonly Mark[];
  readonly deliveries: readonly Delivery[];
  readonly runs: readonly Run[];
  readonly fetchingOlder: boolean;
  /** The transcript is only the conversation's beginning: running and pending entries don't follow it. */
  readonly beginning?: {readonly fetchingNewer: boolean};
};

/** Builds items repeatedly. A growing text is fast to update, however long the transcript is. */
export const createItems = (): ((input: ItemsInput) => readonly Item[]) => {
  let kept: CachedItem | undefined;
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
      input.runs,
      input.local,
      input.place,
    ];
    if (kept === undefined || kept.deps.some((dep, index) => dep !== deps[index])) {
      kept = {deps, base: baseItems(input)};
    }
    return itemsOn(kept.base, input);
  };
};

type CachedItem = {readonly deps: readonly unknown[]; readonly base: Base};

/** The items above the growing text. */
type Base = {
  readonly items: readonly Item[];
  readonly last: Last | undefined;
  readonly waiting: readonly Message[];
  /** Commands after the last message. */
  readonly local: readonly LocalCommand[];
  /** Finished steps of the running turn. */
  readonly steps: number;
};

const baseItems = (input: ItemsInput): Base => {
  const {session, transcript, turn, divider, marks, waiting: seen, deliveries, runs} = input;
  const queued = queuedTurns(transcript, session, seen, turn?.turnId);
  const {settled, waiting, moved} = arranged(transcript, queued, turn?.turnId);
  const items: Item[] = [];
  const add = adder(items, session, undefined, {receiptsOf: receipts(deliveries), dueOf: lateRuns(runs), moved});
  const calls = new Set(transcript.messages.flatMap(message => (message.toolCalls ?? []).map(({callId}) => callId)));
  const answers = new Map(
    transcript.messages.flatMap(message => (message.tool ? [[message.tool.callId, message] as const] : [])),
  );
  const endings = endingsAfter(transcript, settled);
  const gaps = gapsBefore(settled, marks, session);
  const {ids: hidden, below} = announcedResults(settled, session);
  const said = callsSaid(settled, answers);
  const local = localIn(input);
  for (const message of settled) {
    while (local[0] !== undefined && local[0].at < message.at)
      for (const command of local.splice(0, 1)) add.local(command);
    items.push(...(gaps.get(message.id) ?? []));
    if (divider?.before === message.id) items.push({kind: 'divider', id: 'new', count: divider.count});
    if (message.thinking !== undefined) add.thinking(message.id, message.at, message.thinking, message.turnId);
    // A tool's output is drawn with its call if the call is held.
    if (!hidden.has(message.id) && (message.tool === undefined || !calls.has(message.tool.callId)))
      addMessage(
        add,
        message,
        false,
        said.below
          .get(message.id)
          ?.map(call => usedTool(call, answers.get(call.callId), transcript, turn, message.turnId)),
      );
    const finding = below.get(message.id);
    if (finding !== undefined) add.folded(finding);
    for (const call of message.toolCalls ?? []) {
      if (said.ids.has(call.callId)) continue;
      add.tool(message.at, usedTool(call, answers.get(call.callId), transcript, turn, message.turnId), message.turnId);
    }
    for (const ending of endings.get(message.id) ?? []) items.push(endingItem(ending));
  }
  for (const ending of endings.get(undefined) ?? []) items.push(endingItem(ending));
  items.push(...(gaps.get(undefined) ?? []));
  // Tools whose call isn't stored yet.
  for (const tool of turn?.tools ?? []) {
    if (!calls.has(tool.callId)) add.tool(tool.startedAt, {...liveTool(tool), turnId: turn?.turnId}, turn?.turnId);
  }
  const steps = items.filter(
    item => item.kind === 'message' && item.message.role === 'assistant' && item.message.turnId === turn?.turnId,
  ).length;
  return {items, last: add.last(), waiting, local, steps};
};

const itemsOn = (base: Base, input: ItemsInput): readonly Item[] => {
  const {session, transcript, turn, sends, fetchingOlder, beginning} = input;
  if (beginning !== undefined) return [...base.items, {kind: 'newer', id: 'newer', fetching: beginning.fetchingNewer}];
  const items: Item[] = [];
  if (transcript.more) items.push({kind: 'older', id: 'older', fetching: fetchingOlder});
  for (const item of base.items) items.push(item);
  const add = adder(items, session, base.last);
  for (const command of base.local) add.local(command);
  if (turn?.thinking !== undefined && turn.thinking.text.trim() !== '')
    add.thinking(
      `${turn.turnId}#${base.steps}`,
      Math.max(turn.startedAt, base.last?.at ?? 0),
      turn.thinking,
      turn.turnId,
    );
  const text = turn === undefined ? '' : spokenSoFar(turn.text);
  if (turn !== undefined && text.trim() !== '') add.writing(text === turn.text ? turn : {...turn, text}, base.steps);
  for (const message of base.waiting) addMessage(add, message, true);
  for (const send of sends) add.sending(send);
  return items;
};

/** Those of this conversation that no message replaced, and that belong below its first held message. */
const localIn = ({local, place, transcript, beginning}: ItemsInput): LocalCommand[] => {
  const from = transcript.more ? (transcript.messages[0]?.at ?? 0) : 0;
  if (beginning !== undefined) return [];
  return local.filter(command => command.place === place && command.sent === undefined && command.at >= from);
};

const addMessage = (add: Adder, message: Message, queued: boolean, calls?: readonly ToolUse[]): void => {
  // A step that only calls tools has no text.
  if (message.text.trim() !== '' || (message.toolCalls ?? []).length === 0) add.message(message, queued, calls);
};

type CallsSaid = {
  readonly ids: ReadonlySet<string>;
  /** By the answer that says them. */
  readonly below: ReadonlyMap<MessageId, readonly ToolCall[]>;
};

/** Calls that the turn's answer says in words: "I will remind you at 9". What a command did, no answer repeats. */
const callsSaid = (settled: readonly Message[], answers: ReadonlyMap<string, Message>): CallsSaid => {
  const ids = new Set<string>();
  const below = new Map<MessageId, readonly ToolCall[]>();
  settled.forEach((message, index) => {
    const calls = (message.toolCalls ?? []).filter(
      ({name, callId}) => SAID_IN_WORDS.has(name) && answers.get(callId)?.tool?.ok === true,
    );
    if (calls.length === 0) return;
    const answer = settled
      .slice(index + 1)
      .find(({role, turnId, text}) => role === 'assistant' && turnId === message.turnId && text.trim() !== '');
    if (answer === undefined || saysNothing(answer)) return;
    for (const {callId} of calls) ids.add(callId);
    below.set(answer.id, [...(below.get(answer.id) ?? []), ...calls]);
  });
  return {ids, below};
};

/** The tools about time. */
const SAID_IN_WORDS: ReadonlySet<string> = new Set(['reminder', 'alarm', 'cron', 'schedule', 'quiet']);

/** When a late run's message was due. A verbatim request appears next to its result, which shows the time. */
const lateRuns = (runs: readonly Run[]): ((message: Message) => EpochMs | undefined) => {
  // Nobody waits for a check-in.
  const due = new Map(
    runs.flatMap(({id, kind, late, scheduledFor}) => (late && !isIdleKind(kind) ? [[id, scheduledFor] as const] : [])),
  );
  return ({runId, role, turnId}) =>
    runId === undefined || (role === 'user' && turnId === undefined) ? undefined : due.get(runId);
};

/** Places each ending after the last message of its turn, otherwise after the last message before it. */
const endingsAfter = (
  transcript: Transcript,
  settled: readonly Message[],
): ReadonlyMap<Message['id'] | undefined, readonly Ending[]> => {
  const result = new Map<Message['id'] | undefined, Ending[]>();
  for (const ending of transcript.endings) {
    const ofTurn = settled.findLast(({turnId}) => turnId === ending.turnId);
    const before = settled.findLast(({at}) => at <= ending.at);
    const id = (ofTurn ?? before)?.id;
    // An ending older than all messages belongs to an earlier page.
    if (id === undefined && settled.length > 0) continue;
    result.set(id, [...(result.get(id) ?? []), ending]);
  }
  return result;
};

/**
 * Places each gap before the next message; its end is marked only below an entry. A gap appears in the conversation
 * that was open then, and in those with new messages; never above all held messages.
 */
const gapsBefore = (
  settled: readonly Message[],
  marks: readonly Mark[],
  {key, kind}: Session,
): ReadonlyMap<Message['id'] | undefined, readonly Item[]> => {
  const result = new Map<Message['id'] | undefined, Item[]>();
  if (settled.length === 0) return result;
  const put = (before: Message | undefined, item: Item): void => {
    result.set(before?.id, [...(result.get(before?.id) ?? []), item]);
  };
  for (const mark of marks) {
    const wasOpen = mark.session === undefined ? kind === 'main' : mark.session === key;
    const addedMeanwhile = settled.some(({at}) => at > mark.from && at <= mark.until);
    if (!settled.some(({at}) => at <= mark.from) || !(wasOpen || addedMeanwhile)) continue;
    const first = settled.find(({at}) => at > mark.from);
    const next = settled.find(({at}) => at > mark.until);
    put(first, {kind: 'gap', id: mark.id, mark});
    if (mark.kind === 'gap' && first !== next) put(next, {kind: 'gap-end', id: `${mark.id}:end`, mark});
  }
  return result;
};

const endingItem = (ending: Ending): Item => ({kind: 'ending', id: `end:${ending.turnId}`, ending});
