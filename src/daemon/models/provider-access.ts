// Finds the provider, URL and key of a model. Each missing or wrong part has a sentence that names the configuration
// key or variable to set. Reads nothing but the file of a key.

import type {Environment} from '../../shared/records/places.ts';
import {KNOWN_PROVIDERS, type SetupProvider} from '../../shared/records/setup/model-setup.ts';
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
    baseUrl: baseUrlOf(provider, settings),
    ...(apiKey === undefined ? unsetIn(settings) : {apiKey}),
  };
};

/** The address of a provider, with or without a key. Throws a ReasonedError if there is none. */
export const addressOf = (provider: string, config: Config): Pick<Access, 'provider' | 'kind' | 'baseUrl'> => {
  const settings = settingsOf(provider, config);
  if (settings === undefined) throw new ReasonedError('not_found', unknownProvider(provider, provider, config));
  return {provider, kind: settings.kind, baseUrl: baseUrlOf(provider, settings)};
};

/** Describes a provider for a person who chooses one. Never throws: a provider with a mistake can still be set up. */
export const describeProvider = (name: string, config: Config, env: Environment): SetupProvider => {
  const settings = settingsOf(name, config) ?? {kind: 'openai-compatible'};
  const {kind, apiKey} = settings;
  const variable = typeof apiKey === 'object' && 'env' in apiKey ? apiKey.env : usualVariable(name, settings);
  const isSet = variable !== undefined && (env[variable]?.trim() ?? '') !== '';
  const source =
    typeof apiKey === 'string'
      ? 'configuration'
      : typeof apiKey === 'object' && 'file' in apiKey
        ? readSecret(apiKey, env).kind === 'secret' && 'file'
        : isSet && 'environment';
  const baseUrl = settings.baseUrl ?? usualAddress(kind);
  const known = KNOWN_PROVIDERS.get(name);
  return {
    name,
    title: known?.title ?? name,
    kind,
    host: baseUrl === undefined ? undefined : URL.parse(baseUrl)?.host,
    variable,
    key: source !== false ? source : undefined,
    keyPage: known?.key?.page,
    needsKey: needsKey(name, settings) || undefined,
    isLocal: known?.start === undefined ? undefined : true,
  };
};

const unsetIn = ({apiKey}: ProviderConfig): Pick<Access, 'unsetVariable'> =>
  typeof apiKey === 'object' && 'env' in apiKey ? {unsetVariable: apiKey.env} : {};

const settingsOf = (provider: string, {providers}: Config): ProviderConfig | undefined => {
  if (Object.hasOwn(providers, provider)) return providers[provider];
  const known = KNOWN_PROVIDERS.get(provider);
  return known && {kind: known.kind, baseUrl: known.baseUrl};
};

/** At the address that everybody uses, where its usual key may go. */
const isAtHome = (provider: string, {baseUrl}: ProviderConfig): boolean =>
  baseUrl === undefined || baseUrl.replace(/\/+$/u, '') === KNOWN_PROVIDERS.get(provider)?.baseUrl;

const needsKey = (provider: string, settings: ProviderConfig): boolean =>
  settings.kind !== 'openai-compatible' ||
  (KNOWN_PROVIDERS.get(provider)?.key !== undefined && isAtHome(provider, settings));

const unknownProvider = (name: string, provider: string, {providers}: Config): Reason => {
  const known = ['offline', ...new Set([...KNOWN_PROVIDERS.keys(), ...Object.keys(providers)])];
  return {
    what: `Unknown provider "${provider}" for the model "${name}"`,
    advice: `Known: ${known.join(', ')}. Add others under providers.`,
  };
};

const baseUrlOf = (provider: string, {kind, baseUrl}: ProviderConfig): string => {
  const address = baseUrl ?? usualAddress(kind);
  if (address === undefined) {
    throw new ReasonedError('invalid', {
      what: `The provider "${provider}" has no address: set providers.${provider}.baseUrl`,
    });
  }
  if (URL.canParse(address)) return address.replace(/\/+$/u, '');
  throw new ReasonedError('invalid', {what: `providers.${provider}.baseUrl isn't a valid URL: "${address}"`});
};

/** Undefined if no key is needed. Local servers mostly need none, even if a variable for one is configured. */
const keyOf = (provider: string, settings: ProviderConfig, env: Environment): string | undefined => {
  const {apiKey} = settings;
  if (typeof apiKey === 'object' && 'file' in apiKey) return usable(keyInFile(apiKey, env), apiKey.file);
  const fallback = usualVariable(provider, settings);
  const variable = typeof apiKey === 'object' ? apiKey.env : fallback;
  const written = typeof apiKey === 'string' ? apiKey : variable === undefined ? undefined : env[variable];
  const key = written?.trim() ?? '';
  const place = variable === undefined ? `providers.${provider}.apiKey` : `${variable} or providers.${provider}.apiKey`;
  if (key === '') {
    if (!needsKey(provider, settings)) return undefined;
    throw new ReasonedError('unavailable', {what: `no API key: run "rooster setup", or set ${place}`});
  }
  return usable(key, place);
};

/** The variable that holds a provider's key unless the configuration names another place. */
const usualVariable = (provider: string, settings: ProviderConfig): string | undefined =>
  settings.kind !== 'openai-compatible'
    ? KNOWN_PROVIDERS.get(settings.kind)?.key?.variable
    : isAtHome(provider, settings)
      ? KNOWN_PROVIDERS.get(provider)?.key?.variable
      : undefined;

/** Stated explicitly, because the SDKs would read other values from the environment. */
const usualAddress = (kind: ProviderConfig['kind']): string | undefined => KNOWN_PROVIDERS.get(kind)?.baseUrl;

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
