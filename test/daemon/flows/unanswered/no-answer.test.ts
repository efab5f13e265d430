import {expect, test} from 'vitest';
import {noAnswerIn} from '../../../../src/daemon/flows/unanswered/no-answer.ts';
import type {Message} from '../../../../src/shared/records/message.ts';
import {aMessage, aTurn} from '../../store/store-fixture.ts';

const DM = 'rooster:dm:signal:alice-uuid';
const turn = aTurn('1', {
  session: DM,
  deliver: true,
  user: 'alice',
  source: {kind: 'user', name: 'alice', channel: 'signal'},
});

const says = (text: string): Message => aMessage('2', {role: 'assistant', source: {kind: 'agent'}, text});
const reacts = (ok: boolean): Message =>
  aMessage('3', {
    role: 'tool',
    source: {kind: 'tool', name: 'signal_react'},
    text: '',
    tool: {callId: 'call_1', name: 'signal_react', ok, tookMs: 1},
  });

test.each([
  ['nothing', 'no answer', []],
  ['nothing but spaces', 'no answer', [says(' \n')]],
  ['the word for nothing to say', 'an answer', [says('NO_ACTION_NEEDED')]],
  ['nothing, after a reaction to the message', 'an answer', [reacts(true), says('')]],
  ['nothing, after a reaction that failed', 'no answer', [reacts(false), says('')]],
] as const)('a turn that ends with %s has %s for its person', (_, end, messages) => {
  const ended = {turn, outcome: {kind: 'silent'}, hasSent: false, closing: false} as const;
  const found = noAnswerIn({...ended, messages: [aMessage('1', {session: DM}), ...messages]});
  expect(found === undefined ? 'an answer' : 'no answer').toBe(end);
});
