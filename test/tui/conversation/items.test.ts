import {expect, test} from 'vitest';
import type {LiveTurn} from '../../../src/shared/events/live-turn.ts';
import {emptyTranscript, type Transcript} from '../../../src/shared/events/transcript.ts';
import type {Message} from '../../../src/shared/records/message.ts';
import type {Session} from '../../../src/shared/records/session.ts';
import {DAY, MINUTE} from '../../../src/shared/time/time.ts';
import type {Item} from '../../../src/tui/conversation/item.ts';
import {createItems, type ItemsInput} from '../../../src/tui/conversation/items.ts';
import {speakerOf} from '../../../src/tui/conversation/speaker.ts';
import {toolSummary} from '../../../src/tui/conversation/tool-summary.ts';

const NOON = Date.UTC(2026, 10, 21, 12);
const MAIN: Session = {
  key: 'rooster:main',
  kind: 'main',
  title: 'main',
  trust: 'full',
  lastActivityAt: NOON,
  messages: 0,
  unread: 0,
  busy: false,
  queued: 0,
};

test('a speaker is named once, and again after another speaker or some time; a time stands only where it changes', () => {
  const items = itemsOf({
    messages: [
      asked('one', 'turn_1'),
      said('two', 'turn_1'),
      said('three', 'turn_1'),
      said('four', 'turn_2'),
      said('five', 'turn_2', {at: NOON + 6 * MINUTE}),
    ],
  });
  expect(items.map(item => ('head' in item ? item.head : undefined))).toEqual([true, true, false, false, true]);
  expect(items.map(item => ('timed' in item && item.head ? item.timed : undefined))).toEqual([
    true,
    false,
    undefined,
    undefined,
    true,
  ]);
});

test('a call whose outcome the answer says in words is part of the answer; what a command did is not', () => {
  const call = (name: string, callId: string, text = '') =>
    said(text, 'turn_1', {toolCalls: [{callId, name, input: {}}]});
  const result = (callId: string, ok = true) =>
    said('', 'turn_1', {role: 'tool', tool: {callId, name: 'x', ok, tookMs: 1}});
  const answer = said('I will remind you.', 'turn_1');
  const kinds = (messages: Parameters<typeof itemsOf>[0]) =>
    itemsOf(messages).map(item => (item.kind === 'message' ? `${item.calls?.length ?? 0} in message` : item.kind));
  expect(kinds({messages: [call('reminder', 'c1'), result('c1'), answer]})).toEqual(['1 in message']);
  expect(kinds({messages: [call('bash', 'c1'), result('c1'), answer]})).toEqual(['tool', '0 in message']);
  expect(kinds({messages: [call('reminder', 'c1'), result('c1', false), answer]})).toEqual(['tool', '0 in message']);
  expect(kinds({messages: [call('reminder', 'c1'), result('c1')]})).toEqual(['tool']);
});

test('a waiting message is at the end, after the answer it waited for', () => {
  const waiting = [asked('first', 'turn_1'), asked('second', 'turn_2'), said('answer to first', 'turn_1')];
  const running = turn('turn_1', 'more');
  const queued = itemsOf({messages: waiting}, {turn: running, session: {...MAIN, queued: 1}});
  expect(labels(queued)).toEqual(['first', 'answer to first', '~more', '+second']);
  const taken = itemsOf({messages: [...waiting, said('answer to second', 'turn_2')]});
  expect(labels(taken)).toEqual(['first', 'answer to first', 'second', 'answer to second']);
});

test('a turn that waited for minutes, and a message that waited behind it, are no clock that was set back', () => {
  const late = {at: NOON + 3 * MINUTE};
  const first = [asked('first', 'turn_1'), asked('second', 'turn_2'), said('still at it', 'turn_1', late)];
  const thinking = {...turn('turn_1', 'more'), thinking: {text: 'hm', missing: 0}};
  const running = itemsOf({messages: first}, {turn: thinking, session: {...MAIN, queued: 1}});
  expect(labels(running)).toEqual(['first', 'still at it', 'thinking', '~more', '+second']);
  const ended = itemsOf({messages: [...first, said('answer to second', 'turn_2', late)]});
  expect(labels(ended)).toEqual(['first', 'still at it', 'second', 'answer to second']);
});

test('a message whose turn failed without text is where its turn ran, not above the previous answer', () => {
  const later = (text: string, turnId: `turn_${string}`, minutes: number) => ({
    ...said(text, turnId),
    at: NOON + minutes * MINUTE,
  });
  const failed = (turnId: `turn_${string}`, minutes: number) =>
    ({turnId, at: NOON + minutes * MINUTE, outcome: 'failed', source: {kind: 'user'}}) as const;
  const items = itemsOf({
    messages: [
      asked('D?', 'turn_1'),
      asked('e500?', 'turn_2'),
      asked('e401?', 'turn_3'),
      asked('E?', 'turn_4'),
      later('answer to D', 'turn_1', 5),
      later('answer to E', 'turn_4', 8),
    ],
    endings: [failed('turn_2', 6), failed('turn_3', 7)],
  });
  const shown = ['D?', 'answer to D', 'e500?', 'ending', 'e401?', 'ending', 'E?', 'answer to E'];
  expect(labels(items).filter(label => label !== 'clock')).toEqual(shown);
});

test('an unseen period is marked at its time, and only in its conversation', () => {
  const mark = {
    id: 'mark:1',
    kind: 'gap',
    from: NOON + MINUTE,
    until: NOON + 3 * MINUTE,
    title: 'disconnected',
    words: '',
    session: MAIN.key,
  } as const;
  const at = (text: string, minutes: number) => ({...said(text, 'turn_1'), at: NOON + minutes * MINUTE});
  const seen = (messages: readonly Message[], session = MAIN) =>
    labels(itemsOf({messages}, {marks: [mark], session})).filter(label => label !== 'clock');
  expect(seen([at('a', 0), at('b', 2), at('c', 4)])).toEqual(['a', 'gap', 'b', 'gap-end', 'c']);
  expect(seen([at('a', 0)])).toEqual(['a', 'gap']);
  // It began later, or was started over.
  expect(seen([at('b', 2), at('c', 4)])).toEqual(['b', 'c']);
  const bob: Session = {...MAIN, key: 'rooster:dm:signal:bob', kind: 'dm'};
  expect(seen([at('a', 0), at('c', 4)], bob)).toEqual(['a', 'c']);
  expect(seen([at('a', 0), at('b', 2)], bob)).toEqual(['a', 'gap', 'b', 'gap-end']);
});

test('an announcement appears once: the announced text, with the finding folded below it', () => {
  const finding = asked('RAW: disk at 91 %', 'turn_1', {source: {kind: 'cron', name: 'disk'}, runId: 'run_1'});
  const folded = (items: readonly Item[]) =>
    items.flatMap(item => (item.kind === 'message' ? [[item.message.text, item.folded === true]] : []));
  expect(folded(itemsOf({messages: [finding]}, {turn: turn('turn_1')}))).toEqual([['RAW: disk at 91 %', false]]);
  expect(folded(itemsOf({messages: [finding, said('Heads up, the disk fills.', 'turn_1')]}))).toEqual([
    ['Heads up, the disk fills.', false],
    ['RAW: disk at 91 %', true],
  ]);
  expect(folded(itemsOf({messages: [finding, said('HEARTBEAT_OK', 'turn_1')]}))).toEqual([
    ['RAW: disk at 91 %', false],
    ['HEARTBEAT_OK', false],
  ]);
});

test('a result announced word for word appears once, and so does one whose announcement failed', () => {
  const source = {kind: 'cron', name: 'water'} as const;
  const {turnId: _, ...task} = asked('Drink more water.', 'turn_0', {source, runId: 'run_1'});
  const {turnId: __, ...result} = said('Drink more water.', 'turn_0', {source, runId: 'run_1'});
  expect(labels(itemsOf({messages: [task, {...result, id: 'msg_result'}]}))).toEqual(['Drink more water.']);
  const finding = asked('RAW', 'turn_2', {source, runId: 'run_2'});
  expect(labels(itemsOf({messages: [finding, {...result, id: 'msg_raw', text: 'RAW', runId: 'run_2'}]}))).toEqual([
    'RAW',
  ]);
  const own = {...MAIN, key: 'rooster:cron:water', kind: 'cron'} as const;
  expect(labels(itemsOf({messages: [finding, said('done', 'turn_2')]}, {session: own}))).toEqual(['RAW', 'done']);
});

test('the newest unanswered messages wait, as many as the daemon counts', () => {
  const messages = [asked('silent', 'turn_1'), said('x', 'turn_0'), asked('a', 'turn_2'), asked('b', 'turn_3')];
  expect(labels(itemsOf({messages}, {session: {...MAIN, queued: 2}}))).toEqual(['silent', 'x', '+a', '+b']);
  expect(labels(itemsOf({messages}))).toEqual(['silent', 'x', 'a', 'b']);
});

test('a tool call and its result are one line, running until the result arrives', () => {
  const call = {callId: 'c1', name: 'bash', input: {command: 'ls -l'}};
  const step = said('', 'turn_1', {toolCalls: [call]});
  const live = {...turn('turn_1'), tools: [{callId: 'c1', name: 'bash', summary: 'list files', startedAt: NOON}]};
  const tools = (items: readonly Item[]) => items.flatMap(item => (item.kind === 'tool' ? [item.tool] : []));
  expect(tools(itemsOf({messages: [step]}, {turn: live}))).toMatchObject([{state: 'running', summary: 'list files'}]);
  const answer = {
    ...said('total 0', 'turn_1'),
    role: 'tool',
    tool: {callId: 'c1', name: 'bash', ok: true, tookMs: 40},
  } as const;
  const done = itemsOf({messages: [step, answer]});
  expect(done.map(({kind}) => kind)).toEqual(['tool']);
  expect(tools(done)).toMatchObject([{state: 'ok', summary: 'ls -l', tookMs: 40, output: 'total 0'}]);
  // It may wait for a person.
  expect(tools(itemsOf({messages: [step]}, {turn: turn('turn_1')}))).toMatchObject([{state: 'pending'}]);
  expect(tools(itemsOf({messages: [step]}))).toMatchObject([{state: 'unanswered'}]);
});

test("a turn's outcome comes after its last message", () => {
  const ending = {
    turnId: 'turn_1',
    at: NOON + 2,
    outcome: 'failed',
    error: 'No answer.',
    source: {kind: 'user'},
  } as const;
  const two = {...said('two', 'turn_2'), at: NOON + 3};
  const items = itemsOf({messages: [asked('one', 'turn_1'), two], endings: [ending]});
  expect(items.map(({kind}) => kind)).toEqual(['message', 'ending', 'message']);
});

test('days are separated, and new messages since the last visit are marked', () => {
  const messages = [
    said('old', 'turn_1'),
    said('new', 'turn_2', {at: NOON + DAY}),
    said('newer', 'turn_3', {at: NOON + DAY}),
  ];
  const items = itemsOf({messages}, {divider: {before: 'msg_new', count: 2}});
  expect(items.map(({kind}) => kind)).toEqual(['message', 'divider', 'day', 'message', 'message']);
});

test('older messages are announced above, and unsent ones come last', () => {
  const send = {key: 'k', text: 'on its way', at: NOON, state: {kind: 'waiting'}} as const;
  const items = itemsOf({messages: [said('x', 'turn_1')], more: true}, {sends: [send], fetchingOlder: true});
  expect(items.map(({kind}) => kind)).toEqual(['older', 'message', 'sending']);
  expect(items[0]).toMatchObject({fetching: true});
});

test('only items changed by a growing text are rebuilt', () => {
  const make = createItems();
  const base = input({messages: [said('one', 'turn_0'), asked('two', 'turn_1')]}, {turn: turn('turn_1', 'a')});
  const before = make(base);
  const grown: LiveTurn = {...turn('turn_1', 'ab'), tools: base.turn?.tools ?? []};
  const after = make({...base, turn: grown});
  expect(after.slice(0, 2).map((item, index) => item === before[index])).toEqual([true, true]);
  expect(labels(after)).toEqual(['one', 'two', '~ab']);
});

test('speakers are distinguished by a word, and a stranger by a mark', () => {
  const bob = {role: 'user', source: {kind: 'user', name: 'Bob', channel: 'signal'}} as const;
  expect(speakerOf(bob, {...MAIN, trust: 'inner'})).toMatchObject({label: 'Bob', tone: 'you'});
  expect(speakerOf(bob, {...MAIN, trust: 'familiar'})).toMatchObject({label: 'Bob!', tone: 'untrusted'});
  expect(speakerOf({role: 'user', source: {kind: 'user', channel: 'terminal'}}, MAIN).label).toBe('you');
  expect(speakerOf({role: 'assistant', source: {kind: 'agent'}}, MAIN).label).toBe('rooster');
  expect(speakerOf({role: 'assistant', source: {kind: 'reminder', name: 'rem_1'}}, MAIN)).toMatchObject({
    label: 'reminder',
    tone: 'event',
  });
  const short = (name: string) =>
    speakerOf({...bob, source: {...bob.source, name}}, {...MAIN, trust: 'familiar'}).short;
  expect([short('Anna'), short('Christopher'), short('日本語の人')]).toEqual(['Anna!', 'Chri!', '日本!']);
  expect(speakerOf({role: 'assistant', source: {kind: 'reminder', name: 'rem_1'}}, MAIN).short).toBe('rem');
});

test('scheduled messages in a row each show their own time', () => {
  const fired = (text: string) => said(text, 'turn_1', {source: {kind: 'reminder', name: 'rem_1'}, id: `msg_${text}`});
  const alone = ({turnId: _, ...message}: Message): Message => message;
  const items = itemsOf({messages: [alone(fired('tea')), alone(fired('cake'))]});
  expect(items.map(item => 'head' in item && item.head)).toEqual([true, true]);
});

test('a call is summarized by its main arguments', () => {
  expect(toolSummary({content: 'x'.repeat(900), path: 'notes.md'})).toBe('notes.md');
  expect(toolSummary({action: 'set', when: '20m', message: 'tea\nand cake', extra: 1})).toBe('set 20m tea and cake');
  expect(toolSummary({action: 'snooze', id: 'rem_ii6k6f3k9663fife9x9g', when: '10m'})).toBe('snooze 10m');
  expect(toolSummary({id: 'rem_ii6k6f3k9663fife9x9g'})).toBe('rem_ii6k6f3k9663fife9x9g');
  expect(toolSummary({count: 3})).toBe('3');
  expect([toolSummary('raw text'), toolSummary(undefined), toolSummary({deep: {}})]).toEqual(['raw text', '', '']);
});

const itemsOf = (transcript: Partial<Transcript>, given: Partial<ItemsInput> = {}): readonly Item[] =>
  createItems()(input(transcript, given));

const input = (transcript: Partial<Transcript>, given: Partial<ItemsInput> = {}): ItemsInput => ({
  session: MAIN,
  transcript: {...emptyTranscript, loaded: true, ...transcript},
  waiting: new Map(),
  sends: [],
  local: [],
  place: 'main',
  deliveries: [],
  runs: [],
  marks: [],
  fetchingOlder: false,
  ...given,
});

const said = (text: string, turnId: `turn_${string}`, given: Partial<Message> = {}): Message => ({
  id: `msg_${text}`,
  session: MAIN.key,
  role: 'assistant',
  text,
  at: NOON,
  turnId,
  source: {kind: 'agent'},
  ...given,
});

const asked = (text: string, turnId: `turn_${string}`, given: Partial<Message> = {}): Message =>
  said(text, turnId, {role: 'user', source: {kind: 'user'}, ...given});

const turn = (turnId: `turn_${string}`, text = ''): LiveTurn => ({
  turnId,
  session: MAIN.key,
  source: {kind: 'user'},
  model: 'offline',
  startedAt: NOON,
  text,
  missing: 0,
  tools: [],
});

const labels = (items: readonly Item[]): readonly string[] =>
  items.map(item => {
    if (item.kind === 'message') return `${item.queued ? '+' : ''}${item.message.text}`;
    return item.kind === 'writing' ? `~${item.turn.text}` : item.kind;
  });
