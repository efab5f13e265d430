import {describe, expect, test} from 'vitest';
import {type Checked, checkConfig, configHelp} from '../../../src/daemon/config/check-config.ts';
import type {Config} from '../../../src/daemon/config/config-schema.ts';
import {testConfig, testKnowledge} from '../../support/test-config.ts';

const check = (raw: unknown, before?: Config): Checked => checkConfig(raw, {...testKnowledge, before});

const alice = {name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']};
const bob = {name: 'bob', trust: 'inner', timezone: 'America/New_York', match: ['signal:bob-uuid']};
const morning = {name: 'morning', cron: '0 8 * * 1-5', message: 'What matters today?', user: 'alice'};
const local = {kind: 'openai-compatible', baseUrl: 'http://127.0.0.1:11434/v1', apiKey: {env: 'LOCAL_KEY'}};
/** No value in it is the default. */
const full = {
  timezone: 'Asia/Tokyo',
  agent: {id: 'hen', model: 'local/llama', fallbacks: ['anthropic/some', 'offline'], contextTokens: 8_000},
  providers: {local, anthropic: {kind: 'anthropic', apiKey: 'sk-secret'}},
  users: [alice, bob],
  cron: [
    {
      ...morning,
      timezone: 'Europe/Berlin',
      deliver: {channel: 'signal', target: 'alice-uuid'},
      announce: 'direct',
      missed: 'once',
      overlap: 'allow',
      retry: 'auto',
      model: 'offline',
      timeout: '10m',
      enabled: false,
    },
  ],
  signal: {
    account: '+15555550100',
    endpoint: 'tcp:localhost:7583',
    command: '/opt/signal-cli',
    groups: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
    groupReplies: 'always',
    replies: 'by-tool',
    replyGuard: false,
  },
  time: {place: {latitude: 52.5, longitude: 13.4}, region: 'DE-BE'},
  search: {provider: 'brave', url: 'https://search.example', key: 'for-the-search', private: false},
  targets: {
    neo: {url: 'https://agent.example/wake', secret: 'for-the-target', scheme: 'standard', user: 'u-1', private: true},
  },
  hooks: {ci: {secret: 'for-the-hook', scheme: 'github', trust: 'familiar', target: 'terminal:default', reply: 'note'}},
  heartbeat: {enabled: false, idleMinutes: 5, continueMinutes: 0.5},
  reflection: {enabled: false, idleMinutes: 6},
  limits: {personPerMinute: 1, operatorPerMinute: 2, injectionsPerMinute: 3, wakesPerDay: 4},
  policy: {
    sandbox: 'read-only',
    hosts: ['example.com'],
    secrets: {TOKEN: {secret: 'for-the-host', hosts: ['api.example.com']}},
    inner: 'read-only',
    ask: {
      outside: 'never',
      messages: 'after-reading',
      mail: 'never',
      hooks: 'never',
      jobs: 'never',
      rules: 'never',
      fetch: 'never',
      own: 'always',
    },
    deadline: '5m',
  },
  keys: {snooze: 'Z', find: 'alt+p'},
  update: {source: '/srv/packages'},
  hosts: {den: 'ssh://me@den:2222', desk: {address: 'desk', command: '/opt/rooster'}},
  prices: {'local/small': {input: 0.5, output: 1, currency: 'EUR'}},
};

const DEFAULTS: Config = {
  timezone: 'Europe/Berlin',
  time: {},
  agent: {id: 'rooster', model: 'offline', fallbacks: []},
  providers: {},
  users: [{name: 'owner', trust: 'full', match: ['terminal:default']}],
  cron: [],
  hooks: {},
  targets: {},
  heartbeat: {enabled: true, idleMinutes: 4, continueMinutes: 30},
  reflection: {enabled: true, idleMinutes: 4},
  limits: {personPerMinute: 60, operatorPerMinute: 1_000, injectionsPerMinute: 60, wakesPerDay: 200},
  policy: {
    sandbox: 'workspace',
    hosts: [],
    secrets: {},
    ask: {
      outside: 'always',
      messages: 'always',
      mail: 'always',
      hooks: 'always',
      jobs: 'always',
      rules: 'always',
      fetch: 'after-reading',
      own: 'after-reading',
    },
    deadline: '1h',
  },
  keys: {},
  update: {source: 'https://registry.npmjs.org'},
  hosts: {},
  prices: {},
};

describe('a configuration without mistakes', () => {
  test.each([
    ['no file', undefined],
    ['an empty object', {}],
    [
      'empty sections',
      {agent: {}, providers: {}, users: [], cron: [], time: {}, heartbeat: {}, reflection: {}, limits: {}},
    ],
    ['a schema for editors', {$schema: './config.schema.json'}],
  ])('%s gives all defaults', (_, raw) => {
    expect(check(raw)).toEqual({config: DEFAULTS, problems: []});
  });

  test('keeps every key as it is written', () => {
    expect(check(full)).toEqual({config: full, problems: []});
  });

  test('gives a job the defaults for jobs', () => {
    const {config, problems} = check({users: [alice], cron: [morning]});
    expect(problems).toEqual([]);
    expect(config.cron).toEqual([{...morning, overlap: 'skip', retry: 'auto', enabled: true}]);
  });

  test('gives Signal its default endpoint and command', () => {
    const signal = {
      endpoint: 'spawn',
      command: 'signal-cli',
      groups: [],
      groupReplies: 'mention',
      replies: 'automatic',
      replyGuard: true,
    };
    expect(check({signal: {}})).toEqual({config: {...DEFAULTS, signal}, problems: []});
  });

  test.each(['spawn', 'unix:/run/signal.sock', 'tcp:127.0.0.1:7583', 'tcp:[::1]:7583', 'http://localhost:8080'])(
    'may have the endpoint %s',
    endpoint => {
      expect(check({signal: {endpoint}}).problems).toEqual([]);
    },
  );

  test('always has a user at the terminal, under a unique name', () => {
    expect(check({users: [bob]}).config.users).toEqual([
      bob,
      {name: 'owner', trust: 'full', match: ['terminal:default']},
    ]);
    expect(check({users: [{...bob, name: 'owner'}]}).config.users[1]?.name).toBe('operator');
  });

  test('is frozen', () => {
    const {config, problems} = check({...full, wrong: 1});
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.users[0]?.match)).toBe(true);
    expect(Object.isFrozen(config.providers['local']?.apiKey)).toBe(true);
    expect(Object.isFrozen(problems[0])).toBe(true);
  });
});

type Row = {
  readonly title: string;
  /** Instead of the same keys of `full`. */
  readonly edit: Readonly<Record<string, unknown>>;
  readonly key: string;
  readonly reason: RegExp;
  readonly inForce: RegExp | string;
  readonly unknown?: {readonly meant?: string};
  /** The differences from `full` in the current configuration. */
  readonly left: Readonly<Record<string, unknown>>;
};

const without = (name: string): object => Object.fromEntries(Object.entries(full).filter(([key]) => key !== name));

const MISTAKES: readonly Row[] = [
  {
    title: 'an unknown zone for everybody',
    edit: {timezone: 'Europe/Berln'},
    key: 'timezone',
    reason: /must be a time zone such as "Europe\/Berlin", not "Europe\/Berln"\./,
    inForce: '"Europe/Berlin", the system\'s',
    left: {timezone: 'Europe/Berlin'},
  },
  {
    title: 'an offset in the place of a zone',
    edit: {timezone: '+01:00'},
    key: 'timezone',
    reason: /must be a time zone/,
    inForce: /the system's/,
    left: {timezone: 'Europe/Berlin'},
  },
  {
    title: 'an agent that is no object',
    edit: {agent: 'rooster'},
    key: 'agent',
    reason: /must be an object in braces, not "rooster"\./,
    inForce: 'its defaults',
    left: {agent: DEFAULTS.agent},
  },
  {
    title: 'an id that would break session keys',
    edit: {agent: {...full.agent, id: 'my:agent'}},
    key: 'agent.id',
    reason: /must be letters, digits, - and _, not "my:agent"\./,
    inForce: '"rooster", the default',
    left: {agent: {...full.agent, id: 'rooster'}},
  },
  {
    title: 'a model without a provider',
    edit: {agent: {...full.agent, model: 'llama'}},
    key: 'agent.model',
    reason: /must be "offline" or "<provider>\/<model>", not "llama"\./,
    inForce: '"offline", the default',
    left: {agent: {...full.agent, model: 'offline'}},
  },
  {
    title: 'a model of an unknown provider',
    edit: {agent: {...full.agent, model: 'lokal/llama'}},
    key: 'agent.model',
    reason: /No provider "lokal" under providers\./,
    inForce: '"offline", the default',
    left: {agent: {...full.agent, model: 'offline'}},
  },
  {
    title: 'one fallback that is no model',
    edit: {agent: {...full.agent, fallbacks: ['openai/some', 7, 'offline']}},
    key: 'agent.fallbacks[1]',
    reason: /must be .*, not 7\./,
    inForce: '7 is not tried',
    left: {agent: {...full.agent, fallbacks: ['openai/some', 'offline']}},
  },
  {
    title: 'a fallback of an unknown provider',
    edit: {agent: {...full.agent, fallbacks: [3, 'x/y', 'offline'].slice(1)}},
    key: 'agent.fallbacks[0]',
    reason: /No provider "x"/,
    inForce: '"x/y" is not tried',
    left: {agent: {...full.agent, fallbacks: ['offline']}},
  },
  {
    title: 'fallbacks that are no list',
    edit: {agent: {...full.agent, fallbacks: 'offline'}},
    key: 'agent.fallbacks',
    reason: /must be a list in brackets, not "offline"\./,
    inForce: 'an empty list, the default',
    left: {agent: {...full.agent, fallbacks: []}},
  },
  {
    title: 'a window in quotes',
    edit: {agent: {...full.agent, contextTokens: '8000'}},
    key: 'agent.contextTokens',
    reason: /must be a whole number from 1000 to 100000000, not "8000"\./,
    inForce: "the model's own window",
    left: {agent: {id: 'hen', model: 'local/llama', fallbacks: full.agent.fallbacks}},
  },
  {
    title: 'a provider of an unknown kind',
    edit: {providers: {...full.providers, extra: {kind: 'ollama'}}},
    key: 'providers.extra.kind',
    reason: /must be one of "anthropic", "openai", "openai-compatible", not "ollama"\./,
    inForce: 'there is no provider extra',
    left: {},
  },
  {
    title: 'a compatible server without an address',
    edit: {providers: {...full.providers, extra: {kind: 'openai-compatible'}}},
    key: 'providers.extra.baseUrl',
    reason: /is missing/,
    inForce: 'there is no provider extra',
    left: {},
  },
  {
    title: 'an address that is none',
    edit: {providers: {...full.providers, extra: {kind: 'openai', baseUrl: 'localhost:1'}}},
    key: 'providers.extra.baseUrl',
    reason: /must be an address that begins with http/,
    inForce: 'there is no provider extra',
    left: {},
  },
  {
    title: 'an empty key',
    edit: {providers: {...full.providers, extra: {kind: 'openai', apiKey: ''}}},
    key: 'providers.extra.apiKey',
    reason: /must be a text, \{"env": "NAME"\} with an environment variable, or \{"file"/,
    inForce: 'there is no provider extra',
    left: {},
  },
  {
    title: 'a provider name with a slash',
    edit: {providers: {...full.providers, 'a/b': {kind: 'openai'}}},
    key: 'providers.a/b',
    reason: /name must be made of letters/,
    inForce: 'there is no provider a/b',
    left: {},
  },
  {
    title: 'a provider called offline',
    edit: {providers: {...full.providers, offline: {kind: 'openai'}}},
    key: 'providers.offline',
    reason: /"offline" is taken/,
    inForce: 'there is no provider offline',
    left: {},
  },
  {
    title: 'providers in a list',
    edit: {providers: [local], agent: {...full.agent, model: 'offline'}},
    key: 'providers',
    reason: /must be an object in braces, not a list\./,
    inForce: 'an empty object, the default',
    left: {providers: {}, agent: {...full.agent, model: 'offline'}},
  },
  {
    title: 'users by name',
    edit: {users: {alice}, cron: []},
    key: 'users',
    reason: /must be a list in brackets, not an object\./,
    inForce: 'owner, at the terminal',
    left: {users: DEFAULTS.users, cron: []},
  },
  {
    title: 'a misspelt trust',
    edit: {users: [alice, {...bob, trust: 'iner'}]},
    key: 'users[1].trust',
    reason: /must be one of "full", "inner", "familiar", "public", not "iner"\./,
    inForce: 'bob is not known to the agent',
    left: {users: [alice]},
  },
  {
    title: 'a user without trust',
    edit: {users: [{name: 'bob', match: []}, alice]},
    key: 'users[0].trust',
    reason: /is missing; it must be one of/,
    inForce: 'bob is not known to the agent',
    left: {users: [alice]},
  },
  {
    title: 'a user that is only a name',
    edit: {users: ['bob', alice]},
    key: 'users[0]',
    reason: /must be an object in braces, not "bob"\./,
    inForce: '"bob" is not known to the agent',
    left: {users: [alice]},
  },
  {
    title: 'two users of one name',
    edit: {users: [alice, bob, {name: 'alice', trust: 'public', match: ['signal:mallory-uuid']}]},
    key: 'users[2].name',
    reason: /another "alice" above it/,
    inForce: 'the first "alice"',
    left: {},
  },
  {
    title: 'a zone that nobody lives in',
    edit: {users: [alice, {...bob, timezone: 'Mars/Olympus'}]},
    key: 'users[1].timezone',
    reason: /must be a time zone/,
    inForce: 'the time zone of everybody else',
    left: {users: [alice, {name: 'bob', trust: 'inner', match: bob.match}]},
  },
  {
    title: 'a bare channel',
    edit: {users: [alice, {...bob, match: ['signal', 'signal:bob-uuid']}]},
    key: 'users[1].match[0]',
    reason: /"signal" would be everybody on that channel/,
    inForce: '"signal" is not matched',
    left: {},
  },
  {
    title: 'a pattern',
    edit: {users: [alice, {...bob, match: ['signal:bob-uuid', 'signal:*']}]},
    key: 'users[1].match[1]',
    reason: /would be everybody on that channel/,
    inForce: '"signal:*" is not matched',
    left: {},
  },
  {
    title: 'a group as a person',
    edit: {
      users: [alice, {...bob, match: ['signal:bob-uuid', 'signal:group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=']}],
    },
    key: 'users[1].match[1]',
    reason: /A group isn't a person\. .* signal\.groups\./,
    inForce: '"signal:group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=" is not matched',
    left: {},
  },
  {
    title: 'a misspelt channel',
    edit: {users: [alice, {...bob, match: ['singal:bob-uuid', 'signal:bob-uuid']}]},
    key: 'users[1].match[0]',
    reason: /Unknown channel "singal"; did you mean "signal"\?/,
    inForce: '"singal:bob-uuid" is not matched',
    left: {},
  },
  {
    title: 'an address without a channel',
    edit: {users: [alice, {...bob, match: ['bob-uuid', 'signal:bob-uuid']}]},
    key: 'users[1].match[0]',
    reason: /must be an address such as/,
    inForce: '"bob-uuid" is not matched',
    left: {},
  },
  {
    title: 'a second terminal',
    edit: {users: [alice, {...bob, match: ['signal:bob-uuid', 'terminal:bob']}]},
    key: 'users[1].match[1]',
    reason: /has one address, "terminal:default"/,
    inForce: '"terminal:bob" is not matched',
    left: {},
  },
  {
    title: 'a match that is no list',
    edit: {users: [alice, {...bob, match: 'signal:bob-uuid'}]},
    key: 'users[1].match',
    reason: /must be a list in brackets, not "signal:bob-uuid"\./,
    inForce: 'an empty list, the default',
    left: {users: [alice, {...bob, match: []}]},
  },
  {
    title: 'one address of two users',
    edit: {users: [alice, {...bob, match: ['signal:alice-uuid', 'signal:bob-uuid']}]},
    key: 'users[1].match',
    reason: /"signal:alice-uuid" is already an address of alice\./,
    inForce: "it is alice's",
    left: {},
  },
  {
    title: 'jobs that are no list',
    edit: {cron: null},
    key: 'cron',
    reason: /must be a list in brackets, not null\./,
    inForce: 'an empty list, the default',
    left: {cron: []},
  },
  {
    title: 'an expression that is none',
    edit: {cron: [...full.cron, {...morning, name: 'bad', cron: '61 *'}]},
    key: 'cron[1].cron',
    reason: /^"61 \*" has not five fields\.$/,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a job without a message',
    edit: {cron: [{name: 'bad', cron: '0 8 * * *'}, ...full.cron]},
    key: 'cron[0].message',
    reason: /^The prompt is missing\.$/,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a job that nothing makes due',
    edit: {cron: [{name: 'bad', message: 'Hi'}, ...full.cron]},
    key: 'cron[0].cron',
    reason: /^Add "cron", "at" or "after"\.$/,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a job with two rhythms',
    edit: {cron: [...full.cron, {...morning, name: 'bad', at: '2026-12-24 18:00'}]},
    key: 'cron[1].at',
    reason: /only one of cron, at and after/,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a one-off job on a day that no calendar has',
    edit: {cron: [...full.cron, {name: 'bad', message: 'Hi', at: '2026-02-30 18:00'}]},
    key: 'cron[1].at',
    reason: /such as "2026-12-24 18:00", or an exact one/,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a job with a command and a prompt',
    edit: {cron: [...full.cron, {...morning, name: 'bad', run: 'df -h'}]},
    key: 'cron[1].message',
    reason: /uses no model/,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a command for somebody without full trust',
    edit: {
      cron: [...full.cron, {name: 'bad', cron: '0 8 * * *', run: 'df -h', user: 'bob', deliver: 'terminal:default'}],
    },
    key: 'cron[1].run',
    reason: /^Commands need trust "full"; bob has /,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a latitude beyond the pole',
    edit: {time: {...full.time, place: {latitude: 91, longitude: 13.4}}},
    key: 'time.place.latitude',
    reason: /must be a number from -90 to 90, not 91\./,
    inForce: 'new reminders by the sun are refused',
    left: {time: {region: full.time.region}},
  },
  {
    title: 'a place without its longitude',
    edit: {time: {...full.time, place: {latitude: 52.5}}},
    key: 'time.place.longitude',
    reason: /is missing/,
    inForce: 'new reminders by the sun are refused',
    left: {time: {region: full.time.region}},
  },
  {
    title: 'a locale in words',
    edit: {time: {...full.time, locale: 'German'}},
    key: 'time.locale',
    reason: /must be a locale such as "de-DE", not "German"\./,
    inForce: 'LC_ALL, LC_TIME or LANG of the daemon',
    left: {},
  },
  {
    title: 'a region in words',
    edit: {time: {...full.time, region: 'Bavaria'}},
    key: 'time.region',
    reason: /must be a region such as "DE", "DE-BY" or "US-CA", not "Bavaria"\./,
    inForce: 'every Monday to Friday is a working day',
    left: {time: {place: full.time.place}},
  },
  {
    title: 'a limit of nothing',
    edit: {cron: [...full.cron, {...morning, name: 'bad', limits: {tokensPerDay: 0}}]},
    key: 'cron[1].limits.tokensPerDay',
    reason: /whole number from 1/,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a job in no zone',
    edit: {cron: [...full.cron, {...morning, name: 'bad', timezone: 'Nowhere'}]},
    key: 'cron[1].timezone',
    reason: /must be a time zone/,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a job for nobody',
    edit: {cron: [...full.cron, {...morning, name: 'bad', user: 'zoe'}]},
    key: 'cron[1].user',
    reason: /No person "zoe"/,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a job told in an unknown way',
    edit: {cron: [...full.cron, {...morning, name: 'bad', announce: 'loud'}]},
    key: 'cron[1].announce',
    reason: /must be one of "rephrase", "direct", "none", not "loud"\./,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a job whose windows overlap in an unknown way',
    edit: {cron: [...full.cron, {...morning, name: 'bad', overlap: 'queue'}]},
    key: 'cron[1].overlap',
    reason: /must be one of "skip", "allow", not "queue"\./,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a job that may work for a week',
    edit: {cron: [...full.cron, {...morning, name: 'bad', timeout: '168h'}]},
    key: 'cron[1].timeout',
    reason: /must be a duration up to a day/,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a job for a model of nobody',
    edit: {cron: [...full.cron, {...morning, name: 'bad', model: 'nowhere/x'}]},
    key: 'cron[1].model',
    reason: /nowhere/,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a switch in words',
    edit: {cron: [...full.cron, {...morning, name: 'bad', enabled: 'no'}]},
    key: 'cron[1].enabled',
    reason: /must be true or false, not "no"\./,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a job without a name',
    edit: {cron: [...full.cron, {cron: '0 9 * * *', message: 'Hi'}]},
    key: 'cron[1].name',
    reason: /^It is missing; it must be a name/,
    inForce: 'it does not run',
    left: {},
  },
  {
    title: 'a delivery without a target',
    edit: {cron: [...full.cron, {...morning, name: 'bad', deliver: {channel: 'signal'}}]},
    key: 'cron[1].deliver.target',
    reason: /is missing/,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: "one of several deliveries that isn't an address",
    edit: {cron: [...full.cron, {...morning, name: 'bad', deliver: ['terminal:default', 'bob']}]},
    key: 'cron[1].deliver[1]',
    reason: /^It must be an address such as "terminal:default" or "signal:<id>", not "bob"\.$/,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a delivery on a way that there is not',
    edit: {cron: [...full.cron, {...morning, name: 'bad', deliver: 'pigeon:roof'}]},
    key: 'cron[1].deliver',
    reason: /^Unknown channel "pigeon"; there are terminal, signal, ntfy, notify, hook, mail\.$/,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a delivery to a stranger',
    edit: {cron: [...full.cron, {...morning, name: 'bad', deliver: ['terminal:default', 'signal:stranger']}]},
    key: 'cron[1].deliver',
    reason: /^Nobody configured is at "signal:stranger": add it to the "match" of a user\.$/,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a delivery to a group that is not allowed',
    edit: {cron: [...full.cron, {...morning, name: 'bad', deliver: 'signal:group:ZZZZ'}]},
    key: 'cron[1].deliver',
    reason: /^"signal:group:ZZZZ" isn't an allowed group: add "ZZZZ" to signal\.groups\.$/,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a delivery to nobody',
    edit: {cron: [...full.cron, {...morning, name: 'bad', deliver: []}]},
    key: 'cron[1].deliver',
    reason: /^It must name an address at least; announce: "none" tells nobody\.$/,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'a delivery to a terminal that is none',
    edit: {cron: [...full.cron, {...morning, name: 'bad', deliver: {channel: 'terminal', target: 'den'}}]},
    key: 'cron[1].deliver.target',
    reason: /^The terminal has one address, "terminal:default"\.$/,
    inForce: 'bad does not run',
    left: {},
  },
  {
    title: 'two jobs of one name',
    edit: {cron: [...full.cron, morning]},
    key: 'cron[1].name',
    reason: /another "morning" above it/,
    inForce: 'the first "morning"',
    left: {},
  },
  {
    title: 'a job name that leads out of its folder',
    edit: {cron: [...full.cron, {...morning, name: '../x'}]},
    key: 'cron[1].name',
    reason: /must be a name/,
    inForce: '../x does not run',
    left: {},
  },
  {
    title: 'a job that takes the name of a reminder',
    edit: {cron: [...full.cron, {...morning, name: 'reminder-rem_1'}]},
    key: 'cron[1].name',
    reason: /reserved for reminders/,
    inForce: 'reminder-rem_1 does not run',
    left: {},
  },
  {
    title: 'a job that takes the name of a reflection, and would have its tools',
    edit: {cron: [...full.cron, {...morning, name: 'reflection-rooster_main'}]},
    key: 'cron[1].name',
    reason: /reserved for reflections/,
    inForce: 'reflection-rooster_main does not run',
    left: {},
  },
  {
    title: 'an endpoint that is none',
    edit: {signal: {...full.signal, endpoint: 'localhost:7583'}},
    key: 'signal.endpoint',
    reason: /must be "spawn", "unix:\/path", .*, not "localhost:7583"\./,
    inForce: 'Signal is off',
    left: {signal: undefined},
  },
  {
    title: 'an account that is no number',
    edit: {signal: {...full.signal, account: '0555 123'}},
    key: 'signal.account',
    reason: /must be a phone number/,
    inForce: 'Signal is off',
    left: {signal: undefined},
  },
  {
    title: 'one group that is an address',
    edit: {
      signal: {
        ...full.signal,
        groups: [
          'signal:group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
          'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
        ],
      },
    },
    key: 'signal.groups[0]',
    reason: /must be the bare id of a group/,
    inForce: 'the group "signal:group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=" is not allowed',
    left: {},
  },
  {
    title: 'one group that is cut',
    edit: {signal: {...full.signal, groups: ['AAECAwQF', 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=']}},
    key: 'signal.groups[0]',
    reason: /must be the bare id of a group: 44 characters/,
    inForce: 'the group "AAECAwQF" is not allowed',
    left: {},
  },
  {
    title: 'minutes that are none',
    edit: {heartbeat: {...full.heartbeat, idleMinutes: 0}},
    key: 'heartbeat.idleMinutes',
    reason: /must be a number of minutes above 0 and up to 10080, not 0\./,
    inForce: '4, the default',
    left: {heartbeat: {...full.heartbeat, idleMinutes: 4}},
  },
  {
    title: 'minutes in words',
    edit: {reflection: {...full.reflection, idleMinutes: '6m'}},
    key: 'reflection.idleMinutes',
    reason: /must be a number of minutes/,
    inForce: '4, the default',
    left: {reflection: {...full.reflection, idleMinutes: 4}},
  },
  {
    title: 'a limit of nothing',
    edit: {limits: {...full.limits, personPerMinute: 0}},
    key: 'limits.personPerMinute',
    reason: /must be a whole number from 1 to 1000000, not 0\./,
    inForce: '60, the default',
    left: {limits: {...full.limits, personPerMinute: 60}},
  },
  {
    title: 'an unknown key that is nearly one',
    edit: {heart_beats: {}},
    key: 'heart_beats',
    reason: /Unknown key; did you mean "heartbeat"\?/,
    inForce: 'it is ignored',
    unknown: {meant: 'heartbeat'},
    left: {},
  },
  ...[
    ['schedule', 'cron'],
    ['prompt', 'message'],
    ['body', 'message'],
    ['timeZone', 'timezone'],
    ['tz', 'timezone'],
    ['to', 'deliver'],
    ['target', 'deliver'],
    ['enable', 'enabled'],
  ].map(([name = '', meant = '']) => ({
    title: `a key that a cron file or another program calls ${name}`,
    edit: {cron: [{...full.cron[0], [name]: 'x'}]},
    key: `cron[0].${name}`,
    reason: new RegExp(`Unknown key; did you mean "${meant}"`, 'u'),
    inForce: 'it is ignored',
    unknown: {meant},
    left: {},
  })),
  {
    title: 'an unknown key that is like none',
    edit: {reflection: {...full.reflection, colour: 'red'}},
    key: 'reflection.colour',
    reason: /Unknown key; there are enabled, idleMinutes\./,
    inForce: 'it is ignored',
    unknown: {},
    left: {},
  },
  {
    title: 'an unknown key of a user',
    edit: {users: [{...alice, Match: ['signal:x']}, bob]},
    key: 'users[0].Match',
    reason: /did you mean "match"\?/,
    inForce: 'it is ignored',
    unknown: {meant: 'match'},
    left: {},
  },
];

describe('a mistake affects only its own key, person, job or provider', () => {
  test.each(MISTAKES)('$title', ({edit, key, reason, inForce, unknown, left}) => {
    const {config, problems} = check({...full, ...edit});
    expect(problems).toEqual([
      {
        key,
        reason: expect.stringMatching(reason),
        inForce: typeof inForce === 'string' ? inForce : expect.stringMatching(inForce),
        ...(unknown === undefined ? {} : {unknown}),
      },
    ]);
    expect(problems[0]?.reason).toMatch(/^["A-Z].*[.?]$/);
    expect(JSON.parse(JSON.stringify(config))).toEqual(JSON.parse(JSON.stringify({...full, ...left})));
  });

  test.each([[null], [[]], ['text'], [7], [true]])('a file with %j gives the defaults', raw => {
    const {config, problems} = check(raw);
    expect(config).toEqual(DEFAULTS);
    expect(problems).toEqual([
      {key: 'config.json', reason: expect.stringMatching(/must hold an object/), inForce: 'the defaults'},
    ]);
  });

  test('two mistakes in one entry are both reported', () => {
    const {problems} = check({...full, users: [alice, {name: 'bob', trust: 'all', match: ['signal']}]});
    expect(problems.map(({key}) => key)).toEqual(['users[1].match[0]', 'users[1].trust']);
  });

  test('an entry is named by its index in the file, even after an invalid entry', () => {
    const users = [{name: 'zoe'}, alice, {...bob, match: ['signal:alice-uuid']}];
    const cron = [
      {...morning, cron: 'x'},
      {...morning, user: 'zoe', name: 'other'},
    ];
    const keys = check({users, cron}).problems.map(({key}) => key);
    expect(keys).toEqual(['users[0].trust', 'cron[0].cron', 'users[2].match', 'cron[1].user']);
  });

  test('an invalid provider disables the models that use it, and is listed as a problem', () => {
    const {config, problems} = check({...full, providers: {local: {kind: 'openai-compatible'}}});
    expect(problems.map(({key}) => key)).toEqual(['providers.local.baseUrl', 'agent.model']);
    expect(config.agent.model).toBe('offline');
  });

  test('keys such as __proto__ are ordinary keys', () => {
    const raw: unknown = JSON.parse(
      '{"__proto__": {"agent": {"id": "evil"}}, "constructor": 1, "providers": {"__proto__": {"kind": "openai"}}}',
    );
    const {config, problems} = check(raw);
    expect(config).toEqual(DEFAULTS);
    expect(problems.map(({key}) => key)).toEqual(['__proto__', 'constructor', 'providers.__proto__']);
    expect(Object.getPrototypeOf(config.providers)).toBe(Object.prototype);
  });

  test('a file with only mistakes is reported briefly', () => {
    const raw = Object.fromEntries(Array.from({length: 500}, (_, index) => [`wrong${index}`.padEnd(5_000, 'x'), 1]));
    const {config, problems} = check(raw);
    expect(config).toEqual(DEFAULTS);
    expect(problems).toHaveLength(101);
    expect(problems[100]?.reason).toBe('There are 400 more mistakes. Fix the first ones and check again.');
    expect(JSON.stringify(problems).length).toBeLessThan(50_000);
  });

  test('a rejected secret is not repeated', () => {
    const providers = {
      one: {kind: 'openai', apiKey: {env: 'sk-pasted-into-the-wrong-place'}},
      two: {kind: 'openai', baseUrl: 'https//me:hunter22@example.org'},
      three: {kind: 'openai', apiKey: ['sk-in-a-list']},
    };
    const told = JSON.stringify(check({providers}).problems);
    expect(check({providers}).problems).toHaveLength(3);
    expect(told).not.toMatch(/sk-|hunter22/);
  });
});

describe('an edit with mistakes', () => {
  const before = testConfig(full);

  test('keeps the old values where it is wrong and applies the rest', () => {
    const {config, problems} = check(
      {
        ...full,
        timezone: 7,
        agent: {...full.agent, model: 'x', id: 'cock'},
        heartbeat: 'often',
        limits: {...full.limits, personPerMinute: 30},
      },
      before,
    );
    expect(config).toEqual({
      ...full,
      agent: {...full.agent, id: 'cock'},
      limits: {...full.limits, personPerMinute: 30},
    });
    expect(problems.map(({key, inForce}) => [key, inForce])).toEqual([
      ['timezone', '"Asia/Tokyo", as before'],
      ['agent.model', '"local/llama", as before'],
      ['heartbeat', 'the earlier value'],
    ]);
  });

  test('keeps a person, a job and a provider, found by their names', () => {
    const {config, problems} = check(
      {
        ...full,
        users: [
          {...bob, trust: 'iner'},
          {...alice, trust: 'inner'},
        ],
        cron: [
          {...morning, name: 'new'},
          {...full.cron[0], cron: 'x'},
        ],
        providers: {...full.providers, local: {...local, kind: 'olama'}},
        signal: {...full.signal, endpoint: 'x'},
      },
      before,
    );
    expect(config.users).toEqual([bob, {...alice, trust: 'inner'}]);
    expect(config.cron.map(({name, cron}) => [name, cron])).toEqual([
      ['new', '0 8 * * 1-5'],
      ['morning', '0 8 * * 1-5'],
    ]);
    expect(config.providers['local']).toEqual(local);
    expect(config.signal).toEqual(full.signal);
    expect(problems.map(({key, inForce}) => [key, inForce])).toEqual([
      ['providers.local.kind', 'the entry as it was before'],
      ['users[0].trust', 'the entry as it was before'],
      ['cron[1].cron', 'the entry as it was before'],
      ['signal.endpoint', 'the earlier value'],
    ]);
  });

  test('removes a user that the file no longer has', () => {
    const {config, problems} = check({...full, users: [alice, {name: 'zoe', trust: 'all', match: []}]}, before);
    expect(config.users).toEqual([alice]);
    expect(problems.map(({key}) => key)).toEqual(['users[1].trust']);
  });

  test('does not bring back a job whose user is gone', () => {
    const {config} = check({...full, users: [bob], cron: [{...full.cron[0], cron: 'x'}]}, before);
    expect(config.cron).toEqual([]);
  });

  test('does not bring back a model whose provider is gone', () => {
    const {config, problems} = check({...full, providers: {}}, before);
    expect(config.agent.model).toBe('offline');
    expect(problems).toEqual([
      {key: 'agent.model', reason: 'No provider "local" under providers.', inForce: '"offline", the default'},
    ]);
  });

  test("to a value that isn't an object changes nothing", () => {
    const {config, problems} = check([], before);
    expect(config).toEqual(full);
    expect(problems[0]?.inForce).toBe('the earlier value');
  });
});

test('every key has a description, a format and a default', () => {
  const help = configHelp();
  const keys = help.map(({key}) => key);
  for (const {sentence, writes} of help) {
    expect(sentence).toMatch(/^["A-Z].*\.$/);
    expect(writes).not.toBe('');
  }
  expect(new Set(keys).size).toBe(keys.length);
  const BY_NAME = ['hooks', 'providers', 'prices', 'targets', 'keys', 'hosts', 'policy.secrets'];
  const inFull = (value: unknown, key: string): readonly string[] =>
    Object.entries(value as object).flatMap(([name, field]) => {
      const at = key === '' ? name : BY_NAME.includes(key) ? `${key}.<name>` : `${key}.${name}`;
      if (Array.isArray(field)) return typeof field[0] === 'object' ? [at, ...inFull(field[0], `${at}[]`)] : [at];
      const isOneValue = typeof field !== 'object' || name === 'apiKey' || key === 'hosts';
      if (isOneValue) return BY_NAME.includes(key) ? [] : [at];
      return [...(BY_NAME.includes(key) ? [] : [at]), ...inFull(field, at)];
    });
  expect(keys).toEqual(expect.arrayContaining([...new Set(inFull(full, ''))]));
  expect(help.find(({key}) => key === 'heartbeat.idleMinutes')).toEqual({
    key: 'heartbeat.idleMinutes',
    sentence: 'It runs after this idle time.',
    writes: 'a number of minutes above 0 and up to 10080',
    otherwise: '4',
  });
});

test("a file without a section has that section's defaults", () => {
  expect(check(without('heartbeat')).config.heartbeat).toEqual(DEFAULTS.heartbeat);
});

test("a job for an unreachable user doesn't run, unless it names a target or announces nothing", () => {
  const carol = {name: 'carol', trust: 'inner'};
  const {config, problems} = check({
    users: [alice, carol],
    cron: [
      {...morning, name: 'lost', user: 'carol'},
      {...morning, name: 'sent', user: 'carol', deliver: {channel: 'terminal', target: 'default'}},
      {...morning, name: 'quiet', user: 'carol', announce: 'none'},
    ],
  });
  expect(config.cron.map(({name}) => name)).toEqual(['sent', 'quiet']);
  expect(problems).toEqual([
    {
      key: 'cron[0].user',
      reason: 'carol has no address in "match"; give one there, or in deliver.',
      inForce: 'lost does not run',
    },
  ]);
});
