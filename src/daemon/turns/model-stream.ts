// Sends one request to one model. Ends at once when the answer is complete, fails or stalls, or when the turn is
// stopped. Never rejects. Calls the model's doStream, not the AI SDK's streamText. Tools, retries, waits and timeouts
// belong to the turn, which stores each call before its effect. streamText would repeat all of that, print warnings and
// load 30 MB.
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import type {ToolCall} from '../../shared/records/message.ts';
import type {Usage} from '../../shared/records/turn.ts';
import {parsedInput} from '../../shared/text/tool-input.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {ModelChoice} from '../ports/model.ts';
import type {Log} from '../ports/system.ts';
import {
  type Circumstances,
  cutOff,
  declined,
  endless,
  outOfRoom,
  overflowing,
  silent,
  type Trouble,
  tooLong,
  troubleOf,
  unreadable,
} from './model-trouble.ts';
import type {ThinkingPart} from './thinking.ts';

type StreamRequest = {
  readonly choice: ModelChoice;
  readonly options: Omit<LanguageModelV4CallOptions, 'abortSignal'>;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  readonly log: Log;
  readonly onText: (delta: string) => void;
  readonly onThinking?: ((part: ThinkingPart) => void) | undefined;
  /** Silence for this long is a failure. */
  readonly silenceMs: number;
  /** Time limit of the whole request. */
  readonly totalMs: number;
};

export type StreamEnd =
  | {readonly kind: 'answered'; readonly text: string; readonly toolCalls: readonly ToolCall[]; readonly usage?: Usage}
  | {readonly kind: 'trouble'; readonly trouble: Trouble; readonly text: string}
  | {readonly kind: 'aborted'; readonly text: string};

export const streamOnce = (request: StreamRequest): Promise<StreamEnd> => {
  const {choice, signal, clock, silenceMs, totalMs} = request;
  if (signal.aborted) return Promise.resolve({kind: 'aborted', text: ''});
  const listening = startListening(request);
  const provider = new AbortController();
  return new Promise(resolve => {
    const watches = new DisposableStack();
    let over = false;
    const end = (result: StreamEnd): void => {
      if (over) return;
      over = true;
      watches.dispose();
      listening.stop();
      resolve(result);
      // Aborts the provider last, so that errors caused by the abort are ignored.
      provider.abort();
    };
    const trouble = (what: Trouble): void => end({kind: 'trouble', trouble: what, text: listening.text()});
    const onAbort = (): void => end({kind: 'aborted', text: listening.text()});
    signal.addEventListener('abort', onAbort, {once: true});
    watches.defer(() => signal.removeEventListener('abort', onAbort));
    watches.use(clock.after(totalMs, () => trouble(endless(choice.name, totalMs))));
    watches.use(watchSilence(request, listening.lastAt, () => trouble(silent(choice.name, silenceMs))));
    void readStream(request, provider.signal, listening).then(end, (error: unknown) =>
      trouble(troubleOf(error, {...keyOf(choice), now: clock.now(), begun: listening.begun()})),
    );
  });
};

const keyOf = ({name, unsetVariable}: ModelChoice): Pick<Circumstances, 'model' | 'unsetVariable'> => ({
  model: name,
  unsetVariable,
});

/** One timer that reschedules itself, because a long answer has thousands of pieces. */
const watchSilence = ({clock, silenceMs}: StreamRequest, lastAt: () => number, onSilence: () => void): Disposable => {
  let timer: Disposable;
  const look = (): void => {
    const left = lastAt() + silenceMs - clock.now();
    if (left <= 0) onSilence();
    else timer = clock.after(left, look);
  };
  timer = clock.after(silenceMs, look);
  return {[Symbol.dispose]: () => timer[Symbol.dispose]()};
};

const readStream = async (
  {choice, options}: StreamRequest,
  abortSignal: AbortSignal,
  listening: Listening,
): Promise<StreamEnd> => {
  const {stream} = await choice.model.doStream({...options, abortSignal});
  const reader = stream.getReader();
  abortSignal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), {once: true});
  for (;;) {
    const {done, value} = await reader.read();
    if (done) return listening.end();
    const trouble = listening.onPart(value);
    if (trouble !== undefined) return {kind: 'trouble', trouble, text: listening.text()};
  }
};

type Listening = {
  /** Adds a part. Returns the trouble if the part reports an error. */
  readonly onPart: (part: LanguageModelV4StreamPart) => Trouble | undefined;
  /** Ends the stream, and decides whether the answer is complete. */
  readonly end: () => StreamEnd;
  readonly stop: () => void;
  readonly text: () => string;
  /** A part of the answer has arrived. */
  readonly begun: () => boolean;
  readonly lastAt: () => number;
};

const startListening = ({choice, clock, log, onText, onThinking}: StreamRequest): Listening => {
  let text = '';
  let argumentsLength = 0;
  let lastAt = clock.now();
  let stopped = false;
  let begun = false;
  let finish: Extract<LanguageModelV4StreamPart, {type: 'finish'}> | undefined;
  const toolCalls: ToolCall[] = [];

  return {
    text: () => text,
    begun: () => begun,
    lastAt: () => lastAt,
    stop: () => {
      stopped = true;
    },
    onPart: part => {
      if (stopped) return undefined;
      lastAt = clock.now();
      const wasBegun = begun;
      begun ||= !PREAMBLE.has(part.type);
      switch (part.type) {
        case 'text-delta':
          text += part.delta;
          if (part.delta !== '') onText(part.delta);
          return text.length > MOST_CHARACTERS ? overflowing(choice.name) : undefined;
        case 'tool-input-delta':
          argumentsLength += part.delta.length;
          return argumentsLength > MOST_CHARACTERS ? overflowing(choice.name) : undefined;
        case 'reasoning-start':
          onThinking?.({kind: 'begun'});
          return undefined;
        case 'reasoning-delta':
          if (part.delta !== '') onThinking?.({kind: 'text', text: part.delta});
          return undefined;
        case 'reasoning-end':
          onThinking?.({kind: 'ended'});
          return undefined;
        case 'tool-call':
          if (!part.providerExecuted) toolCalls.push(toolCallOf(part, toolCalls));
          return undefined;
        case 'finish':
          finish = part;
          return undefined;
        case 'error':
          return troubleOf(part.error, {...keyOf(choice), now: lastAt, begun: wasBegun});
        case 'stream-start':
          if (part.warnings.length > 0) log.debug({model: choice.name, warnings: part.warnings}, RESERVATIONS);
          return undefined;
        default:
          return undefined;
      }
    },
    end: () => {
      const trouble = troubleAtEnd(finish?.finishReason, {model: choice.name, text, toolCalls});
      if (trouble !== undefined) return {kind: 'trouble', trouble, text};
      const usage = usageOf(finish);
      return {kind: 'answered', text, toolCalls, usage};
    },
  };
};

type SignalEvent = {readonly model: string; readonly text: string; readonly toolCalls: readonly ToolCall[]};

/** An unknown finish reason counts as a normal end. An empty answer is a failure. */
const troubleAtEnd = (
  reason: LanguageModelV4FinishReason | undefined,
  {model, text, toolCalls}: SignalEvent,
): Trouble | undefined => {
  if (reason === undefined || reason.unified === 'interrupted') return cutOff(model);
  const wroteSomething = text.trim() !== '' || toolCalls.length > 0;
  if (reason.unified === 'error') return unreadable(model);
  if (wroteSomething) return undefined;
  if (reason.raw === 'model_context_window_exceeded') return tooLong(model);
  if (reason.unified === 'content-filter') return declined(model);
  return reason.unified === 'length' ? outOfRoom(model) : undefined;
};

/** Invalid or oversized JSON arguments stay as text. The turn reports them, and the model can fix the call. */
const toolCallOf = (
  {toolCallId, toolName, input}: Extract<LanguageModelV4StreamPart, {type: 'tool-call'}>,
  before: readonly ToolCall[],
): ToolCall => {
  const taken = before.some(({callId}) => callId === toolCallId);
  return {
    callId: taken ? `${toolCallId}_${before.length + 1}` : toolCallId,
    name: nameOf(toolName),
    input: parsedInput(input),
  };
};

/** Replaces an invalid tool name by one that every provider accepts. The prefix keeps it apart from real tool names. */
const nameOf = (toolName: string): string =>
  /^[\w.:-]{1,64}$/.test(toolName) ? toolName : `invalid_${toolName.replaceAll(/[^\w-]+/gu, '_').slice(0, 48)}`;

const usageOf = (finish: Extract<LanguageModelV4StreamPart, {type: 'finish'}> | undefined): Usage | undefined => {
  const [inputTokens, outputTokens] = [finish?.usage.inputTokens.total, finish?.usage.outputTokens.total];
  if (inputTokens === undefined && outputTokens === undefined) return undefined;
  return {inputTokens: inputTokens ?? 0, outputTokens: outputTokens ?? 0};
};

const PREAMBLE: ReadonlySet<LanguageModelV4StreamPart['type']> = new Set([
  'stream-start',
  'response-metadata',
  'ping',
  'raw',
]);
const RESERVATIONS = 'the model was asked with reservations';
/** No real answer is this long. A model stuck in a loop is. */
const MOST_CHARACTERS = 2_000_000;
