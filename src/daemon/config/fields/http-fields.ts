// The keys of the HTTP door: where it listens, its hooks and its wake-ups.

import {isRecord} from '../../../shared/fields/is-record.ts';
import {type Address, unservedAddress} from '../../../shared/records/address.ts';
import {isLocalAddress, readListenAddress} from '../../../shared/records/listen-address.ts';
import type {Problem} from '../../../shared/records/problem.ts';
import {addressOfSession, sessionOfTarget} from '../../../shared/records/session-key.ts';
import {TRUST_LEVELS} from '../../../shared/records/trust.ts';
import {readSpan} from '../../../shared/time/job-timeout.ts';
import type {SecretSource} from '../../ports/system.ts';
import {type Config, isServed} from '../config-schema.ts';
import {ENV_NAME, isNear, isWebAddress, oneOf, text, truth} from '../config-values.ts';
import type {HookConfig, HttpConfig, PingConfig, WakeConfig} from '../http-config.ts';
import {type ConfigField, described, leaf, maybe, optional, presumed, shown} from './field.ts';
import {list, record, table} from './field-group.ts';

export const http = (): ConfigField<HttpConfig> =>
  record<HttpConfig>(
    'The HTTP server for messages from other programs.',
    () => ({
      listen: text(
        'Where the server listens: a loopback address with a port, or the path of a Unix socket.',
        LISTEN_WORDS,
      ),
      behindProxy: presumed(
        truth('Whether it may listen on an address that other machines can reach, because it is behind a TLS proxy.'),
        false,
      ),
      wake: maybe(wake(), 'POST /wake is off'),
    }),
    {
      check: ({listen, behindProxy}) => {
        const address = readListenAddress(listen);
        if (address === undefined) return {key: 'listen', reason: `It must be ${LISTEN_WORDS}, not ${shown(listen)}.`};
        return isLocalAddress(address) || behindProxy
          ? undefined
          : {
              key: 'listen',
              reason:
                'Other machines could reach that address. Use 127.0.0.1, or put a TLS proxy in front and set behindProxy.',
            };
      },
    },
  );

export const hooks = (): ConfigField<Config['hooks']> =>
  table('Webhooks: what POST /hooks/NAME does, by name.', hook(), {
    left: name => `there is no hook ${name}`,
    nameProblem: name =>
      HOOK_NAME.test(name) ? undefined : 'Its name must be made of up to 64 letters, digits, - and _.',
  });

const wake = (): ConfigField<WakeConfig> =>
  record<WakeConfig>("Wake-ups by another program's timer, at POST /wake.", () => ({
    secret: secretSource(),
    trust: presumed(trust(), 'public'),
    users: optional(
      list('The people for whom it may wake the agent. Default: everybody.', text('A name.', 'a name'), {
        left: name => `wake-ups for ${name} are refused`,
      }),
    ),
  }));

const hook = (): ConfigField<HookConfig> =>
  record<HookConfig>(
    'A webhook.',
    () => ({
      secret: secretSource(),
      scheme: presumed(
        oneOf('How the request is authenticated.', ['bearer', 'standard', 'github', 'stripe']),
        'bearer',
      ),
      trust: presumed(trust(), 'public'),
      target: described(
        optional(
          text(
            'The conversation that gets the message.',
            'a conversation such as "rooster:main", or an address of a person',
          ),
        ),
        'needed, except with expect: then a call is only noted',
      ),
      template: optional(template()),
      reply: presumed(
        oneOf('What happens: the agent answers, the person gets the exact text, or the next turn reads a note.', [
          'turn',
          'verbatim',
          'note',
        ]),
        'turn',
      ),
      expect: described(
        optional(span('The longest time between two calls. The person is told when none comes, and when one comes.')),
        'calls are not expected',
      ),
      urgent: optional(truth('Whether that notice rings in quiet hours, too.')),
    }),
    {
      check: ({target, template: message, expect, urgent}) => {
        if (urgent !== undefined && expect === undefined)
          return {key: 'urgent', reason: 'It is for the notice of "expect", which is missing.'};
        if (target !== undefined) return undefined;
        if (expect === undefined)
          return {key: 'target', reason: 'It is missing. Only a hook with "expect" needs no conversation.'};
        return message === undefined
          ? undefined
          : {key: 'template', reason: 'It needs a "target": the conversation that gets the message.'};
      },
    },
  );

export const ping = (): ConfigField<PingConfig> =>
  record<PingConfig>(
    'Regular requests that tell a watcher outside that Rooster lives: healthchecks.io, or a hook of another Rooster.',
    () => ({
      url: secretSource('The address that gets a POST request. It is kept as a secret.'),
      every: span('The time between two pings.'),
      secret: optional(secretSource('A bearer token for the watcher.')),
      private: presumed(truth('Whether the host may be in a private network.'), false),
    }),
    {
      check: ({url: address, secret, private: mayBePrivate}) => {
        if (typeof address !== 'string') return undefined;
        if (!isWebAddress(address))
          return {key: 'url', reason: 'It must be an address that begins with http:// or https://.'};
        const {protocol, hostname} = new URL(address);
        return protocol === 'http:' && secret !== undefined && !mayBePrivate && !isNear(hostname)
          ? {key: 'url', reason: 'The secret would cross the network unencrypted. Use https://.'}
          : undefined;
      },
    },
  );

const span = (sentence: string): ConfigField<string> =>
  text(sentence, 'a time from a minute to a year, such as "5m", "26h" or "7d"', raw => readSpan(raw) !== undefined);

const trust = (): ConfigField<HookConfig['trust']> =>
  oneOf('The highest trust of the turn. Below "full" it has fewer tools, at "public" none.', TRUST_LEVELS);

const template = (): ConfigField<string> =>
  leaf<string>(
    'The message, with placeholders such as {{payload.repo.name}}.',
    'a text with places such as {{payload.repo.name}}',
    raw => {
      if (typeof raw !== 'string' || raw.trim() === '') return undefined;
      const [wrong] = [...raw.matchAll(/\{\{([^{}]*)\}\}/gu)].flatMap(([, inside = '']) =>
        PLACE.test(inside.trim()) ? [] : [inside],
      );
      return wrong === undefined
        ? {value: raw}
        : {why: `{{${wrong}}} isn't a place. Places start with "payload", such as {{payload.repo.name}}.`};
    },
  );

/** The reason doesn't repeat the value: a secret in the wrong place is still a secret. */
export const secretSource = (
  sentence = 'The secret that the program sends or signs with.',
): ConfigField<SecretSource> =>
  leaf<SecretSource>(sentence, SECRET_WORDS, raw => {
    if (typeof raw === 'string' && raw.trim() !== '') return {value: raw};
    const [entry, ...more] = isRecord(raw) ? Object.entries(raw) : [];
    const [key, value] = entry ?? [];
    if (typeof value === 'string' && more.length === 0) {
      if (key === 'env' && ENV_NAME.test(value)) return {value: {env: value}};
      if (key === 'file' && value.startsWith('/')) return {value: {file: value}};
    }
    return {why: `It must be ${SECRET_WORDS}.`};
  });

/** Removes hooks whose target the agent doesn't serve. */
export const hooksOfServedTargets = (
  config: Config,
  canonical: (address: Address) => Address,
  problems: Problem[],
): Config['hooks'] => {
  const fits = ([name, {target}]: readonly [string, HookConfig]): boolean => {
    if (target === undefined) return true;
    const session = sessionOfTarget(config.agent.id, target);
    const address = session && addressOfSession(session);
    if (session !== undefined && (address === undefined || isServed(config, canonical(address)))) return true;
    const reason =
      address === undefined
        ? `${shown(target)} isn't a conversation of this agent. Example: "${config.agent.id}:main".`
        : unservedAddress(address);
    problems.push({key: `hooks.${name}.target`, reason, inForce: `there is no hook ${name}`});
    return false;
  };
  return Object.fromEntries(Object.entries(config.hooks).filter(fits));
};

const LISTEN_WORDS = 'an address such as "127.0.0.1:8787", or the path of a Unix socket';
const SECRET_WORDS =
  'a text, {"env": "NAME"} with an environment variable, or {"file": "/path"} with a file of mode 0600';
const HOOK_NAME = /^[a-z0-9][\w-]{0,63}$/iu;
/** `payload`, `payload.repo.name`, `payload.commits.0.id`. */
const PLACE = /^payload(?:\.[^.\s]+)*$/u;
