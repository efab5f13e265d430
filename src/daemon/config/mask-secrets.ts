// Masks secrets in the configuration for display, by field name anywhere, because a misspelt key holds a secret too.
// Only the name of an environment variable isn't secret.

import {isRecord} from '../../shared/fields/is-record.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {nearestWord} from '../../shared/text/nearest-word.ts';
import {isSecretName, MASK, maskShapes} from '../system/redact.ts';
import {configHelp} from './check-config.ts';
import {stepsOf, valueAt} from './key-path.ts';

export const maskSecrets = (value: unknown): unknown => {
  if (typeof value === 'string') return maskShapes(value);
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (!isRecord(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shownField(name, field)]));
};

const shownField = (name: string, field: unknown): unknown => {
  if (isSecretName(name)) return masked(field);
  const shown = maskSecrets(field);
  return name === 'ping' && isRecord(shown) ? {...shown, url: maskedAddress(shown['url'])} : shown;
};

/** The address of a check works like a password for pinging it, so only its host is shown. */
const maskedAddress = (url: unknown): unknown =>
  typeof url === 'string' && URL.canParse(url) ? `${new URL(url).origin}/${MASK}` : masked(url);

/** The configuration, or the value of a key, with its secrets masked. Throws a GatewayError for an unknown key. */
export const shownConfig = (config: unknown, key?: string): unknown => {
  const whole = maskSecrets(config);
  const shown = key === undefined ? whole : valueAt(whole, key);
  if (key !== undefined && shown === undefined) throw new GatewayError('not_found', whyNoValue(key));
  return shown;
};

const whyNoValue = (key: string): string => {
  const known = configHelp().map(entry => entry.key);
  const wanted = stepsOf(key).map(step => (/^\d+$/u.test(step) ? '[]' : step));
  const isKey = (name: string): boolean => {
    const steps = stepsOf(name.replaceAll('[]', '.[]'));
    return steps.length === wanted.length && steps.every((step, at) => step === wanted[at] || step === '<name>');
  };
  if (known.some(isKey)) return `"${key}" isn't set.`;
  const near = nearestWord(key, known);
  return `The configuration has no key "${key}".${near === undefined ? '' : ` Did you mean ${near}?`}`;
};

const masked = (secret: unknown): unknown => {
  if (secret === null || secret === '') return secret;
  const env = isRecord(secret) && Object.keys(secret).length === 1 ? secret['env'] : undefined;
  return typeof env === 'string' && ENV_NAME.test(env) ? {env} : MASK;
};

/** The format of environment variables. A key pasted there by mistake is rarely all capitals. */
const ENV_NAME = /^[A-Z_][A-Z\d_]{0,63}$/u;
