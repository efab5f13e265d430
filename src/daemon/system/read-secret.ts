// Reads a configured secret from text, an environment variable, or a file that only its owner can read.
import {readFileSync, statSync} from 'node:fs';
import type {EveryField} from '../../shared/fields/every-field.ts';
import type {Environment} from '../../shared/records/places.ts';
import type {Reason} from '../../shared/text/sentences.ts';
import type {SecretSource} from '../ports/system.ts';

export type SecretReading =
  | {readonly kind: 'secret'; readonly value: string}
  | {readonly kind: 'missing'; readonly reason: Reason};

/** Read on each use, so that a changed file takes effect immediately. */
export const readSecret = (secret: SecretSource, env: Environment): SecretReading => {
  if (typeof secret === 'string') return {kind: 'secret', value: secret};
  if ('file' in secret) return readSecretFile(secret.file);
  const value = env[secret.env]?.trim() ?? '';
  return value === ''
    ? missing(`The environment variable ${secret.env} is not set`, 'Set it and restart the daemon.')
    : {kind: 'secret', value};
};

const readSecretFile = (path: string): SecretReading => {
  try {
    const {mode, size} = statSync(path);
    if ((mode & OPEN_TO_OTHERS) !== 0) return missing(`Other users can read ${path}`, `Run: chmod 600 ${path}`);
    if (size > LONGEST_SECRET) return missing(`${path} is too long for a secret`);
    const value = readFileSync(path, 'utf8').trim();
    return value === '' ? missing(`${path} is empty`, 'Write the secret into it.') : {kind: 'secret', value};
  } catch {
    return missing(`Couldn't read the secret in ${path}`, 'Create the file with mode 600.');
  }
};

const missing = (what: string, advice?: string): SecretReading => ({
  kind: 'missing',
  reason: {what, advice} satisfies EveryField<Reason>,
});

const OPEN_TO_OTHERS = 0o077;
const LONGEST_SECRET = 65_536;
