// The models that a provider offers, by its own list: GET /models. Without a key the same request tries the address.
// Each way to fail is one sentence with what to do.
import {isRecord} from '../../shared/fields/is-record.ts';
import {KNOWN_PROVIDERS} from '../../shared/records/setup/model-setup.ts';
import {connectionFault} from '../../shared/text/connection-fault.ts';
import {GatewayError, ReasonedError} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import {createBoundedFetch, RefusedResponse} from './bounded-fetch.ts';
import type {Access} from './provider-access.ts';

type ListedModels =
  | {readonly kind: 'listed'; readonly models: readonly string[]}
  /** The server answers, but has no list: its models can be named by hand. */
  | {readonly kind: 'none'; readonly reason: string};

type ListModelsDeps = {readonly clock: Clock; readonly ask?: typeof fetch};

/** Newest first, where the provider says so. Rejects with a GatewayError. */
export const listModels = (access: Asking, deps: ListModelsDeps): Promise<ListedModels> =>
  withPatience(access, deps, async get => {
    const {provider, apiKey} = access;
    const {keyCheck} = KNOWN_PROVIDERS.get(provider) ?? {};
    if (keyCheck !== undefined && apiKey !== undefined) {
      const {status} = await get(keyCheck);
      if (status === 401 || status === 403) throw refusal(access, status);
    }
    const {status, body} = await get(modelsPath(access));
    if (status === 200) {
      const models = chatModels(access, namesIn(body));
      const {title = provider, pull} = KNOWN_PROVIDERS.get(provider) ?? {};
      return models.length === 0 && pull !== undefined
        ? {kind: 'none', reason: `${title} has no model yet. Run "${pull}" in a shell, then choose ${title} again.`}
        : {kind: 'listed', models};
    }
    if (status === 404) return {kind: 'none', reason: noList(hostOf(access))};
    throw refusal(access, status);
  });

/**
 * Tries an address without a key: `needsKey` tells whether the server asks for one. Rejects with a GatewayError if no
 * server for models answers there.
 */
export const tryAddress = (
  access: Omit<Asking, 'apiKey'>,
  deps: ListModelsDeps,
): Promise<{readonly needsKey: boolean}> =>
  withPatience(access, deps, async get => {
    const {status, body} = await get(modelsPath(access));
    if (status === 200) namesIn(body);
    const needsKey = status === 401 || status === 403 || isBadKey(access, status);
    if (status !== 200 && status !== 404 && status !== 429 && !needsKey) throw refusal(access, status);
    return {needsKey};
  });

type Answer = {readonly status: number; readonly body: unknown};

const withPatience = async <T>(
  access: Asking,
  {clock, ask = ASK}: ListModelsDeps,
  work: (get: (path: string) => Promise<Answer>) => Promise<T>,
): Promise<T> => {
  const giveUp = new AbortController();
  using _limit = clock.after(LONGEST_MS, () => giveUp.abort());
  try {
    return await work(async path => {
      const response = await ask(`${access.baseUrl}${path}`, {headers: headersOf(access), signal: giveUp.signal});
      if (response.ok) return {status: 200, body: await response.json()};
      await response.body?.cancel();
      return {status: response.status, body: undefined};
    });
  } catch (thrown) {
    if (giveUp.signal.aborted) throw new GatewayError('unavailable', late(hostOf(access)), {cause: thrown});
    throw failureOf(thrown, access);
  }
};

const modelsPath = ({kind}: Asking): string => `/models${kind === 'anthropic' ? '?limit=1000' : ''}`;

const hostOf = ({baseUrl}: Asking): string => new URL(baseUrl).host;

type Asking = Pick<Access, 'provider' | 'kind' | 'baseUrl' | 'apiKey'>;

const headersOf = ({kind, apiKey}: Asking): Record<string, string> => {
  if (apiKey === undefined) return {};
  return kind === 'anthropic'
    ? {'x-api-key': apiKey, 'anthropic-version': '2023-06-01'}
    : {authorization: `Bearer ${apiKey}`};
};

/** `{"data": [{"id": …}]}`, at every provider. */
const namesIn = (body: unknown): readonly string[] => {
  const data = isRecord(body) ? body['data'] : undefined;
  if (!Array.isArray(data)) throw new SyntaxError('no list');
  const models = data.flatMap(entry =>
    isRecord(entry) && typeof entry['id'] === 'string' ? [{id: entry['id'], at: createdAt(entry)}] : [],
  );
  return [...new Set(models.toSorted((a, b) => b.at - a.at).map(({id}) => id))];
};

/** OpenAI gives seconds, Anthropic a date; other servers give whatever they like. */
const createdAt = ({created, created_at}: Readonly<Record<string, unknown>>): number => {
  if (typeof created === 'number') return created;
  const at = typeof created_at === 'string' ? Date.parse(created_at) : Number.NaN;
  return Number.isNaN(at) ? 0 : at / SECOND;
};

/** Lists also have what can't talk: sounds, pictures, vectors. */
const chatModels = ({kind, provider}: Asking, names: readonly string[]): readonly string[] => {
  const {prefix = ''} = KNOWN_PROVIDERS.get(provider) ?? {};
  const bare = names.map(name => (name.startsWith(prefix) ? name.slice(prefix.length) : name));
  if (kind === 'openai') return bare.filter(name => !NOT_FOR_CHAT.test(name));
  return KNOWN_PROVIDERS.has(provider) ? bare.filter(name => !NEVER_FOR_CHAT.test(name)) : bare;
};

const isBadKey = ({provider}: Asking, status: number): boolean =>
  status === 401 || status === KNOWN_PROVIDERS.get(provider)?.badKey;

const refusal = (access: Asking, status: number): GatewayError => {
  const {provider} = access;
  const host = hostOf(access);
  const error = (code: 'refused' | 'unavailable', sentence: string): GatewayError => new GatewayError(code, sentence);
  if (isBadKey(access, status))
    return error('refused', `${provider} refused the API key (${status}). Check the key and enter it again.`);
  if (status === 403)
    return error('refused', `${provider} refused access (403). Check what this key is allowed to do.`);
  if (status === 429)
    return error('unavailable', `${provider} is rate-limiting requests (429). Try again in a minute.`);
  if (status >= 500) return error('unavailable', `${host} failed with a server error (${status}). Try again later.`);
  return error('unavailable', `${host} refused the list of its models (${status}). Check the address.`);
};

const failureOf = (thrown: unknown, access: Asking): GatewayError => {
  const host = hostOf(access);
  let code: string | undefined;
  for (let error: unknown = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof RefusedResponse) return unusable(error, host);
    if (error instanceof GatewayError) return error;
    if ('code' in error && typeof error.code === 'string') code = error.code;
  }
  if (thrown instanceof SyntaxError)
    return new GatewayError('unavailable', `${host} returned no list of models. Check the address.`, {cause: thrown});
  const {title, start} = KNOWN_PROVIDERS.get(access.provider) ?? {};
  if (start !== undefined && code === 'ECONNREFUSED')
    return new GatewayError('unavailable', `${title} doesn't answer at ${host}: is it started? Run "${start}".`, {
      cause: thrown,
    });
  const why = connectionFault(code ?? '');
  return new GatewayError(
    'unavailable',
    `Couldn't reach ${host}: ${why}. Check the network and that the server runs.`,
    {
      cause: thrown,
    },
  );
};

const unusable = (error: RefusedResponse, host: string): GatewayError =>
  new ReasonedError(
    error.code,
    {...error.reason, what: `Couldn't use ${host}: ${error.reason.what}`},
    {
      cause: error,
    },
  );

const noList = (host: string): string => `${host} has no list of models (404). Type the model's name.`;
const late = (host: string): string =>
  `${host} didn't answer within ${LONGEST_MS / SECOND} seconds. Check the address and the network.`;

const NOT_FOR_CHAT =
  /embedding|whisper|tts|dall-e|audio|realtime|image|moderation|transcribe|sora|davinci|babbage|instruct|search|computer-use/u;
const NEVER_FOR_CHAT = /embed|whisper|(?:^|[-/])tts(?:-|$)|imagen|(?:^|[-/])veo-|(?:^|[-/])aqa$|guard/u;
const LONGEST_MS = 15 * SECOND;
const ASK = createBoundedFetch();
