import {expect, test} from 'vitest';
import {isKnownAddress} from '../../../src/daemon/turns/prompt/known-address.ts';
import type {Message, MessageSource} from '../../../src/shared/records/message.ts';

const message = (text: string, more: Partial<Message> = {}): Message => ({
  id: 'msg_1',
  session: 'rooster:main',
  role: 'user',
  text,
  at: 0,
  source: {kind: 'user', name: 'alice'},
  ...more,
});
const AGENT: MessageSource = {kind: 'agent'};

const call = (name: string, input: unknown, text: string, ok = true): readonly Message[] => [
  message('', {role: 'assistant', source: AGENT, toolCalls: [{callId: 'c1', name, input}]}),
  message(text, {role: 'tool', source: {kind: 'tool', name}, tool: {callId: 'c1', name, ok, tookMs: 1}}),
];

const URL = 'https://figs.example/prune?tree=old';

test.each([
  ['its person wrote it', `read ${URL} please`, URL],
  ['its person wrote it without a scheme', 'look at figs.example.', 'https://figs.example/'],
  ['its person wrote it with www', 'look at www.figs.example/prune', 'https://figs.example/prune'],
  ['a sentence ends with it', 'Is it https://figs.example/prune?', 'https://figs.example/prune'],
  ['it is a link in Markdown', '[prune](https://figs.example/prune)', 'https://figs.example/prune'],
  ['only its fragment is new', 'read https://figs.example/prune', 'https://figs.example/prune#winter'],
])('an address is known where %s', (_, text, address) => {
  expect(isKnownAddress(address, [message(text)])).toBe(true);
});

test.each([
  ['data were added', 'https://figs.example/?q=', 'https://figs.example/?q=secret'],
  ['a path was added', 'https://figs.example/', 'https://figs.example/secret'],
  ['a part was cut off', 'https://figs.example/abcdef', 'https://figs.example/abc'],
  ['a part was cut off at a dot', 'https://figs.example/a.b.c', 'https://figs.example/a.b'],
  ['a name was put before the host', 'https://figs.example/', 'https://secret.figs.example/'],
  ['the host is the end of another', 'https://my-figs.example/', 'https://figs.example/'],
  ['its letters were changed', 'https://figs.example/prune', 'https://figs.example/pRuNe'],
  ['it was put into a port', 'https://figs.example/', 'https://figs.example:8443/'],
  ['it was put into the user', 'https://figs.example/', 'https://secret@figs.example/'],
])('an address is the own one of the model where %s', (_, text, address) => {
  expect(isKnownAddress(address, [message(text)])).toBe(false);
});

test('an address in a text that was read is known; one that an output only repeats is not', () => {
  expect(isKnownAddress(URL, call('web_search', {query: 'figs'}, `1. ${URL}`))).toBe(true);
  expect(isKnownAddress(URL, call('read_file', {path: URL}, `No file ${URL} in the workspace.`))).toBe(false);
  expect(isKnownAddress(URL, call('bash', {command: `echo ${URL}`}, URL))).toBe(false);
});

test('an address that was fetched is known afterwards; one that was refused is not', () => {
  expect(isKnownAddress(URL, call('web_fetch', {url: URL}, 'A page.'))).toBe(true);
  expect(isKnownAddress(URL, call('web_fetch', {url: URL}, 'Not run.', false))).toBe(false);
});

test("the model's own words make no address known", () => {
  expect(isKnownAddress(URL, [message(`I will read ${URL}`, {role: 'assistant', source: AGENT})])).toBe(false);
});

const QUOTED = 'https://evil.example/?q="secret"';

test.each([
  ['in the message of a failure', call('read_file', {path: QUOTED}, `No file ${QUOTED} in the workspace.`, false)],
  ['in an output that repeats its quotes', call('read_file', {path: QUOTED}, `(${QUOTED} is empty)`)],
  ['that was encoded before', call('web_fetch', {url: `https://figs.example/?to=${encodeURIComponent(URL)}`}, URL)],
  ['in the copy of its conversation', call('read_file', {path: './sessions/rooster-main.jsonl'}, URL)],
  ['in the chat that it reads again', call('signal_history', {}, URL)],
  ['that a command has put together', call('bash', {command: 'base64 -d note'}, URL)],
  [
    'behind a later call with the same id',
    [
      ...call('read_file', {path: URL}, `(${URL} is empty)`).map(part => ({...part, turnId: 'turn_1' as const})),
      ...call('read_file', {path: 'notes.md'}, '(empty)').map(part => ({...part, turnId: 'turn_2' as const})),
    ],
  ],
  ['in its summary', [message(URL, {source: {kind: 'system'}, frame: {kind: 'summary'}})]],
  ['in its answer to its own task', [message(URL, {source: {kind: 'delegation', name: 'run_1'}})]],
  ['in its note from elsewhere', [message(URL, {source: {kind: 'session', name: 'rooster:main'}})]],
  [
    "in its job's last answer",
    [message('Go on.', {source: {kind: 'cron', name: 'figs'}, frame: {kind: 'lookups', lastOutput: URL, tools: []}})],
  ],
])("the model's own words make no address known, %s", (_, messages) => {
  for (const address of [URL, QUOTED]) expect(isKnownAddress(address, messages)).toBe(false);
});
