// The context size of a model, as its server says it. What a model could read and what its server lets it read differ:
// Ollama, LM Studio and llama.cpp cut off silently at the size that they were started with, so only that size counts.
import {isRecord} from '../../shared/fields/is-record.ts';
import {KNOWN_PROVIDERS, LEAST_TOKENS, MOST_TOKENS} from '../../shared/records/setup/model-setup.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import {createBoundedFetch} from './bounded-fetch.ts';
import type {Access} from './provider-access.ts';

/**
 * In tokens, or undefined if the server doesn't say. Asked after a first answer, because the model is loaded by then.
 * Never rejects.
 */
export const learnContext = async (access: Access, clock: Clock): Promise<number | undefined> => {
  const giveUp = new AbortController();
  using _limit = clock.after(LONGEST_MS, () => giveUp.abort());
  const ask: Ask = async (url, init = {}) => {
    try {
      const headers = new Headers(init.headers);
      if (access.apiKey !== undefined) headers.set('authorization', `Bearer ${access.apiKey}`);
      const response = await FETCH(url, {...init, headers, signal: giveUp.signal});
      const body: unknown = response.ok ? await response.json() : await response.body?.cancel();
      return isRecord(body) ? body : {};
    } catch {
      return {};
    }
  };
  for (const source of sourcesFor(access)) {
    const tokens = await source(access, ask);
    if (tokens !== undefined && tokens >= LEAST_TOKENS && tokens <= MOST_TOKENS) return Math.floor(tokens);
  }
  return undefined;
};

type Body = Readonly<Record<string, unknown>>;
/** An empty record if the server has no such answer. */
type Ask = (url: string, init?: RequestInit) => Promise<Body>;
type Source = (access: Access, ask: Ask) => Promise<number | undefined>;

const sourcesFor = ({kind, provider}: Access): readonly Source[] => {
  if (kind !== 'openai-compatible') return [];
  if (provider === 'gemini') return [askGemini];
  if (provider === 'ollama') return [askOllama];
  if (provider === 'lmstudio') return [askLmStudio];
  return KNOWN_PROVIDERS.has(provider) ? [askList] : [askList, askOllama, askLmStudio, askLlamaCpp];
};

/** Groq, OpenRouter, vLLM, Mistral and Together name it in their lists, each by another word. */
const askList: Source = async ({baseUrl, modelId}, ask) => {
  const entry = byName((await ask(`${baseUrl}/models`))['data'], 'id', modelId);
  const top = isRecord(entry['top_provider']) ? entry['top_provider'] : {};
  return firstNumber(
    top['context_length'],
    entry['context_window'],
    entry['max_model_len'],
    entry['context_length'],
    entry['max_context_length'],
  );
};

const askGemini: Source = async ({baseUrl, modelId, apiKey = ''}, ask) => {
  const model = await ask(`${baseUrl.replace(/\/openai$/u, '')}/models/${modelId}`, {
    headers: {'x-goog-api-key': apiKey},
  });
  return firstNumber(model['inputTokenLimit']);
};

/** `/api/ps` has the size that is in use; older versions have only the one that somebody set, among the parameters. */
const askOllama: Source = async ({baseUrl, modelId}, ask) => {
  const {origin} = new URL(baseUrl);
  const {models} = await ask(`${origin}/api/ps`);
  const loaded = firstNumber(byName(models, 'name', modelId, `${modelId}:latest`)['context_length']);
  if (loaded !== undefined) return loaded;
  const {parameters} = await ask(`${origin}/api/show`, {
    method: 'POST',
    headers: {'content-type': 'application/json'},
    body: JSON.stringify({model: modelId}),
  });
  const [, set] = typeof parameters === 'string' ? (/^num_ctx\s+(\d+)/mu.exec(parameters) ?? []) : [];
  return set === undefined ? undefined : Number(set);
};

const askLmStudio: Source = async ({baseUrl, modelId}, ask) => {
  const {data} = await ask(`${new URL(baseUrl).origin}/api/v0/models`);
  return firstNumber(byName(data, 'id', modelId)['loaded_context_length']);
};

const askLlamaCpp: Source = async ({baseUrl}, ask) => {
  const settings = (await ask(`${new URL(baseUrl).origin}/props`))['default_generation_settings'];
  return isRecord(settings) ? firstNumber(settings['n_ctx']) : undefined;
};

const byName = (list: unknown, key: string, ...names: readonly string[]): Body =>
  (Array.isArray(list) ? list : []).filter(isRecord).find(entry => names.includes(String(entry[key]))) ?? {};

const firstNumber = (...values: readonly unknown[]): number | undefined =>
  values.find(value => typeof value === 'number' && Number.isFinite(value) && value > 0) as number | undefined;

const LONGEST_MS = 5 * SECOND;
const FETCH = createBoundedFetch();
