// Finds the provider, URL and key of a model. Each missing or wrong part has a sentence that names the configuration
// key or variable to set. Reads nothing but the file of a key.

import type {SetupProvider} from '../../shared/records/model-setup.ts';
import type {Environment} from '../../shared/records/places.ts';
import {ReasonedError} from '../../shared/text/gateway-error.ts';
import type {Reason} from '../../shared/text/sentences.ts';
import type {Config, ProviderConfig} from '../config/config-schema.ts';
import {readSecret} from '../system/read-secret.ts';

export type Access = {
  /** The provider's name in the configuration; `modelId` is the provider's name of the model. */
  readonly provider: string;
  readonly modelId: string;
  readonly kind: ProviderConfig['kind'];
  readonly baseUrl: string;
  /** Undefined for a server without keys. */
  readonly apiKey?: string;
  /** The environment variable of the API key, if it is unset. */
  readonly unsetVariable?: string;
};

/** The access to `<provider>/<model>`. Throws a ReasonedError if it is impossible. */
export const accessTo = (name: string, config: Config, env: Environment): Access => {
  const slash = name.indexOf('/');
  const provider = slash === -1 ? name : name.slice(0, slash);
  const modelId = slash === -1 ? '' : name.slice(slash + 1);
  const settings = settingsOf(provider, config);
  if (settings === undefined) throw new ReasonedError('not_found', unknownProvider(name, provider, config));
  if (modelId === '') {
    throw new ReasonedError('invalid', {
      what: `"${name}" isn't a model name`,
      advice: `Write it as ${provider}/<model>.`,
    });
  }
  const apiKey = keyOf(provider, settings, env);
  return {
    provider,
    modelId,
    kind: settings.kind,
    baseUrl: addressOf(provider, settings),
    ...(apiKey === undefined ? unsetIn(settings) : {apiKey}),
  };
};

/** Describes a provider for a person who chooses one. Never throws: a provider with a mistake can still be set up. */
export const describeProvider = (name: string, config: Config, env: Environment): SetupProvider => {
  const settings = settingsOf(name, config) ?? {kind: 'openai-compatible'};
  const {kind, apiKey} = settings;
  const variable = typeof apiKey === 'object' && 'env' in apiKey ? apiKey.env : usualVariable(kind);
  const isSet = variable !== undefined && (env[variable]?.trim() ?? '') !== '';
  const source =
    typeof apiKey === 'string'
      ? 'configuration'
      : typeof apiKey === 'object' && 'file' in apiKey
        ? readSecret(apiKey, env).kind === 'secret' && 'file'
        : isSet && 'environment';
  const baseUrl = settings.baseUrl ?? (kind === 'openai-compatible' ? undefined : DEFAULTS[kind].baseUrl);
  const host = baseUrl === undefined ? undefined : URL.parse(baseUrl)?.host;
  return {
    name,
    kind,
    host,
    variable,
    key: source !== false ? source : undefined,
  };
};

const unsetIn = ({apiKey}: ProviderConfig): Pick<Access, 'unsetVariable'> =>
  typeof apiKey === 'object' && 'env' in apiKey ? {unsetVariable: apiKey.env} : {};

const settingsOf = (provider: string, {providers}: Config): ProviderConfig | undefined => {
  if (Object.hasOwn(providers, provider)) return providers[provider];
  return provider === 'anthropic' || provider === 'openai' ? {kind: provider} : undefined;
};

const unknownProvider = (name: string, provider: string, {providers}: Config): Reason => {
  const known = ['offline', ...new Set(['anthropic', 'openai', ...Object.keys(providers)])];
  return {
    what: `Unknown provider "${provider}" for the model "${name}"`,
    advice: `Known: ${known.join(', ')}. Add others under providers.`,
  };
};

const addressOf = (provider: string, {kind, baseUrl}: ProviderConfig): string => {
  const address = baseUrl ?? (kind === 'openai-compatible' ? undefined : DEFAULTS[kind].baseUrl);
  if (address === undefined) {
    throw new ReasonedError('invalid', {
      what: `The provider "${provider}" has no address: set providers.${provider}.baseUrl`,
    });
  }
  if (URL.canParse(address)) return address.replace(/\/+$/u, '');
  throw new ReasonedError('invalid', {what: `providers.${provider}.baseUrl isn't a valid URL: "${address}"`});
};

/** Undefined if no key is needed. Local servers mostly need none, even if a variable for one is configured. */
const keyOf = (provider: string, {kind, apiKey}: ProviderConfig, env: Environment): string | undefined => {
  if (typeof apiKey === 'object' && 'file' in apiKey) return usable(keyInFile(apiKey, env), apiKey.file);
  const fallback = usualVariable(kind);
  const variable = typeof apiKey === 'object' ? apiKey.env : fallback;
  const written = typeof apiKey === 'string' ? apiKey : variable === undefined ? undefined : env[variable];
  const key = written?.trim() ?? '';
  const place = variable === undefined ? `providers.${provider}.apiKey` : `${variable} or providers.${provider}.apiKey`;
  if (key === '') {
    if (kind === 'openai-compatible') return undefined;
    throw new ReasonedError('unavailable', {what: `no API key: run "rooster setup", or set ${place}`});
  }
  return usable(key, place);
};

/** The variable that holds a provider's key unless the configuration names another place. */
const usualVariable = (kind: ProviderConfig['kind']): string | undefined =>
  kind === 'openai-compatible' ? undefined : DEFAULTS[kind].variable;

/** Without a readable file no request is made: a server that asks for a key would refuse it anyway. */
const keyInFile = (apiKey: {readonly file: string}, env: Environment): string => {
  const reading = readSecret(apiKey, env);
  if (reading.kind === 'missing') throw new ReasonedError('unavailable', reading.reason);
  return reading.value;
};

/** A header can't contain other characters, and the resulting error would quote the key. */
const usable = (key: string, place: string): string => {
  if (!/^[\x21-\x7e]+$/u.test(key))
    throw new ReasonedError('invalid', {what: `the API key has invalid characters: check ${place}`});
  return key;
};

/** Stated explicitly, because the SDKs would read other values from the environment. */
const DEFAULTS = {
  anthropic: {baseUrl: 'https://api.anthropic.com/v1', variable: 'ANTHROPIC_API_KEY'},
  openai: {baseUrl: 'https://api.openai.com/v1', variable: 'OPENAI_API_KEY'},
} as const;
