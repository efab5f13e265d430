// Reports secrets that don't work: unreadable ones, those that no request can carry, and those that open a door of more
// trust, too.

import type {Environment} from '../../../shared/records/places.ts';
import type {Problem} from '../../../shared/records/problem.ts';
import {reaches, type Trust} from '../../../shared/records/trust.ts';
import {formatReason} from '../../../shared/text/sentences.ts';
import type {Config} from '../../config/config-schema.ts';
import type {HookConfig} from '../../config/http-config.ts';
import type {SecretSource} from '../../ports/system.ts';
import {readSecret} from '../../system/read-secret.ts';
import {isUsableSecret} from './authenticate.ts';

type DoorSecret = {
  readonly key: string;
  readonly secret: SecretSource;
  readonly scheme: HookConfig['scheme'];
  readonly trust: Trust;
};

export const secretProblems = ({http, hooks}: Pick<Config, 'http' | 'hooks'>, env: Environment): readonly Problem[] => {
  const wake = http?.wake === undefined ? [] : [{key: 'http.wake.secret', scheme: 'bearer' as const, ...http.wake}];
  const doors: readonly DoorSecret[] = [
    ...wake,
    ...Object.entries(hooks).map(([name, hook]) => ({...hook, key: `hooks.${name}.secret`})),
  ];
  const read = doors.map(door => ({...door, reading: readSecret(door.secret, env)}));
  return read.flatMap(({key, scheme, trust, reading}): readonly Problem[] => {
    if (reading.kind !== 'secret') return [{key, reason: formatReason(reading.reason), inForce: REFUSED}];
    if (!isUsableSecret(scheme, reading.value)) return [{key, reason: UNUSABLE[scheme], inForce: REFUSED}];
    const higher = read.find(
      door => door.reading.kind === 'secret' && door.reading.value === reading.value && !reaches(trust, door.trust),
    );
    if (higher === undefined) return [];
    const reason = `It is also ${higher.key}, which has the trust ${higher.trust}. Choose another secret.`;
    return [{key, reason, inForce: 'whoever has it may use both'}];
  });
};

const REFUSED = 'its requests are refused';
const NO_HEADER = 'It has a character that no header can carry, such as a blank. Choose another secret.';
const UNUSABLE: Readonly<Record<HookConfig['scheme'], string>> = {
  bearer: NO_HEADER,
  standard: 'Behind "whsec_" it needs at least 16 bytes in base64. Choose another secret.',
  github: NO_HEADER,
  stripe: NO_HEADER,
};
