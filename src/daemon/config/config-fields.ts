// The one schema of the configuration: every key with its sentence, its default and what it may hold. Its fields are our
// own, not zod's, because it must read leniently (a mistake costs one part, and the last good one stays there) and because
// it is on the daemon's start path: built and run cold, this takes 2 ms, the same keys in zod/mini 7 ms.
import {CHANNELS} from '../../shared/records/channels.ts';
import {TRUST_LEVELS} from '../../shared/records/trust.ts';
import type {Config, CronConfig, ProviderConfig, SignalConfig, UserConfig} from './config-schema.ts';
import {
  cronExpression,
  jobName,
  minutes,
  model,
  oneOf,
  personAddress,
  secret,
  text,
  timeout,
  truth,
  url,
  whole,
  zone,
} from './config-values.ts';
import {cronDelivery} from './cron-delivery.ts';
import {type Field, maybe, optional, orElse, presumed, shown} from './field.ts';
import {isRecord, list, record, section, table} from './field-group.ts';

/** What a field must ask others: which zones there are, what is a cron expression, which channels people are met on. */
export type Knowledge = {
  readonly zones: {readonly system: string; readonly isZone: (text: string) => boolean};
  /** Why the text is no cron expression, as a sentence; undefined when it is one. */
  readonly isCron: (expression: string) => string | undefined;
  /** @default terminal and signal */
  readonly channels?: readonly string[];
};

export const configFields = (knowledge: Knowledge): Field<Config> => {
  const {zones} = knowledge;
  return record<Config>(
    'The configuration of Rooster.',
    () => ({
      timezone: orElse(
        zone('The time zone of everybody who has none of their own.', zones.isZone),
        zones.system,
        `${shown(zones.system)}, the system's`,
      ),
      agent: section(
        record<Config['agent']>('The agent.', () => ({
          id: orElse(
            text("The agent's id: the first part of every session key.", 'letters, digits, - and _', AGENT_ID),
            'rooster',
          ),
          model: orElse(model('The model that answers: offline needs no key and no network.'), 'offline'),
          fallbacks: orElse(
            list('Models to try, in order, when the model cannot answer.', model('A model.'), {
              left: name => `${name} is not tried`,
            }),
            [],
          ),
          contextTokens: maybe(
            whole('The context window, in tokens, to assume for a model whose own is not known.', 1_000, 100_000_000),
            "the model's own window",
          ),
        })),
      ),
      providers: orElse(
        table('Servers that offer models, by the name that stands before the / in a model.', provider(), {
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
        'owner, met at the terminal',
      ),
      cron: orElse(
        list('Jobs that run on a schedule.', cronJob(knowledge), {nameOf, left: name => `${name} does not run`}),
        [],
      ),
      signal: maybe(signal(), 'Signal is off'),
      heartbeat: section(
        record<Config['heartbeat']>('The health turn of a conversation that has gone quiet.', () => ({
          enabled: orElse(truth('Whether it comes at all. It needs a model; the offline one has none.'), true),
          idleMinutes: orElse(minutes('After how long without activity it comes.'), 4),
          continueMinutes: orElse(minutes('After how long it comes back when the agent wants to go on.'), 30),
        })),
      ),
      reflection: section(
        record<Config['reflection']>('The turn in which the agent tends its notes.', () => ({
          enabled: orElse(truth('Whether it comes at all. It needs a model; the offline one keeps no notes.'), true),
          idleMinutes: orElse(minutes('After how long without activity it comes.'), 4),
        })),
      ),
      limits: section(
        record<Config['limits']>('How many messages may enter, so that nobody and nothing can run away.', () => ({
          personPerMinute: orElse(perMinute('Messages a minute from one person on a channel.'), 60),
          operatorPerMinute: orElse(perMinute('Messages a minute from the terminal and the command together.'), 1_000),
          injectionsPerMinute: orElse(
            perMinute('Messages a minute from one conversation into others, and from all alarms together.'),
            60,
          ),
          wakesPerDay: orElse(
            whole('How often alarms may wake one conversation in a day; beyond that they wait.', 1, 1_000_000),
            200,
          ),
        })),
      ),
    }),
    {silent: ['$schema']},
  );
};

const provider = (): Field<ProviderConfig> =>
  record<ProviderConfig>(
    'A server that offers models.',
    () => ({
      kind: oneOf('Which way it is spoken to.', ['anthropic', 'openai', 'openai-compatible']),
      baseUrl: optional(url('Where it is, up to and without the path of a single call.')),
      apiKey: optional(secret('Its key: the text itself, or {"env": "NAME"} for an environment variable.')),
    }),
    {
      check: ({kind, baseUrl}) =>
        kind === 'openai-compatible' && baseUrl === undefined
          ? {key: 'baseUrl', reason: 'It is missing; a server of this kind has no address that could be guessed.'}
          : undefined,
    },
  );

const user = ({zones, channels = CHANNELS}: Knowledge): Field<UserConfig> =>
  record<UserConfig>('A person.', () => ({
    name: text('What the agent and the command call them.', 'a name of up to 64 letters', PERSON_NAME),
    trust: oneOf('What the agent may do for them.', TRUST_LEVELS),
    timezone: maybe(zone('Where they live, in time.', zones.isZone), 'the time zone of everybody else'),
    match: orElse(
      list('The addresses they are met at, exactly as they stand.', personAddress('An address.', channels), {
        left: name => `${name} is not matched`,
      }),
      [],
    ),
  }));

const cronJob = ({zones, isCron, channels = CHANNELS}: Knowledge): Field<CronConfig> =>
  record<CronConfig>(
    'A job.',
    () => ({
      name: jobName('Its name, by which it is listed, paused and run.'),
      cron: cronExpression('When: five fields (minute, hour, day, month, weekday; 0 and 7 are Sunday).', isCron),
      timezone: optional(zone("The zone its times are meant in; else its user's.", zones.isZone)),
      message: text('What the agent is told to do.', 'a text that is not empty'),
      user: optional(text('For whom it runs: a name from users.', 'a name from users')),
      deliver: optional(cronDelivery('Where its result goes; else to its user.', channels)),
      announce: presumed(
        oneOf('How its result is told: rephrased in the conversation, direct word for word, or none.', [
          'rephrase',
          'direct',
          'none',
        ]),
        'rephrase',
      ),
      missed: presumed(oneOf('What happens to an hour the daemon was not running at.', ['skip', 'once']), 'skip'),
      overlap: presumed(oneOf('What happens to an hour at which it still works.', ['skip', 'allow']), 'skip'),
      model: optional(model("The model that works on it; else the agent's.")),
      timeout: optional(timeout('How long it may work.')),
      enabled: presumed(truth('Whether it runs at all.'), true),
    }),
    {alsoCalled: JOB_KEYS_ELSEWHERE},
  );

// A mistake anywhere in it but in a group switches Signal off: a default in the place of an endpoint or a number would start
// something that was not asked for.
const signal = (): Field<SignalConfig> =>
  record<SignalConfig>('The way to Signal, through signal-cli.', () => ({
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
      list(
        'Groups the agent serves, by id; it speaks there when it is mentioned or quoted.',
        text('A group.', 'the bare id of a group, without "signal:" or "group:"', BARE_GROUP),
        {left: name => `the group ${name} is not served`},
      ),
      [],
    ),
    groupReplies: presumed(
      oneOf('When the agent speaks in those groups: when it is mentioned or quoted, or always.', ['mention', 'always']),
      'mention',
    ),
  }));

const perMinute = (sentence: string): Field<number> => whole(sentence, 1, 1_000_000);

const nameOf = (raw: unknown): string | undefined =>
  isRecord(raw) && typeof raw['name'] === 'string' ? raw['name'] : undefined;

/** The words of cron files and of other schedulers. */
const JOB_KEYS_ELSEWHERE: ReadonlyMap<string, string> = new Map([
  ['schedule', 'cron'],
  ['expression', 'cron'],
  ['when', 'cron'],
  ['prompt', 'message'],
  ['body', 'message'],
  ['text', 'message'],
  ['task', 'message'],
  ['tz', 'timezone'],
  ['zone', 'timezone'],
  ['to', 'deliver'],
  ['target', 'deliver'],
  ['for', 'user'],
]);

const AGENT_ID = /^[a-z0-9][\w-]{0,63}$/iu;
const PROVIDER_NAME = /^[a-z0-9][\w-]{0,63}$/iu;
/** Begins with a letter or digit of any script: of ASCII nothing else may stand first. */
const PERSON_NAME = /^[^\s!-/:-@[-`{-~][^\n\r\t"/:<>\\{}]{0,63}$/u;
const PHONE_NUMBER = /^\+\d{5,15}$/u;
const ENDPOINT = /^(?:spawn|unix:\/.+|tcp:[^\s:]+:\d{1,5}|tcp:\[[\da-f:]+\]:\d{1,5}|https?:\/\/[^\s/]+\S*)$/u;
const BARE_GROUP = /^(?!.*group:)(?!signal:)\S+$/u;
