// What it takes to reach the provider of a model: which it is, where it is and with what key. Each thing that is missing or
// wrong has a sentence that names the key of the configuration or the variable to set. Pure.
import {GatewayError} from '../../shared/records/gateway-error.ts';
import type {Environment} from '../../shared/records/places.ts';
import type {Config, ProviderConfig} from '../config/config-schema.ts';

export type Access = {
  /** The configuration's name of the provider, and the provider's of the model. */
  readonly provider: string;
  readonly modelId: string;
  readonly kind: ProviderConfig['kind'];
  readonly baseUrl: string;
  /** None is sent to a server that asks for none. */
  readonly apiKey?: string;
  /** The variable that was to hold the key, where it holds none. */
  readonly unsetVariable?: string;
};

/** The access to `<provider>/<model>`. Throws a GatewayError with a sentence where there is none. */
export const accessTo = (name: string, config: Config, env: Environment): Access => {
  const slash = name.indexOf('/');
  const provider = slash === -1 ? name : name.slice(0, slash);
  const modelId = slash === -1 ? '' : name.slice(slash + 1);
  const settings = settingsOf(provider, config);
  if (settings === undefined) throw new GatewayError('not_found', unknownProvider(name, provider, config));
  if (modelId === '') {
    throw new GatewayError('invalid', `"${name}" names no model: write it as ${provider}/<model>.`);
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

const unsetIn = ({apiKey}: ProviderConfig): Pick<Access, 'unsetVariable'> =>
  typeof apiKey === 'object' ? {unsetVariable: apiKey.env} : {};

const settingsOf = (provider: string, {providers}: Config): ProviderConfig | undefined => {
  if (Object.hasOwn(providers, provider)) return providers[provider];
  return provider === 'anthropic' || provider === 'openai' ? {kind: provider} : undefined;
};

const unknownProvider = (name: string, provider: string, {providers}: Config): string => {
  const known = ['offline', ...new Set(['anthropic', 'openai', ...Object.keys(providers)])];
  return `There is no provider "${provider}" for the model "${name}". Known are ${known.join(', ')}; add others under providers.`;
};

const addressOf = (provider: string, {kind, baseUrl}: ProviderConfig): string => {
  const address = baseUrl ?? (kind === 'openai-compatible' ? undefined : DEFAULTS[kind].baseUrl);
  if (address === undefined) {
    throw new GatewayError('invalid', `The provider "${provider}" has no address: set providers.${provider}.baseUrl.`);
  }
  if (URL.canParse(address)) return address.replace(/\/+$/u, '');
  throw new GatewayError('invalid', `providers.${provider}.baseUrl is no address: "${address}".`);
};

/** Undefined where none is needed: a local server mostly asks for none, also where a variable for one is named. */
const keyOf = (provider: string, {kind, apiKey}: ProviderConfig, env: Environment): string | undefined => {
  const fallback = kind === 'openai-compatible' ? undefined : DEFAULTS[kind].variable;
  const variable = typeof apiKey === 'object' ? apiKey.env : fallback;
  const written = typeof apiKey === 'string' ? apiKey : variable === undefined ? undefined : env[variable];
  const key = written?.trim() ?? '';
  const place = variable === undefined ? `providers.${provider}.apiKey` : `${variable} or providers.${provider}.apiKey`;
  if (key === '') {
    if (kind === 'openai-compatible') return undefined;
    throw new GatewayError('unavailable', `no API key: set ${place}`);
  }
  // A header cannot hold it, and the error that says so would show it.
  if (!/^[\x21-\x7e]+$/u.test(key))
    throw new GatewayError('invalid', `the API key has characters that no key has: check ${place}`);
  return key;
};

/** Said outright, since the SDKs would look for others in the environment. */
const DEFAULTS = {
  anthropic: {baseUrl: 'https://api.anthropic.com/v1', variable: 'ANTHROPIC_API_KEY'},
  openai: {baseUrl: 'https://api.openai.com/v1', variable: 'OPENAI_API_KEY'},
} as const;
