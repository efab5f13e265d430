// Items: what stands in the transcript on the screen, top to bottom. Messages, what tools did, turns that failed, text that is
// being written, messages that wait, and the marks between them. Pure: the same state gives the same items.

import type {LiveTurn} from '../../shared/events/live-turn.ts';
import type {Ending, Transcript} from '../../shared/events/transcript.ts';
import type {Delivery} from '../../shared/records/delivery.ts';
import type {Run} from '../../shared/records/jobs.ts';
import type {Message} from '../../shared/records/message.ts';
import type {Session} from '../../shared/records/session.ts';
import {spokenSoFar} from '../../shared/text/sentinels.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Mark, PendingSend, UiState} from '../state/ui-state.ts';
import {type Adder, adder, type Last} from './adder.ts';
import {arranged, queuedTurns} from './arrange.ts';
import type {Item} from './item.ts';
import {receipts} from './receipts.ts';
import {retold} from './retold.ts';
import {liveTool, usedTool} from './tool-use.ts';

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
  readonly runs: readonly Run[];
  readonly fetchingOlder: boolean;
  /** The transcript is only the beginning of the conversation: nothing that is under way follows it. */
  readonly beginning?: {readonly fetchingNewer: boolean};
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
      input.runs,
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

const baseItems = ({session, transcript, turn, divider, marks, waiting: seen, deliveries, runs}: ItemsInput): Base => {
  const queued = queuedTurns(transcript, session, seen, turn?.turnId);
  const {settled, waiting} = arranged(transcript, queued, turn?.turnId);
  const items: Item[] = [];
  const add = adder(items, session, undefined, {receiptsOf: receipts(deliveries), dueOf: lateRuns(runs)});
  const calls = new Set(transcript.messages.flatMap(one => (one.toolCalls ?? []).map(({callId}) => callId)));
  const answers = new Map(transcript.messages.flatMap(one => (one.tool ? [[one.tool.callId, one] as const] : [])));
  const endings = endingsAfter(transcript, settled);
  const gaps = gapsBefore(settled, marks, session);
  const {told, below} = retold(settled, session);
  for (const message of settled) {
    items.push(...(gaps.get(message.id) ?? []));
    if (divider?.before === message.id) items.push({kind: 'divider', id: 'new', count: divider.count});
    if (message.thinking !== undefined) add.thinking(message.id, message.at, message.thinking, message.turnId);
    // A tool's answer is drawn with its call, if the call is there.
    if (!told.has(message.id) && (message.tool === undefined || !calls.has(message.tool.callId)))
      addMessage(add, message, false);
    const finding = below.get(message.id);
    if (finding !== undefined) add.folded(finding);
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

const itemsOn = (base: Base, input: ItemsInput): readonly Item[] => {
  const {session, transcript, turn, sends, fetchingOlder, beginning} = input;
  if (beginning !== undefined) return [...base.items, {kind: 'newer', id: 'newer', fetching: beginning.fetchingNewer}];
  const items: Item[] = [];
  if (transcript.more) items.push({kind: 'older', id: 'older', fetching: fetchingOlder});
  for (const item of base.items) items.push(item);
  const add = adder(items, session, base.last);
  if (turn?.thinking !== undefined && turn.thinking.text.trim() !== '')
    add.thinking(`${turn.turnId}#${base.steps}`, turn.startedAt, turn.thinking, turn.turnId);
  const text = turn === undefined ? '' : spokenSoFar(turn.text);
  if (turn !== undefined && text.trim() !== '') add.writing(text === turn.text ? turn : {...turn, text}, base.steps);
  for (const message of base.waiting) addMessage(add, message, true);
  for (const send of sends) add.sending(send);
  return items;
};

const addMessage = (add: Adder, message: Message, queued: boolean): void => {
  // A step that only calls tools has no words of its own.
  if (message.text.trim() !== '' || (message.toolCalls ?? []).length === 0) add.message(message, queued);
};

/** When a message was due that a run brought late. What was asked for word for word stands beside what came of it, which says it. */
const lateRuns = (runs: readonly Run[]): ((message: Message) => EpochMs | undefined) => {
  const due = new Map(runs.flatMap(({id, late, scheduledFor}) => (late ? [[id, scheduledFor] as const] : [])));
  return ({runId, role, turnId}) =>
    runId === undefined || (role === 'user' && turnId === undefined) ? undefined : due.get(runId);
};

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

/**
 * Each stretch of unseen time by the message that it stands before; its end is marked only below something. It belongs to the
 * conversation that was open then, and to those in which something was said meanwhile; never above all that is held.
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
    const saidMeanwhile = settled.some(({at}) => at > mark.from && at <= mark.until);
    if (!settled.some(({at}) => at <= mark.from) || !(wasOpen || saidMeanwhile)) continue;
    const first = settled.find(({at}) => at > mark.from);
    const next = settled.find(({at}) => at > mark.until);
    put(first, {kind: 'gap', id: mark.id, mark});
    if (mark.kind === 'gap' && first !== next) put(next, {kind: 'gap-end', id: `${mark.id}:end`, mark});
  }
  return result;
};

const endingItem = (ending: Ending): Item => ({kind: 'ending', id: `end:${ending.turnId}`, ending});
