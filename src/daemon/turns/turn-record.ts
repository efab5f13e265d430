// Stores a turn while it runs: its start, each step before its effects, each tool call, and its end. Each is one
// transaction together with its events.
import type {EventBodies} from '../../shared/events/gateway-event.ts';
import {channelOf} from '../../shared/records/address.ts';
import {callKey, type RunId} from '../../shared/records/ids.ts';
import type {Message, ToolAnswer} from '../../shared/records/message.ts';
import {isRunIn} from '../../shared/records/session-key.ts';
import {limitsBelow, type TextLimit} from '../../shared/records/trust.ts';
import {replyAddress, type Turn, type TurnOutcome, type Usage} from '../../shared/records/turn.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Emit} from '../ports/store.ts';
import type {World} from '../ports/system.ts';
import type {ToolOutput} from '../ports/tool.ts';

export type RecordDeps = World & {
  /** Adds the session's current state to the transaction. */
  readonly sessionChanged: (turn: Turn, emit: Emit, change: {readonly busy: boolean}) => void;
};

/** The consequences of a turn's end, in the transaction that ends it. */
export type Settle = (outcome: TurnOutcome, emit: Emit) => void;

export type Ending = Pick<Message, 'thinking'> & {
  readonly outcome: TurnOutcome;
  /** The answer, or the part of it that isn't stored yet. */
  readonly text?: string;
  readonly partial?: boolean;
  readonly model?: string;
  readonly usage?: Usage;
  readonly startedAt?: EpochMs;
  readonly limits?: readonly TextLimit[];
};

type Beginning = {
  readonly model: string;
  readonly startedAt: EpochMs;
  /**
   * The texts from elsewhere that the turn reads before its first step. Called once the turn is part of its
   * conversation.
   */
  readonly readLimits: () => readonly TextLimit[];
};

/** Returns the limits. */
export const keepBeginning = (
  deps: RecordDeps,
  turn: Turn,
  {model, startedAt, readLimits}: Beginning,
): readonly TextLimit[] =>
  deps.store.transact(emit => {
    const running: Turn = {...turn, state: 'running', startedAt, model};
    deps.store.turns.put(running);
    deps.store.messages.placeLast(turn.session, turn.id);
    const limits = readLimits();
    if (limits.length > 0) deps.store.turns.put({...running, limits});
    // The message that the turn answers is its cause.
    const [asked] = deps.store.messages.ofTurn(turn.id);
    const cause = asked?.id ?? turn.id;
    const told = {...runBegun(deps, turn, asked?.runId, startedAt), limits: limitsOn(turn, limits)};
    emit({...contextOf(turn), cause, type: 'turn.started', turnId: turn.id, source: turn.source, model, ...told});
    deps.sessionChanged(turn, emit, {busy: true});
    return limits;
  });

/** The run that this turn executes. A turn that only announces a run has none. */
const runBegun = (
  {store}: RecordDeps,
  {session}: Turn,
  runId: RunId | undefined,
  beganAt: EpochMs,
): Pick<EventBodies['turn.started'], 'begun'> => {
  const run = runId === undefined ? undefined : store.runs.get(runId);
  if (run?.status !== 'running' || !isRunIn(session, run)) return {};
  store.runs.update({...run, beganAt}, run);
  return {begun: {runId: run.id, beganAt}};
};

/** Stores the calls before the first one has an effect. */
export const keepStep = (
  deps: RecordDeps,
  turn: Turn,
  step: Pick<Message, 'text' | 'toolCalls' | 'thinking' | 'limits'>,
): void =>
  deps.store.transact(emit => addMessage(deps, turn, emit, {role: 'assistant', source: {kind: 'agent'}, ...step}));

/** Stores a step that was to be the last, and the note that makes the model go on. */
export const keepReminded = (
  deps: RecordDeps,
  turn: Turn,
  step: Pick<Message, 'text' | 'thinking' | 'limits'>,
  reminder: string,
): void =>
  deps.store.transact(emit => {
    if (step.text.trim() !== '') addMessage(deps, turn, emit, {role: 'assistant', source: {kind: 'agent'}, ...step});
    addMessage(deps, turn, emit, {role: 'system', text: reminder, source: {kind: 'system', name: 'reply-guard'}});
  });

type ToolUse = {
  readonly turnId: Turn['id'];
  readonly callId: string;
  readonly name: string;
  readonly summary: string;
};

export const keepToolUse = ({store}: RecordDeps, turn: Turn, use: ToolUse): void =>
  store.transact(emit => emit({...contextOf(turn), type: 'turn.tool', ...use, phase: 'started'}));

export const keepToolAnswer = (
  deps: RecordDeps,
  turn: Turn,
  use: ToolUse,
  {ok, text, limits, tookMs, unknown, notRun, asked}: ToolOutput & Omit<ToolAnswer, 'callId' | 'name'>,
): void =>
  deps.store.transact(emit => {
    const {callId, name} = use;
    const tool = {callId, name, ok, tookMs, unknown, notRun, asked};
    deps.store.cursors.remove(callKey(turn.id, callId));
    addMessage(deps, turn, emit, {role: 'tool', text, source: {kind: 'tool', name}, tool, limits});
    emit({...contextOf(turn), type: 'turn.tool', ...use, phase: 'ended', ok, tookMs, notRun});
  });

/** Stores the last message, the outcome and its consequences. */
export const keepEnding = (
  deps: RecordDeps,
  {turn, settle}: {readonly turn: Turn; readonly settle?: Settle},
  ending: Ending,
): TurnOutcome => {
  const {outcome, text, model, usage, startedAt, thinking, limits} = ending;
  const endedAt = deps.clock.now();
  deps.store.transact(emit => {
    if (text !== undefined && text.trim() !== '') {
      const source = ending.partial ? PARTIAL : ({kind: 'agent'} as const);
      addMessage(deps, turn, emit, {role: 'assistant', text, source, thinking, limits});
    }
    const error = 'error' in outcome ? {error: outcome.error} : {};
    deps.store.turns.put({
      ...turn,
      state: 'ended',
      endedAt,
      outcome: outcome.kind,
      ...error,
      startedAt: startedAt ?? turn.startedAt,
      model: model ?? turn.model,
      usage: usage ?? turn.usage,
      limits: limits ?? turn.limits,
    });
    settle?.(outcome, emit);
    deps.sessionChanged(turn, emit, {busy: false});
    emit({
      ...contextOf(turn),
      type: 'turn.ended',
      turnId: turn.id,
      outcome: outcome.kind,
      source: turn.source,
      ...error,
      tookMs: startedAt === undefined ? undefined : endedAt - startedAt,
      usage,
      limits: limitsOn(turn, limits),
    });
  });
  return outcome;
};

const addMessage = (
  {store, ids, clock}: RecordDeps,
  turn: Turn,
  emit: Emit,
  message: Omit<Message, 'id' | 'session' | 'at' | 'turnId'>,
): void => {
  const kept = store.messages.add({
    ...message,
    id: ids.next('msg'),
    session: turn.session,
    at: clock.now(),
    turnId: turn.id,
    channel: (message.role === 'assistant' ? channelOfAnswer(turn) : undefined) ?? message.channel,
  });
  emit({...contextOf(turn), type: 'message.added', message: kept});
};

/** The texts that the turn may not act upon with its own trust. Undefined if there are none. */
const limitsOn = ({trust}: Turn, limits: readonly TextLimit[] = []): readonly TextLimit[] | undefined => {
  const lower = limitsBelow(trust, limits);
  return lower.length === 0 ? undefined : lower;
};

/** The channel on which the person gets the answer. Undefined if it only stays in the conversation. */
const channelOfAnswer = (turn: Turn): string | undefined => {
  const address = turn.deliver ? replyAddress(turn) : turn.replyTo;
  return address && channelOf(address);
};

const contextOf = (turn: Turn) => ({session: turn.session, cause: turn.id, trust: turn.trust});

/** The partial text of an interrupted turn: stored and shown, never delivered as a reply. */
const PARTIAL = {kind: 'agent', interrupted: true} as const;
