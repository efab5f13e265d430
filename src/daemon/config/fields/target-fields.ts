// The keys of the targets: programs that get alarms and results of jobs.
import {TARGET_NAME} from '../../../shared/records/channels.ts';
import type {Config} from '../config-schema.ts';
import {isNear, oneOf, text, truth, url} from '../config-values.ts';
import type {TargetConfig} from '../http-config.ts';
import {type ConfigField, optional, presumed} from './field.ts';
import {record, table} from './field-group.ts';
import {secretSource} from './http-fields.ts';

export const targets = (): ConfigField<Config['targets']> =>
  table('Programs that get alarms and job results, by name. Their address is hook:NAME.', target(), {
    left: name => `there is no target ${name}`,
    nameProblem: name =>
      TARGET_NAME.test(name) ? undefined : 'Its name must be made of up to 64 letters, digits, - and _.',
  });

const target = (): ConfigField<TargetConfig> =>
  record<TargetConfig>(
    'A program that gets requests.',
    () => ({
      url: url('Where each delivery is sent as a POST request. Redirects are not followed.'),
      secret: optional(secretSource()),
      scheme: presumed(
        oneOf('How the request is authenticated: by the secret itself, or by a Standard Webhooks signature.', [
          'bearer',
          'standard',
        ]),
        'bearer',
      ),
      user: optional(text("The person's name in the other program.", 'a name')),
      private: presumed(truth('Whether the host may be in a private network.'), false),
    }),
    {check: address => problemOf(address)},
  );

const problemOf = ({url: address, scheme, secret, private: mayBePrivate}: TargetConfig) => {
  const {protocol, username, password, hostname} = new URL(address);
  if (username !== '' || password !== '') return {key: 'url', reason: 'It must not contain a name and password.'};
  if (scheme === 'standard' && secret === undefined) return {key: 'secret', reason: 'A signature needs a secret.'};
  const isInTheClear = protocol === 'http:' && scheme === 'bearer' && secret !== undefined;
  return isInTheClear && !mayBePrivate && !isNear(hostname)
    ? {key: 'url', reason: 'The secret would cross the network unencrypted. Use https://, or scheme "standard".'}
    : undefined;
};
