import {expect, test} from 'vitest';
import {limitsOfContext, limitsOfTurn} from '../../../src/daemon/turns/context-trust.ts';
import type {Message} from '../../../src/shared/records/message.ts';
import {
  formatOrigins,
  joinLimits,
  limitOfTools,
  type TextLimit,
  trustForEffects,
} from '../../../src/shared/records/trust.ts';
import type {Turn} from '../../../src/shared/records/turn.ts';

const limit = (kind: TextLimit['by']['kind'], trust: TextLimit['trust'], name?: string): TextLimit => ({
  trust,
  by: {kind, ...(name === undefined ? {} : {name})},
});
const message = (over: Partial<Message>): Message => ({
  id: 'msg_1',
  session: 'rooster:main',
  role: 'user',
  text: 'x',
  at: 10,
  source: {kind: 'user'},
  ...over,
});

test('a turn has the limits that are recorded with it, and those of its messages', () => {
  const turn = {limits: [limit('web', 'public', 'a.example')]} as unknown as Turn;
  const messages = [
    message({limits: [limit('file', 'public', 'b.md')]}),
    message({source: {kind: 'webhook', name: 'ci'}}),
  ];
  const store = {turns: {get: () => turn}, messages: {ofTurn: () => messages}} as never;
  expect(
    limitsOfTurn(store, 'turn_1')
      .map(({by}) => by.kind)
      .toSorted(),
  ).toEqual(['file', 'web', 'webhook']);
});

test('the output of a tool that was stored without its origin is from outside', () => {
  const old = message({role: 'tool', source: {kind: 'tool', name: 'web_fetch'}});
  expect(limitsOfContext([old], undefined)).toEqual([limit('web', 'public')]);
  expect(limitsOfContext([message({role: 'tool', source: {kind: 'tool', name: 'bash'}})], undefined)).toEqual([]);
});

test('what a person has trusted limits nothing, what came later does; a summary keeps its limits', () => {
  const read = {key: 'rooster:main', trustedAt: 10, summaryLimits: [limit('wake', 'inner', 'chronos')]} as const;
  const messages = [
    message({limits: [limit('web', 'public', 'a.example')]}),
    message({at: 11, source: {kind: 'webhook', name: 'ci'}}),
  ];
  expect(limitsOfContext(messages, read)).toEqual([
    limit('webhook', 'public', 'ci'),
    limit('wake', 'inner', 'chronos'),
  ]);
});

test("a program's message limits by its own trust, and by what the program had read", () => {
  const page = limit('web', 'public', 'a.example');
  const note = message({source: {kind: 'session', name: 'rooster:person:bob'}, trust: 'inner', limits: [page]});
  expect(limitsOfContext([note], undefined).toSorted((one, other) => (one.by.kind < other.by.kind ? -1 : 1))).toEqual([
    limit('session', 'inner', 'rooster:person:bob'),
    page,
  ]);
});

test('of one origin the lowest trust counts, and full trust is no limit', () => {
  const [inner, familiar] = [limit('webhook', 'inner', 'ci'), limit('webhook', 'familiar', 'ci')];
  expect(joinLimits([inner, familiar], [limit('wake', 'full', 'x')], undefined)).toEqual([familiar]);
  expect(joinLimits([familiar], [inner])).toEqual([familiar]);
});

test('beyond thirty origins no limit that takes tools away is lost', () => {
  const pages = Array.from({length: 40}, (_, index) => limit('web', 'public', `${index}.example`));
  const joined = joinLimits(pages, [limit('webhook', 'familiar', 'ci')]);
  expect(joined).toHaveLength(30);
  expect(joined[0]).toEqual(limit('webhook', 'familiar', 'ci'));
});

test('text from the web takes no tools away; the lowest of the others decides', () => {
  const pages = [limit('web', 'public', 'a.example'), limit('search', 'public'), limit('file', 'public')];
  expect(limitOfTools(pages)).toBeUndefined();
  expect(trustForEffects('full', pages)).toBe('full');
  expect(trustForEffects('full', [...pages, limit('session', 'inner'), limit('user', 'familiar', 'bob')])).toBe(
    'familiar',
  );
  expect(trustForEffects('public', [limit('session', 'inner')])).toBe('public');
});

test('origins are named for people, three of them and a number', () => {
  expect(
    formatOrigins([limit('web', 'public', 'a.example'), limit('user', 'familiar', 'bob'), limit('summary', 'public')]),
  ).toBe('a.example, person bob, the summary of earlier messages');
  expect(formatOrigins(Array.from({length: 5}, (_, index) => limit('web', 'public', `${index}.x`)))).toBe(
    '0.x, 1.x, 2.x and 2 more',
  );
});
