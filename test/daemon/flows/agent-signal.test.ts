import {expect, test} from 'vitest';
import {answeredMessage} from '../../../src/daemon/channels/inbox/answered-message.ts';
import {createOutbox} from '../../../src/daemon/delivery/outbox.ts';
import {createAgentSignal, type Reaction} from '../../../src/daemon/flows/agent/agent-signal.ts';
import {replyOwed} from '../../../src/daemon/routing/contacts.ts';
import {createSessionIndex} from '../../../src/daemon/sessions/session-index.ts';
import {createSessions} from '../../../src/daemon/sessions/session-registry.ts';
import {randomIds} from '../../../src/daemon/system/random-ids.ts';
import {createSignalTools} from '../../../src/daemon/tools/signal.ts';
import {HOUR} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {testConfig} from '../../support/test-config.ts';
import {testCore} from '../../support/test-core.ts';
import {toolContext} from '../../support/tool-context.ts';
import {aMessage, aTurn, noon, openTestStore} from '../store/store-fixture.ts';

const BOB = '44444444-4444-4444-8444-444444444444';
const MALLORY = '55555555-5555-4555-8555-555555555555';
const GROUP = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=';
const config = testConfig({
  users: [
    {name: 'alice', trust: 'full', match: ['signal:alice-uuid']},
    {name: 'bob', trust: 'inner', match: [`signal:${BOB}`]},
    {name: 'carol', trust: 'familiar', match: ['terminal:default']},
  ],
  signal: {account: '+15550000001', groups: [GROUP]},
});
const DM = 'rooster:dm:signal:alice-uuid' as const;

const open = () => {
  const clock = fakeClock();
  const store = openTestStore({clock});
  const ids = randomIds();
  const reactions: Reaction[] = [];
  const actions = createAgentSignal({
    ...testCore({
      clock,
      ids,
      log: memoryLog(),
      store,
      config: () => config,
      outbox: createOutbox({clock, ids, store}),
      index: createSessionIndex({store, sessions: createSessions()}),
      people: {canonical: address => address},
    }),
    whyNotSent: async path => (path === 'plan.pdf' ? undefined : `No file ${path} in the workspace.`),
    react: async reaction => void reactions.push(reaction),
    named: answeredMessage,
  });
  const use = (name: string, input: object, over: Parameters<typeof toolContext>[0] = {}) => {
    const tool = createSignalTools(actions).find(({spec}) => spec.name === name);
    if (tool === undefined) throw new Error(`no tool ${name}`);
    return tool.run(input, toolContext({session: DM, ...over}));
  };
  return {
    clock,
    store,
    reactions,
    use,
    queued: () => store.deliveries.list({limit: 10}).map(({address, text, key}) => ({address, text, key})),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
};

test('a message to a configured person is in the outbox, keyed by its call, and in their conversation', async () => {
  using fixture = open();
  const output = await fixture.use('signal_send', {to: 'bob', text: 'Alice is late.'});
  expect(output).toMatchObject({ok: true, text: expect.stringContaining(`on its way to signal:${BOB}`)});
  await fixture.use('signal_send', {to: 'bob', text: 'Alice is late.'});
  expect(fixture.queued()).toEqual([
    {address: `signal:${BOB}`, text: 'Alice is late.', key: `turn_1:call_1@signal:${BOB}`},
  ]);
  const told = fixture.store.messages.context('rooster:person:bob');
  expect(told.map(({role, text, channel}) => [role, text, channel])).toEqual([
    ['assistant', 'Alice is late.', 'signal'],
  ]);
});

test('without a recipient a message, or a file alone, goes to the current conversation', async () => {
  using fixture = open();
  expect(await fixture.use('signal_send', {files: ['plan.pdf']})).toMatchObject({ok: true});
  expect(fixture.store.deliveries.list({limit: 1})).toMatchObject([
    {address: 'signal:alice-uuid', text: '', files: ['plan.pdf'], state: 'queued'},
  ]);
  expect(fixture.store.messages.context(DM)).toEqual([]);
});

test('the agent can write to a configured group', async () => {
  using fixture = open();
  expect(await fixture.use('signal_send', {to: `signal:group:${GROUP}`, text: 'hello all'})).toMatchObject({ok: true});
  expect(fixture.queued()).toMatchObject([{address: `signal:group:${GROUP}`}]);
});

test.each<[string, object, string]>([
  ['a stranger', {to: `signal:${MALLORY}`, text: 'x'}, 'not in the configuration'],
  ['a stranger’s number', {to: '+15559999999', text: 'x'}, 'not in the configuration'],
  ['a group that is not allowed', {to: 'signal:group:BBBB', text: 'x'}, 'not in the configuration'],
  ['Unknown contact', {to: 'dave', text: 'x'}, 'Unknown contact'],
  ['somebody without Signal', {to: 'carol', text: 'x'}, 'no address'],
  ['nothing to say', {to: 'bob', text: ' '}, 'Say what to send'],
  ['a file that is not there', {to: 'bob', files: ['gone.pdf']}, 'No file gone.pdf'],
])('%s: the model gets an error, and nothing is queued', async (_, input, says) => {
  using fixture = open();
  expect(await fixture.use('signal_send', input)).toMatchObject({ok: false, text: expect.stringContaining(says)});
  expect(fixture.queued()).toEqual([]);
});

test('outside Signal the recipient must be named', async () => {
  using fixture = open();
  const output = await fixture.use('signal_send', {text: 'x'}, {session: 'rooster:main'});
  expect(output).toMatchObject({ok: false, text: 'This conversation is not on Signal. Name a contact.'});
});

test('a reaction goes to the message being answered and settles the owed reply', async () => {
  using fixture = open();
  fixture.store.turns.put(aTurn('1', {session: DM}));
  fixture.store.messages.add(
    aMessage('1', {session: DM, turnId: 'turn_1'}),
    'signal:alice-uuid/alice-uuid/1700000000001',
  );
  fixture.store.ledger.note({address: 'signal:alice-uuid', way: 'in', at: noon, id: 'msg_1'});
  expect(await fixture.use('signal_react', {emoji: '👍🏽'})).toEqual({ok: true, text: 'Reacted with 👍🏽.'});
  expect(fixture.reactions).toEqual([
    {to: 'signal:alice-uuid', emoji: '👍🏽', author: 'alice-uuid', timestamp: 1_700_000_000_001, remove: false},
  ]);
  expect(replyOwed(fixture.store.ledger, ['signal:alice-uuid'])).toMatchObject({owed: false});
  // It isn't an answer: the turn's last text is still sent.
  expect(fixture.queued()).toEqual([]);
  expect(await fixture.use('signal_react', {emoji: 'yes'})).toMatchObject({ok: false});
  expect(await fixture.use('signal_react', {emoji: '👍👍'})).toMatchObject({ok: false});
});

test("a message from outside Signal can't get a reaction", async () => {
  using fixture = open();
  expect(await fixture.use('signal_react', {emoji: '👍'})).toMatchObject({
    ok: false,
    text: expect.stringContaining('on Signal, so you can'),
  });
  expect(fixture.reactions).toEqual([]);
});

test('messages exchanged with a contact are listed with times, oldest first', async () => {
  using fixture = open();
  const session = `rooster:dm:signal:${BOB}`;
  const bob = {kind: 'user', name: 'bob', channel: 'signal'} as const;
  fixture.store.messages.add(aMessage('1', {session, source: bob, text: 'Are you there?', at: noon - HOUR}));
  fixture.store.messages.add(aMessage('2', {session, role: 'tool', text: 'output'}));
  fixture.store.messages.add(aMessage('3', {session, role: 'assistant', text: 'I am.', at: noon}));
  expect((await fixture.use('signal_history', {with: 'bob'})).text).toBe(
    '[today 11:00] bob: Are you there?\n[today 12:00] you: I am.',
  );
  expect((await fixture.use('signal_history', {with: 'bob', limit: 1})).text).toBe(
    '(there is more before this)\n[today 12:00] you: I am.',
  );
  // His one conversation goes on where that of his address ended; what he says elsewhere isn't on Signal.
  const now = {session: 'rooster:person:bob', source: bob, at: noon} as const;
  fixture.store.messages.add(aMessage('4', {...now, text: 'Good.', channel: 'signal'}));
  fixture.store.messages.add(aMessage('5', {...now, text: 'At the desk.', channel: 'terminal'}));
  expect((await fixture.use('signal_history', {with: 'bob', limit: 2})).text).toBe(
    '(there is more before this)\n[today 12:00] you: I am.\n[today 12:00] bob: Good.',
  );
  expect((await fixture.use('signal_history', {})).text).toContain('No messages with signal:alice-uuid');
});
