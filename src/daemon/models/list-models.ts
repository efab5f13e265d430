// The models that a provider offers, by its own list: GET /models. Each way to fail is one sentence with what to do.
import {isRecord} from '../../shared/fields/is-record.ts';
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
export const listModels = async (access: Asking, {clock, ask = ASK}: ListModelsDeps): Promise<ListedModels> => {
  const giveUp = new AbortController();
  using _limit = clock.after(LONGEST_MS, () => giveUp.abort());
  const host = new URL(access.baseUrl).host;
  try {
    const response = await ask(`${access.baseUrl}/models${access.kind === 'anthropic' ? '?limit=1000' : ''}`, {
      headers: headersOf(access),
      signal: giveUp.signal,
    });
    if (response.ok) return {kind: 'listed', models: chatModels(access, namesIn(await response.json()))};
    await response.body?.cancel();
    if (response.status === 404) return {kind: 'none', reason: noList(host)};
    throw new GatewayError(...refusal(access.provider, host, response.status));
  } catch (thrown) {
    if (giveUp.signal.aborted) throw new GatewayError('unavailable', late(host), {cause: thrown});
    throw failureOf(thrown, host);
  }
};

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

/** OpenAI also lists what can't talk: sounds, pictures, vectors. */
const chatModels = ({kind}: Asking, names: readonly string[]): readonly string[] =>
  kind === 'openai' ? names.filter(name => !NOT_FOR_CHAT.test(name)) : names;

const refusal = (provider: string, host: string, status: number): ['refused' | 'unavailable', string] => {
  if (status === 401) return ['refused', `${provider} refused the API key (401). Check the key and enter it again.`];
  if (status === 403) return ['refused', `${provider} refused access (403). Check what this key is allowed to do.`];
  if (status === 429) return ['unavailable', `${provider} is rate-limiting requests (429). Try again in a minute.`];
  if (status >= 500) return ['unavailable', `${host} failed with a server error (${status}). Try again later.`];
  return ['unavailable', `${host} refused the list of its models (${status}). Check the address.`];
};

const failureOf = (thrown: unknown, host: string): GatewayError => {
  let code: string | undefined;
  for (let error: unknown = thrown; error instanceof Error; error = error.cause) {
    if (error instanceof RefusedResponse) return unusable(error, host);
    if (error instanceof GatewayError) return error;
    if ('code' in error && typeof error.code === 'string') code = error.code;
  }
  if (thrown instanceof SyntaxError)
    return new GatewayError('unavailable', `${host} returned no list of models. Check the address.`, {cause: thrown});
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
const LONGEST_MS = 15 * SECOND;
const ASK = createBoundedFetch();
