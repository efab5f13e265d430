// The secrets of the configuration: for commands, which get none of them, and for texts, in which they are masked.
import type {Environment} from '../../shared/records/places.ts';
import type {Config} from '../config/config-schema.ts';
import type {SecretSource} from '../ports/system.ts';
import {readSecret} from '../system/read-secret.ts';

/** All secrets of the configuration, including API keys of providers that aren't in use yet. */
const secretsIn = ({
  providers,
  ntfy,
  mail,
  http,
  hooks,
  targets,
  search,
  policy,
  ping,
  fleet,
}: Config): readonly SecretSource[] => {
  const ofDoors = [http?.wake, ...Object.values(hooks), ...Object.values(targets)].map(door => door?.secret);
  const ofMail = [mail?.imap.password, mail?.smtp.password];
  return [
    ...Object.values(providers).map(({apiKey}) => apiKey),
    ...Object.values(policy.secrets).map(({secret}) => secret),
    ntfy?.token,
    fleet?.postgres,
    ping?.url,
    ping?.secret,
    search?.key,
    ...ofMail,
    ...ofDoors,
  ].filter(secret => secret !== undefined);
};

/** Environment variables that no command gets. */
export const secretNames = (config: Config): readonly string[] => [
  ...secretsIn(config).flatMap(secret => (typeof secret === 'object' && 'env' in secret ? [secret.env] : [])),
  ...Object.keys(config.policy.secrets),
];

export const secretValues = (config: Config, env: Environment): readonly string[] =>
  secretsIn(config).flatMap(secret => {
    const reading = readSecret(secret, env);
    return reading.kind === 'secret' ? [reading.value] : [];
  });

/** Files that no command in the sandbox reads. */
export const secretFiles = (config: Config): readonly string[] =>
  secretsIn(config).flatMap(secret => (typeof secret === 'object' && 'file' in secret ? [secret.file] : []));
