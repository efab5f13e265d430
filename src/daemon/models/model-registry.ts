// The configured models, in the order to try. A provider's SDK loads when a turn first needs it. An unusable model (no
// key, unknown provider) fails with a sentence, and the next one is tried. OpenAI uses chat completions, not responses:
// proxies support them, they store nothing, and need only the history.

import type {Environment} from '../../shared/records/places.ts';
import {errorMessage, ReasonedError, reasonOf} from '../../shared/text/gateway-error.ts';
import {formatReason, type Reason} from '../../shared/text/sentences.ts';
import type {Config} from '../config/config-schema.ts';
import type {Model, ModelChoice, Models} from '../ports/model.ts';
import type {Log} from '../ports/system.ts';
import {createBoundedFetch} from './bounded-fetch.ts';
import {type Access, accessTo} from './provider-access.ts';

type ModelsDeps = {
  readonly config: () => Config;
  readonly env: Environment;
  readonly log: Log;
  /** Called with each secret before its use, so that the log can redact it. */
  readonly onSecret?: (secret: string) => void;
};

/**
 * An unusable model stays in the list and fails with its reason when tried. Rejects with a GatewayError if no listed
 * model is configured.
 */
export const createModels = (deps: ModelsDeps): Models => ({
  candidates: async wanted => {
    const config = deps.config();
    const {model, fallbacks, contextTokens} = config.agent;
    const choices: ModelChoice[] = [];
    const refusals: unknown[] = [];
    for (const name of new Set([wanted ?? model, ...fallbacks])) {
      try {
        choices.push(await choiceOf(name, config, deps));
      } catch (error) {
        deps.log.warn({model: name}, `Couldn't use a model: ${errorMessage(error)}`);
        refusals.push(error);
        choices.push({name, model: unusable(name, error), contextTokens: contextTokens ?? UNUSABLE_TOKENS});
      }
    }
    const [first] = refusals;
    if (refusals.length === choices.length && refusals.every(isUnknown)) throw first;
    return choices;
  },
});

type ModelState = {
  readonly name: string;
  readonly ready: boolean;
  readonly detail?: string;
  readonly contextTokens?: number;
};

/** State of the configured model, as far as known without a request. */
export const describeModel = (config: Config, env: Environment): ModelState => {
  const name = config.agent.model;
  if (name === OFFLINE) return {name, ready: true, detail: 'built-in assistant, no network needed'};
  try {
    const {baseUrl, modelId} = accessTo(name, config, env);
    const contextTokens = contextTokensOf({modelId, baseUrl, configured: config.agent.contextTokens});
    return {name, ready: true, detail: new URL(baseUrl).host, contextTokens};
  } catch (error) {
    const reason = reasonOf(error);
    // A label beside the model's name, so a single clause has no full stop.
    return {name, ready: false, detail: reason.advice === undefined ? reason.what : formatReason(reason)};
  }
};

const choiceOf = async (name: string, config: Config, deps: ModelsDeps): Promise<ModelChoice> => {
  if (name === OFFLINE) {
    // The offline assistant only marks its position. A turn that reaches it is answered by flows/offline; nothing calls
    // this model.
    return {name, model: unusable(name, new ReasonedError('unavailable', NO_MODEL)), contextTokens: OFFLINE_TOKENS};
  }
  const access = accessTo(name, config, deps.env);
  if (access.apiKey !== undefined) deps.onSecret?.(access.apiKey);
  const {modelId, baseUrl, unsetVariable} = access;
  const contextTokens = contextTokensOf({modelId, baseUrl, configured: config.agent.contextTokens});
  return {
    name,
    model: await modelAt(access),
    contextTokens,
    sees: seesPictures(modelId) ? (true as const) : undefined,
    unsetVariable,
  };
};

const modelAt = async ({kind, provider, modelId, baseUrl, apiKey = ''}: Access): Promise<Model> => {
  switch (kind) {
    case 'anthropic': {
      const {createAnthropic} = await import('@ai-sdk/anthropic');
      return createAnthropic({baseURL: baseUrl, apiKey, fetch: askProvider})(modelId);
    }
    case 'openai': {
      const {createOpenAI} = await import('@ai-sdk/openai');
      return withJoinedTexts(createOpenAI({baseURL: baseUrl, apiKey, fetch: askProvider}).chat(modelId));
    }
    case 'openai-compatible': {
      const {createOpenAICompatible} = await import('@ai-sdk/openai-compatible');
      const key = apiKey === '' ? {} : {apiKey};
      const settings = {name: provider, baseURL: baseUrl, includeUsage: true, fetch: askProvider, ...key};
      const {chatModel} = createOpenAICompatible(settings);
      return withJoinedTexts(chatModel(modelId));
    }
  }
};

const askProvider = createBoundedFetch();

const isUnknown = (error: unknown): boolean => error instanceof ReasonedError && error.code === 'not_found';

/** Replaces an unusable model in the list, so that its reason is reported with the others. */
const unusable = (name: string, reason: unknown): Model => ({
  specificationVersion: 'v4',
  provider: 'rooster',
  modelId: name,
  supportedUrls: {},
  doGenerate: () => Promise.reject(reason),
  doStream: () => Promise.reject(reason),
});

const OFFLINE = 'offline';
const NO_MODEL: Reason = {
  what: 'The offline assistant is not a language model',
  advice: 'Set one up with agent.model.',
};
/** The offline assistant has no context limit, so it never causes a summary. */
const OFFLINE_TOKENS = 100_000_000;
const UNUSABLE_TOKENS = 128_000;

/** Decides by known families of names if a model accepts images. Unknown models get a text note instead. */
export const seesPictures = (modelId: string): boolean => SEEING.test(modelId.toLowerCase());

const SEEING =
  /claude|gpt-4o|gpt-4\.1|gpt-4-turbo|gpt-5|chatgpt-4o|(?:^|\/)o[134](?:-|$)|gemini|gemma-?3|llava|pixtral|vision|[-.:\d]vl\b|-vl-/u;

/**
 * Wraps a model so that each message without other content has one text. Servers of open models often accept one text
 * per message, or join the parts without a space.
 */
export const withJoinedTexts = (model: Model): Model => ({
  specificationVersion: model.specificationVersion,
  provider: model.provider,
  modelId: model.modelId,
  supportedUrls: model.supportedUrls,
  doGenerate: options => model.doGenerate({...options, prompt: options.prompt.map(joined)}),
  doStream: options => model.doStream({...options, prompt: options.prompt.map(joined)}),
});

type PromptMessage = Parameters<Model['doStream']>[0]['prompt'][number];

const joined = (message: PromptMessage): PromptMessage => {
  if (message.role !== 'user') return message;
  const texts = message.content.flatMap(part => (part.type === 'text' ? [part.text] : []));
  if (texts.length < 2 || texts.length < message.content.length) return message;
  return {...message, content: [{type: 'text', text: texts.join('\n\n')}]};
};

type WindowQuestion = {
  readonly modelId: string;
  readonly baseUrl: string;
  /** `agent.contextTokens` */
  readonly configured: number | undefined;
};

/** A local server sets its own context size, so known families count only for the provider's own server. */
export const contextTokensOf = ({modelId, baseUrl, configured}: WindowQuestion): number =>
  familyTokens(modelId, baseUrl) ?? configured ?? (isLocal(baseUrl) ? LOCAL_TOKENS : USUAL_TOKENS);

/** Known by the model's name alone. */
export const familyTokens = (modelId: string, baseUrl: string): number | undefined => {
  const name = modelId.toLowerCase();
  return isLocal(baseUrl) ? undefined : FAMILIES.find(([family]) => family.test(name))?.[1];
};

const isLocal = (baseUrl: string): boolean => {
  const host = URL.parse(baseUrl)?.hostname ?? '';
  return (
    /^(?:localhost|127\.|\[::1\]|10\.|192\.168\.|172\.(?:1[6-9]|2\d|3[01])\.)/u.test(host) || host.endsWith('.local')
  );
};

const FAMILIES: readonly (readonly [RegExp, number])[] = [
  [/claude/u, 200_000],
  [/gpt-4\.1/u, 1_047_576],
  [/gpt-4o|gpt-4-turbo|chatgpt-4o/u, 128_000],
  [/gpt-5/u, 272_000],
  [/(?:^|\/)o[134](?:-|$)/u, 200_000],
  [/gpt-4(?:$|-0)/u, 8_192],
  [/gpt-3\.5/u, 16_385],
];
const USUAL_TOKENS = 128_000;
/** Ollama and llama.cpp silently drop what exceeds the context, and their default is small. */
const LOCAL_TOKENS = 8_192;
