import {expect, test} from 'vitest';
import {createOutbox} from '../../../../src/daemon/delivery/outbox.ts';
import {createInboundHandler} from '../../../../src/daemon/flows/chat/inbound-handler.ts';
import type {ChatAnswer} from '../../../../src/daemon/ports/channel.ts';
import type {Entry} from '../../../../src/daemon/router.ts';
import {replyOwed} from '../../../../src/daemon/routing/contacts.ts';
import {chooseChat} from '../../../../src/daemon/sessions/chosen-chat.ts';
import {createSessionIndex} from '../../../../src/daemon/sessions/session-index.ts';
import {createSessions} from '../../../../src/daemon/sessions/session-registry.ts';
import type {Inbound} from '../../../../src/shared/records/delivery/injection.ts';
import type {SessionKey} from '../../../../src/shared/records/session-key.ts';
import {GatewayError} from '../../../../src/shared/text/gateway-error.ts';
import {conversationsOf} from '../../../support/conversations.ts';
import {countingIds} from '../../../support/counting-ids.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {memoryLog} from '../../../support/memory-log.ts';
import {testCore} from '../../../support/test-core.ts';
import {aDelivery, aMessage, anAlarm, aReminder, aSession, aTurn, openTestStore} from '../../store/store-fixture.ts';

const SESSION = 'rooster:dm:signal:alice-uuid';

const fixture = ({taken = false, entry}: {taken?: boolean; entry?: () => Entry} = {}) => {
  const clock = fakeClock();
  const store = openTestStore({clock});
  const dispatched: Inbound[] = [];
  const answers: ChatAnswer[] = [];
  const sessions: SessionKey[] = [];
  const changed: string[] = [];
  const listening = store.onCommitted(events => {
    for (const event of events) if (event.type === 'message.changed') changed.push(event.message.text);
  });
  const ids = countingIds();
  const handler = createInboundHandler({
    ...testCore({
      store,
      clock,
      ids,
      outbox: createOutbox({store, clock, ids}),
      log: memoryLog(),
      index: createSessionIndex({store, sessions: createSessions()}),
      people: {current: conversationsOf().current, userIn: session => (session.includes('bob') ? 'bob' : 'alice')},
    }),
    isJob: name => name === 'standup',
    router: {
      dispatch: async (inbound, route) => {
        if (entry !== undefined) return entry();
        dispatched.push(inbound);
        sessions.push(route.session);
        return {kind: 'accepted', session: SESSION, turnId: 'turn_1', outcome: Promise.resolve({kind: 'silent'})};
      },
    },
    named: () => undefined,
    resolveRoute: ({sender}) =>
      sender === 'alice-uuid'
        ? {kind: 'route', session: SESSION, replyTo: 'signal:alice-uuid', trust: 'full', user: 'alice', zone: 'UTC'}
        : {kind: 'refused', reason: 'unknown-sender'},
    commands: {perform: async words => words.startsWith('/')},
    readVoice: async inbound => inbound,
    takeAnswer: async answer => {
      answers.push(answer);
      return taken ? 'taken' : 'not-ours';
    },
  });
  return {
    store,
    handler,
    dispatched,
    sessions,
    answers,
    changed,
    texts: () => store.messages.page(SESSION, {limit: 10}).messages.map(({role, text}) => [role, text]),
    [Symbol.dispose]: () => {
      listening[Symbol.dispose]();
      store[Symbol.dispose]();
    },
  };
};

const said = {channel: 'signal', sender: 'alice-uuid', text: 'hello', at: 5, key: 'k1'} as const;
const change = {channel: 'signal', sender: 'alice-uuid', at: 6, key: 'k2', of: 'k1'} as const;

const withMessage = (by: ReturnType<typeof fixture>, state: 'queued' | 'ended') => {
  by.store.sessions.put(aSession({key: SESSION}));
  by.store.turns.put(aTurn('1', {session: SESSION, state}));
  by.store.messages.add(aMessage('1', {session: SESSION, turnId: 'turn_1', text: 'at five'}), 'k1');
};

test('a message becomes a turn, unless it is a command, an answer to a reminder, or refused', async () => {
  using by = fixture();
  expect(await by.handler.handle(said)).toEqual({kind: 'kept'});
  expect(await by.handler.handle({...said, key: 'k3', text: '/help'})).toEqual({kind: 'kept'});
  expect(await by.handler.handle({...said, key: 'k4', sender: 'mallory'})).toMatchObject({kind: 'refused'});
  expect(by.dispatched.map(({text}) => text)).toEqual(['hello']);
  using answering = fixture({taken: true});
  expect(await answering.handler.handle({...said, text: 'done', answers: 'dlv_1'})).toEqual({kind: 'kept'});
  expect(answering.dispatched).toEqual([]);
  expect(answering.answers).toMatchObject([
    {kind: 'reply', text: 'done', to: 'dlv_1', chat: 'signal:alice-uuid', key: 'k1'},
  ]);
});

test('the first mail of a thread opens its conversation; a reply to a delivery goes where it was sent from', async () => {
  using by = fixture();
  by.store.sessions.put(aSession({key: 'rooster:main'}));
  by.store.sessions.put(aSession({key: 'rooster:person:bob'}));
  by.store.deliveries.add(aDelivery('1', {session: 'rooster:main'}));
  by.store.deliveries.add(aDelivery('2', {session: 'rooster:person:bob'}));
  by.store.deliveries.add(aDelivery('3', {session: 'rooster:cron:morning'}));
  const mail = {...said, thread: {id: 'abcd1234', title: 'Lunch'}};
  for (const [key, answers] of [
    ['m0', undefined],
    ['m1', 'dlv_1'],
    ['m2', 'dlv_2'],
    ['m3', 'dlv_3'],
  ] as const) {
    await by.handler.handle({...mail, key, ...(answers !== undefined && {answers})});
  }
  // The route of this fixture stands for the thread's.
  expect(by.sessions).toEqual([SESSION, 'rooster:main', SESSION, SESSION]);
  expect(by.store.sessions.get(SESSION)).toMatchObject({kind: 'mail', title: 'Lunch', user: 'alice', trust: 'full'});
});

test('a message is retried when the queue is full or its sender is rate-limited', async () => {
  using full = fixture({
    entry: () => {
      throw new GatewayError('busy', '100 messages wait already.');
    },
  });
  expect(await full.handler.handle(said)).toEqual({kind: 'later', because: '100 messages wait already.'});
  using fast = fixture({entry: () => ({kind: 'refused', reason: 'Too many.', later: true})});
  expect(await fast.handler.handle(said)).toEqual({kind: 'later', because: 'Too many.'});
});

test("context is stored without a turn, and context stored before isn't repeated", async () => {
  using by = fixture();
  await by.handler.handle({...said, context: true});
  await by.handler.handle({...said, context: true});
  await by.handler.handle(said);
  expect(by.texts()).toEqual([['user', 'hello']]);
  expect(by.dispatched).toEqual([]);
});

test('an edit replaces text that no turn has read', async () => {
  using by = fixture();
  withMessage(by, 'queued');
  await by.handler.change({...change, text: 'at six'});
  expect(by.texts()).toEqual([['user', 'at six']]);
  expect(by.changed).toEqual(['at six']);
  expect(by.store.messages.search('five', {limit: 5})).toEqual([]);
  expect(by.store.messages.search('six', {limit: 5})).toHaveLength(1);
});

test('a repeated edit of unread text starts no turn after the original turn', async () => {
  using by = fixture();
  withMessage(by, 'queued');
  await by.handler.change({...change, text: 'at six'});
  by.store.turns.put(aTurn('1', {session: SESSION, state: 'ended'}));
  expect(await by.handler.change({...change, text: 'at six'})).toEqual({kind: 'kept'});
  expect(by.dispatched).toEqual([]);
  await by.handler.change({...change, key: 'k3', text: 'at seven'});
  expect(by.dispatched).toMatchObject([{key: 'k3'}]);
});

test("an edit of an answered message starts a turn that names the change and the old text's reminders", async () => {
  using by = fixture();
  withMessage(by, 'ended');
  by.store.reminders.add(aReminder('1', {turnId: 'turn_1', message: 'call mum'}));
  expect(await by.handler.change({...change, text: 'at six'})).toEqual({kind: 'kept'});
  const made = {reminders: ['rem_1'], alarms: [], jobs: []};
  const edit = {before: 'at five', set: [expect.stringMatching(/^"call mum", .+ \(rem_1\)$/u)], made};
  expect(by.dispatched).toMatchObject([{key: 'k2', sender: 'alice-uuid', text: 'at six', details: {edit}}]);
});

test('an edit names what earlier edits have set, also alarms and jobs, and nothing that is over', async () => {
  using by = fixture();
  withMessage(by, 'ended');
  by.store.reminders.add(aReminder('1', {turnId: 'turn_1', state: 'cancelled'}));
  by.store.turns.put(aTurn('2', {session: SESSION, state: 'ended'}));
  const before = {before: 'at five', made: {reminders: ['rem_3'], alarms: [], jobs: []}} as const;
  by.store.messages.add(aMessage('2', {session: SESSION, turnId: 'turn_2', details: {edit: before}}), 'k5');
  by.store.reminders.add(aReminder('2', {turnId: 'turn_2'}));
  by.store.reminders.add(aReminder('3', {turnId: 'turn_9'}));
  by.store.alarms.add(anAlarm('1', {turnId: 'turn_2', message: 'look again'}));
  const calls = ['standup', 'gone', 'failed'].map(name => ({
    callId: name,
    name: 'cron',
    input: {action: 'create', name},
  }));
  by.store.messages.add(aMessage('3', {session: SESSION, turnId: 'turn_2', role: 'assistant', toolCalls: calls}));
  for (const callId of ['standup', 'gone']) {
    const tool = {callId, name: 'cron', ok: true, tookMs: 0};
    by.store.messages.add(aMessage(`tool_${callId}`, {session: SESSION, turnId: 'turn_2', role: 'tool', tool}));
  }
  await by.handler.change({...change, key: 'k6', text: 'at six', revisions: ['k5']});
  const made = {reminders: ['rem_3', 'rem_2'], alarms: ['alm_1'], jobs: ['standup']};
  expect(by.dispatched).toMatchObject([{details: {edit: {made}}}]);
  expect(by.dispatched[0]?.details?.edit?.set?.slice(2)).toEqual([
    expect.stringMatching(/^the alarm "look again"/u),
    'the job "standup"',
  ]);
});

test('an edit that starts a turn owes a reply; an edit of unread text owes no second one', async () => {
  const owed = (by: ReturnType<typeof fixture>) => replyOwed(by.store.ledger, ['signal:alice-uuid']).owed;
  using answered = fixture();
  withMessage(answered, 'ended');
  answered.store.ledger.note({address: 'signal:alice-uuid', way: 'out', at: 5, id: 'dlv_1'});
  await answered.handler.change({...change, text: 'at six'});
  expect(owed(answered)).toBe(true);
  answered.store.ledger.note({address: 'signal:alice-uuid', way: 'out', at: 7, id: 'dlv_2'});
  expect(owed(answered)).toBe(false);
  using unknown = fixture();
  await unknown.handler.change({...change, text: 'at six'});
  expect(owed(unknown)).toBe(true);
  using unread = fixture();
  withMessage(unread, 'queued');
  await unread.handler.change({...change, text: 'at six'});
  expect(unread.store.ledger.of('signal:alice-uuid').newestIn).toBeUndefined();
});

test.each([
  ['an edited', {text: 'at six'}, ['at five', 'at six']],
  ['a deleted', {}, ['[This message was deleted by its author.]']],
] as const)('%s message that waits to be asked again is not asked with its old text', async (_, changed, texts) => {
  using by = fixture();
  withMessage(by, 'ended');
  by.store.turns.put(aTurn('1', {session: SESSION, state: 'ended', retry: 'waiting'}));
  await by.handler.change({...change, ...changed});
  expect(by.store.turns.get('turn_1')?.retry).toBe('used');
  expect([...by.texts().map(([, text]) => text), ...by.dispatched.map(({text}) => text)]).toEqual(texts);
});

test('an edit is retried while the queue is full', async () => {
  using by = fixture({entry: () => ({kind: 'refused', reason: 'Too much.', later: true})});
  withMessage(by, 'ended');
  expect(await by.handler.change({...change, text: 'at six'})).toEqual({kind: 'later', because: 'Too much.'});
});

test('an edit of an unknown message is a new message', async () => {
  using by = fixture();
  expect(await by.handler.change({...change, text: 'at six'})).toEqual({kind: 'kept'});
  expect(by.dispatched).toMatchObject([{key: 'k2', text: 'at six'}]);
});

test("an edit of a group message that wasn't for the agent is noted once and not answered", async () => {
  using by = fixture();
  by.store.sessions.put(aSession({key: SESSION}));
  by.store.messages.add(aMessage('1', {session: SESSION, text: 'at five'}), 'k1');
  await by.handler.change({...change, text: 'at six'});
  await by.handler.change({...change, text: 'at six'});
  expect(by.dispatched).toEqual([]);
  const {messages} = by.store.messages.page(SESSION, {limit: 10});
  expect(messages.at(-1)).toMatchObject({role: 'user', text: 'at six', details: {edit: {before: 'at five'}}});
  expect(messages).toHaveLength(2);
});

test('deleting a request reports once which reminder it set; the reminder stays', async () => {
  using by = fixture();
  withMessage(by, 'ended');
  by.store.reminders.add(aReminder('1', {turnId: 'turn_1', message: 'call mum'}));
  by.store.reminders.add(aReminder('2', {turnId: 'turn_1', message: 'it was', state: 'cancelled'}));
  await by.handler.change(change);
  await by.handler.change(change);
  const deliveries = by.store.deliveries.list({limit: 9});
  expect(deliveries, 'once, and as no answer').toMatchObject([{address: 'signal:alice-uuid', holding: true}]);
  expect(deliveries[0]?.text).toMatch(
    /^You deleted a message\. The reminder it set stays: "call mum", .+ \(rem_1\)\.$/u,
  );
  expect(by.texts().at(-1)).toEqual(['assistant', deliveries[0]?.text]);
});

test('a deleted message leaves the conversation and the search index', async () => {
  using by = fixture();
  withMessage(by, 'ended');
  await by.handler.change(change);
  await by.handler.change({...change, key: 'k9', of: 'unknown'});
  expect(by.texts()).toEqual([['user', '[This message was deleted by its author.]']]);
  expect(by.store.messages.search('five', {limit: 5})).toEqual([]);
});

test('a message deleted before its answer is owed no reply; one deleted later is', async () => {
  using by = fixture();
  withMessage(by, 'ended');
  const address = 'signal:alice-uuid';
  const owed = () => replyOwed(by.store.ledger, [address]).owed;
  const {at = 0} = by.store.messages.byKey(change.of) ?? {};
  by.store.ledger.note({address, way: 'in', at, id: change.of});
  const said = {session: SESSION, source: {kind: 'user', channel: 'signal'}, text: 'and you?'} as const;
  by.store.messages.add(aMessage('before', {...said, at: at - 1}), 'k0');
  await by.handler.change(change);
  expect(owed()).toBe(true);
  await by.handler.change({...change, of: 'k0', key: 'k10'});
  expect(owed()).toBe(false);
  by.store.ledger.note({address, way: 'in', at: at + 1, id: 'k3'});
  expect(owed()).toBe(true);
});

test('deletion covers all earlier texts of the message, and no other message', async () => {
  using by = fixture();
  withMessage(by, 'ended');
  await by.handler.change({...change, text: 'at six'});
  by.store.messages.add(aMessage('other', {session: 'rooster:main', text: 'not theirs'}), 'elsewhere');
  await by.handler.change({...change, key: 'k9', revisions: [change.key, 'elsewhere']});
  expect(new Set(by.texts().map(([, words]) => words))).toEqual(new Set(['[This message was deleted by its author.]']));
  expect(by.store.messages.byKey('elsewhere')?.text).toBe('not theirs');
});

test('a reaction that answers nothing is stored as a note', async () => {
  using by = fixture();
  by.store.deliveries.add(aDelivery('1', {text: 'Call Bob.'}));
  const reaction = {
    channel: 'signal',
    sender: 'alice-uuid',
    at: 7,
    key: 'k5',
    emoji: '❤️',
    removed: false,
    to: 'dlv_1',
  } as const;
  await by.handler.react(reaction);
  await by.handler.react({...reaction, key: 'k6', removed: true});
  expect(by.texts()).toEqual([
    ['system', 'alice reacted with ❤️ to your message "Call Bob."'],
    ['system', 'alice took back their ❤️ from your message "Call Bob."'],
  ]);
});

const CHAT = 'rooster:chat:trip';

test('a message goes to the conversation that its author chose, but not from a group', async () => {
  using by = fixture();
  by.store.sessions.put(aSession({key: CHAT, user: 'alice'}));
  by.store.transact(() => chooseChat(by.store, 'alice', CHAT));
  await by.handler.handle(said);
  await by.handler.handle({...said, key: 'k3', group: 'AAEC'});
  by.store.transact(() => chooseChat(by.store, 'alice'));
  await by.handler.handle({...said, key: 'k4'});
  expect(by.sessions).toEqual([CHAT, SESSION, SESSION]);
});

test("a chosen conversation that is archived, gone or another person's is not used", async () => {
  using by = fixture();
  by.store.transact(() => chooseChat(by.store, 'alice', CHAT));
  await by.handler.handle(said);
  by.store.sessions.put(aSession({key: CHAT, user: 'bob'}));
  await by.handler.handle({...said, key: 'k3'});
  by.store.sessions.put(aSession({key: CHAT, user: 'alice', archived: true}));
  await by.handler.handle({...said, key: 'k4'});
  expect(by.sessions).toEqual([SESSION, SESSION, SESSION]);
});

test('an edit and a reaction belong to the conversation of their message, wherever the phone is now', async () => {
  using by = fixture();
  by.store.sessions.put(aSession({key: CHAT, user: 'alice'}));
  by.store.turns.put(aTurn('1', {session: CHAT, state: 'ended'}));
  by.store.messages.add(aMessage('five', {session: CHAT, turnId: 'turn_1', text: 'at five'}), 'k1');
  by.store.deliveries.add(aDelivery('1', {session: CHAT}));
  await by.handler.change({...change, text: 'at six'});
  expect(by.sessions).toEqual([CHAT]);
  const reaction = {channel: 'signal', sender: 'alice-uuid', at: 7, key: 'k5', emoji: '👍', removed: false} as const;
  expect(await by.handler.react({...reaction, to: 'dlv_1'})).toEqual({kind: 'kept'});
  expect(by.store.messages.newest(CHAT)?.text).toContain('reacted with 👍');
});
