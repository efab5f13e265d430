// The configuration as it may be shown: what stands under the name of a secret is masked, whatever it is and wherever it
// stands, since a misspelt key holds a secret all the same. Only the name of an environment variable is no secret.
import {isSecretName, MASK, maskShapes} from '../system/redact.ts';
import {isRecord} from './field-group.ts';

export const maskSecrets = (value: unknown): unknown => {
  if (typeof value === 'string') return maskShapes(value);
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, isSecretName(name) ? masked(field) : maskSecrets(field)]),
  );
};

const masked = (secret: unknown): unknown => {
  if (secret === null || secret === '') return secret;
  const env = isRecord(secret) && Object.keys(secret).length === 1 ? secret['env'] : undefined;
  return typeof env === 'string' && ENV_NAME.test(env) ? {env} : MASK;
};

/** As environment variables are named; a key that was pasted there by mistake is hardly ever all capitals. */
const ENV_NAME = /^[A-Z_][A-Z\d_]{0,63}$/u;
