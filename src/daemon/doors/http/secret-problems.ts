// Reports unreadable secrets. Their endpoints reject all requests until the secrets are readable.

import type {Problem} from '../../../shared/events/gateway-event.ts';
import type {Environment} from '../../../shared/records/places.ts';
import {formatReason} from '../../../shared/text/sentences.ts';
import type {Config} from '../../config/config-schema.ts';
import {readSecret} from '../../system/read-secret.ts';

export const secretProblems = ({http, hooks}: Pick<Config, 'http' | 'hooks'>, env: Environment): readonly Problem[] => {
  const wake = http?.wake === undefined ? [] : [{key: 'http.wake.secret', secret: http.wake.secret}];
  const ofHooks = Object.entries(hooks).map(([name, {secret}]) => ({key: `hooks.${name}.secret`, secret}));
  return [...wake, ...ofHooks].flatMap(({key, secret}) => {
    const reading = readSecret(secret, env);
    return reading.kind === 'secret'
      ? []
      : [{key, reason: formatReason(reading.reason), inForce: 'its requests are refused'}];
  });
};
