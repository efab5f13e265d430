// Hostile parameters for every method: a valid call of each, and values to replace its parameters or one of them.
import type {Method} from '../../src/ipc/method-table.ts';
import {METHODS} from '../../src/ipc/method-table.ts';
import {forOperations} from './operation-rows.ts';
export type HostileCall = {readonly method: Method; readonly params: unknown};

/** Every method with every hostile value: as its parameters, as each of its parameters, and beside them. */
export const hostileCalls = (): readonly HostileCall[] =>
  METHODS.flatMap(method => {
    const sound: Readonly<Record<string, unknown>> = {...SOUND[method]};
    // The one method whose valid call ends the daemon: it takes no parameters, and an empty list counts as none.
    const whole = ACTS_WITHOUT.has(method) ? VALUES.filter(value => !isSoundWithout(value)) : VALUES;
    const beside = ACTS_WITHOUT.has(method) ? [] : [...STRANGERS, sound, undefined];
    return [
      ...whole.map(params => ({method, params})),
      ...beside.map(params => ({method, params: params === undefined ? undefined : {...sound, ...params}})),
      ...Object.keys(sound).flatMap(field => VALUES.map(value => ({method, params: {...sound, [field]: value}}))),
      ...TALL.flatMap(tale => Object.keys(sound).map(field => ({method, params: {...sound, [field]: tale}}))),
    ];
  });

const isSoundWithout = (value: unknown): boolean =>
  Array.isArray(value) ? value.length === 0 : typeof value === 'object';

const SOUND: {readonly [M in Method]: object} = {
  ...forOperations({delivery: {id: 'dlv_1'}, reminder: {id: 'rem_1'}, alarm: {id: 'alm_1'}, job: {name: 'morning'}}),
  'mail.status': {},
  'mail.authorize': {issuer: 'http://127.0.0.1:9', clientId: 'rooster', scope: 'mail'},
  'mail.setup': {
    address: 'rooster@example.org',
    imap: '127.0.0.1:9',
    smtp: '127.0.0.1:9',
    user: 'r',
    folder: 'INBOX',
    password: 'p',
  },
  hello: {protocol: 1, client: 'hostile'},
  'daemon.status': {},
  'sandbox.try': {},
  'daemon.stop': {},
  'store.follow': {by: 'laptop'},
  'store.files': {},
  'store.read': {file: 'workspace/AGENTS.md', offset: 0},
  'store.fence': {by: 'laptop', fence: 0},
  'daemon.restart': {},
  'session.list': {archived: true},
  'session.create': {title: 'Work', key: 'k5'},
  'session.fork': {session: 'rooster:main', from: 'msg_1', title: 'Work', key: 'k6'},
  'session.archive': {session: 'rooster:main'},
  'session.restore': {session: 'rooster:main'},
  'session.delete': {session: 'rooster:chat:work'},
  'session.model': {session: 'rooster:main', model: 'offline'},
  'session.history': {session: 'rooster:main', before: 'msg_1', limit: 10},
  'session.send': {session: 'rooster:main', text: 'hello', key: 'k'},
  'session.inject': {
    session: 'rooster:main',
    text: 'x',
    trust: 'inner',
    channel: 'signal',
    deliver: true,
    replyTo: 'signal:bob',
    key: 'k2',
  },
  'session.preview': {
    session: 'rooster:main',
    text: 'x',
    trust: 'inner',
    channel: 'signal',
    deliver: true,
    replyTo: 'signal:bob',
  },
  'session.record': {session: 'rooster:main', text: 'x'},
  'session.stop': {session: 'rooster:main'},
  'session.reset': {session: 'rooster:main', archive: true},
  'session.delegate': {session: 'rooster:main', task: 'Look.', model: 'a/b', tools: ['x'], limitMs: 60_000, key: 'k'},
  'session.broadcast': {to: ['alice'], text: 'Hi.', mode: 'rephrase', key: 'k'},
  'delegation.list': {session: 'rooster:main', limit: 5},
  'delegation.stop': {id: 'run_1'},
  'session.trust': {session: 'rooster:main'},
  'session.compact': {session: 'rooster:main'},
  'session.rename': {session: 'rooster:main', title: 'Work'},
  'session.read': {session: 'rooster:main', upTo: 'msg_1'},
  'session.retract': {session: 'rooster:main', turnId: 'turn_1'},
  'message.search': {text: 'hello', session: 'rooster:main', limit: 10},
  'reminder.set': {in: '5h', message: 'x', mode: 'verbatim', user: 'owner', to: 'terminal:default', key: 'k3'},
  'approval.list': {state: 'open', limit: 10},
  'approval.get': {id: 'apr_1'},
  'approval.answer': {id: 'apr_1', answer: 'approve', always: {scope: 'host'}},
  'approval.rules': {},
  'approval.policy': {ask: {own: 'always'}, days: 7},
  'approval.revoke': {id: 'rule_1'},
  'alarm.set': {in: '5h', message: 'x', payload: '{}', session: 'rooster:main', timezone: 'UTC', key: 'k4'},
  'alarm.list': {state: 'active', limit: 10},
  'alarm.get': {id: 'alm_1'},
  'alarm.wake': {id: 'alm_1'},
  'reminder.list': {user: 'owner', state: 'pending', limit: 10},
  'reminder.get': {id: 'rem_1'},
  'reminder.snooze': {id: 'rem_1', when: 'tomorrow'},
  'reminder.skip': {id: 'rem_1', at: '2026-11-23T12:00:00Z'},
  'reminder.undo': {},
  'reminder.edit': {id: 'rem_1', when: '20m', message: 'tea', mode: 'agent'},
  'reminder.preview': {when: 'every day at 8 pills', zone: 'UTC', user: 'owner', now: '2026-11-23T12:00:00Z'},
  'reminder.moveZone': {zone: 'UTC', from: 'Europe/Berlin', user: 'alice', confirm: true},
  'reminder.understand': {when: '20m', id: 'rem_1'},
  'cron.list': {},
  'cron.get': {name: 'morning'},
  'cron.run': {name: 'morning', dry: false, force: true},
  'cron.create': {name: 'morning', schedule: '0 8 * * 1-5', prompt: 'What matters?', limits: {tokensPerDay: 5}},
  'cron.edit': {name: 'morning', schedule: '0 9 * * *', unset: ['model']},
  'cron.remove': {name: 'morning'},
  'cron.enable': {name: 'morning', enabled: true},
  'cron.source': {name: 'morning'},
  'cron.preview': {expression: '0 8 * * 1-5', timezone: 'Europe/Berlin', count: 5},
  'calendar.export': {},
  'calendar.import': {ics: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n'},
  'cron.windows': {until: '2026-11-23T12:00:00Z'},
  'run.list': {kind: 'cron', name: 'morning', limit: 10, before: 'run_1'},
  'run.get': {id: 'run_1'},
  'outbox.list': {state: 'dead', limit: 10, before: 'dlv_1'},
  'events.list': {before: 5, limit: 10},
  'outbox.get': {id: 'dlv_1'},
  'outbox.send': {to: 'signal:+15555550100', text: 'x', key: 'k4'},
  'ledger.get': {contact: 'owner'},
  'ledger.clear': {contact: 'owner'},
  'client.presence': {session: 'rooster:main', active: true, focused: true},
  'reach.quiet': {user: 'owner', span: '2h'},
  'reach.digest': {user: 'owner'},
  'reach.list': {},
  'reach.answer': {address: 'ntfy:default', arrived: true},
  'signal.rang': {address: 'signal:+15555550100', rang: true},
  why: {id: 'msg_1'},
  'events.subscribe': {since: 0},
  'signal.status': {},
  'setup.providers': {},
  'setup.address': {provider: 'nosuch'},
  'setup.models': {provider: 'nosuch', key: 'k'},
  'setup.try': {provider: 'nosuch', key: 'k', model: 'x'},
  'setup.save': {provider: 'nosuch', key: 'k', model: 'x'},
  'signal.link': {deviceName: 'desk'},
  'signal.linked': {uri: 'sgnl://linkdevice?uuid=a&pub_key=b'},
  'signal.allow': {address: 'signal:+15555550100', user: 'carol', trust: 'familiar'},
  'signal.trust': {contact: 'bob', safetyNumber: '10000 10001'},
  'signal.prove': {captcha: 'signalcaptcha://x'},
  'config.get': {key: 'agent.model'},
  'config.check': {},
  'config.set': {key: 'no.such.key', value: 1},
  'daemon.dismiss': {id: 'rem_1'},
  'stats.get': {},
  'stats.keep': {id: 'rem_1'},
  'id.find': {part: 'a1b2c3', kind: 'rem'},
  'backup.create': {file: '/proc/none/copy.db'},
};

const deep = (depth: number): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : {a: value};
  return value;
};

/** Mostly of the wrong type, or of an absurd size. */
const VALUES: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 53,
  1e308,
  '',
  ' \t ',
  '\u0000\u001b[2J',
  '\ud800',
  '__proto__',
  'x'.repeat(300),
  'remind me '.repeat(120_000),
  [],
  ['rooster:main'],
  {},
  JSON.parse('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}}'),
  JSON.parse('{"toString": null, "valueOf": 7, "toJSON": "x", "then": "x", "length": -1}'),
  deep(2_000),
  Object.fromEntries(Array.from({length: 5_000}, (_, index) => [`key${index}`, index])),
];

/** Texts with a meaning for a parser behind the wire. */
const TALL: readonly string[] = [
  '* * 31 2 *',
  '0 0 29 2 *',
  '*/0 99 L W ?',
  '999999999999999999999 years',
  'in -5 minutes',
  '9999-12-31T23:59:59.999Z',
  '0000-01-01T00:00',
  '" OR 1=1 --',
  'NEAR(a b, 5) AND "',
  '%_\\',
  '../../../../etc/passwd',
  'rooster:dm:signal:../../../etc/passwd',
  'rooster:cron:reminder-rem_1',
  '__proto__:main',
  'constructor.prototype',
  'users.0.name',
  'a '.repeat(120),
  `${'9'.repeat(120)}m`,
  `${'tomorrow at 5 or '.repeat(14)}never`,
];

const STRANGERS: readonly object[] = [
  JSON.parse('{"__proto__": {"trust": "full"}, "caller": "somebody else", "trust": "full"}'),
  {at: '2030-01-01T00:00:00Z', in: '5m', when: 'tomorrow'},
];

/** Without parameters, each of these ends the daemon or takes much time. */
const ACTS_WITHOUT: ReadonlySet<string> = new Set(['daemon.stop', 'daemon.restart', 'backup.create']);
