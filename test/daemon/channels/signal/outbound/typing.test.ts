import {expect, test} from 'vitest';
import type {CallReply} from '../../../../../src/daemon/channels/signal-cli/calls/call.ts';
import type {MessageSource} from '../../../../../src/shared/records/message.ts';
import type {OutcomeKind} from '../../../../../src/shared/records/turn.ts';
import {MINUTE, SECOND} from '../../../../../src/shared/time/time.ts';
import {settle} from '../../../../support/fake-clock.ts';
import {ALICE, SELF, type SenderFixture, senderFixture} from './sender-fixture.ts';

const ON_SIGNAL: MessageSource = {kind: 'user', name: 'alice', channel: 'signal'};
const SESSION = `rooster:dm:signal:${ALICE}` as const;

const begin = (
  fixture: SenderFixture,
  source: MessageSource = ON_SIGNAL,
  session: `${string}:${string}` = SESSION,
): void =>
  fixture.store.transact(emit => emit({type: 'turn.started', session, turnId: 'turn_1', source, model: 'offline'}));

const end = (fixture: SenderFixture, outcome: OutcomeKind): void =>
  fixture.store.transact(emit =>
    emit({type: 'turn.ended', session: SESSION, turnId: 'turn_1', outcome, source: ON_SIGNAL}),
  );

const signs = ({calls}: SenderFixture): readonly unknown[] =>
  calls.filter(({method}) => method === 'sendTyping').map(({params}) => params['stop'] ?? 'typing');

test('a person sees a typing sign while their answer is written, repeated every ten seconds', async () => {
  using fixture = senderFixture();
  begin(fixture);
  await fixture.clock.advance(25 * SECOND);
  expect(signs(fixture)).toEqual(['typing', 'typing', 'typing']);
  expect(fixture.calls[0]?.params).toEqual({recipient: ALICE});
  end(fixture, 'replied');
  await fixture.send();
  await fixture.clock.advance(MINUTE);
  expect(fixture.calls.map(({method}) => method)).toEqual(['sendTyping', 'sendTyping', 'sendTyping', 'send']);
});

test.each<OutcomeKind>(['silent', 'failed', 'aborted'])(
  'a turn that ends %s removes the typing sign',
  async outcome => {
    using fixture = senderFixture();
    begin(fixture);
    await settle();
    end(fixture, outcome);
    await fixture.clock.advance(MINUTE);
    expect(signs(fixture)).toEqual(['typing', true]);
  },
);

test.each<[string, MessageSource]>([
  ['a job', {kind: 'cron', name: 'morning'}],
  ['a reminder', {kind: 'reminder', name: 'rem_1'}],
  ['the house itself', {kind: 'system', name: 'heartbeat'}],
  ['somebody at the terminal', {kind: 'user', name: 'alice', channel: 'terminal'}],
])('a turn started by %s shows no typing sign', async (_, source) => {
  using fixture = senderFixture();
  begin(fixture, source);
  await fixture.clock.advance(MINUTE);
  expect(fixture.calls).toEqual([]);
});

test('a group sees the typing sign; a note to self shows none', async () => {
  using fixture = senderFixture();
  begin(fixture, ON_SIGNAL, 'rooster:group:signal:AAEC');
  await settle();
  begin(fixture, ON_SIGNAL, `rooster:dm:signal:${SELF}`);
  await settle();
  expect(fixture.calls).toEqual([{method: 'sendTyping', params: {groupId: 'AAEC'}}]);
});

test('an answer waits briefly for a typing sign that is still being sent', async () => {
  using fixture = senderFixture();
  const {promise} = Promise.withResolvers<CallReply>();
  fixture.answers(promise, {kind: 'result', result: {results: [], timestamp: 1}});
  begin(fixture);
  await settle();
  end(fixture, 'replied');
  const sent = fixture.send();
  await fixture.clock.advance(2 * SECOND);
  expect(fixture.calls.map(({method}) => method)).toEqual(['sendTyping']);
  await fixture.clock.advance(SECOND);
  await sent;
  expect(fixture.calls.map(({method}) => method)).toEqual(['sendTyping', 'send']);
});
