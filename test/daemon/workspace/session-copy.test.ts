import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createFolder} from '../../../src/daemon/workspace/folder.ts';
import {startSessionCopy} from '../../../src/daemon/workspace/session-copy.ts';
import {copiedStore} from '../../support/copied-store.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {tempDir} from '../../support/temp-dir.ts';

const MAIN = 'rooster:main';

const open = () => {
  const dir = tempDir();
  const root = join(dir.path, 'workspace');
  const store = copiedStore();
  const log = memoryLog();
  const start = () => startSessionCopy({files: createFolder(root), store, log});
  const file = join(root, 'sessions', 'rooster_main.jsonl');
  const texts = (path = file): readonly string[] =>
    readFileSync(path, 'utf8')
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line).text);
  return {root, store, log, start, file, texts, [Symbol.dispose]: () => dir[Symbol.dispose]()};
};

test('each committed message is one readable line in the copy of its conversation', async () => {
  using fixture = open();
  await using copy = fixture.start();
  fixture.store.say(MAIN, ['hello', 'two\nlines']);
  fixture.store.say('rooster:dm:signal:alice-uuid', ['hi']);
  await copy.settled();
  const [first] = readFileSync(fixture.file, 'utf8').split('\n');
  expect(JSON.parse(first ?? '')).toEqual({
    at: '2026-11-21T11:00:00.000Z',
    role: 'user',
    source: {kind: 'user', name: 'alice'},
    text: 'hello',
    id: 'msg_1',
  });
  expect(fixture.texts()).toEqual(['hello', 'two\nlines']);
  expect(readdirSync(join(fixture.root, 'sessions')).sort()).toEqual([
    'rooster_dm_signal_alice-uuid.jsonl',
    'rooster_main.jsonl',
  ]);
});

test('many messages in quick succession are each there once, in order', async () => {
  using fixture = open();
  await using copy = fixture.start();
  const said = Array.from({length: 300}, (_, index) => `message ${index}`);
  for (const [index, text] of said.entries()) {
    fixture.store.say(MAIN, [text]);
    if (index % 50 === 0) await copy.settled();
  }
  await copy.settled();
  expect(fixture.texts()).toEqual(said);
});

test('messages committed while nothing was copying are added with the next one, without repeats', async () => {
  using fixture = open();
  {
    await using _copy = fixture.start();
    fixture.store.say(MAIN, ['one', 'two']);
  }
  fixture.store.say(MAIN, ['three'], {told: false});
  appendFileSync(fixture.file, '');
  const before = readFileSync(fixture.file, 'utf8');
  await using copy = fixture.start();
  fixture.store.say(MAIN, ['four']);
  await copy.settled();
  expect(fixture.texts()).toEqual(['one', 'two', 'three', 'four']);
  expect(readFileSync(fixture.file, 'utf8').startsWith(before)).toBe(true);
});

test.each([
  ['deleted', (file: string) => rmSync(file)],
  ['emptied', (file: string) => truncateSync(file, 0)],
  ['cut in the middle of a line', (file: string) => truncateSync(file, 150)],
  ['replaced by nonsense', (file: string) => writeFileSync(file, 'nonsense\n')],
  ['replaced by another conversation', (file: string) => writeFileSync(file, '{"id":"msg_999"}\n')],
])('a copy that was %s is complete again after the next message', async (_how, spoil) => {
  using fixture = open();
  await using copy = fixture.start();
  fixture.store.say(MAIN, ['one', 'two']);
  await copy.settled();
  spoil(fixture.file);
  fixture.store.say(MAIN, ['three']);
  await copy.settled();
  expect(fixture.texts()).toEqual(['one', 'two', 'three']);
  fixture.store.say(MAIN, ['four']);
  await copy.settled();
  expect(fixture.texts()).toEqual(['one', 'two', 'three', 'four']);
});

test('a reset conversation and a deleted message leave the copy, too', async () => {
  using fixture = open();
  await using copy = fixture.start();
  fixture.store.say(MAIN, ['one', 'a mistake']);
  fixture.store.retractLast(MAIN);
  await copy.settled();
  expect(fixture.texts()).toEqual(['one']);
  fixture.store.reset(MAIN);
  await copy.settled();
  expect(readFileSync(fixture.file, 'utf8')).toBe('');
  fixture.store.say(MAIN, ['a new beginning']);
  await copy.settled();
  expect(fixture.texts()).toEqual(['a new beginning']);
});

test("a copy that can't be written is logged once, harms nothing, and is completed later", async () => {
  using fixture = open();
  mkdirSync(fixture.root);
  writeFileSync(join(fixture.root, 'sessions'), 'not a folder');
  await using copy = fixture.start();
  for (const text of ['one', 'two', 'three']) {
    fixture.store.say(MAIN, [text]);
    await copy.settled();
  }
  expect(fixture.log.lines.map(({level, fields}) => [level, fields['session']])).toEqual([['warn', MAIN]]);
  rmSync(join(fixture.root, 'sessions'));
  fixture.store.say(MAIN, ['four']);
  await copy.settled();
  expect(fixture.texts()).toEqual(['one', 'two', 'three', 'four']);
});

test('a sessions folder turned into a link writes nothing outside', async () => {
  using fixture = open();
  using elsewhere = tempDir();
  mkdirSync(fixture.root);
  symlinkSync(elsewhere.path, join(fixture.root, 'sessions'));
  await using copy = fixture.start();
  fixture.store.say(MAIN, ['one']);
  await copy.settled();
  expect(readdirSync(elsewhere.path)).toEqual([]);
  expect(fixture.log.lines).toHaveLength(1);
});

test('a very long conversation is copied from its newest part, and the copy mentions the missing part', async () => {
  using fixture = open();
  fixture.store.say(
    MAIN,
    Array.from({length: 6_000}, (_, index) => `m${index}`),
    {told: false},
  );
  await using copy = fixture.start();
  fixture.store.say(MAIN, ['the newest']);
  await copy.settled();
  const texts = fixture.texts();
  expect(texts[0]).toContain('Older messages are in the database');
  expect(texts).toHaveLength(5_001);
  expect(texts.at(-1)).toBe('the newest');
});

test("only the newest copies of fired reminders are kept, and all copies of people's conversations", async () => {
  using fixture = open();
  await using copy = fixture.start();
  for (let index = 0; index < 205; index += 1) {
    fixture.store.say(`rooster:cron:reminder-rem_${index}`, ['x']);
    await copy.settled();
  }
  fixture.store.say(MAIN, ['x']);
  fixture.store.say('rooster:cron:morning', ['x']);
  await copy.settled();
  const names = readdirSync(join(fixture.root, 'sessions'));
  expect(names.filter(name => name.includes('reminder-'))).toHaveLength(200);
  expect(existsSync(fixture.file)).toBe(true);
  expect(names).toContain('rooster_cron_morning.jsonl');
});

test('the copy of a deleted conversation is removed, at the latest by the next start', async () => {
  using fixture = open();
  const chat = 'rooster:chat:trip';
  const file = join(fixture.root, 'sessions', 'rooster_chat_trip.jsonl');
  {
    await using copy = fixture.start();
    fixture.store.say(chat, ['secret']);
    fixture.store.say(MAIN, ['hello']);
    await copy.settled();
    fixture.store.delete(chat);
    await copy.settled();
    expect(existsSync(file)).toBe(false);
    fixture.store.say(chat, ['said again']);
    await copy.settled();
    expect(fixture.texts(file)).toEqual(['said again']);
    fixture.store.delete(chat, {told: false});
  }
  expect(existsSync(file)).toBe(true);
  await using later = fixture.start();
  await later.settled();
  expect(existsSync(file)).toBe(false);
  expect(fixture.texts()).toEqual(['hello']);
  expect(fixture.store.sessions.purged.list()).toEqual([]);
});
