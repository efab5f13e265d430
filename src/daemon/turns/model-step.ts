// Runs one step of a turn: the model answers, calls tools, or fails. Temporary errors are retried with growing waits,
// then the next model is tried. After the person has seen text nothing is retried, because the text would appear twice.
// A step never rejects and always ends within its time limit.
import type {JSONSchema7, LanguageModelV4CallOptions} from '@ai-sdk/provider';
import type {ToolCall} from '../../shared/records/message.ts';
import type {Usage} from '../../shared/records/turn.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {MINUTE, SECOND} from '../../shared/time/time.ts';
import type {ModelChoice} from '../ports/model.ts';
import type {Log} from '../ports/system.ts';
import type {ToolSpec} from '../ports/tool.ts';
import {type StreamEnd, streamOnce} from './model-stream.ts';
import {sentenceFor, type Trouble} from './model-trouble.ts';
import {mark} from './prompt/framed-text.ts';
import type {PromptMessage} from './prompt/turn-history.ts';
import type {ThinkingPart} from './thinking.ts';

export type StepRequest = {
  /** The models to try, best first. */
  readonly choices: readonly ModelChoice[];
  readonly system: string;
  readonly messages: readonly PromptMessage[];
  readonly tools: readonly ToolSpec[];
  readonly signal: AbortSignal;
  /** Until it is disposed, the time limit of the turn does not run. @default there is none */
  readonly whileWaiting?: () => Disposable;
  readonly clock: Clock;
  readonly log: Log;
  /** Called with each piece of text, and never after the step has ended. */
  readonly onText: (delta: string) => void;
  /** Called with the model's thinking, if the model shows it, and never after the step has ended. */
  readonly onThinking?: (part: ThinkingPart) => void;
  readonly limits?: Partial<StepLimits>;
};

type StepLimits = {
  /** Number of tries per model. @default 3 */
  readonly tries: number;
  /** A model that sends nothing for this long has failed. @default 60 s */
  readonly silenceMs: number;
  /** The longest wait before a retry. If a provider asks for more, the next model is tried. @default 30 s */
  readonly longestWaitMs: number;
  /** Time limit of the step, including retries and waits. @default 10 min */
  readonly totalMs: number;
};

export type StepEnd =
  | {
      readonly kind: 'answered';
      readonly model: string;
      readonly text: string;
      readonly toolCalls: readonly ToolCall[];
      readonly usage?: Usage;
    }
  | {
      readonly kind: 'failed';
      /** For the person: the model, what happened, and what to do. */
      readonly error: string;
      readonly model: string;
      /** The text shown before the failure. */
      readonly text: string;
      readonly contextTooLong?: boolean;
      readonly keyRefused?: true;
    }
  | {readonly kind: 'aborted'; readonly text: string};

/** Tries the models in order until one answers. Never rejects, and ends within 100 ms of the signal. */
export const runStep = async (request: StepRequest): Promise<StepEnd> => {
  const limits: StepLimits = {...LIMITS, ...request.limits};
  const deadline = request.clock.now() + limits.totalMs;
  const troubles: Trouble[] = [];
  let model = 'the model';
  for (const choice of request.choices) {
    model = choice.name;
    const end = await askOne({request, limits, deadline, choice, earlier: troubles.length > 0});
    if (end.kind === 'answered') return {...end, model};
    if (end.kind === 'aborted') return end;
    troubles.push(end.trouble);
    const {contextTooLong} = end.trouble;
    if (end.text !== '' || contextTooLong || request.clock.now() >= deadline) {
      return {
        kind: 'failed',
        error: sentenceFor(troubles),
        model,
        text: end.text,
        contextTooLong: contextTooLong || undefined,
        keyRefused: end.trouble.keyRefused,
      };
    }
  }
  if (troubles.length === 0) return {kind: 'failed', error: NO_MODEL, model, text: ''};
  return {kind: 'failed', error: sentenceFor(troubles), model, text: '', keyRefused: troubles.at(-1)?.keyRefused};
};

type Asking = {
  readonly request: StepRequest;
  readonly limits: StepLimits;
  readonly deadline: number;
  readonly choice: ModelChoice;
  /** An earlier model was tried. */
  readonly earlier: boolean;
};

const askOne = async ({request, limits, deadline, choice, earlier}: Asking): Promise<StreamEnd> => {
  const {signal, clock, log, onText, onThinking} = request;
  const options = callOptions(request, choice);
  if (earlier) log.info({model: choice.name}, 'The next model is asked.');
  for (let attempt = 1; ; attempt += 1) {
    const totalMs = Math.max(1, deadline - clock.now());
    const end = await streamOnce({
      choice,
      options,
      signal,
      clock,
      log,
      onText,
      onThinking,
      silenceMs: limits.silenceMs,
      totalMs,
    });
    if (end.kind !== 'trouble') return end;
    const {trouble} = end;
    log.warn({model: choice.name, attempt, temporary: trouble.temporary, detail: trouble.detail}, trouble.what);
    const wait = trouble.retryAfterMs ?? FIRST_WAIT_MS * 2 ** (attempt - 1);
    const again = trouble.temporary && end.text === '' && attempt < limits.tries;
    if (!again || wait > limits.longestWaitMs || clock.now() + wait >= deadline) return end;
    if (!(await waited(wait, clock, signal))) return {kind: 'aborted', text: ''};
  }
};

/** False if the signal came first. */
const waited = (ms: number, clock: Clock, signal: AbortSignal): Promise<boolean> =>
  new Promise(resolve => {
    if (signal.aborted) {
      resolve(false);
      return;
    }
    const timer = clock.after(ms, () => {
      signal.removeEventListener('abort', stop);
      resolve(true);
    });
    const stop = (): void => {
      timer[Symbol.dispose]();
      resolve(false);
    };
    signal.addEventListener('abort', stop, {once: true});
  });

const callOptions = (
  {system, messages: shown, tools}: StepRequest,
  {sees}: ModelChoice,
): Omit<LanguageModelV4CallOptions, 'abortSignal'> => {
  const messages = sees === true ? shown : shown.map(withoutPictures);
  const declared = tools.length > 0 ? tools : earlierTools(messages);
  return {
    prompt: [...(system.trim() === '' ? [] : [{role: 'system' as const, content: system.toWellFormed()}]), ...messages],
    ...(declared.length === 0
      ? {}
      : {
          tools: declared.map(({name, description, parameters}) => ({
            type: 'function' as const,
            name,
            description,
            inputSchema: parameters as JSONSchema7,
          })),
          toolChoice: {type: tools.length > 0 ? ('auto' as const) : ('none' as const)},
        }),
    // Anthropic's pings show that the model is working on something long.
    providerOptions: {anthropic: {includePings: true}},
  };
};

/** Replaces images by a note for a model that can't see them. */
const withoutPictures = (message: PromptMessage): PromptMessage =>
  message.role === 'user'
    ? {...message, content: message.content.map(part => (part.type === 'file' ? UNSEEN : part))}
    : message;

/**
 * Anthropic refuses a conversation with tool calls but no declared tools. So the earlier tools are declared, with calls
 * disabled.
 */
const earlierTools = (messages: readonly PromptMessage[]): readonly ToolSpec[] => {
  const names = messages.flatMap(({role, content}) =>
    role === 'assistant' ? content.flatMap(part => (part.type === 'tool-call' ? [part.toolName] : [])) : [],
  );
  return [...new Set(names)].map(name => ({
    name,
    description: 'Not available now.',
    parameters: {type: 'object', properties: {}},
  }));
};

const LIMITS: StepLimits = {tries: 3, silenceMs: MINUTE, longestWaitMs: 30 * SECOND, totalMs: 10 * MINUTE};
const UNSEEN = {type: 'text', text: mark('The picture is in its file; you cannot see it.')} as const;
const FIRST_WAIT_MS = 500;
const NO_MODEL = 'No model is configured. Set agent.model, for example to "offline".';
