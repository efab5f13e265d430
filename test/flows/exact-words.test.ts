// The words of no model arrive byte for byte, on every path and channel. Only a model's words have their markup interpreted.

import {expect, test} from 'vitest';
import {composeMail, htmlOf} from '../../src/daemon/channels/mail/outgoing/compose-mail.ts';
import {notificationOf} from '../../src/daemon/channels/ntfy/notification.ts';
import {noticeOf} from '../../src/daemon/channels/send-only/notice.ts';
import {messageParts} from '../../src/daemon/channels/signal/outbound/message-parts.ts';
import type {Params} from '../../src/ipc/method-table.ts';
import {type Address, TERMINAL} from '../../src/shared/records/address.ts';
import type {Outbound} from '../../src/shared/records/delivery/injection.ts';
import type {SessionKey} from '../../src/shared/records/session-key.ts';
import {SECOND} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {openDoor} from '../support/http-door.ts';
import {type ScriptedTurn, scriptedModel} from '../support/scripted-model.ts';
import {seededRandom} from '../support/seeded-random.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon, type TestDaemon} from '../support/test-daemon.ts';
import {until, untilGiven} from '../support/until.ts';

const random = seededRandom(7);
const PIECES = [
  '2**10**3 __init__.py',
  '*a* _b_ ~~c~~ `d`',
  '[x](http://example.org) ![y](z)',
  '<b>bold</b> &amp; <script>',
  '# head',
  '- item',
  '```\ncode\n```',
  '日本語の文章',
  'שלום עולם',
  'مرحبا',
  'a'.repeat(900),
  '||spoiler||',
  '\\*escaped\\*',
  '$HOME `id`',
  '👩‍👩‍👧 é',
];
const below = (end: number): number => Math.floor(random() * end);
const text = (): string => Array.from({length: 1 + below(4)}, () => PIECES[below(PIECES.length)]).join(' ');
const TEXTS = ['2**10**3 __init__.py', ...Array.from({length: 8}, text)];

const USERS = [
  {name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid', 'ntfy:default']},
  {name: 'bob', trust: 'inner', match: ['signal:bob-uuid']},
];
const QUOTED = (words: string): string => `'${words.replaceAll("'", "'\\''")}'`;

test('each verbatim path delivers the text byte for byte, without markup', async () => {
  const [signal, ntfy] = [fakeChannel('signal'), fakeChannel('ntfy')];
  await using door = await openDoor({
    offline: true,
    channels: [signal, ntfy],
    config: {
      users: USERS,
      signal: {account: '+15550000000'},
      ntfy: {url: 'http://127.0.0.1:9', topic: 'top'},
      hooks: {say: {secret: 'a-long-secret-of-the-test', target: 'rooster:main', reply: 'verbatim', trust: 'full'}},
    },
  });
  const {fixture} = door;
  for (const [index, words] of TEXTS.entries()) {
    await fixture.call('reminder.set', {in: '1s', message: words, mode: 'verbatim', to: 'signal:alice-uuid'});
    await fixture.call('reminder.set', {in: '1s', message: words, mode: 'verbatim', to: 'ntfy:default'});
    await fixture.call('reminder.set', {in: '1s', message: words, mode: 'verbatim', to: 'terminal:default'});
    await fixture.call('outbox.send', {to: 'bob', text: words});
    await fixture.call('outbox.send', {to: 'ntfy:default', text: words});
    await fixture.call('session.broadcast', {to: ['bob'], text: words, mode: 'verbatim', key: `b${index}`});
    await door.post('/hooks/say', words, {'content-type': 'text/plain', 'idempotency-key': `k${index}`});
    await fixture.call('cron.create', {name: `job${index}`, at: '2099-01-01T09:00', run: `printf %s ${QUOTED(words)}`});
    await fixture.call('cron.run', {name: `job${index}`});
    await fixture.clock.advance(2 * SECOND);
  }
  const has = (words: string): number => signal.sent.filter(sent => sent.text === words).length;
  const trimmed = TEXTS.map(words => words.trim());
  // A job that ended after the last step of the clock still needs time to announce its output.
  const arrived = until('all arrived', () => trimmed.every(words => has(words) >= 5)).catch(() => undefined);
  await fixture.whileTimePasses(arrived);
  expect(trimmed.map(has).every(count => count >= 5)).toBe(true);
  const onNtfy = until('all are on ntfy', () => ntfy.sent.length >= 2 * TEXTS.length).catch(() => undefined);
  await fixture.whileTimePasses(onNtfy);
  const counted = (texts: readonly string[]) => trimmed.map(words => texts.filter(text => text === words).length >= 2);
  expect(counted(ntfy.texts)).toEqual(trimmed.map(() => true));
  expect([...signal.sent, ...ntfy.sent].filter(({plain}) => plain !== true).map(sent => sent.text)).toEqual([]);
  const {deliveries} = await fixture.call('outbox.list', {limit: 1_000});
  const atTerminal = deliveries.filter(({address}) => address === 'terminal:default');
  const shown = new Set(atTerminal.map(({text: each}) => each));
  expect(trimmed.filter(words => !shown.has(words))).toEqual([]);
  expect(atTerminal.filter(({plain}) => plain !== true)).toEqual([]);
});

test.each([...TEXTS, '  indented,\n    further\n'])(
  'each channel shows a text without markup as it stands: %j',
  words => {
    const outbound: Outbound = {id: 'dlv_1', key: 'k', to: 'signal:alice', text: words, plain: true, repeat: false};
    expect(
      messageParts(outbound)
        .map(part => part.message)
        .join(''),
    ).toBe(words);
    expect(messageParts(outbound).flatMap(({textStyle = []}) => textStyle)).toEqual([]);
    const captioned = messageParts({...outbound, files: ['a.txt']});
    expect(captioned.map(part => part.message).join('')).toBe(words);
    const config = {url: 'http://127.0.0.1:1', topic: 'top'};
    const shown = notificationOf(config, {...outbound, to: 'ntfy:default'}, 'secret');
    expect(shown).not.toHaveProperty('markdown', expect.anything());
    expect(words.startsWith(shown.message.replace(/…$/u, ''))).toBe(true);
    expect(noticeOf({...outbound, to: 'notify:default'}).text).toBe(words);
    const mail = composeMail({...outbound, to: 'mail:a@example.org'}, {config: {address: 'r@example.org', name: 'R'}});
    expect(mail.text.startsWith(`${words}\n\n-- \nR`)).toBe(true);
    const html = htmlOf(words, {plain: true});
    expect(html).not.toMatch(/<(?:strong|em|code|a|h1|script|del|img|ul|b)\b/u);
  },
);

const PLACES = {
  here: 'terminal:default',
  sig: 'signal:sig-uuid',
  push: 'ntfy:default',
  desk: 'notify:default',
  post: 'mail:post@example.org',
} as const satisfies Readonly<Record<string, Address>>;

type Person = {readonly name: string; readonly address: Address; readonly session: SessionKey};
type Way = (call: TestDaemon['call'], words: string, person: Person) => Promise<unknown>;

let jobs = 0;
const runJob = async (
  call: TestDaemon['call'],
  fields: Omit<Params<'cron.create'>, 'name' | 'at' | 'timezone'>,
): Promise<unknown> => {
  jobs += 1;
  await call('cron.create', {name: `job${jobs}`, at: '2099-01-01T09:00', timezone: 'UTC', ...fields});
  return call('cron.run', {name: `job${jobs}`});
};

const WAYS: Readonly<Record<string, Way>> = {
  'a reminder': (call, message, {address: to}) => call('reminder.set', {in: '1s', message, mode: 'verbatim', to}),
  'a message by hand': async (call, text, {address: to}) => to !== PLACES.here && call('outbox.send', {to, text}),
  'a broadcast': (call, text, {name}) => call('session.broadcast', {to: [name], text, mode: 'verbatim'}),
  'the output of a job, announced directly': (call, words, {name: user, address}) =>
    runJob(call, {user, deliver: [address], announce: 'direct', run: `printf %s ${QUOTED(words)}`}),
  'the output of a job, whose announcement breaks off': (call, words, {name: user, address}) =>
    runJob(call, {user, deliver: [address], run: `printf %s ${QUOTED(words)}`}),
  'an alarm whose turn breaks off': (call, message, {session}) => call('alarm.set', {in: '1s', message, session}),
};

/** At the terminal one stands in the conversation that they would go to. */
const AWAY = new Set(['a message by hand', 'a broadcast']);

test.each(Object.entries(WAYS))('%s arrives byte for byte and without markup on each channel', async (kind, way) => {
  const channels = ['signal', 'ntfy', 'notify', 'mail'].map(name => fakeChannel(name));
  const people = Object.entries(PLACES).map(([name, address]) => ({name, trust: 'full', match: [address]}));
  using home = tempDir();
  const model = scriptedModel([]);
  // Every turn uses a tool and then breaks off, so it isn't repeated, and the daemon says what it has.
  const breaksOff: ScriptedTurn = ({prompt}) => {
    model.add(breaksOff);
    const hasBegun = prompt.at(-1)?.role === 'tool';
    return hasBegun ? {error: new Error('reset')} : {calls: [{name: 'bash', input: {command: 'true'}}]};
  };
  model.add(breaksOff);
  await using fixture = await openTestDaemon({
    home: home.path,
    models: model.models,
    channels,
    config: {users: people},
  });
  const texts = TEXTS.map(each => each.trim());
  for (const [name, address] of Object.entries(PLACES)) {
    const session: SessionKey = address === TERMINAL ? 'rooster:main' : `rooster:person:${name}`;
    for (const words of texts) await way(fixture.call, words, {name, address, session});
  }
  /** Each text at each address where it arrived, unchanged or behind the alarm's name, and without markup. */
  const arrived = async (): Promise<readonly string[]> => {
    const history = fixture.call('session.history', {session: 'rooster:main', limit: 1_000});
    const {messages} = await history.catch(() => ({messages: []}));
    const shown = [
      ...channels.flatMap(({sent}) => sent),
      ...(await fixture.call('outbox.list', {limit: 1_000})).deliveries.map(one => ({...one, to: one.address})),
      ...messages.map(({text, details}) => ({to: PLACES.here, text, plain: details?.exact})),
    ];
    const isThere = (to: Address, words: string): boolean =>
      shown.some(one => one.to === to && one.plain === true && [words, `Alarm: ${words}`].includes(one.text));
    return Object.values(PLACES).flatMap(to => texts.flatMap(words => (isThere(to, words) ? [`${to} ${words}`] : [])));
  };
  const places = Object.values(PLACES).filter(to => to !== PLACES.here || !AWAY.has(kind));
  const all = places.flatMap(to => texts.map(words => `${to} ${words}`));
  const given = untilGiven('every text arrived', async () => {
    const now = await arrived();
    return now.length === all.length ? now : undefined;
  });
  expect(await fixture.whileTimePasses(given).catch(arrived)).toEqual(all);
  expect(channels.flatMap(({sent}) => sent.filter(({plain}) => plain !== true)).map(({text}) => text)).toEqual([]);
});
