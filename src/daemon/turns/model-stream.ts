// One request to one model, until its answer is whole, it goes wrong, it falls silent, or the turn is stopped: whichever comes
// first ends it at once, whatever the provider still does. Never rejects.
//
// The model's own doStream is used, not the AI SDK's streamText: one step is one request here, tools are run by the turn
// (which stores each call before its effect), and tries, waiting, silence and stopping are ours to decide; streamText would
// bring a second set of each, warnings on the console, and 30 MB.
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
} from '@ai-sdk/provider';
import {present} from '../../shared/fields/present.ts';
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
  /** Nothing for so long is a failure. */
  readonly silenceMs: number;
  /** So long altogether is one too. */
  readonly totalMs: number;
};

export type StreamEnd =
  | {readonly kind: 'answered'; readonly text: string; readonly toolCalls: readonly ToolCall[]; readonly usage?: Usage}
  | {readonly kind: 'trouble'; readonly trouble: Trouble; readonly text: string}
  | {readonly kind: 'aborted'; readonly text: string};

export const streamOnce = (request: StreamRequest): Promise<StreamEnd> => {
  const {choice, signal, clock, silenceMs, totalMs} = request;
  if (signal.aborted) return Promise.resolve({kind: 'aborted', text: ''});
  const heard = listening(request);
  const provider = new AbortController();
  return new Promise(resolve => {
    const watches = new DisposableStack();
    let over = false;
    const end = (result: StreamEnd): void => {
      if (over) return;
      over = true;
      watches.dispose();
      heard.stop();
      resolve(result);
      // The provider is let go of last: what it throws on that account is nobody's concern any more.
      provider.abort();
    };
    const trouble = (what: Trouble): void => end({kind: 'trouble', trouble: what, text: heard.text()});
    const onAbort = (): void => end({kind: 'aborted', text: heard.text()});
    signal.addEventListener('abort', onAbort, {once: true});
    watches.defer(() => signal.removeEventListener('abort', onAbort));
    watches.use(clock.after(totalMs, () => trouble(endless(choice.name, totalMs))));
    watches.use(watchSilence(request, heard.lastAt, () => trouble(silent(choice.name, silenceMs))));
    void pump(request, provider.signal, heard).then(end, (error: unknown) =>
      trouble(troubleOf(error, {...keyOf(choice), now: clock.now(), begun: heard.begun()})),
    );
  });
};

const keyOf = ({name, unsetVariable}: ModelChoice): Pick<Circumstances, 'model' | 'unsetVariable'> => ({
  model: name,
  ...(unsetVariable !== undefined && {unsetVariable}),
});

/** One timer that looks again, rather than one a piece: a long answer has thousands. */
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

const pump = async (
  {choice, options}: StreamRequest,
  abortSignal: AbortSignal,
  heard: Listening,
): Promise<StreamEnd> => {
  const {stream} = await choice.model.doStream({...options, abortSignal});
  const reader = stream.getReader();
  abortSignal.addEventListener('abort', () => void reader.cancel().catch(() => undefined), {once: true});
  for (;;) {
    const {done, value} = await reader.read();
    if (done) return heard.end();
    const trouble = heard.hear(value);
    if (trouble !== undefined) return {kind: 'trouble', trouble, text: heard.text()};
  }
};

/** What has been heard of an answer so far. */
type Listening = {
  /** Takes in a piece; the trouble, where it tells of one. */
  readonly hear: (part: LanguageModelV4StreamPart) => Trouble | undefined;
  /** The stream is over: was that an answer? */
  readonly end: () => StreamEnd;
  readonly stop: () => void;
  readonly text: () => string;
  /** Something of the answer itself has come. */
  readonly begun: () => boolean;
  readonly lastAt: () => number;
};

const listening = ({choice, clock, log, onText, onThinking}: StreamRequest): Listening => {
  let text = '';
  let argumentsHeard = 0;
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
    hear: part => {
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
          argumentsHeard += part.delta.length;
          return argumentsHeard > MOST_CHARACTERS ? overflowing(choice.name) : undefined;
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
      return {kind: 'answered', text, toolCalls, ...present({usage})};
    },
  };
};

type SignalEvent = {readonly model: string; readonly text: string; readonly toolCalls: readonly ToolCall[]};

/** Reasons nobody has heard of are taken as an end like any other; an answer of nothing is one. */
const troubleAtEnd = (
  reason: LanguageModelV4FinishReason | undefined,
  {model, text, toolCalls}: SignalEvent,
): Trouble | undefined => {
  if (reason === undefined || reason.unified === 'interrupted') return cutOff(model);
  const saidSomething = text.trim() !== '' || toolCalls.length > 0;
  if (reason.unified === 'error') return unreadable(model);
  if (saidSomething) return undefined;
  if (reason.raw === 'model_context_window_exceeded') return tooLong(model);
  if (reason.unified === 'content-filter') return declined(model);
  return reason.unified === 'length' ? outOfRoom(model) : undefined;
};

/** Arguments that are no JSON, or too much, stay as they were written: the turn tells the model, and it can mend them. */
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

/**
 * A name that no tool can have is told to the model, to people and to providers as one that is safe everywhere; prefixed, so that
 * it never becomes the name of a real tool.
 */
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
/** Neither an answer nor the arguments of its calls are so long; those of a model that goes round in circles are. */
const MOST_CHARACTERS = 2_000_000;
