// A person's input about a provider, as a configuration that isn't stored yet. Pure.

import type {Environment} from '../../../shared/records/places.ts';
import {KNOWN_PROVIDERS, type SetupRequest} from '../../../shared/records/setup/model-setup.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Config, ProviderConfig} from '../../config/config-schema.ts';

export type Draft = {
  readonly provider: string;
  /** The configuration with the provider, and the key as a text. */
  readonly config: Config;
  /** The provider's entry in force, without its key. */
  readonly entry: Omit<ProviderConfig, 'apiKey'>;
  /** The entry of the configuration in force. Undefined: there is none. */
  readonly before: ProviderConfig | undefined;
  /** A new key, for a file. */
  readonly key?: string;
  /** A new variable, for the configuration. */
  readonly secret?: {readonly env: string};
};

/** Throws a sentence that doesn't repeat the key. */
export const draftOf = (request: SetupRequest, config: Config, env: Environment): Draft => {
  const {provider, entry} = entryOf(request, config);
  const before = Object.hasOwn(config.providers, provider) ? config.providers[provider] : undefined;
  const {apiKey: _, ...rest} = before ?? entry;
  const given = readKey(request.key, env);
  const secret = given.key ?? given.secret ?? before?.apiKey;
  const inForce: ProviderConfig = {...rest, apiKey: secret};
  return {
    provider,
    config: {
      ...config,
      agent: {...config.agent, fallbacks: []},
      providers: {...config.providers, [provider]: inForce},
    },
    entry: rest,
    before,
    ...given,
  };
};

type ProviderEntry = {readonly provider: string; readonly entry: ProviderConfig};

const entryOf = ({provider, baseUrl}: SetupRequest, {providers}: Config): ProviderEntry => {
  if (baseUrl !== undefined) return serverAt(baseUrl, providers);
  const configured = provider !== undefined && Object.hasOwn(providers, provider) ? providers[provider] : undefined;
  if (provider !== undefined && configured !== undefined) return {provider, entry: configured};
  const known = KNOWN_PROVIDERS.get(provider ?? '');
  if (provider !== undefined && known !== undefined) {
    const {kind, baseUrl} = known;
    return {provider, entry: kind === 'openai-compatible' ? {kind, baseUrl} : {kind}};
  }
  throw new GatewayError('not_found', `No provider "${provider}". Enter the address of its server instead.`);
};

/** `localhost:11434` is enough: most servers speak OpenAI's language below /v1. */
const serverAt = (text: string, providers: Config['providers']): ProviderEntry => {
  const url = URL.parse(/^https?:\/\//u.test(text.trim()) ? text.trim() : `http://${text.trim()}`);
  if (url === null || url.username !== '' || url.password !== '')
    throw new GatewayError('invalid', "That isn't an address of a server. Example: http://127.0.0.1:11434/v1");
  const path = url.pathname.replace(/\/+$/u, '');
  const baseUrl = `${url.origin}${path === '' ? '/v1' : path}`;
  const entry = {kind: 'openai-compatible', baseUrl} as const;
  const [configured] = Object.entries(providers).find(([, one]) => one.baseUrl?.replace(/\/+$/u, '') === baseUrl) ?? [];
  return {provider: configured ?? knownAt(baseUrl, providers) ?? unusedName(url.hostname, providers), entry};
};

/** The known provider at an address, unless the configuration uses its name for another one. */
const knownAt = (baseUrl: string, providers: Config['providers']): string | undefined => {
  const written = baseUrl.replace('//127.0.0.1:', '//localhost:');
  const [name] = [...KNOWN_PROVIDERS].find(([, known]) => known.baseUrl === written) ?? [];
  return name === undefined || Object.hasOwn(providers, name) ? undefined : name;
};

const unusedName = (host: string, providers: Config['providers']): string => {
  const name = LOOPBACK.test(host) ? 'local' : host.replaceAll(/[^a-z\d]+/giu, '-').replace(/^-+|-+$/gu, '');
  const base = TAKEN.has(name) || name === '' ? `server-${name}` : name.slice(0, LONGEST_NAME);
  for (let count = 1; ; count += 1) {
    const free = count === 1 ? base : `${base}-${count}`;
    if (!Object.hasOwn(providers, free)) return free;
  }
};

const readKey = (text: string | undefined, env: Environment): Pick<Draft, 'key' | 'secret'> => {
  const key = text?.trim() ?? '';
  if (key === '') return {};
  if (key.startsWith('$')) {
    const name = key.slice(1);
    if (!ENV_NAME.test(name))
      throw new GatewayError('invalid', 'A variable is named like $ANTHROPIC_API_KEY: capital letters, digits and _.');
    if ((env[name]?.trim() ?? '') === '')
      throw new GatewayError(
        'unavailable',
        `The daemon's environment has no ${name}. Export it and run "rooster daemon restart", or paste the key.`,
      );
    return {secret: {env: name}};
  }
  if (!/^[\x21-\x7e]+$/u.test(key))
    throw new GatewayError('invalid', 'An API key has no spaces and no special characters. Copy it again.');
  if (key.length > LONGEST_KEY) throw new GatewayError('invalid', 'That is too long for an API key. Copy it again.');
  return {key};
};

const ENV_NAME = /^[A-Z_][A-Z\d_]{0,63}$/u;
const LOOPBACK = /^(?:localhost|127\.[\d.]+|\[::1\])$/u;
const TAKEN: ReadonlySet<string> = new Set(['offline', ...KNOWN_PROVIDERS.keys()]);
const LONGEST_NAME = 40;
const LONGEST_KEY = 8_192;
