import {expect, test} from 'vitest';
import {decideCut, roughTokens} from '../../../src/daemon/sessions/compaction.ts';
import type {Message, Role} from '../../../src/shared/records/message.ts';

test('a conversation that fits stays as it is', () => {
  expect(decideCut([said('user', 10), said('assistant', 10)], {contextTokens: 1_000})).toBeUndefined();
});

test("the cut is before a person's message, never between a call and its result", () => {
  const messages = Array.from({length: 20}, () => [
    said('user', 100),
    said('assistant', 100),
    said('tool', 100),
    said('assistant', 100),
  ]).flat();
  const cut = decideCut(messages, {contextTokens: roughTokens(messages)});
  expect(cut?.kept[0]?.role).toBe('user');
  expect([...(cut?.older ?? []), ...(cut?.kept ?? [])]).toEqual(messages);
});

test('the kept part fits well into the available space', () => {
  const messages = Array.from({length: 100}, (_, index) => said(index % 2 === 0 ? 'user' : 'assistant', 400));
  const contextTokens = roughTokens(messages) / 2;
  const cut = decideCut(messages, {contextTokens});
  expect(roughTokens(cut?.kept ?? [])).toBeLessThan(contextTokens * 0.5);
  expect(roughTokens(cut?.kept ?? [])).toBeGreaterThan(contextTokens * 0.25);
});

test('a compaction by hand keeps more than the last message, and less than an automatic one', () => {
  const messages = Array.from({length: 100}, (_, index) => said(index % 2 === 0 ? 'user' : 'assistant', 400));
  const contextTokens = roughTokens(messages) / 2;
  const byHand = decideCut(messages, {contextTokens, force: true})?.kept.length;
  expect(byHand).toBeGreaterThan(4);
  expect(byHand).toBeLessThan(decideCut(messages, {contextTokens})?.kept.length ?? 0);
});

test('the newest message of a person is kept, however long it is', () => {
  const messages = [said('user', 10), said('assistant', 10), said('user', 100_000)];
  const cut = decideCut(messages, {contextTokens: 1_000});
  expect(cut?.kept).toEqual([messages[2]]);
});

test("a single message can't be cut", () => {
  expect(decideCut([said('user', 100_000)], {contextTokens: 1_000})).toBeUndefined();
});

test('a compaction by hand cuts a conversation of any size', () => {
  const messages = [said('user', 10), said('assistant', 10), said('user', 10), said('assistant', 10)];
  expect(decideCut(messages, {contextTokens: 100_000, force: true})?.older.length).toBeGreaterThan(0);
});

let count = 0;
const said = (role: Role, length: number): Message => {
  count += 1;
  return {
    id: `msg_${count}`,
    session: 'rooster:main',
    role,
    text: 'x'.repeat(length),
    at: count,
    source: {kind: role === 'user' ? 'user' : 'agent'},
  };
};
