// Runs a turn without a model. Actions are recorded as tool calls: each call is stored before it runs, and its result
// after it.

import type {Message} from '../../shared/records/message.ts';
import type {Turn} from '../../shared/records/turn.ts';
import {type ErrorFault, errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';
import type {StepEnd} from './model-step.ts';
import {keepStep, keepToolAnswer, keepToolUse, type RecordDeps} from './turn-record.ts';

/** Resolves with the text of the answer, or an empty text for no answer; or with the reason why it needs a model. */
export type AnswerOffline = (asked: OfflineTurn) => Promise<string | {readonly failed: string}>;

export type OfflineTurn = {
  readonly turn: Turn;
  /** The user's time zone. */
  readonly zone: string;
  /** The conversation, ending with the turn's own messages. */
  readonly messages: readonly Message[];
  /** Runs the actions one after the other. A failed action is a result. Rejects once the turn is stopped. */
  readonly act: <T>(actions: readonly Action<T>[]) => Promise<readonly ActionResult<T>[]>;
};

export type Action<T> = {
  /** The tool that a model would use. */
  readonly name: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** One-line summary for the screen. */
  readonly summary: string;
  /** The id of the call is the key of its effect. */
  readonly run: (callId: string) => T | Promise<T>;
  /** Formats the result for the stored conversation. */
  readonly format: (result: T) => string;
};

export type ActionResult<T> = {readonly ok: true; readonly value: T} | FailedAction;

/** `error`: a sentence. `fault`: the same as data, for sentences in other languages. */
export type FailedAction = {readonly ok: false; readonly error: string; readonly fault?: ErrorFault};

/** Name of the offline assistant in the list of models. */
export const OFFLINE = 'offline';

/**
 * Words of a model may have markup. The offline assistant's quote the person's, so they are exact. Undefined: no model
 * spoke.
 */
export const markupOf = (model: string | undefined): {readonly markup?: true} =>
  model === undefined || model === OFFLINE ? {} : {markup: true};

type OfflineStep = RecordDeps & {
  readonly answerOffline: AnswerOffline;
  readonly turn: Turn;
  readonly zone: string;
  readonly signal: AbortSignal;
  /** Called once, with the whole answer. */
  readonly onText: (text: string) => void;
};

/** Runs the whole turn in one step. Rejects only for a bug. */
export const runOfflineStep = async (step: OfflineStep): Promise<StepEnd> => {
  const {answerOffline, store, turn, zone, signal, onText} = step;
  try {
    signal.throwIfAborted();
    const messages = store.messages.context(turn.session, turn.id, MOST_READ);
    const answer = await answerOffline({turn, zone, messages, act: createAct(step, turn, signal)});
    signal.throwIfAborted();
    if (typeof answer !== 'string') return {kind: 'failed', error: answer.failed, model: OFFLINE, text: ''};
    const text = answer;
    if (text !== '') onText(text);
    return {kind: 'answered', model: OFFLINE, text, toolCalls: [], usage: {inputTokens: 0, outputTokens: 0}};
  } catch (error) {
    if (signal.aborted) return {kind: 'aborted', text: ''};
    throw error;
  }
};

/** Without a model nothing shortens the conversation, and reading thousands of messages would hold the daemon. */
const MOST_READ = 200;

/** The ids of the offline assistant's calls begin so. */
export const offlineCalls = ({id}: Pick<Turn, 'id'>): string => `${id}_`;

const createAct = (deps: RecordDeps, turn: Turn, signal: AbortSignal): OfflineTurn['act'] => {
  let calls = deps.store.messages.ofTurn(turn.id).flatMap(({toolCalls = []}) => toolCalls).length;
  return async <T>(actions: readonly Action<T>[]) => {
    const named = actions.map(action => {
      calls += 1;
      return {action, callId: `${offlineCalls(turn)}${calls}`};
    });
    const toolCalls = named.map(({action: {name, input}, callId}) => ({callId, name, input}));
    keepStep(deps, turn, {text: '', toolCalls});
    const results: ActionResult<T>[] = [];
    for (const {action, callId} of named) {
      signal.throwIfAborted();
      results.push(await carryOut(deps, turn, action, callId));
    }
    return results;
  };
};

const carryOut = async <T>(
  deps: RecordDeps,
  turn: Turn,
  action: Action<T>,
  callId: string,
): Promise<ActionResult<T>> => {
  const {name, summary} = action;
  const use = {turnId: turn.id, callId, name, summary};
  keepToolUse(deps, turn, use);
  const startedAt = deps.clock.now();
  const result = await resultOf(deps, action, callId);
  const text = result.ok ? action.format(result.value) : result.error;
  keepToolAnswer(deps, turn, use, {ok: result.ok, text, tookMs: Math.max(0, deps.clock.now() - startedAt)});
  return result;
};

const resultOf = async <T>({log}: RecordDeps, {name, run}: Action<T>, callId: string): Promise<ActionResult<T>> => {
  try {
    return {ok: true, value: await run(callId)};
  } catch (error) {
    if (!(error instanceof GatewayError)) log.error({error, tool: name}, `An action failed: ${errorMessage(error)}`);
    const fault = error instanceof GatewayError ? error.fault : undefined;
    return {ok: false, error: errorMessage(error), fault};
  }
};
