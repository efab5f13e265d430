import {expect, test} from 'vitest';
import type {CallReply} from '../../../../../src/daemon/channels/signal/bridge/calls/call.ts';
import type {MessageSource} from '../../../../../src/shared/records/message.ts';
import type {OutcomeKind} from '../../../../../src/shared/records/turn.ts';
import {MINUTE, SECOND} from '../../../../../src/shared/time/time.ts';
import {settle} from '../../../../support/fake-clock.ts';
import {ALICE, SELF, type SenderHouse, senderHouse} from './sender-house.ts';

const ON_SIGNAL: MessageSource = {kind: 'user', name: 'alice', channel: 'signal'};
const SESSION = `rooster:dm:signal:${ALICE}` as const;

const begin = (house: SenderHouse, source: MessageSource = ON_SIGNAL, session: `${string}:${string}` = SESSION): void =>
  house.store.transact(emit => emit({type: 'turn.started', session, turnId: 'turn_1', source, model: 'offline'}));

const end = (house: SenderHouse, outcome: OutcomeKind): void =>
  house.store.transact(emit =>
    emit({type: 'turn.ended', session: SESSION, turnId: 'turn_1', outcome, source: ON_SIGNAL}),
  );

const signs = ({calls}: SenderHouse): readonly unknown[] =>
  calls.filter(({method}) => method === 'sendTyping').map(({params}) => params['stop'] ?? 'typing');

test('a person sees a typing sign while their answer is written, repeated every ten seconds', async () => {
  using house = senderHouse();
  begin(house);
  await house.clock.advance(25 * SECOND);
  expect(signs(house)).toEqual(['typing', 'typing', 'typing']);
  expect(house.calls[0]?.params).toEqual({recipient: ALICE});
  end(house, 'replied');
  await house.send();
  await house.clock.advance(MINUTE);
  expect(house.calls.map(({method}) => method)).toEqual(['sendTyping', 'sendTyping', 'sendTyping', 'send']);
});

test.each<OutcomeKind>(['silent', 'failed', 'aborted'])(
  'a turn that ends %s removes the typing sign',
  async outcome => {
    using house = senderHouse();
    begin(house);
    await settle();
    end(house, outcome);
    await house.clock.advance(MINUTE);
    expect(signs(house)).toEqual(['typing', true]);
  },
);

test.each<[string, MessageSource]>([
  ['a job', {kind: 'cron', name: 'morning'}],
  ['a reminder', {kind: 'reminder', name: 'rem_1'}],
  ['the house itself', {kind: 'system', name: 'heartbeat'}],
  ['somebody at the terminal', {kind: 'user', name: 'alice', channel: 'terminal'}],
])('a turn started by %s shows no typing sign', async (_, source) => {
  using house = senderHouse();
  begin(house, source);
  await house.clock.advance(MINUTE);
  expect(house.calls).toEqual([]);
});

test('a group sees the typing sign; a note to self shows none', async () => {
  using house = senderHouse();
  begin(house, ON_SIGNAL, 'rooster:group:signal:AAEC');
  await settle();
  begin(house, ON_SIGNAL, `rooster:dm:signal:${SELF}`);
  await settle();
  expect(house.calls).toEqual([{method: 'sendTyping', params: {groupId: 'AAEC'}}]);
});

test('an answer waits briefly for a typing sign that is still being sent', async () => {
  using house = senderHouse();
  const {promise} = Promise.withResolvers<CallReply>();
  house.answers(promise, {kind: 'result', result: {results: [], timestamp: 1}});
  begin(house);
  await settle();
  end(house, 'replied');
  const sent = house.send();
  await house.clock.advance(2 * SECOND);
  expect(house.calls.map(({method}) => method)).toEqual(['sendTyping']);
  await house.clock.advance(SECOND);
  await sent;
  expect(house.calls.map(({method}) => method)).toEqual(['sendTyping', 'send']);
});
