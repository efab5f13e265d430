import {expect, test} from 'vitest';
import type {Method} from '../../src/ipc/method-table.ts';
import {METHODS, PARAMS} from '../../src/ipc/method-table.ts';
import {InvalidParams} from '../../src/ipc/wire/index.ts';
import {forOperations} from '../support/operation-rows.ts';

const parse = (method: Method, params: unknown): unknown => PARAMS[method](params);

const refusal = (method: Method, params: unknown): Error => {
  try {
    parse(method, params);
  } catch (error) {
    if (error instanceof Error) return error;
  }
  throw new Error(`${method} took ${JSON.stringify(params)}`);
};

const session = 'rooster:dm:signal:alice-uuid';

/** For each method: its parameters, and the required ones. */
const TAKEN: {readonly [M in Method]: {readonly whole: object; readonly needs: readonly string[]}} = {
  ...forOperations({
    delivery: {whole: {id: 'dlv_1'}, needs: ['id']},
    reminder: {whole: {id: 'rem_1'}, needs: ['id']},
    alarm: {whole: {id: 'alm_1'}, needs: ['id']},
    job: {whole: {name: 'morning'}, needs: ['name']},
  }),
  'mail.status': {whole: {}, needs: []},
  'mail.authorize': {
    whole: {issuer: 'http://127.0.0.1:9', clientId: 'rooster', scope: 'mail'},
    needs: ['clientId', 'scope'],
  },
  'mail.setup': {
    whole: {
      address: 'rooster@example.org',
      imap: '127.0.0.1:9',
      smtp: '127.0.0.1:9',
      user: 'r',
      folder: 'INBOX',
      password: 'p',
    },
    needs: ['address', 'imap', 'smtp', 'password'],
  },
  hello: {whole: {protocol: 1, client: 'tui'}, needs: ['protocol']},
  'daemon.status': {whole: {}, needs: []},
  'sandbox.try': {whole: {}, needs: []},
  'daemon.stop': {whole: {}, needs: []},
  'store.follow': {whole: {by: 'laptop', log: 'log_1', since: 4}, needs: ['by']},
  'store.files': {whole: {}, needs: []},
  'store.read': {whole: {file: 'workspace/AGENTS.md', offset: 0}, needs: ['file', 'offset']},
  'store.fence': {whole: {by: 'laptop', fence: 2}, needs: ['by', 'fence']},
  'daemon.restart': {whole: {}, needs: []},
  'session.list': {whole: {archived: true}, needs: []},
  'session.create': {whole: {title: 'Work', key: 'k1'}, needs: []},
  'session.fork': {whole: {session, from: 'msg_1', title: 'Work', key: 'k1'}, needs: ['session']},
  'session.archive': {whole: {session}, needs: ['session']},
  'session.restore': {whole: {session}, needs: ['session']},
  'session.delete': {whole: {session}, needs: ['session']},
  'session.model': {whole: {session, model: 'offline'}, needs: ['session']},
  'session.history': {whole: {session, before: 'msg_1', limit: 1_000}, needs: ['session']},
  'session.send': {whole: {session, text: ' hello\n', key: 'k1'}, needs: ['text']},
  'session.inject': {
    whole: {session, text: 'hello', trust: 'inner', channel: 'signal', deliver: true, replyTo: 'signal:bob', key: 'k1'},
    needs: ['session', 'text'],
  },
  'session.preview': {
    whole: {session, text: 'hello', trust: 'inner', channel: 'signal', deliver: true, replyTo: 'signal:bob'},
    needs: ['session', 'text'],
  },
  'session.record': {whole: {session, text: 'hello'}, needs: ['session', 'text']},
  'session.stop': {whole: {session}, needs: ['session']},
  'session.reset': {whole: {session, archive: true}, needs: ['session']},
  'session.delegate': {
    whole: {session, task: 'Look.', model: 'a/b', tools: ['read_file'], limitMs: 60_000, key: 'k'},
    needs: ['task'],
  },
  'session.broadcast': {whole: {to: ['alice'], text: 'Hi.', mode: 'rephrase', key: 'k'}, needs: ['to', 'text']},
  'delegation.list': {whole: {session, limit: 5}, needs: []},
  'delegation.stop': {whole: {id: 'run_1'}, needs: ['id']},
  'session.trust': {whole: {session}, needs: ['session']},
  'session.compact': {whole: {session}, needs: ['session']},
  'session.rename': {whole: {session, title: 'Work'}, needs: ['session', 'title']},
  'session.read': {whole: {session, upTo: 'msg_1'}, needs: ['session', 'upTo']},
  'session.retract': {whole: {session, turnId: 'turn_1'}, needs: ['session', 'turnId']},
  'message.search': {whole: {text: 'dentist', session, limit: 1}, needs: ['text']},
  'reminder.set': {
    whole: {in: '20m', message: 'stretch', mode: 'agent', user: 'alice', to: 'signal:alice-uuid', key: 'k1'},
    needs: ['message', 'in'],
  },
  'reminder.list': {whole: {user: 'alice', state: 'cancelled', limit: 10}, needs: []},
  'reminder.get': {whole: {id: 'rem_1'}, needs: ['id']},
  'reminder.snooze': {whole: {id: 'rem_1', when: 'tomorrow 9am'}, needs: ['id', 'when']},
  'reminder.edit': {whole: {id: 'rem_1', when: '20m', message: 'tea', mode: 'agent'}, needs: ['id']},
  'reminder.skip': {whole: {id: 'rem_1', at: '2026-11-23T12:00:00Z'}, needs: ['id']},
  'reminder.undo': {whole: {}, needs: []},
  'reminder.preview': {
    whole: {when: 'every day at 8 pills', zone: 'UTC', user: 'alice', now: '2026-11-23T12:00:00Z'},
    needs: ['when'],
  },
  'reminder.moveZone': {
    whole: {zone: 'America/New_York', from: 'Europe/Berlin', user: 'alice', confirm: true},
    needs: [],
  },
  'reminder.understand': {whole: {when: '20m', id: 'rem_1'}, needs: ['when']},
  'approval.list': {whole: {state: 'open', limit: 10, before: 'apr_1'}, needs: []},
  'approval.get': {whole: {id: 'apr_1'}, needs: ['id']},
  'approval.answer': {
    whole: {id: 'apr_1', answer: 'approve', always: {scope: 'host', until: '2027-01-01T00:00:00.000Z'}},
    needs: ['id', 'answer'],
  },
  'approval.rules': {whole: {}, needs: []},
  'approval.policy': {whole: {ask: {own: 'always'}, days: 7}, needs: []},
  'approval.revoke': {whole: {id: 'rule_1'}, needs: ['id']},
  'alarm.set': {
    whole: {in: '20m', message: ' go on\n', payload: '{"a": 1.0}', session, timezone: 'Europe/Berlin', key: 'k1'},
    needs: ['message', 'in'],
  },
  'alarm.list': {whole: {state: 'failed', limit: 10}, needs: []},
  'alarm.get': {whole: {id: 'alm_1'}, needs: ['id']},
  'alarm.wake': {whole: {id: 'alm_1'}, needs: ['id']},
  'cron.list': {whole: {}, needs: []},
  'cron.get': {whole: {name: 'morning'}, needs: ['name']},
  'cron.run': {whole: {name: 'morning', dry: true, force: false}, needs: ['name']},
  'cron.create': {
    whole: {
      name: 'morning',
      schedule: '0 8 * * 1-5',
      at: '2026-12-24 18:00',
      after: 'backup',
      timezone: 'Europe/Berlin',
      prompt: 'What matters?',
      gate: 'test -e x',
      run: 'df -h',
      user: 'alice',
      deliver: ['terminal:default', 'signal:alice-uuid'],
      announce: 'direct',
      missed: 'once',
      overlap: 'skip',
      retry: 'never',
      limits: {tokensPerDay: 1_000, moneyPerDay: 0.5},
      model: 'openai/x',
      timeout: '10m',
      enabled: true,
      carryLastOutput: false,
    },
    needs: ['name'],
  },
  'cron.edit': {whole: {name: 'morning', schedule: '0 9 * * *', unset: ['model']}, needs: ['name']},
  'cron.remove': {whole: {name: 'morning'}, needs: ['name']},
  'cron.enable': {whole: {name: 'morning', enabled: false}, needs: ['name']},
  'cron.source': {whole: {name: 'morning'}, needs: ['name']},
  'cron.preview': {whole: {expression: '0 8 * * 1-5', timezone: 'Europe/Berlin', count: 5}, needs: ['expression']},
  'calendar.export': {whole: {}, needs: []},
  'calendar.import': {whole: {ics: 'BEGIN:VCALENDAR'}, needs: ['ics']},
  'cron.windows': {whole: {until: '2026-11-23T12:00:00Z'}, needs: []},
  'run.list': {whole: {kind: 'cron', name: 'morning', limit: 5, before: 'run_1'}, needs: []},
  'run.get': {whole: {id: 'run_1'}, needs: ['id']},
  'outbox.list': {whole: {state: 'dead', limit: 5, before: 'dlv_1'}, needs: []},
  'events.list': {whole: {before: 5, limit: 5}, needs: []},
  'outbox.get': {whole: {id: 'dlv_1'}, needs: ['id']},
  'outbox.send': {whole: {to: 'signal:+15555550100', text: 'Hello.', key: 'k'}, needs: ['to', 'text']},
  'ledger.get': {whole: {contact: 'alice'}, needs: ['contact']},
  'ledger.clear': {whole: {contact: 'alice'}, needs: ['contact']},
  'client.presence': {whole: {session: 'rooster:main', active: true, focused: false}, needs: ['active']},
  'reach.quiet': {whole: {user: 'alice', span: '2h'}, needs: []},
  'reach.digest': {whole: {user: 'alice'}, needs: []},
  'reach.list': {whole: {}, needs: []},
  'reach.answer': {whole: {address: 'ntfy:default', arrived: true}, needs: ['address', 'arrived']},
  'signal.rang': {whole: {address: 'alice', rang: true}, needs: ['address', 'rang']},
  why: {whole: {id: 'msg_1'}, needs: ['id']},
  'events.subscribe': {whole: {since: 0}, needs: []},
  'signal.status': {whole: {}, needs: []},
  'setup.providers': {whole: {}, needs: []},
  'setup.address': {whole: {provider: 'openai'}, needs: ['provider']},
  'setup.models': {whole: {provider: 'openai', key: 'sk-1'}, needs: ['provider']},
  'setup.try': {whole: {provider: 'openai', key: 'sk-1', model: 'gpt-5'}, needs: ['provider', 'model']},
  'setup.save': {
    whole: {provider: 'openai', key: 'sk-1', model: 'gpt-5', contextTokens: 8_192},
    needs: ['provider', 'model'],
  },
  'signal.link': {whole: {deviceName: 'laptop'}, needs: []},
  'signal.linked': {whole: {uri: 'sgnl://linkdevice?uuid=a&pub_key=b'}, needs: ['uri']},
  'signal.allow': {whole: {address: '+15555550100', user: 'carol', trust: 'familiar'}, needs: ['address']},
  'signal.trust': {whole: {contact: 'bob', safetyNumber: '10000 10001'}, needs: ['contact']},
  'signal.prove': {whole: {captcha: 'signalcaptcha://x'}, needs: ['captcha']},
  'config.get': {whole: {key: 'agent.model'}, needs: []},
  'config.check': {whole: {}, needs: []},
  'config.set': {whole: {key: 'agent.model', value: 'offline'}, needs: ['key']},
  'daemon.dismiss': {whole: {id: 'rem_1'}, needs: ['id']},
  'stats.get': {whole: {}, needs: []},
  'stats.keep': {whole: {id: 'rem_1'}, needs: ['id']},
  'id.find': {whole: {part: 'a1b2c3', kind: 'rem'}, needs: ['part']},
  'backup.create': {whole: {file: '/tmp/copy.db', force: true}, needs: []},
};

test.each(METHODS.map(method => ({method, ...TAKEN[method]})))(
  '$method accepts its documented parameters',
  ({method, whole}) => {
    expect(parse(method, whole)).toEqual(whole);
  },
);

test.each(METHODS.map(method => ({method, ...TAKEN[method]})))(
  '$method needs nothing but $needs, refuses unknown fields, and treats null as absent',
  ({method, whole, needs}) => {
    const least = Object.fromEntries(Object.entries(whole).filter(([field]) => needs.includes(field)));
    const absent = Object.fromEntries(
      Object.keys(whole)
        .filter(field => !needs.includes(field))
        .map(field => [field, null]),
    );
    expect(parse(method, {...least, ...absent})).toEqual(least);
    expect(refusal(method, {...least, user_id: 0}).message).toContain(`${method}: unknown parameter 'user_id'.`);
    if (needs.length === 0) for (const none of [undefined, []]) expect(parse(method, none)).toEqual({});
    for (const field of needs) {
      const {[field]: _, ...rest} = least;
      const error = refusal(method, rest);
      expect(error).toBeInstanceOf(InvalidParams);
      expect(error.message).toContain(`${method}: `);
      expect(error.message).toContain(`'${field}'`);
    }
  },
);

test.each(METHODS)("%s refuses parameters that aren't an object", method => {
  for (const params of [['x'], [[]], 'x', 7, true, null]) {
    expect(refusal(method, params).message).toBe(`${method}: the parameters must be an object.`);
  }
});

test.each<[method: Method, params: object, sentence: string]>([
  ['session.inject', {session, text: ''}, "session.inject: 'text' must be non-empty text."],
  ['session.send', {text: ' \n\t '}, "session.send: 'text' must be non-empty text."],
  ['session.send', {text: 7}, "session.send: 'text' must be non-empty text."],
  ['session.send', {text: ['a']}, "session.send: 'text' must be non-empty text."],
  ['session.send', {text: 'x'.repeat(2 ** 20 + 1)}, "session.send: 'text' must be a text of 1 MiB at most."],
  ['session.send', {text: '€'.repeat(2 ** 20 / 3 + 1)}, "session.send: 'text' must be a text of 1 MiB at most."],
  ['session.send', {text: 'x', key: ''}, "session.send: 'key' must be a text of 1 to 256 characters in one line."],
  [
    'session.send',
    {text: 'x', key: 'k'.repeat(257)},
    "session.send: 'key' must be a text of 1 to 256 characters in one line.",
  ],
  ['session.send', {text: 'x', key: 'a\0b'}, "session.send: 'key' must be a text of 1 to 256 characters in one line."],
  ['cron.get', {name: 'a\nb'}, "cron.get: 'name' must be a text of 1 to 256 characters in one line."],
  ['cron.get', {name: 'a\u2028b'}, "cron.get: 'name' must be a text of 1 to 256 characters in one line."],
  ['cron.get', {name: ' '}, "cron.get: 'name' must be a text of 1 to 256 characters in one line."],
  [
    'session.inject',
    {session, text: 'x', trust: 'Full'},
    "session.inject: 'trust' must be one of full, inner, familiar, public.",
  ],
  [
    'session.inject',
    {session, text: 'x', source: {kind: 'user'}},
    "session.inject: unknown parameter 'source'. It takes 'session', 'text', 'trust', 'channel', 'deliver', 'replyTo', 'key'.",
  ],
  ['session.inject', {session, text: 'x', deliver: 'false'}, "session.inject: 'deliver' must be true or false."],
  [
    'run.list',
    {kind: 'toString'},
    "run.list: 'kind' must be one of cron, reminder, heartbeat, reflection, alarm, delegation.",
  ],
  ['run.list', {limit: 0}, "run.list: 'limit' must be a whole number from 1 to 1000."],
  ['run.list', {limit: 1_001}, "run.list: 'limit' must be a whole number from 1 to 1000."],
  ['run.list', {limit: 1.5}, "run.list: 'limit' must be a whole number from 1 to 1000."],
  ['run.list', {limit: '5'}, "run.list: 'limit' must be a whole number from 1 to 1000."],
  ['events.subscribe', {since: -1}, "events.subscribe: 'since' must be a whole number, 0 or above."],
  ['events.subscribe', {since: 2 ** 60}, "events.subscribe: 'since' must be a whole number, 0 or above."],
  ['reminder.get', {id: 'run_1'}, "reminder.get: 'id' must be an id such as rem_…."],
  ['reminder.get', {id: 'rem_'}, "reminder.get: 'id' must be an id such as rem_…."],
  ['reminder.get', {id: 'rem_../../x'}, "reminder.get: 'id' must be an id such as rem_…."],
  ['reminder.get', {id: {toString: 'rem_1'}}, "reminder.get: 'id' must be an id such as rem_…."],
  [
    'reminder.set',
    {message: 'x', at: '2026-12-01T08:00:00Z', in: '5m'},
    "reminder.set: give exactly one of 'at', 'in' and 'when'.",
  ],
  ['reminder.snooze', {id: 'rem_1'}, "reminder.snooze: give exactly one of 'at', 'in' and 'when'."],
])('%s says what is wrong with %j', (method, params, sentence) => {
  const error = refusal(method, params);
  expect(error).toBeInstanceOf(InvalidParams);
  expect(error.message).toBe(sentence);
});

test.each([
  'rooster',
  ':main',
  'rooster:',
  'rooster:main:x',
  'rooster:dm',
  'rooster:dm:signal',
  'rooster:dm:signal:',
  'rooster:room:x:y',
  'rooster:cron:',
  'rooster:cron:a\nb',
  `rooster:cron:${'x'.repeat(300)}`,
  '',
  7,
])("%j isn't a session key", key => {
  expect(refusal('session.stop', {session: key}).message).toBe(
    "session.stop: 'session' must be a session key such as rooster:main or rooster:dm:signal:….",
  );
});

test.each(['rooster:main', 'rooster:dm:signal:x', 'rooster:group:signal:AA=', 'rooster:cron:reminder-rem_1'])(
  '%s is a session key',
  key => expect(parse('session.stop', {session: key})).toEqual({session: key}),
);

test('a span of time is text or a number of milliseconds, like every duration on the wire', () => {
  expect(parse('reminder.set', {in: 1_500, message: 'x'})).toEqual({in: '1.5 seconds', message: 'x'});
  for (const span of [0, -5, 1.5, '', true, Number.MAX_VALUE]) {
    expect(refusal('reminder.set', {in: span, message: 'x'}).message).toBe(
      "reminder.set: 'in' must be a duration such as 20m, or a whole number of milliseconds above 0.",
    );
  }
});

test.each(['signal', ':x', 'signal:', 'signal:a\nb', '', 5])("%j isn't an address", to => {
  expect(refusal('reminder.set', {in: '5m', message: 'x', to}).message).toContain("'to' must be an address");
});

test.each(['2026-12-01T09:00', '2026-12-01T09:00:00', '2026-12-01T08:00:00.000Z', '2028-02-29T08:00+01:00'])(
  '%s is a date and time, kept as written',
  at => expect(parse('reminder.set', {at, message: 'x'})).toEqual({at, message: 'x'}),
);

test.each([
  '2026-02-29T08:00Z',
  '2026-04-31T08:00',
  '2026-13-01T08:00',
  '2026-12-01T25:00',
  '2026-12-01',
  'tomorrow',
  '1795000000000',
  5,
])("%j isn't a date and time", at =>
  expect(refusal('reminder.set', {at, message: 'x'}).message).toContain("'at' must be a date and time"),
);

test('a text of exactly 1 MiB is accepted', () => {
  const text = 'x'.repeat(2 ** 20);
  expect(parse('session.send', {text})).toEqual({text});
});

test('another protocol version gets an error that names both', () => {
  const error = refusal('hello', {protocol: 7});
  expect(error).toMatchObject({code: 'conflict'});
  expect(error.message).toBe(
    'This daemon speaks protocol 1 and the client protocol 7: update the older of the two and restart it.',
  );
});

test("fields from an object's own prototype are not read", () => {
  const hostile = JSON.parse('{"__proto__": {"text": "x"}, "constructor": 1}');
  expect(refusal('session.send', hostile).message).toContain("unknown parameter '__proto__'");
  expect(refusal('session.send', Object.create({text: 'inherited'})).message).toContain("'text'");
});

test('a literal search needs a session, and only it can continue before a message', () => {
  const whole = {text: 'x', session, literal: true, before: 'msg_1'};
  expect(parse('message.search', whole)).toEqual(whole);
  expect(refusal('message.search', {text: 'x', literal: true}).message).toContain("'literal' needs a 'session'");
  expect(refusal('message.search', {text: 'x', session, before: 'msg_1'}).message).toContain(
    "'before' needs 'literal'",
  );
});

test('a misspelled field is refused with the intended name', () => {
  expect(refusal('reminder.set', {in: '5m', mesage: 'tea'}).message).toBe(
    "reminder.set: unknown parameter 'mesage'. Did you mean 'message'?",
  );
  expect(refusal('daemon.status', {x: 1}).message).toBe("daemon.status: unknown parameter 'x'. It takes none.");
});
