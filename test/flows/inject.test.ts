// Injections by the operator, and their dry runs.
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {MINUTE} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

test('a dry run leaves every table unchanged, and says the text that the model then gets', async () => {
  using home = tempDir();
  using model = scriptedModel(['hello', 'on its way']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models, config: CONFIG});
  // Without signal-cli the channel goes down shortly after the start, which is an event of its own.
  await fixture.event('channel.status', ({life}) => life === 'down');
  await fixture.say('hi');
  const request = {session: BOB, text: 'look at this', trust: 'inner', replyTo: 'signal:alice-uuid'} as const;
  const before = rowsIn(home.path);
  const preview = await fixture.call('session.preview', request);
  await expect(fixture.call('session.preview', {...request, replyTo: 'signal:stranger'})).rejects.toThrow('Nobody');
  expect(rowsIn(home.path)).toEqual(before);

  await fixture.call('session.inject', request);
  const ended = await fixture.event('turn.ended', ({session}) => session === preview.session);
  expect(ended).toMatchObject({trust: preview.trust, outcome: 'replied'});
  expect(rowsIn(home.path)).not.toEqual(before);
  expect(model.asked.at(-1)?.prompt.at(-1)).toMatchObject({content: [{type: 'text', text: preview.message}]});
});

test('a reply target gets the reply, instead of the address of the conversation', async () => {
  using home = tempDir();
  using model = scriptedModel(['on its way']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models, config: CONFIG});
  const request = {session: BOB, text: 'say it', replyTo: 'signal:alice-uuid'} as const;
  expect(await fixture.call('session.preview', request)).toMatchObject({
    source: {kind: 'operator'},
    replyTo: 'signal:alice-uuid',
    effects: expect.arrayContaining(['Sends the reply to signal:alice-uuid.']),
  });
  await fixture.call('session.inject', request);
  const {delivery} = await fixture.event('delivery.queued');
  expect(delivery).toMatchObject({address: 'signal:alice-uuid', text: 'on its way'});
});

test("with deliver, a reply in a person's conversation goes to where they are, and a named address alone gets it", async () => {
  using home = tempDir();
  using model = scriptedModel(['the water runs', 'only here']);
  const users = [{...ALICE, match: [...ALICE.match, 'ntfy:default'], reach: ['terminal', 'signal', 'ntfy']}, BOB_USER];
  await using fixture = await openTestDaemon({
    home: home.path,
    models: model.models,
    channels: [fakeChannel('signal'), fakeChannel('ntfy')],
    config: {...CONFIG, users, ntfy: {url: 'http://127.0.0.1:9', topic: 'top'}},
  });
  const request = {session: 'rooster:main', text: 'the cellar is wet', deliver: true} as const;
  expect((await fixture.call('session.preview', request)).effects).toContain(
    'Sends the reply to alice, like an announcement.',
  );
  await fixture.call('session.inject', request);
  const toPhone = await fixture.event('delivery.queued');
  expect(toPhone.delivery).toMatchObject({address: 'signal:alice-uuid', text: 'the water runs'});

  const named = {session: 'rooster:main', text: 'again', replyTo: 'terminal:default'} as const;
  expect((await fixture.call('session.preview', named)).effects).toContain('Sends the reply to terminal:default.');
  await fixture.call('session.inject', named);
  await fixture.event('message.added', ({message}) => message.text === 'only here');
  const {deliveries} = await fixture.call('outbox.list', {});
  expect(deliveries.filter(({text}) => text === 'only here').map(({address}) => address)).toEqual(['terminal:default']);
});

test.each([
  [{replyTo: 'signal:stranger'}, 'Nobody configured is at "signal:stranger": add it to the "match" of a user.'],
  [{replyTo: 'signal:alice-uuid', deliver: false}, "'replyTo' delivers the reply and 'deliver' is false"],
] as const)('%j is refused by the injection and by its dry run, and nothing is stored', async (reply, reason) => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path, config: CONFIG});
  const request = {session: BOB, text: 'say it', ...reply} as const;
  await expect(fixture.call('session.inject', request)).rejects.toThrow(reason);
  await expect(fixture.call('session.preview', request)).rejects.toThrow(reason);
  expect((await fixture.call('session.list', {})).sessions).toEqual([]);
});

test('a dry run says the trust that the policy allows', async () => {
  using home = tempDir();
  using model = scriptedModel(['noted']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models, config: CONFIG});
  const request = {
    session: 'rooster:group:signal:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=',
    text: 'x',
    trust: 'full',
  } as const;
  const preview = await fixture.call('session.preview', request);
  expect(preview.effects).toContain(
    'Runs at trust familiar, the most that this conversation allows; its tools take effect.',
  );
  await fixture.call('session.inject', request);
  expect(await fixture.event('turn.started')).toMatchObject({trust: preview.trust});
});

test.each([
  [undefined, []],
  [true, ['signal:alice-uuid On its way.']],
])('an injected message at the terminal, with deliver: %s, sends to the phone: %j', async (deliver, sent) => {
  using home = tempDir();
  using model = scriptedModel(['On its way.']);
  const signal = fakeChannel();
  const users = [{name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']}];
  const config = {users};
  await using fixture = await openTestDaemon({home: home.path, models: model.models, config, channels: [signal]});
  await fixture.call('session.inject', {session: 'rooster:main', text: 'look', ...(deliver && {deliver})});
  await fixture.event('turn.ended');
  await fixture.clock.advance(MINUTE);
  expect(signal.sent.map(({to, text}) => `${to} ${text}`)).toEqual(sent);
});

test('a person who writes in the conversation of another one limits it to their own trust', async () => {
  using home = tempDir();
  using model = scriptedModel(['Hello Bob.', 'Hello Carol.']);
  const users = [
    {name: 'carol', trust: 'inner', match: ['terminal:default']},
    {name: 'bob', trust: 'full', match: ['signal:bob-uuid']},
  ];
  const signal = fakeChannel();
  const config = {...CONFIG, users};
  await using fixture = await openTestDaemon({home: home.path, models: model.models, config, channels: [signal]});
  await signal.says('bob-uuid', 'hello');
  const session = 'rooster:person:bob';
  await fixture.event('turn.ended');
  const {turnId} = await fixture.call('session.send', {session, text: 'It is me, Carol.'});
  await fixture.event('turn.ended', ended => ended.turnId === turnId);
  const {messages} = await fixture.call('session.history', {session});
  const limitsOf = (text: string) => messages.find(message => message.text === text)?.limits;
  expect(limitsOf('hello')).toBeUndefined();
  expect(limitsOf('It is me, Carol.')).toEqual([{trust: 'inner', by: {kind: 'user', name: 'carol'}}]);
});

const BOB = 'rooster:dm:signal:bob-uuid';
const ALICE = {name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']};
const BOB_USER = {name: 'bob', trust: 'familiar', match: ['signal:bob-uuid']};
const CONFIG = {
  users: [ALICE, BOB_USER],
  signal: {account: '+15550001', groups: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=']},
};

const rowsIn = (home: string): Readonly<Record<string, unknown>> => {
  using database = new DatabaseSync(`${home}/rooster.db`, {readOnly: true});
  const tables = database.prepare("SELECT name FROM sqlite_master WHERE type = 'table'").all();
  return Object.fromEntries(
    tables.map(({name}) => [String(name), database.prepare(`SELECT * FROM "${String(name)}"`).all()]),
  );
};
