import {expect, test} from 'vitest';
import type {Store} from '../../../src/daemon/ports/store.ts';
import type {Message} from '../../../src/shared/records/message.ts';
import {DAY, MINUTE} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {aMessage, aSession, aTurn, forgotten, MAIN, noon, openTestStore} from './store-fixture.ts';

const ids = (messages: readonly Message[]) => messages.map(({id}) => id.slice('msg_'.length));

const openTalk = () => {
  const store = openTestStore();
  store.sessions.put(aSession());
  return store;
};

const say = (store: Store, id: string, over: Partial<Message> = {}) => store.messages.add(aMessage(id, over));
const inTurn = (turn: string): Pick<Message, 'turnId'> => ({turnId: `turn_${turn}`});

test('a forgotten text leaves the message, the search index and the events', async () => {
  const clock = fakeClock();
  using store = openTestStore({clock});
  store.sessions.put(aSession());
  const files = [{path: 'received/a.jpg', type: 'image/jpeg', size: 1}];
  for (let number = 1; number <= 60; number += 1) {
    const words = {at: clock.now(), text: `like msg_7, the code is ${1_000 + number}`};
    const message = aMessage(`${number}`, {...words, ...(number % 7 === 0 && {attachments: files})});
    store.transact(emit => {
      store.messages.add(message);
      emit({type: 'message.added', session: message.session, message});
    });
    await clock.advance(7 * MINUTE);
  }
  for (const id of ['msg_1', 'msg_7', 'msg_35', 'msg_60'] as const) {
    expect(store.messages.forget(id, forgotten('[gone]')).map(({text}) => text)).toEqual(['[gone]']);
    expect(store.messages.get(id)).not.toHaveProperty('attachments', expect.anything());
  }
  expect(store.messages.forget('msg_none', forgotten('[gone]'))).toEqual([]);
  expect(store.messages.search('1035', {limit: 5})).toEqual([]);
  expect(store.messages.search('1036', {limit: 5})).toHaveLength(1);
  const told = (store.events.after(0, 99) ?? []).flatMap(event =>
    event.type === 'message.added' ? [event.message] : [],
  );
  expect(told.flatMap(({id, text}) => (text === '[gone]' ? [id] : []))).toEqual(['msg_1', 'msg_7', 'msg_35', 'msg_60']);
  expect(told.filter(({attachments}) => attachments !== undefined)).toHaveLength(6);
});

test('a text that came while the clock was ahead is forgotten, too', async () => {
  const clock = fakeClock();
  using store = openTestStore({clock});
  store.sessions.put(aSession());
  for (let number = 1; number <= 40; number += 1) {
    if (number === 5) clock.set(clock.now() + DAY);
    if (number === 10) clock.set(clock.now() - DAY);
    const message = aMessage(`${number}`, {at: clock.now(), text: `the code is ${1_000 + number}`});
    store.transact(emit => {
      store.messages.add(message);
      emit({type: 'message.added', session: message.session, message});
    });
    await clock.advance(MINUTE);
  }
  store.messages.forget('msg_7', forgotten('[gone]'));
  expect(JSON.stringify(store.events.after(0, 99))).not.toContain('1007');
});

test('a message keeps all its fields', () => {
  using store = openTalk();
  const call: Message = aMessage('call', {
    role: 'assistant',
    text: 'Let me look. \u2028 ünïcode 🐓',
    turnId: 'turn_1',
    source: {kind: 'agent'},
    toolCalls: [
      {callId: 'c1', name: 'read_file', input: {path: 'a', at: 12}},
      {callId: 'c2', name: 'bash', input: 'no {json'},
    ],
  });
  const answer = aMessage('answer', {
    role: 'tool',
    turnId: 'turn_1',
    source: {kind: 'tool', name: 'bash'},
    tool: {callId: 'c2', name: 'bash', ok: false, tookMs: 12},
  });
  store.messages.add(call);
  store.messages.add(answer);
  expect(store.messages.get('msg_call')).toEqual(call);
  expect(store.messages.get('msg_answer')).toEqual(answer);
  expect(store.messages.ofTurn('turn_1')).toEqual([call, answer]);
  expect(store.messages.get('msg_none')).toBeUndefined();
});

test('a stored call with too deeply nested arguments is read with its arguments as text', () => {
  using store = openTalk();
  const deep: unknown = JSON.parse(`{"path":${'['.repeat(1_500)}${']'.repeat(1_500)}}`);
  const calls = [{callId: 'c1', name: 'bash', input: deep}];
  store.messages.add(aMessage('call', {role: 'assistant', source: {kind: 'agent'}, toolCalls: calls}));
  expect(store.messages.get('msg_call')?.toolCalls?.[0]?.input).toBe(JSON.stringify(deep));
});

test('pages go back from the newest message, each oldest first, and say whether there are more', () => {
  using store = openTalk();
  for (const id of ['1', '2', '3', '4', '5']) say(store, id);
  say(store, 'elsewhere', {session: 'rooster:dm:signal:alice-uuid'});
  const newest = store.messages.page(MAIN, {limit: 2});
  expect([ids(newest.messages), newest.more]).toEqual([['4', '5'], true]);
  const before = store.messages.page(MAIN, {before: 'msg_4', limit: 3});
  expect([ids(before.messages), before.more]).toEqual([['1', '2', '3'], false]);
  expect(store.messages.page(MAIN, {before: 'msg_1', limit: 3})).toEqual({messages: [], more: false});
  expect(() => store.messages.page(MAIN, {before: 'msg_none', limit: 3})).toThrow('No message msg_none.');
  const first = store.messages.page(MAIN, {oldest: true, limit: 2});
  expect([ids(first.messages), first.more]).toEqual([['1', '2'], true]);
  const after = store.messages.page(MAIN, {after: 'msg_2', limit: 9});
  expect([ids(after.messages)[0], after.more]).toEqual(['3', false]);
});

test("a page includes messages that wait for their turn; the model's context doesn't", () => {
  using store = openTalk();
  store.turns.put(aTurn('1'));
  say(store, 'question', inTurn('1'));
  expect(ids(store.messages.page(MAIN, {limit: 10}).messages)).toEqual(['question']);
  expect(store.messages.context(MAIN)).toEqual([]);
  store.turns.put(aTurn('1', {state: 'running'}));
  expect(ids(store.messages.context(MAIN))).toEqual(['question']);
});

test('the context is ordered by turn: messages that arrive during a turn come after it', () => {
  using store = openTalk();
  store.turns.put(aTurn('a', {state: 'running'}));
  say(store, 'a-question', inTurn('a'));
  say(store, 'a-call', {...inTurn('a'), role: 'assistant', toolCalls: [{callId: 'c', name: 'bash', input: {}}]});
  store.turns.put(aTurn('b'));
  say(store, 'b-question', inTurn('b'));
  say(store, 'note', {role: 'system'});
  say(store, 'a-output', {...inTurn('a'), role: 'tool', tool: {callId: 'c', name: 'bash', ok: true, tookMs: 1}});
  expect(ids(store.messages.context(MAIN))).toEqual(['a-question', 'a-call', 'a-output', 'note']);
  say(store, 'a-answer', {...inTurn('a'), role: 'assistant'});
  store.turns.put(aTurn('a', {state: 'ended'}));
  store.turns.put(aTurn('b', {state: 'running'}));
  say(store, 'b-answer', {...inTurn('b'), role: 'assistant'});
  expect(ids(store.messages.context(MAIN))).toEqual([
    'a-question',
    'a-call',
    'a-output',
    'a-answer',
    'b-question',
    'b-answer',
    'note',
  ]);
  expect(ids(store.messages.page(MAIN, {limit: 10}).messages)).toEqual([
    'a-question',
    'a-call',
    'b-question',
    'note',
    'a-output',
    'a-answer',
    'b-answer',
  ]);
});

test('a turn that starts is placed after everything before it and sees nothing later', () => {
  using store = openTalk();
  store.turns.put(aTurn('a'));
  say(store, 'a-question', inTurn('a'));
  store.turns.put(aTurn('b', {state: 'running'}));
  say(store, 'b-question', inTurn('b'));
  say(store, 'note', {role: 'system'});
  say(store, 'b-answer', {...inTurn('b'), role: 'assistant'});
  store.turns.put(aTurn('b', {state: 'ended'}));
  store.turns.put(aTurn('a', {state: 'running'}));
  store.messages.placeLast(MAIN, 'turn_a');
  say(store, 'later', {role: 'assistant'});
  say(store, 'a-call', {...inTurn('a'), role: 'assistant'});
  const seen = ['b-question', 'b-answer', 'note', 'a-question', 'a-call'];
  expect(ids(store.messages.context(MAIN, 'turn_a'))).toEqual(seen);
  expect(ids(store.messages.context(MAIN))).toEqual([...seen, 'later']);
  // History stays in the order of arrival.
  expect(ids(store.messages.page(MAIN, {limit: 10}).messages)).toEqual([
    'a-question',
    'b-question',
    'note',
    'b-answer',
    'later',
    'a-call',
  ]);
  expect(ids(store.messages.page(MAIN, {before: 'msg_later', limit: 2}).messages)).toEqual(['note', 'b-answer']);
  store.messages.placeLast(MAIN, 'turn_none');
  expect(ids(store.messages.context(MAIN))).toEqual([...seen, 'later']);
});

test('a summary replaces what the model has read up to its last message, and nothing in between', () => {
  using store = openTalk();
  store.turns.put(aTurn('a', {state: 'ended'}));
  say(store, 'a-question', inTurn('a'));
  store.turns.put(aTurn('b'));
  say(store, 'b-question', inTurn('b'));
  say(store, 'a-answer', {...inTurn('a'), role: 'assistant'});
  store.sessions.put(aSession({summary: 'Talked about a.', summarizedTo: 'msg_a-answer'}));
  expect(store.messages.context(MAIN)).toEqual([]);
  store.turns.put(aTurn('b', {state: 'running'}));
  expect(ids(store.messages.context(MAIN))).toEqual(['b-question']);
  store.sessions.put(aSession({summary: 'Half of a.', summarizedTo: 'msg_a-question'}));
  expect(ids(store.messages.context(MAIN))).toEqual(['a-answer', 'b-question']);
});

test('a summary that ends with a missing message hides nothing', () => {
  using store = openTalk();
  say(store, '1');
  store.sessions.put(aSession({summary: 'Something.', summarizedTo: 'msg_gone'}));
  expect(ids(store.messages.context(MAIN))).toEqual(['1']);
});

test("messages of a turn from before a reset don't reach the next conversation", () => {
  using store = openTalk();
  store.turns.put(aTurn('a', {state: 'running'}));
  say(store, 'question', inTurn('a'));
  store.sessions.reset(MAIN, 0);
  say(store, 'late', {...inTurn('a'), role: 'tool'});
  say(store, 'new');
  expect(ids(store.messages.context(MAIN))).toEqual(['new']);
});

test('a search finds every word, the last one as a prefix, newest first', () => {
  using store = openTalk();
  say(store, '1', {text: 'Call the dentist about the appointment'});
  say(store, '2', {text: 'The DENTIST called back'});
  say(store, '3', {text: 'Zahnärztin: Rückruf', session: 'rooster:dm:signal:alice-uuid'});
  const found = (text: string, limit = 10) => ids(store.messages.search(text, {limit}));
  expect(found('dentist')).toEqual(['2', '1']);
  expect(found('dentist', 1)).toEqual(['2']);
  expect(found('the denti')).toEqual(['2', '1']);
  expect(found('denti the')).toEqual([]);
  expect(found('dentist appointment')).toEqual(['1']);
  expect(found('zahnarztin')).toEqual(['3']);
  expect(found('ruckr')).toEqual(['3']);
  expect(ids(store.messages.search('dentist', {session: 'rooster:dm:signal:alice-uuid', limit: 10}))).toEqual([]);
  expect(ids(store.messages.search('rückruf', {session: 'rooster:dm:signal:alice-uuid', limit: 10}))).toEqual(['3']);
});

test('a literal search finds text inside words, in any case, newest first and before a given message', () => {
  using store = openTalk();
  say(store, 'before', {text: 'number 42: of an earlier conversation'});
  store.sessions.reset(MAIN, 1);
  say(store, '1', {text: 'number 42: Ökonometrie'});
  for (let index = 0; index < 300; index += 1) say(store, `n${index}`, {text: `number 42${index} 4%2`});
  say(store, '2', {text: 'NUMBER 42: again', session: 'rooster:other'});
  const found = (text: string, before?: string) =>
    ids(store.messages.searchLiteral(MAIN, text, {limit: 10, ...(before && {before: `msg_${before}` as const})}));
  expect(found('number 42:')).toEqual(['1']);
  expect(found('UMBER 42:')).toEqual(['1']);
  expect(found('ÖKONO')).toEqual(['1']);
  expect(found('okono')).toEqual([]);
  expect(found('4%2')).toHaveLength(10);
  expect(found('4_2')).toEqual([]);
  expect(found('number 42')).toEqual(ids(store.messages.page(MAIN, {limit: 10}).messages).toReversed());
  expect(found('number 4200', 'n0')).toEqual([]);
  expect(found('number', 'n1')).toEqual(['n0', '1']);
  expect(found(' ')).toEqual([]);
});

test('any text can be searched for', () => {
  using store = openTalk();
  const hostile = [
    '"',
    'a"b',
    "it's",
    'AND OR NOT',
    'NEAR(a b)',
    'text:x',
    '*',
    'a*b',
    '(((',
    '-x',
    '^x',
    '{x}',
    '%',
    '_',
    '\\',
    'a\0b',
    '   ',
    '',
    '🐓',
    "'; DROP TABLE messages; --",
    'x '.repeat(5000),
    'y'.repeat(100_000),
    '\ud800',
  ];
  for (const [index, text] of hostile.entries()) say(store, String(index), {text});
  for (const text of hostile) expect(Array.isArray(store.messages.search(text, {limit: 100}))).toBe(true);
  const found = (text: string) => store.messages.search(text, {limit: 100}).map(message => message.text);
  expect(found("it's")).toEqual(["it's"]);
  expect(found('🐓')).toEqual(['🐓']);
  expect(found('%')).toEqual(['%']);
  expect(found('NEAR(a b)')).toEqual(['NEAR(a b)']);
  expect(found("'; DROP TABLE messages; --")).toEqual(["'; DROP TABLE messages; --"]);
  expect(found('   ')).toEqual([]);
});

test('words of scripts without spaces are found inside a sentence', () => {
  using store = openTalk();
  say(store, '1', {text: '明日の朝、歯医者に電話する'});
  say(store, '2', {text: 'โทรหาหมอฟันพรุ่งนี้'});
  expect(ids(store.messages.search('歯医者', {limit: 10}))).toEqual(['1']);
  expect(ids(store.messages.search('หมอฟัน', {limit: 10}))).toEqual(['2']);
});

test('a removed message is no longer found', () => {
  using store = openTalk();
  store.messages.add(aMessage('1', {text: 'a secret word', turnId: 'turn_1'}), 'key');
  store.messages.remove('msg_1');
  store.messages.remove('msg_1');
  expect(store.messages.search('secret', {limit: 10})).toEqual([]);
  expect(store.messages.get('msg_1')).toBeUndefined();
  expect(store.messages.byKey('key')).toBeUndefined();
  expect(store.messages.ofTurn('turn_1')).toEqual([]);
  expect(store.messages.page(MAIN, {limit: 10}).messages).toEqual([]);
});

test('a message is searchable as soon as it is added, and not after an undo', async () => {
  using store = openTestStore();
  const found = (text: string) => store.messages.search(text, {limit: 10}).map(({id}) => id);
  store.transact(() => {
    store.messages.add(aMessage('1', {text: 'Call the dentist.'}));
    expect(found('dentist')).toEqual(['msg_1']);
    store.messages.add(aMessage('2', {text: 'The dentist called.'}));
  });
  expect(() =>
    store.transact(() => {
      store.messages.add(aMessage('3', {text: 'No dentist.'}));
      throw new Error('undone');
    }),
  ).toThrow('undone');
  const add = (id: string, fails: boolean) =>
    store.transactBatched(() => {
      store.messages.add(aMessage(id, {text: `Dentist number ${id}.`}));
      if (fails) throw new Error('it fails');
    });
  await Promise.allSettled([add('4', false), add('5', true), add('6', false)]);
  expect(found('dentist')).toEqual(['msg_6', 'msg_4', 'msg_2', 'msg_1']);
  store.messages.remove('msg_2');
  store.messages.rewrite('msg_1', {text: 'Call nobody.'});
  expect(found('dentist')).toEqual(['msg_6', 'msg_4']);
});

test("messages between two positions read in the model's order, even across a reset", () => {
  using store = openTestStore();
  store.sessions.put(aSession());
  store.turns.put(aTurn('1', {state: 'ended'}));
  store.messages.add(aMessage('1', {turnId: 'turn_1'}));
  // During the first answer, another message arrives.
  store.messages.add(aMessage('2'));
  store.messages.add(aMessage('3', {turnId: 'turn_1', role: 'assistant', source: {kind: 'agent'}}));
  store.messages.add(aMessage('elsewhere', {session: 'rooster:dm:signal:bob-uuid'}));
  store.sessions.reset(MAIN, noon);
  store.messages.add(aMessage('4'));
  const told = (range: Parameters<typeof store.messages.between>[1]) => {
    const {messages, older} = store.messages.between(MAIN, range);
    return [messages.map(({id}) => id), older];
  };
  expect(told({upTo: 'msg_4', limit: 9})).toEqual([['msg_1', 'msg_3', 'msg_2', 'msg_4'], 0]);
  expect(told({upTo: 'msg_4', limit: 2})).toEqual([['msg_3', 'msg_4'], 2]);
  expect(told({after: 'msg_1', upTo: 'msg_3', limit: 9})).toEqual([['msg_3', 'msg_2'], 0]);
  expect(told({after: 'msg_4', upTo: 'msg_4', limit: 9})).toEqual([[], 0]);
  expect(told({after: 'msg_gone', upTo: 'msg_2', limit: 9})).toEqual([['msg_1', 'msg_2'], 0]);
  expect(store.messages.newest(MAIN)?.id).toBe('msg_4');
  expect(store.messages.newest('rooster:dm:signal:carol-uuid')).toBeUndefined();
});

test('the newest message of given kinds is found, past answers and deliveries', () => {
  using store = openTestStore();
  const newest = (after?: `msg_${string}`) => store.messages.newestOf(MAIN, ['user', 'operator'], after)?.id;
  expect(newest()).toBeUndefined();
  store.messages.add(aMessage('1'));
  store.messages.add(aMessage('2', {role: 'assistant', source: {kind: 'agent'}}));
  store.messages.add(aMessage('3', {source: {kind: 'cron', name: 'morning'}}));
  store.messages.add(aMessage('4', {role: 'assistant', source: {kind: 'operator'}}));
  expect([newest(), newest('msg_1'), newest('msg_4')]).toEqual(['msg_1', undefined, undefined]);
  store.messages.add(aMessage('5', {source: {kind: 'operator'}}));
  expect(newest('msg_4')).toBe('msg_5');
});

test('a search finds a file by its name or its caption, in order with the texts', () => {
  using store = openTestStore();
  const file = {path: 'received/1-a.pdf', type: 'application/pdf', size: 3};
  store.messages.add(aMessage('1', {text: '', attachments: [{...file, name: 'Invoice_May.pdf'}]}));
  store.messages.add(aMessage('2', {text: 'the invoice is due', attachments: [{...file, name: 'invoice.pdf'}]}));
  store.messages.add(aMessage('3', {text: '', attachments: [{...file, caption: 'an invoice, too'}]}));
  store.messages.add(aMessage('4', {text: 'path and type', attachments: [file]}));
  const found = (text: string, limit = 10) => store.messages.search(text, {limit}).map(({id}) => id);
  expect(found('invoice')).toEqual(['msg_3', 'msg_2', 'msg_1']);
  expect(found('invoice', 2)).toEqual(['msg_3', 'msg_2']);
  expect(found('type')).toEqual(['msg_4']);
  expect(found('application')).toEqual([]);
});
