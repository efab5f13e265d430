import {expect, test} from 'vitest';
import type {Delivery} from '../../../src/shared/records/delivery/delivery.ts';
import type {Message} from '../../../src/shared/records/message.ts';
import {HOUR} from '../../../src/shared/time/time.ts';
import {receipts} from '../../../src/tui/conversation/receipts.ts';
import {withReceipts} from '../../../src/tui/layout/transcript/receipt-row.ts';
import {rowText, rowWidth, span} from '../../../src/tui/text/row.ts';

test('a reply has the deliveries of its turn, an announcement those of its run at its instant', () => {
  const ofTurn = delivery({id: 'dlv_1', turnId: 'turn_1', text: 'hello'});
  const announced = delivery({id: 'dlv_2', key: 'run_1@signal:alice', runId: 'run_1', text: 'drink water\n'});
  const find = receipts([ofTurn, announced]);
  expect(find(said('hello', {turnId: 'turn_1'}))).toEqual([ofTurn]);
  expect(find(said('drink water', {runId: 'run_1'}))).toEqual([announced]);
  expect(find(said('another wording', {runId: 'run_1'}))).toEqual([announced]);
  expect(find(said('drink water', {runId: 'run_2'}))).toEqual([]);
  expect(find(said('drink water', {runId: 'run_1', at: 2 * HOUR}))).toEqual([]);
  expect(find(said('drink water', {runId: 'run_1', session: 'rooster:dm:signal:bob'}))).toEqual([]);
});

test("an announcement also has its deliveries on the person's next ways", () => {
  const first = delivery({id: 'dlv_1', key: 'run_1@terminal:default', address: 'terminal:default', runId: 'run_1'});
  const next = delivery({id: 'dlv_2', key: 'run_1@signal:alice', runId: 'run_1', createdAt: HOUR});
  expect(receipts([first, next])(said('hello', {runId: 'run_1'}))).toEqual([next]);
});

test('a ring and the confirmation of an answer that comes at once have a receipt each', () => {
  const ring = delivery({id: 'dlv_1', key: 'run_1@signal:alice', runId: 'run_1', text: 'tea'});
  const confirmed = delivery({id: 'dlv_2', key: 'answer:1', runId: 'run_1', text: 'Done: "tea".', createdAt: 400});
  const find = receipts([ring, confirmed]);
  expect(find(said('tea', {runId: 'run_1'}))).toEqual([ring]);
  expect(find(said('Done: "tea".', {runId: 'run_1', at: 400}))).toEqual([confirmed]);
});

test("a program's message has the delivery of its instant, and not another one with the same text", () => {
  const mine = delivery({id: 'dlv_1', key: 'hook:1@signal:alice'});
  const other = delivery({id: 'dlv_2', key: 'hook:2@signal:alice', createdAt: 5_000});
  expect(receipts([mine, other])(said('hello'))).toEqual([mine]);
});

test('an answer at the terminal does not have the delivery of an answer on the phone with the same text', () => {
  const find = receipts([delivery({turnId: 'turn_1', text: 'hello'})]);
  expect(find(said('hello', {turnId: 'turn_2'}))).toEqual([]);
});

test("a step that leads to a tool, a person's message, and a terminal delivery show none", () => {
  const find = receipts([
    delivery({turnId: 'turn_1', text: 'x'}),
    delivery({turnId: 'turn_2', address: 'terminal:default'}),
  ]);
  const toolCalls = [{callId: 'c', name: 'bash', input: {}}];
  expect(find(said('let me look', {turnId: 'turn_1', toolCalls}))).toEqual([]);
  expect(find(said('x', {turnId: 'turn_1', role: 'user'}))).toEqual([]);
  expect(find(said('hello', {turnId: 'turn_2'}))).toEqual([]);
});

const STATES: readonly (readonly [Partial<Delivery>, string])[] = [
  [{state: 'queued', attempts: 0}, '→ signal waiting'],
  [{state: 'sending'}, '→ signal sending'],
  [{state: 'sent'}, '→ signal sent ✓'],
  [{state: 'delivered'}, '→ signal delivered ✓✓'],
  [{state: 'read'}, '→ signal read ✓✓'],
  [{state: 'sent', repeat: true}, '→ signal sent ✓, sent again'],
  [{state: 'queued', attempts: 2, lastError: 'no network'}, '→ signal retrying, 2 tried: no network'],
  [{state: 'dead', lastError: 'unknown number'}, '→ signal ! not delivered: unknown number'],
];

for (const [given, words] of STATES) {
  test(`a delivery that is ${given.state} is shown as "${words}"`, () => {
    const rows = withReceipts([[span('hello')]], [delivery(given)], 60);
    expect(rows.map(rowText).join('|')).toMatch(/^hello {2,}→/u);
    expect(rowText(rows[0] ?? [])).toContain(words);
    for (const cells of [12, 20, 30]) {
      for (const row of withReceipts([[span('hello')]], [delivery(given)], cells))
        expect(rowWidth(row)).toBeLessThanOrEqual(cells);
    }
  });
}

const delivery = (given: Partial<Delivery>): Delivery => ({
  id: 'dlv_1',
  key: 'k',
  address: 'signal:alice',
  text: 'hello',
  state: 'sent',
  attempts: 1,
  session: 'rooster:main',
  createdAt: 0,
  repeat: false,
  ...given,
});

const said = (text: string, given: Partial<Message> = {}): Message => ({
  id: 'msg_1',
  session: 'rooster:main',
  role: 'assistant',
  text,
  at: 0,
  source: {kind: 'agent'},
  ...given,
});
