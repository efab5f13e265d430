// A scripted model in the same process, turn by turn. A call beyond the script fails; leftover answers at disposal fail the test.
import type {LanguageModelV4CallOptions, LanguageModelV4StreamPart} from '@ai-sdk/provider';
import type {Model, ModelChoice, Models} from '../../src/daemon/ports/model.ts';

/** Its behaviour: text in chunks, tool calls, an error, silence, or explicit parts. */
export type ScriptedAnswer =
  | string
  | readonly string[]
  | {
      readonly text?: readonly string[];
      readonly calls: readonly ScriptedCall[];
    }
  | {readonly error: unknown; readonly after?: readonly string[]}
  | {readonly hang: true; readonly after?: readonly string[]}
  | {readonly parts: readonly LanguageModelV4StreamPart[]};

export type ScriptedCall = {readonly name: string; readonly input: unknown; readonly id?: string};

/** Decides at the call, from its input. */
export type ScriptedTurn =
  | ScriptedAnswer
  | ((asked: LanguageModelV4CallOptions) => ScriptedAnswer | Promise<ScriptedAnswer>);

export type ScriptedModel = Disposable & {
  readonly model: Model;
  readonly choice: ModelChoice;
  readonly models: Models;
  /** The requests, in order. */
  readonly asked: readonly LanguageModelV4CallOptions[];
  /** Adds to the script. */
  add(...turns: readonly ScriptedTurn[]): void;
};

export const scriptedModel = (
  script: readonly ScriptedTurn[],
  {name = 'test/scripted', contextTokens = 100_000}: {name?: string; contextTokens?: number} = {},
): ScriptedModel => {
  const left = [...script];
  const asked: LanguageModelV4CallOptions[] = [];
  let calls = 0;

  const doStream: Model['doStream'] = async options => {
    asked.push(options);
    const turn = left.shift();
    if (turn === undefined)
      throw new Error(`${name} was asked ${asked.length} times, but given ${asked.length - 1} answers`);
    const answer = typeof turn === 'function' ? await turn(options) : turn;
    const parts = partsOf(answer, () => {
      calls += 1;
      return `call_${calls}`;
    });
    return {stream: streamOf(parts, answer, options.abortSignal)};
  };

  const model: Model = {
    specificationVersion: 'v4',
    provider: 'test',
    modelId: name,
    supportedUrls: {},
    doStream,
    doGenerate: () => Promise.reject(new Error('a scripted model only streams')),
  };
  const choice: ModelChoice = {name, model, contextTokens};
  return {
    model,
    choice,
    models: {candidates: async () => [choice]},
    asked,
    add: (...turns) => {
      left.push(...turns);
    },
    [Symbol.dispose]: () => {
      if (left.length > 0) throw new Error(`${name} has ${left.length} answers left that nobody asked for`);
    },
  };
};

const partsOf = (answer: ScriptedAnswer, nextId: () => string): readonly LanguageModelV4StreamPart[] => {
  if (typeof answer === 'string') return [...textParts([answer]), finish('stop')];
  if (isChunks(answer)) return [...textParts(answer), finish('stop')];
  if ('parts' in answer) return answer.parts;
  if ('calls' in answer) {
    const calls = answer.calls.map(
      ({id, name, input}): LanguageModelV4StreamPart => ({
        type: 'tool-call',
        toolCallId: id ?? nextId(),
        toolName: name,
        input: typeof input === 'string' ? input : JSON.stringify(input),
      }),
    );
    return [...textParts(answer.text ?? []), ...calls, finish('tool-calls')];
  }
  return textParts(answer.after ?? []);
};

const isChunks = (answer: Exclude<ScriptedAnswer, string>): answer is readonly string[] => Array.isArray(answer);

const textParts = (chunks: readonly string[]): readonly LanguageModelV4StreamPart[] =>
  chunks.length === 0
    ? []
    : [
        {type: 'text-start', id: 'text'},
        ...chunks.map(delta => ({type: 'text-delta', id: 'text', delta}) as const),
        {type: 'text-end', id: 'text'},
      ];

const finish = (unified: 'stop' | 'tool-calls'): LanguageModelV4StreamPart => ({
  type: 'finish',
  finishReason: {unified, raw: undefined},
  usage: {
    inputTokens: {total: 10, noCache: 10, cacheRead: 0, cacheWrite: 0},
    outputTokens: {total: 5, text: 5, reasoning: 0},
  },
});

const streamOf = (
  parts: readonly LanguageModelV4StreamPart[],
  answer: ScriptedAnswer,
  signal: AbortSignal | undefined,
): ReadableStream<LanguageModelV4StreamPart> =>
  new ReadableStream({
    start: controller => {
      for (const part of parts) controller.enqueue(part);
      const fails = typeof answer === 'object' && 'error' in answer;
      const hangs = typeof answer === 'object' && 'hang' in answer;
      if (fails) controller.enqueue({type: 'error', error: answer.error});
      if (!hangs) controller.close();
      else signal?.addEventListener('abort', () => controller.error(signal.reason), {once: true});
    },
  });
