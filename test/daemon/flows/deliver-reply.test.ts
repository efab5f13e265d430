import {expect, test} from 'vitest';
import {answeredMessage} from '../../../src/daemon/channels/inbox/answered-message.ts';
import {createOutbox} from '../../../src/daemon/delivery/outbox.ts';
import {createReplyDelivery} from '../../../src/daemon/flows/deliver-reply.ts';
import {replyOwed} from '../../../src/daemon/routing/contacts.ts';
import type {Turn, TurnOutcome} from '../../../src/shared/records/turn.ts';
import {MINUTE} from '../../../src/shared/time/time.ts';
import {countingIds} from '../../support/counting-ids.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {testCore} from '../../support/test-core.ts';
import {aMessage, aTurn, noon, openTestStore} from '../store/store-fixture.ts';

const DM = 'rooster:dm:signal:alice-uuid' as const;
const GROUP = 'rooster:group:signal:AAEC/w==' as const;

const openReplies = (session: typeof DM | typeof GROUP = DM) => {
  const clock = fakeClock();
  const store = openTestStore({clock});
  const closing = new AbortController();
  const chat = session === DM ? 'signal:alice-uuid' : 'signal:group:AAEC/w==';
  const turn = aTurn('1', {session, deliver: true});
  const deliver = createReplyDelivery({
    ...testCore({
      clock,
      store,
      outbox: createOutbox({clock, ids: countingIds(), store}),
      closing: closing.signal,
      people: {addressesOf: () => []},
      reach: {aim: ({otherwise}) => otherwise},
    }),
    sendTool: () => undefined,
    named: answeredMessage,
  });
  store.turns.put(turn);
  store.messages.add(
    aMessage('1', {session, turnId: turn.id, text: 'When is it?'}),
    `${chat}/alice-uuid/1700000000001`,
  );
  return {
    clock,
    store,
    close: () => {
      closing.abort();
    },
    end: (outcome: TurnOutcome, of: Turn = turn) => {
      store.transact(emit => deliver(of, outcome, emit));
      return store.deliveries.list({limit: 5}).map(({text}) => text);
    },
    reply: (text = 'At noon.') => {
      store.transact(emit => deliver(turn, {kind: 'replied', text}, emit));
      return store.deliveries.list({limit: 5})[0];
    },
    turn,
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
};

test('a prompt answer in a direct chat quotes nothing', () => {
  using fixture = openReplies();
  expect(fixture.reply()).toMatchObject({text: 'At noon.', address: 'signal:alice-uuid'});
  expect(fixture.reply()).not.toHaveProperty('quote', expect.anything());
});

test('every answer in a group quotes its question', () => {
  using fixture = openReplies(GROUP);
  expect(fixture.reply()).toMatchObject({
    address: 'signal:group:AAEC/w==',
    quote: {id: '1700000000001', author: 'alice-uuid', text: 'When is it?'},
  });
});

test('a late answer quotes its question', async () => {
  using fixture = openReplies();
  await fixture.clock.advance(5 * MINUTE + 1);
  expect(fixture.reply()).toMatchObject({quote: {id: '1700000000001'}});
});

test.each(['user', 'assistant'] as const)('an answer after another message (%s) quotes its question', role => {
  using fixture = openReplies();
  fixture.store.messages.add(aMessage('2', {session: DM, role, turnId: 'turn_2', at: noon}));
  expect(fixture.reply()).toMatchObject({quote: {id: '1700000000001'}});
});

test('messages of the turn itself cause no quote', () => {
  using fixture = openReplies();
  fixture.store.messages.add(aMessage('2', {session: DM, role: 'assistant', turnId: 'turn_1', at: noon}));
  fixture.store.messages.add(aMessage('3', {session: DM, role: 'system', at: noon}));
  expect(fixture.reply()).not.toHaveProperty('quote', expect.anything());
});

test('an answer without text is not sent', () => {
  using fixture = openReplies(GROUP);
  expect(fixture.reply('HEARTBEAT_OK')).toBeUndefined();
});

test.each([
  ['NO_ACTION_NEEDED', false],
  ['At noon.', true],
])('a turn that ends with %j owes a reply until it is sent: %s', (text, owed) => {
  using fixture = openReplies();
  const {store} = fixture;
  const asked = store.messages.ofTurn('turn_1')[0];
  store.ledger.note({address: 'signal:alice-uuid', way: 'in', at: asked?.at ?? 0, id: 'msg_1'});
  store.messages.add(aMessage('2', {role: 'assistant', turnId: 'turn_1', session: DM, text}));
  fixture.reply(text);
  expect(replyOwed(store.ledger, ['signal:alice-uuid']).owed).toBe(owed);
  store.ledger.note({address: 'signal:alice-uuid', way: 'in', at: (asked?.at ?? 0) + 1, id: 'msg_3'});
  expect(replyOwed(store.ledger, ['signal:alice-uuid']).owed, 'what came in since').toBe(true);
});

test('an alarm that needs no reply leaves the question of a person owed', () => {
  using fixture = openReplies();
  const {store} = fixture;
  store.ledger.note({address: 'signal:alice-uuid', way: 'in', at: noon, id: 'msg_1'});
  const source = {kind: 'alarm', name: 'alm_1'} as const;
  const turn = aTurn('2', {session: DM, deliver: true, source});
  store.turns.put(turn);
  store.messages.add(aMessage('2', {session: DM, turnId: turn.id, source, at: noon + MINUTE}));
  const text = 'NO_ACTION_NEEDED';
  store.messages.add(aMessage('3', {role: 'assistant', turnId: turn.id, session: DM, text, at: noon + MINUTE}));
  expect(fixture.end({kind: 'silent'}, turn)).toEqual([]);
  expect(replyOwed(store.ledger, ['signal:alice-uuid']).owed).toBe(true);
});

const saysBesideACall = ({store}: Pick<ReturnType<typeof openReplies>, 'store'>, id: string, text: string) =>
  store.messages.add(
    aMessage(id, {
      session: DM,
      role: 'assistant',
      turnId: 'turn_1',
      source: {kind: 'agent'},
      text,
      toolCalls: [{callId: id, name: 'bash', input: {}}],
    }),
  );
const FAILED: TurnOutcome = {kind: 'failed', error: 'openai/gpt is overloaded (503). Try again in a while.'};

test('an error is delivered to nobody', () => {
  using fixture = openReplies();
  expect(fixture.end(FAILED)).toEqual([]);
  expect(fixture.end({kind: 'aborted', error: 'The turn was aborted.'})).toEqual([]);
});

test('a failed turn delivers the text beside its tool calls, not the error', () => {
  using fixture = openReplies();
  saysBesideACall(fixture, '2', 'The train leaves at 9:14.');
  saysBesideACall(fixture, '3', 'HEARTBEAT_OK');
  saysBesideACall(fixture, '4', 'I look for the platform.');
  expect(fixture.end(FAILED)).toEqual(['The train leaves at 9:14.\n\nI look for the platform.']);
});

test('a turn that failed after its answer was sent delivers nothing more', () => {
  using fixture = openReplies();
  saysBesideACall(fixture, '2', 'I send it.');
  fixture.reply('At 9:14.');
  expect(fixture.end(FAILED)).toEqual(['At 9:14.']);
});

test('a turn stopped by a person delivers nothing; one stopped by a shutdown goes on, and after the last start delivers its text so far', () => {
  using fixture = openReplies();
  saysBesideACall(fixture, '2', 'The train leaves at 9:14.');
  const stopped: TurnOutcome = {kind: 'aborted', error: 'The turn was aborted.'};
  expect(fixture.end(stopped)).toEqual([]);
  fixture.close();
  expect(fixture.end(stopped, {...fixture.turn, source: {kind: 'alarm', name: 'alm_1'}})).toEqual([]);
  expect(fixture.end(stopped)).toEqual([]);
  expect(fixture.end(stopped, {...fixture.turn, attempt: 5})).toEqual(['The train leaves at 9:14.']);
});
