// Replies by tool: on a phone only what the agent sends with its tool arrives, and a turn that sends nothing is reminded once. The
// numbers are those of the requirements drawn from the seed.
import {expect, test} from 'vitest';
import {inMode, keyOf} from '../support/conversation-mode.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {type ScriptedAnswer, type ScriptedTurn, scriptedModel} from '../support/scripted-model.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {until} from '../support/until.ts';

const USERS = inMode([
  {name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']},
  {name: 'carl', trust: 'familiar', match: ['signal:carl-uuid']},
]);

const open = async (answers: readonly ScriptedTurn[], changes: Readonly<Record<string, unknown>> = {}) => {
  const home = tempDir();
  const model = scriptedModel(answers);
  const signal = fakeChannel();
  const signalConfig = {
    account: '+15550000001',
    groups: ['AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8='],
    groupReplies: 'always',
    replies: 'by-tool',
    ...changes,
  };
  let fixture = await openTestDaemon({
    home: home.path,
    models: model.models,
    channels: [signal],
    config: {users: USERS, signal: signalConfig, heartbeat: {enabled: false}, reflection: {enabled: false}},
  });
  return {
    model,
    signal,
    now: () => fixture,
    /** Alice writes on Signal; resolves with how the turn ended. */
    asks: async (text: string, sender = 'alice-uuid', group?: string) => {
      const ended = fixture.events.filter(({type}) => type === 'turn.ended').length;
      await signal.says(sender, text, group);
      await until('the turn ends', () => fixture.events.filter(({type}) => type === 'turn.ended').length > ended);
      const last = fixture.events.findLast(event => event.type === 'turn.ended');
      return last?.type === 'turn.ended' ? last.outcome : undefined;
    },
    sent: async () => (await fixture.call('outbox.list', {limit: 20})).deliveries.map(({text}) => text).toReversed(),
    /** The reminder to the model in the request with this number. */
    reminderIn: (request: number) =>
      /⟦Note: (You are about to end without a reply[^⟧]*)⟧/u.exec(JSON.stringify(model.asked[request]?.prompt))?.[1],
    restart: async () => {
      fixture = await fixture.restart();
    },
    [Symbol.asyncDispose]: async () => {
      await fixture[Symbol.asyncDispose]();
      home[Symbol.dispose]();
      model[Symbol.dispose]();
    },
  };
};

const sends = (input: Readonly<Record<string, unknown>>, text: readonly string[] = []): ScriptedAnswer => ({
  text,
  calls: [{name: 'signal_send', input}],
});

test('AT-01, AT-02, AT-20 prose is never sent; after one reminder the agent sends its answer', async () => {
  await using scene = await open(['It leaves at 9:14.', sends({text: 'At 9:14.'}), 'Sent.']);
  await scene.asks('When does it leave?');
  expect(await scene.sent()).toEqual(['At 9:14.']);
  expect(scene.model.asked).toHaveLength(3);
});

test('AT-05, AT-06, AT-24 a model that ignores the reminder ends at its second attempt', async () => {
  await using scene = await open(['It leaves at 9:14.', 'As I said: at 9:14.']);
  expect(await scene.asks('When does it leave?')).toBe('silent');
  expect([await scene.sent(), scene.model.asked.length]).toEqual([[], 2]);
});

test('AT-21, AT-22, AT-23 the reminder names the channel and its tool, who sees what, and when no reply is needed', async () => {
  await using scene = await open(['It leaves at 9:14.', 'NO_ACTION_NEEDED']);
  await scene.asks('thanks');
  const reminder = scene.reminderIn(1) ?? '';
  for (const part of [
    'Signal',
    'signal_send',
    'sees only what you send',
    'answered',
    'filed away',
    'acknowledgement',
    'end with',
  ])
    expect(reminder).toContain(part);
});

test('AT-04, AT-31 a turn that sent something isn’t reminded, whatever it writes afterwards', async () => {
  await using scene = await open([sends({text: 'One moment.'}), 'It leaves at 9:14.']);
  await scene.asks('When does it leave?');
  expect([await scene.sent(), scene.model.asked.length]).toEqual([['One moment.'], 2]);
});

test("AT-07 the model's claims count for nothing: the ledger decides", async () => {
  await using scene = await open(['I have sent it with signal_send.', 'NO_ACTION_NEEDED']);
  await scene.asks('When does it leave?');
  expect(scene.reminderIn(1)).toBeDefined();
});

test.each<[string, ScriptedTurn[]]>([
  ['says that no reply is needed', ['NO_ACTION_NEEDED']],
  ['reacts', [{calls: [{name: 'signal_send', input: {text: '👍'}}]}, '']],
])('AT-06 an agent that %s is not reminded', async (_, answers) => {
  await using scene = await open(answers);
  await scene.asks('ok, thanks');
  expect(scene.model.asked).toHaveLength(answers.length);
});

test('AT-03, AT-36 a turn at the terminal and an injected one are not reminded, and answer as always', async () => {
  await using scene = await open(['At 9:14.', 'At ten.']);
  expect(await scene.now().say('When does it leave?')).toBe('At 9:14.');
  const {turnId} = await scene
    .now()
    .call('session.inject', {session: keyOf('alice'), text: 'And then?', deliver: true});
  await scene.now().event('turn.ended', event => event.turnId === turnId);
  expect(scene.model.asked).toHaveLength(2);
});

test('AT-05, AT-28 a turn that a restart began again is reminded once, too', async () => {
  await using scene = await open(['It leaves at 9:14.', {hang: true}, 'It leaves at 9:14.', 'As I said.']);
  await scene.signal.says('alice-uuid', 'When does it leave?');
  await until('it was reminded', () => scene.model.asked.length === 2);
  await scene.restart();
  await until('it was reminded again', () => scene.model.asked.length === 4);
  const {messages} = await scene.now().call('session.history', {session: keyOf('alice')});
  const reminders = messages.filter(({source}) => source.kind === 'system' && source.name === 'reply-guard');
  expect(reminders).toHaveLength(1);
});

test('AT-32 a message that arrives during the turn is the next turn, and gets its own answer', async () => {
  await using scene = await open([
    async () => {
      await scene.signal.says('alice-uuid', 'And where from?');
      return sends({text: 'At 9:14.'});
    },
    'Sent.',
    sends({text: 'Platform 3.'}),
    'Sent.',
  ]);
  await scene.signal.says('alice-uuid', 'When does it leave?');
  await until('both are answered', () => scene.model.asked.length === 4);
  expect(await scene.sent()).toEqual(['At 9:14.', 'Platform 3.']);
});

test('AT-33 a group is answered in the group; its turns have no send tool, so automatically', async () => {
  await using scene = await open(['At 9:14.']);
  await scene.asks('When does it leave?', 'alice-uuid', 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=');
  const {deliveries} = await scene.now().call('outbox.list', {});
  expect(deliveries.map(({address, text}) => [address, text])).toEqual([
    ['signal:group:AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=', 'At 9:14.'],
  ]);
});

test('AT-29 the guard has its own switch: without it nothing is sent and nothing is said', async () => {
  await using scene = await open(['It leaves at 9:14.'], {replyGuard: false});
  expect(await scene.asks('When does it leave?')).toBe('silent');
  expect([await scene.sent(), scene.model.asked.length]).toEqual([[], 1]);
});

test('a person whose turns have no send tool is answered automatically', async () => {
  await using scene = await open(['At 9:14.']);
  expect(await scene.asks('When does it leave?', 'carl-uuid')).toBe('replied');
  expect(await scene.sent()).toEqual(['At 9:14.']);
});

test('the text beside the calls of a turn that fails is not sent either', async () => {
  const failing = {error: Object.assign(new Error('x'), {statusCode: 400})};
  await using scene = await open([{text: ['It leaves at'], calls: [{name: 'schedule', input: {}}]}, failing]);
  await scene.asks('When does it leave?');
  expect((await scene.sent()).join()).not.toContain('It leaves at');
});
