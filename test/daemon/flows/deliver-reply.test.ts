import {expect, test} from 'vitest';
import {answeredMessage} from '../../../src/daemon/channels/signal/outbound/answered-message.ts';
import {createOutbox} from '../../../src/daemon/delivery/outbox.ts';
import {createReplyDelivery} from '../../../src/daemon/flows/deliver-reply.ts';
import {replyOwed} from '../../../src/daemon/routing/contacts.ts';
import {MINUTE} from '../../../src/shared/time.ts';
import {countingIds} from '../../support/counting-ids.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {aMessage, aTurn, noon, openTestStore} from '../store/store-house.ts';

const DM = 'rooster:dm:signal:alice-uuid' as const;
const GROUP = 'rooster:group:signal:AAEC/w==' as const;

const openReplies = (session: typeof DM | typeof GROUP = DM) => {
  const clock = fakeClock();
  const store = openTestStore({clock});
  const chat = session === DM ? 'signal:alice-uuid' : 'signal:group:AAEC/w==';
  const turn = aTurn('1', {session, deliver: true});
  const deliver = createReplyDelivery({
    clock,
    store,
    outbox: createOutbox({clock, ids: countingIds(), store}),
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
    reply: (text = 'At noon.') => {
      store.transact(emit => deliver(turn, {kind: 'replied', text}, emit));
      return store.deliveries.list({limit: 5})[0];
    },
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
};

test('an answer that comes at once between two people quotes nothing', () => {
  using house = openReplies();
  expect(house.reply()).toMatchObject({text: 'At noon.', address: 'signal:alice-uuid'});
  expect(house.reply()).not.toHaveProperty('quote');
});

test('in a group every answer quotes what it answers', () => {
  using house = openReplies(GROUP);
  expect(house.reply()).toMatchObject({
    address: 'signal:group:AAEC/w==',
    quote: {id: '1700000000001', author: 'alice-uuid', text: 'When is it?'},
  });
});

test('a late answer quotes what it answers', async () => {
  using house = openReplies();
  await house.clock.advance(5 * MINUTE + 1);
  expect(house.reply()).toMatchObject({quote: {id: '1700000000001'}});
});

test.each(['user', 'assistant'] as const)('an answer behind another message (%s) quotes what it answers', role => {
  using house = openReplies();
  house.store.messages.add(aMessage('2', {session: DM, role, turnId: 'turn_2', at: noon}));
  expect(house.reply()).toMatchObject({quote: {id: '1700000000001'}});
});

test('what the turn itself wrote stands between nothing', () => {
  using house = openReplies();
  house.store.messages.add(aMessage('2', {session: DM, role: 'assistant', turnId: 'turn_1', at: noon}));
  house.store.messages.add(aMessage('3', {session: DM, role: 'system', at: noon}));
  expect(house.reply()).not.toHaveProperty('quote');
});

test('an answer without words is not sent', () => {
  using house = openReplies(GROUP);
  expect(house.reply('HEARTBEAT_OK')).toBeUndefined();
});

test.each([
  ['NO_ACTION_NEEDED', false],
  ['At noon.', true],
])('a turn that ends with %j leaves a reply owed until it is sent: %s', (text, owed) => {
  using house = openReplies();
  const {store} = house;
  const asked = store.messages.ofTurn('turn_1')[0];
  store.ledger.note({address: 'signal:alice-uuid', way: 'in', at: asked?.at ?? 0, id: 'msg_1'});
  store.messages.add(aMessage('2', {role: 'assistant', turnId: 'turn_1', session: DM, text}));
  house.reply(text);
  expect(replyOwed(store.ledger, ['signal:alice-uuid']).owed).toBe(owed);
  store.ledger.note({address: 'signal:alice-uuid', way: 'in', at: (asked?.at ?? 0) + 1, id: 'msg_3'});
  expect(replyOwed(store.ledger, ['signal:alice-uuid']).owed, 'what came in since').toBe(true);
});
