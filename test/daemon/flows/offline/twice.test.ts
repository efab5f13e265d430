// Work done before a kill or a failing model must not be repeated.
import {expect, test} from 'vitest';
import type {TurnId} from '../../../../src/shared/records/ids.ts';
import type {Turn} from '../../../../src/shared/records/turn.ts';
import {startOfflineConversation} from '../../../support/offline-conversation.ts';

type Talk = ReturnType<typeof startOfflineConversation>;

test('a turn that is answered again after a kill sets the same reminder once', async () => {
  const talk = startOfflineConversation();
  const text = 'remind me at 15:00 to call Bob and at 16:00 to feed the cat';
  const {turnId} = await talk.begin(text, {source: {kind: 'user', name: 'Alice', channel: 'terminal'}});
  // The daemon died when only the turn's message was stored.
  const [, ...stored] = talk.store.messages.ofTurn(turnId);
  talk.store.transact(() => {
    for (const {id} of stored) talk.store.messages.remove(id);
  });
  await talk.answer(turnOf(talk, turnId));
  expect(talk.kept().map(({message}) => message)).toEqual(['call Bob', 'feed the cat']);
});

test('the work of a failed model is reported, and not repeated', async () => {
  const talk = startOfflineConversation();
  await talk.given(['15:00', 'tea']);
  const source = {kind: 'user', name: 'Alice', channel: 'terminal'} as const;
  const {turnId} = await talk.begin('hello', {source});
  const turn = turnOf(talk, turnId);
  const callId = 'call_1';
  const input = {action: 'snooze', id: 'rem_1', when: 'in 2 hours'};
  talk.add({role: 'user', text: 'remind me at 15:00: tea', source, turnId: 'turn_x'});
  talk.add({
    role: 'assistant',
    text: '',
    source: {kind: 'agent'},
    turnId: 'turn_x',
    toolCalls: [{callId, name: 'reminder', input}],
  });
  talk.add({
    role: 'tool',
    text: 'Snoozed.',
    source: {kind: 'tool', name: 'reminder'},
    turnId: 'turn_x',
    tool: {callId, name: 'reminder', ok: true, tookMs: 1},
  });
  const {reply} = await talk.answer({...turn, id: 'turn_x'});
  expect(reply).toBe('Snoozed until today at 15:00 CET: tea.');
  expect(talk.kept()).toHaveLength(1);
});

const turnOf = ({store}: Talk, id: TurnId): Turn => {
  const turn = store.turns.get(id);
  if (turn === undefined) throw new Error(`There is no turn ${id}.`);
  return turn;
};
