// The offline assistant: a modest one, without network or language model, behind the same interface as every model. It keeps
// nothing: what it knows is the conversation it is shown. What it says or calls is decided in `offline/`; here it is streamed.
import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Text,
  LanguageModelV4ToolCall,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type {Clock, Model} from '../ports.ts';
import {readConversation} from './offline/conversation.ts';
import {perform} from './offline/perform.ts';
import type {Step} from './offline/requests.ts';
import {createTimeReader, type FindWhen} from './offline/said-times.ts';
import {scheduledAnswer, scheduledRequest} from './offline/scheduled-prompts.ts';
import {understand} from './offline/understand.ts';

export type OfflineDeps = {readonly clock: Clock; readonly findWhen: FindWhen};

/** Answers every prompt, at no cost in tokens. Rejects only when it is aborted. */
export const createOfflineAssistant = ({clock, findWhen}: OfflineDeps): Model => {
  const next = (options: LanguageModelV4CallOptions): Step => {
    const conversation = readConversation(options, {now: clock.now(), homeZone: homeZone()});
    const times = createTimeReader(findWhen, conversation);
    if (conversation.origin !== 'person') {
      const asked = scheduledRequest(conversation, times);
      return asked === undefined
        ? {kind: 'answer', text: scheduledAnswer(conversation)}
        : perform(asked, conversation, times);
    }
    return perform(understand(conversation, times), conversation, times);
  };

  return {
    specificationVersion: 'v4',
    provider: 'rooster',
    modelId: 'offline',
    supportedUrls: {},
    doGenerate: async options => {
      options.abortSignal?.throwIfAborted();
      const step = next(options);
      return {content: contentOf(step, options), finishReason: finishOf(step), usage: NO_TOKENS, warnings: []};
    },
    doStream: async options => {
      options.abortSignal?.throwIfAborted();
      return {stream: streamOf(next(options), options)};
    },
  };
};

type Content = LanguageModelV4Text | LanguageModelV4ToolCall;

const contentOf = (step: Step, {prompt}: LanguageModelV4CallOptions): Content[] => {
  if (step.kind === 'answer') return step.text === '' ? [] : [{type: 'text', text: step.text}];
  // Ids go on from the calls there were, so that none comes twice in a conversation.
  const earlier = prompt.flatMap(({role, content}) =>
    role === 'assistant' ? content.filter(({type}) => type === 'tool-call') : [],
  ).length;
  return step.calls.map((input, index) => ({
    type: 'tool-call',
    toolCallId: `offline_${earlier + index + 1}`,
    toolName: step.tool,
    input: JSON.stringify(input),
  }));
};

/** Pulled piece by piece, so that whoever stops reading stops it. */
const streamOf = (step: Step, options: LanguageModelV4CallOptions): ReadableStream<LanguageModelV4StreamPart> => {
  const parts = streamParts(step, options).values();
  const {abortSignal} = options;
  return new ReadableStream<LanguageModelV4StreamPart>(
    {
      pull: controller => {
        if (abortSignal?.aborted === true) {
          controller.error(abortSignal.reason);
          return;
        }
        const {done, value} = parts.next();
        if (done === true) controller.close();
        else controller.enqueue(value);
      },
    },
    {highWaterMark: 0},
  );
};

const streamParts = (step: Step, options: LanguageModelV4CallOptions): readonly LanguageModelV4StreamPart[] => [
  {type: 'stream-start', warnings: []},
  {type: 'response-metadata', modelId: 'offline'},
  ...contentOf(step, options).flatMap((part): readonly LanguageModelV4StreamPart[] => {
    if (part.type === 'tool-call') return [part];
    const words = part.text.match(WORD_GROUP) ?? [];
    return [
      {type: 'text-start', id: TEXT},
      ...words.map(delta => ({type: 'text-delta' as const, id: TEXT, delta})),
      {type: 'text-end', id: TEXT},
    ];
  }),
  {type: 'finish', usage: NO_TOKENS, finishReason: finishOf(step)},
];

const finishOf = ({kind}: Step): LanguageModelV4FinishReason => ({
  unified: kind === 'calls' ? 'tool-calls' : 'stop',
  raw: undefined,
});

const homeZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const TEXT = 'text';
/** A few words at a time: quick to read along, and never half a character. */
const WORD_GROUP = /(?:\S+\s*){1,4}|\s+/gu;
const NO_TOKENS: LanguageModelV4Usage = {
  inputTokens: {total: 0, noCache: 0, cacheRead: 0, cacheWrite: 0},
  outputTokens: {total: 0, text: 0, reasoning: 0},
};
