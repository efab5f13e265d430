import {expect, test} from 'vitest';
import type {SessionKey} from '../../src/shared/records/session-key.ts';
import {MINUTE} from '../../src/shared/time/time.ts';
import {scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

test('a person sends a message and gets an answer', async () => {
  using home = tempDir();
  using model = scriptedModel(['Good morning.']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  expect(await fixture.say('hello')).toBe('Good morning.');
  const kinds = fixture.events.map(({type}) => type);
  expect(kinds).toEqual([
    'daemon.started',
    'session.updated',
    'message.added',
    'session.updated',
    'turn.started',
    'session.updated',
    'message.added',
    'session.updated',
    'turn.ended',
  ]);
  expect(fixture.events.map(({seq}) => seq)).toEqual(kinds.map((_, index) => index + 1));
});

test("a sentinel as answer sends nothing; the model's text is kept", async () => {
  using home = tempDir();
  using model = scriptedModel(['HEARTBEAT_OK', 'All is well. HEARTBEAT_OK']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const one = await fixture.call('session.send', {text: 'hello'});
  expect(await fixture.event('turn.ended', ({turnId}) => turnId === one.turnId)).toMatchObject({outcome: 'silent'});
  const two = await fixture.call('session.send', {text: 'and now?'});
  expect(await fixture.event('turn.ended', ({turnId}) => turnId === two.turnId)).toMatchObject({outcome: 'replied'});
  const {messages} = await fixture.call('session.history', {session: 'rooster:main'});
  expect(messages.map(({text}) => text)).toEqual(['hello', 'HEARTBEAT_OK', 'and now?', 'All is well. HEARTBEAT_OK']);
  expect(await fixture.call('session.list', {})).toMatchObject({sessions: [{messages: 4, unread: 1}]});
});

test('a message that arrives during a turn waits, and is answered after it', async () => {
  using home = tempDir();
  const first = Promise.withResolvers<string>();
  using model = scriptedModel([() => first.promise, 'second answer']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const one = await fixture.call('session.send', {text: 'first'});
  await fixture.event('turn.started', ({turnId}) => turnId === one.turnId);
  const two = await fixture.call('session.send', {text: 'second'});
  expect(await fixture.call('session.list', {})).toMatchObject({sessions: [{busy: true, queued: 1, messages: 2}]});
  first.resolve('first answer');
  await fixture.event('turn.ended', ({turnId}) => turnId === two.turnId);
  const {messages} = await fixture.call('session.history', {session: 'rooster:main'});
  expect(messages.map(({text}) => text)).toEqual(['first', 'second', 'first answer', 'second answer']);
  // The model never saw the second message while it answered the first.
  expect(JSON.stringify(model.asked[0]?.prompt)).not.toContain('second');
});

test('the same key is the same message, even when both arrive at the same time', async () => {
  using home = tempDir();
  using model = scriptedModel(['once']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const [one, two] = await Promise.all([
    fixture.call('session.send', {text: 'hello', key: 'k1'}),
    fixture.call('session.send', {text: 'hello', key: 'k1'}),
  ]);
  expect(two).toEqual(one);
  await fixture.event('turn.ended');
  expect(await fixture.call('session.send', {text: 'hello', key: 'k1'})).toEqual(one);
});

test('a key reused with another text or conversation is a conflict, and nothing is dropped silently', async () => {
  using home = tempDir();
  using model = scriptedModel(['once']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  await fixture.call('session.send', {text: 'hello', key: 'k1'});
  const conflict = {code: 'conflict', message: expect.stringContaining('has other content')};
  await expect(fixture.call('session.send', {text: 'good bye', key: 'k1'})).rejects.toMatchObject(conflict);
  const main = 'rooster:main' as const;
  await expect(fixture.call('session.inject', {session: main, text: 'good bye', key: 'k1'})).rejects.toMatchObject(
    conflict,
  );
  const elsewhere = fixture.call('session.send', {session: 'rooster:cron:x', text: 'hello', key: 'k1'});
  await expect(elsewhere).rejects.toMatchObject(conflict);
  await fixture.event('turn.ended');
});

test('stop overtakes a running turn and ends it as aborted, with its text so far kept apart', async () => {
  using home = tempDir();
  using model = scriptedModel([{hang: true, after: ['I was about to']}]);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const {session, turnId} = await fixture.call('session.send', {text: 'tell me a story'});
  await until('the model is asked', () => model.asked.length === 1);
  await fixture.call('session.stop', {session});
  const ended = await fixture.event('turn.ended', each => each.turnId === turnId);
  expect(ended).toMatchObject({outcome: 'aborted', error: 'You stopped it.'});
});

test('a turn that does not end is aborted after 15 minutes, and says so', async () => {
  using home = tempDir();
  const sleeps = {calls: [{name: 'bash', input: {command: 'sleep 600', timeout_seconds: 300}}]};
  const {models} = scriptedModel(Array.from({length: 9}, () => sleeps));
  await using fixture = await openTestDaemon({home: home.path, models});
  await fixture.call('session.send', {text: 'wait for it'});
  expect(await fixture.whileTimePasses(fixture.event('turn.ended'))).toMatchObject({
    outcome: 'failed',
    error: 'The run took longer than 15 minutes and was aborted.',
    tookMs: 15 * MINUTE,
  });
});

test('a tool runs between two steps, and each step is in the history', async () => {
  using home = tempDir();
  using model = scriptedModel([
    {calls: [{name: 'reminder', input: {action: 'set', when: 'in 20 minutes', message: 'stretch', mode: 'verbatim'}}]},
    'I will remind you.',
  ]);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  expect(await fixture.say('remind me in 20 minutes to stretch')).toBe('I will remind you.');
  const {messages} = await fixture.call('session.history', {session: 'rooster:main'});
  expect(messages.map(({role}) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
  const {reminders} = await fixture.call('reminder.list', {});
  expect(reminders).toMatchObject([
    {message: 'stretch', user: 'owner', delivery: [], ways: ['terminal:default'], state: 'pending'},
  ]);
});

test('a failing model makes a failed turn with a sentence, never an answer, and the message stays', async () => {
  using home = tempDir();
  using model = scriptedModel([KAPUT, KAPUT, KAPUT, 'here again']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const {turnId} = await fixture.call('session.send', {text: 'hello'});
  const ended = await fixture.whileTimePasses(fixture.event('turn.ended', each => each.turnId === turnId));
  expect(ended.outcome).toBe('failed');
  expect(ended.error).toMatch(/\.$/u);
  const {messages, turns} = await fixture.call('session.history', {session: 'rooster:main'});
  expect(messages.map(({role, text}) => [role, text])).toEqual([['user', 'hello']]);
  expect(turns).toMatchObject([{id: turnId, outcome: 'failed'}]);
  expect(await fixture.say('still there?')).toBe('here again');
});

test('an injection by the operator runs at the stated trust, and names its origin', async () => {
  using home = tempDir();
  using model = scriptedModel(['noted']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  await fixture.call('session.inject', {
    session: 'rooster:dm:signal:alice-uuid',
    text: 'look at this',
    trust: 'familiar',
  });
  const started = await fixture.event('turn.started');
  expect(started).toMatchObject({
    trust: 'familiar',
    source: {kind: 'operator'},
    session: 'rooster:dm:signal:alice-uuid',
  });
  await fixture.event('turn.ended');
  expect(model.asked[0]?.tools ?? []).toEqual([]);
  expect(fixture.events.some(({type}) => type === 'delivery.queued')).toBe(false);
});

const ALICE = {name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']};

test('an injection can be previewed without any change', async () => {
  using home = tempDir();
  using model = scriptedModel([]);
  await using fixture = await openTestDaemon({home: home.path, models: model.models, config: {users: [ALICE]}});
  const before = fixture.events.length;
  const request = {
    session: 'rooster:dm:signal:alice-uuid',
    text: 'look at this',
    trust: 'familiar',
    deliver: true,
  } as const;
  expect(await fixture.call('session.preview', request)).toEqual({
    // The key of an address stands for the person's one conversation.
    session: 'rooster:main',
    message: '⟦Injected by the operator:⟧\nlook at this\n⟦End⟧',
    source: {kind: 'operator'},
    trust: 'familiar',
    replyTo: 'signal:alice-uuid',
    effects: [
      'Creates the conversation rooster:main.',
      'Starts a turn at once.',
      'Runs at trust familiar; its tools take effect.',
      'Sends the reply to alice, like an announcement.',
    ],
  });
  const group = {session: 'rooster:group:signal:AAEC', text: 'x', trust: 'full'} as const;
  expect(await fixture.call('session.preview', group)).toMatchObject({trust: 'familiar'});
  await expect(
    fixture.call('session.preview', {session: 'rooster:cron:standup', text: 'x', deliver: true}),
  ).rejects.toThrow('has no address');
  await expect(fixture.call('session.preview', {session: 'other:main', text: 'x'})).rejects.toThrow(
    "isn't a conversation of",
  );
  expect(fixture.events).toHaveLength(before);
});

test('a message that the operator only records starts no turn, and the next turn reads it', async () => {
  using home = tempDir();
  using model = scriptedModel(['I saw it']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const {messageId} = await fixture.call('session.record', {session: 'rooster:main', text: 'the key is under the mat'});
  const added = await fixture.event('message.added');
  expect(added.message).toMatchObject({id: messageId, source: {kind: 'operator'}, role: 'user'});
  expect(model.asked).toEqual([]);
  expect(await fixture.say('where is the key?')).toBe('I saw it');
  expect(JSON.stringify(model.asked[0]?.prompt)).toContain('the key is under the mat');
});

test('with deliver the reply goes to the address of the session', async () => {
  using home = tempDir();
  using model = scriptedModel(['on its way']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models, config: {users: [ALICE]}});
  await fixture.call('session.inject', {session: 'rooster:dm:signal:alice-uuid', text: 'say it', deliver: true});
  const queued = await fixture.event('delivery.queued');
  expect(queued.delivery).toMatchObject({address: 'signal:alice-uuid', text: 'on its way', state: 'queued'});
});

test.each([
  [
    'rooster:dm:signal:stranger-uuid',
    'Nobody configured is at "signal:stranger-uuid": add it to the "match" of a user.',
  ],
  ['rooster:group:signal:ZZZZ', `"signal:group:ZZZZ" isn't an allowed group: add "ZZZZ" to signal.groups.`],
])('nothing is delivered to %s, where nobody is configured', async (session, reason) => {
  using home = tempDir();
  await using fixture = await openTestDaemon({home: home.path, config: {users: [ALICE]}});
  const request = {session: session as SessionKey, text: 'say it', deliver: true};
  await expect(fixture.call('session.inject', request)).rejects.toThrow(reason);
  await expect(fixture.call('session.preview', request)).rejects.toThrow(reason);
  expect((await fixture.call('session.list', {})).sessions).toEqual([]);
});

test('reset begins an empty conversation and keeps stored messages', async () => {
  using home = tempDir();
  using model = scriptedModel(['one', 'two']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  await fixture.say('first thing');
  await fixture.call('session.reset', {session: 'rooster:main'});
  expect(await fixture.call('session.history', {session: 'rooster:main'})).toMatchObject({messages: [], more: false});
  await fixture.say('second thing');
  expect(JSON.stringify(model.asked[1]?.prompt)).not.toContain('first thing');
  const {messages} = await fixture.call('message.search', {text: 'first'});
  expect(messages).toHaveLength(1);
});

test('a waiting message can be withdrawn and is not answered', async () => {
  using home = tempDir();
  const first = Promise.withResolvers<string>();
  using model = scriptedModel([() => first.promise]);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const one = await fixture.call('session.send', {text: 'first'});
  await fixture.event('turn.started');
  const two = await fixture.call('session.send', {text: 'on second thought'});
  expect(await fixture.call('session.retract', {session: 'rooster:main', turnId: two.turnId})).toEqual({
    text: 'on second thought',
  });
  first.resolve('done');
  await fixture.event('turn.ended', ({turnId}) => turnId === one.turnId);
  const {messages} = await fixture.call('session.history', {session: 'rooster:main'});
  expect(messages.map(({text}) => text)).toEqual(['first', 'done']);
});

test('the next daemon answers waiting messages and reports the running one as interrupted', async () => {
  using home = tempDir();
  using model = scriptedModel([{hang: true}]);
  const fixture = await openTestDaemon({home: home.path, models: model.models});
  const one = await fixture.call('session.send', {text: 'first'});
  await until('the model is asked', () => model.asked.length === 1);
  const two = await fixture.call('session.send', {text: 'second'});
  using later = scriptedModel(['the second answer']);
  await using again = await fixture.restart({models: later.models});
  const ended = await again.event('turn.ended', ({turnId}) => turnId === one.turnId);
  const error = 'Interrupted: the daemon stopped. Ask again if you still want an answer.';
  expect(ended).toMatchObject({outcome: 'aborted', error});
  expect(await again.event('turn.ended', ({turnId}) => turnId === two.turnId)).toMatchObject({outcome: 'replied'});
});

const KAPUT = {error: new Error('kaput')};

test('a conversation keeps the title that a person set, until the title is cleared', async () => {
  using home = tempDir();
  using model = scriptedModel(['one', 'two']);
  await using fixture = await openTestDaemon({home: home.path, models: model.models});
  const session = 'rooster:main';
  const title = async (): Promise<string | undefined> =>
    (await fixture.call('session.list', {})).sessions.find(({key}) => key === session)?.title;
  await expect(fixture.call('session.rename', {session, title: 'Work'})).rejects.toThrow('No conversation');
  await fixture.say('hello');
  await fixture.call('session.rename', {session, title: ' Work '});
  expect(fixture.events.at(-1)).toMatchObject({type: 'session.updated', session, state: {title: 'Work'}});
  await fixture.say('hello again');
  expect(await title()).toBe('Work');
  await fixture.call('session.rename', {session, title: ''});
  expect(await title()).toBe('main');
  await expect(fixture.call('session.rename', {session, title: 'two\nlines'})).rejects.toThrow('in one line');
});
