// The configuration schema: every key with description, default and allowed values. The fields are Rooster's own and
// not zod's, because an invalid part must keep its last valid value. They also start faster: 2 ms cold, against 7 ms
// for zod/mini.

import {isRecord} from '../../../shared/fields/is-record.ts';
import {isChoosable, isKeyName, KEY_NAMES} from '../../../shared/operations/key-names.ts';
import {signalGroupId} from '../../../shared/records/address.ts';
import {type HostSetting, isHostSetting} from '../../../shared/records/host.ts';
import type {Price} from '../../../shared/records/jobs/price.ts';
import type {Config, ProviderConfig, SearchConfig, SignalConfig, SpeechConfig} from '../config-schema.ts';
import {amount, oneOf, program, secret, text, truth, url, zone} from '../config-values.ts';
import {MODEL_NAME} from '../model-names.ts';
import {agent, heartbeat, limits, reflection, time} from './agent-fields.ts';
import {cronJob, type Knowledge} from './cron-fields.ts';
import {type ConfigField, leaf, maybe, optional, orElse, presumed, shown} from './field.ts';
import {list, record, section, table} from './field-group.ts';
import {fleet} from './fleet-fields.ts';
import {hooks, http, ping, secretSource} from './http-fields.ts';
import {mail} from './mail-fields.ts';
import {notify, ntfy} from './notice-fields.ts';
import {ownSandbox, policy} from './policy-fields.ts';
import {targets} from './target-fields.ts';
import {user} from './user-fields.ts';

export const configFields = (knowledge: Knowledge): ConfigField<Config> => {
  const {zones} = knowledge;
  return record<Config>(
    'The configuration of Rooster.',
    () => ({
      timezone: orElse(
        zone('The time zone of people without their own.', zones.isZone),
        zones.system,
        `${shown(zones.system)}, the system's`,
      ),
      time: section(time()),
      agent: section(agent()),
      providers: orElse(
        table('Model servers, by the name before the / in a model.', provider(), {
          left: name => `there is no provider ${name}`,
          nameProblem: name =>
            PROVIDER_NAME.test(name) && name !== 'offline'
              ? undefined
              : 'Its name must be made of letters, digits, - and _, and "offline" is taken.',
        }),
        {},
      ),
      users: orElse(
        list('The people the agent knows. Everybody else gets no answer.', user(knowledge), {
          nameOf,
          left: name => `${name} is not known to the agent`,
        }),
        [],
        'owner, at the terminal',
      ),
      cron: orElse(
        list('Jobs that run on a schedule.', cronJob(knowledge), {nameOf, left: name => `${name} does not run`}),
        [],
      ),
      signal: maybe(signal(), 'Signal is off'),
      ntfy: maybe(ntfy(), 'ntfy is off'),
      notify: maybe(notify(), 'no program is called'),
      mail: maybe(mail(), 'mail is off'),
      speech: maybe(speech(), 'voice messages stay without text'),
      http: maybe(http(), 'nothing listens'),
      hooks: orElse(hooks(), {}),
      ping: maybe(ping(), 'no watcher is told that Rooster lives'),
      targets: orElse(targets(), {}),
      search: maybe(search(), 'there is no web search'),
      heartbeat: section(heartbeat()),
      reflection: section(reflection()),
      limits: section(limits()),
      policy: section(policy()),
      update: section(update()),
      fleet: maybe(fleet(), 'this daemon is alone'),
      hosts: orElse(
        table('Other machines whose Rooster this terminal can use (rooster --host), by name.', host(), {
          left: name => `"rooster --host ${name}" doesn't know it`,
          nameProblem: name =>
            HOST_NAME.test(name) && name !== 'local'
              ? undefined
              : 'Its name must be made of letters, digits, - and _, and "local" is taken.',
        }),
        {},
      ),
      keys: orElse(
        table(
          'Keys of the terminal UI, by action.',
          text('The key.', 'a character, or one after "ctrl+" or "alt+", such as "S" or "ctrl+t"', isChoosable),
          {
            left: name => `the key for ${name} stays as it was`,
            nameProblem: name =>
              isKeyName(name) ? undefined : `No key has that name. The names: ${KEY_NAMES.join(', ')}.`,
          },
        ),
        {},
      ),
      prices: orElse(
        table('Prices per million tokens, by model. Prices of well-known models are built in.', price(), {
          left: name => `the price of ${name} is not known`,
          nameProblem: name => (MODEL_NAME.test(name) ? undefined : 'Its name must be "<provider>/<model>".'),
        }),
        {},
      ),
    }),
    {silent: ['$schema']},
  );
};

const update = (): ConfigField<Config['update']> =>
  record<Config['update']>('New versions of Rooster.', () => ({
    source: presumed(
      text('Where they are.', "the address of npm's registry, or the path of a folder of packages", PACKAGE_SOURCE),
      'https://registry.npmjs.org',
    ),
  }));

const host = (): ConfigField<HostSetting> =>
  leaf<HostSetting>(
    'A machine, and its program if that is not "rooster".',
    'an address such as "ssh://me@server", or {"address": "ssh://me@server", "command": "/opt/bin/rooster"}',
    raw => (isHostSetting(raw) ? {value: raw} : undefined),
  );

const price = (): ConfigField<Price> =>
  record<Price>('The price of a model.', () => ({
    input: amount('Per million input tokens.'),
    output: amount('Per million output tokens.'),
    currency: presumed(text('The currency.', 'three letters such as "USD"', /^[A-Z]{3}$/u), 'USD'),
  }));

// A mistake outside the groups turns Signal off, because a default endpoint or number would start something that nobody
// asked for.
const signal = (): ConfigField<SignalConfig> =>
  record<SignalConfig>('The connection to Signal, through signal-cli.', () => ({
    account: optional(text("The agent's own number.", 'a phone number such as "+15555550100"', PHONE_NUMBER)),
    endpoint: presumed(
      text(
        'Where signal-cli is: started by the daemon (spawn), or already running.',
        '"spawn", "unix:/path", "tcp:host:port" or "http://host:port"',
        ENDPOINT,
      ),
      'spawn',
    ),
    command: presumed(text('The signal-cli to start.', 'a command'), 'signal-cli'),
    groups: orElse(
      list('Groups in which the agent answers when it is mentioned or quoted, by ID.', group(), {
        left: name => `the group ${name} is not allowed`,
      }),
      [],
    ),
    withdraw: maybe(
      truth('Whether an unread message is deleted on the phone after the person has answered it elsewhere.'),
      'it stays',
    ),
    groupReplies: presumed(
      oneOf('When the agent answers in those groups: if it is mentioned or quoted, or always.', ['mention', 'always']),
      'mention',
    ),
    replies: presumed(
      oneOf('What is sent: the text of a turn, or only messages that the agent sends with a tool.', [
        'automatic',
        'by-tool',
      ]),
      'automatic',
    ),
    replyGuard: presumed(
      truth('With "by-tool": whether the agent is asked once for a reply if its turn ends without one.'),
      true,
    ),
  }));

/** Kept in signal-cli's form, which messages have. */
const group = (): ConfigField<string> =>
  leaf('A group.', 'the bare id of a group: 44 characters, without "signal:" or "group:"', raw => {
    const value = typeof raw === 'string' ? signalGroupId(raw) : undefined;
    return value === undefined ? undefined : {value};
  });

const speech = (): ConfigField<SpeechConfig> =>
  record<SpeechConfig>('A program that turns voice messages into text on stdout.', () => ({
    command: program('The program and its arguments. {file} is the recording, {wav} its copy as WAV, made by ffmpeg.'),
    sandbox: optional(ownSandbox()),
  }));

const nameOf = (raw: unknown): string | undefined =>
  isRecord(raw) && typeof raw['name'] === 'string' ? raw['name'] : undefined;

const PACKAGE_SOURCE = /^(?:https?:\/\/\S+|\/.+)$/u;
const HOST_NAME = /^[\w-]{1,64}$/u;
const PROVIDER_NAME = /^[a-z0-9][\w-]{0,63}$/iu;
const PHONE_NUMBER = /^\+\d{5,15}$/u;
const ENDPOINT = /^(?:spawn|unix:\/.+|tcp:[^\s:]+:\d{1,5}|tcp:\[[\da-f:]+\]:\d{1,5}|https?:\/\/[^\s/]+\S*)$/u;

/** The keys of a provider of models. */
const provider = (): ConfigField<ProviderConfig> =>
  record<ProviderConfig>(
    'A server that offers models.',
    () => ({
      kind: oneOf('Its API.', ['anthropic', 'openai', 'openai-compatible']),
      baseUrl: optional(url('Its base URL, without the path of a single call.')),
      apiKey: optional(
        secretSource('Its key: an environment variable, a file, or the text itself. "rooster setup" writes a file.'),
      ),
    }),
    {
      check: ({kind, baseUrl}) =>
        kind === 'openai-compatible' && baseUrl === undefined
          ? {key: 'baseUrl', reason: 'It is missing. This kind of server has no default address.'}
          : undefined,
    },
  );

/** The keys of the web search. */
const search = (): ConfigField<SearchConfig> =>
  record<SearchConfig>(
    'The search provider of the tool web_search.',
    () => ({
      provider: oneOf('The provider.', ['searxng', 'brave', 'tavily', 'kagi', 'duckduckgo']),
      url: optional(url('Its URL, if not the usual one.')),
      key: optional(secret('Its key: the text itself, or {"env": "NAME"} for an environment variable.')),
      private: presumed(truth('Whether the host may be in a private network.'), false),
    }),
    {
      check: ({provider, key}) =>
        key === undefined && NEEDS_KEY.has(provider)
          ? {key: 'key', reason: `It is missing, and ${provider} needs one.`}
          : undefined,
    },
  );

const NEEDS_KEY: ReadonlySet<SearchConfig['provider']> = new Set(['brave', 'tavily', 'kagi'] as const);
