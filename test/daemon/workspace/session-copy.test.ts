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
  using house = open();
  await using copy = house.start();
  house.store.say(MAIN, ['hello', 'two\nlines']);
  house.store.say('rooster:dm:signal:alice-uuid', ['hi']);
  await copy.settled();
  const [first] = readFileSync(house.file, 'utf8').split('\n');
  expect(JSON.parse(first ?? '')).toEqual({
    at: '2026-11-21T11:00:00.000Z',
    role: 'user',
    source: {kind: 'user', name: 'alice'},
    text: 'hello',
    id: 'msg_1',
  });
  expect(house.texts()).toEqual(['hello', 'two\nlines']);
  expect(readdirSync(join(house.root, 'sessions')).sort()).toEqual([
    'rooster_dm_signal_alice-uuid.jsonl',
    'rooster_main.jsonl',
  ]);
});

test('many messages in quick succession are each there once, in order', async () => {
  using house = open();
  await using copy = house.start();
  const said = Array.from({length: 300}, (_, index) => `message ${index}`);
  for (const [index, text] of said.entries()) {
    house.store.say(MAIN, [text]);
    if (index % 50 === 0) await copy.settled();
  }
  await copy.settled();
  expect(house.texts()).toEqual(said);
});

test('messages committed while nothing was copying are added with the next one, without repeats', async () => {
  using house = open();
  {
    await using _copy = house.start();
    house.store.say(MAIN, ['one', 'two']);
  }
  house.store.say(MAIN, ['three'], {told: false});
  appendFileSync(house.file, '');
  const before = readFileSync(house.file, 'utf8');
  await using copy = house.start();
  house.store.say(MAIN, ['four']);
  await copy.settled();
  expect(house.texts()).toEqual(['one', 'two', 'three', 'four']);
  expect(readFileSync(house.file, 'utf8').startsWith(before)).toBe(true);
});

test.each([
  ['deleted', (file: string) => rmSync(file)],
  ['emptied', (file: string) => truncateSync(file, 0)],
  ['cut in the middle of a line', (file: string) => truncateSync(file, 150)],
  ['replaced by nonsense', (file: string) => writeFileSync(file, 'nonsense\n')],
  ['replaced by another conversation', (file: string) => writeFileSync(file, '{"id":"msg_999"}\n')],
])('a copy that was %s is complete again after the next message', async (_how, spoil) => {
  using house = open();
  await using copy = house.start();
  house.store.say(MAIN, ['one', 'two']);
  await copy.settled();
  spoil(house.file);
  house.store.say(MAIN, ['three']);
  await copy.settled();
  expect(house.texts()).toEqual(['one', 'two', 'three']);
  house.store.say(MAIN, ['four']);
  await copy.settled();
  expect(house.texts()).toEqual(['one', 'two', 'three', 'four']);
});

test('a reset conversation and a deleted message leave the copy, too', async () => {
  using house = open();
  await using copy = house.start();
  house.store.say(MAIN, ['one', 'a mistake']);
  house.store.retractLast(MAIN);
  await copy.settled();
  expect(house.texts()).toEqual(['one']);
  house.store.reset(MAIN);
  await copy.settled();
  expect(readFileSync(house.file, 'utf8')).toBe('');
  house.store.say(MAIN, ['a new beginning']);
  await copy.settled();
  expect(house.texts()).toEqual(['a new beginning']);
});

test("a copy that can't be written is logged once, harms nothing, and is completed later", async () => {
  using house = open();
  mkdirSync(house.root);
  writeFileSync(join(house.root, 'sessions'), 'not a folder');
  await using copy = house.start();
  for (const text of ['one', 'two', 'three']) {
    house.store.say(MAIN, [text]);
    await copy.settled();
  }
  expect(house.log.lines.map(({level, fields}) => [level, fields['session']])).toEqual([['warn', MAIN]]);
  rmSync(join(house.root, 'sessions'));
  house.store.say(MAIN, ['four']);
  await copy.settled();
  expect(house.texts()).toEqual(['one', 'two', 'three', 'four']);
});

test('a sessions folder turned into a link writes nothing outside', async () => {
  using house = open();
  using elsewhere = tempDir();
  mkdirSync(house.root);
  symlinkSync(elsewhere.path, join(house.root, 'sessions'));
  await using copy = house.start();
  house.store.say(MAIN, ['one']);
  await copy.settled();
  expect(readdirSync(elsewhere.path)).toEqual([]);
  expect(house.log.lines).toHaveLength(1);
});

test('a very long conversation is copied from its newest part, and the copy says so', async () => {
  using house = open();
  house.store.say(
    MAIN,
    Array.from({length: 6_000}, (_, index) => `m${index}`),
    {told: false},
  );
  await using copy = house.start();
  house.store.say(MAIN, ['the newest']);
  await copy.settled();
  const texts = house.texts();
  expect(texts[0]).toContain('Older messages are in the database');
  expect(texts).toHaveLength(5_001);
  expect(texts.at(-1)).toBe('the newest');
});

test("only the newest copies of fired reminders are kept, and all copies of people's conversations", async () => {
  using house = open();
  await using copy = house.start();
  for (let index = 0; index < 205; index += 1) {
    house.store.say(`rooster:cron:reminder-rem_${index}`, ['x']);
    await copy.settled();
  }
  house.store.say(MAIN, ['x']);
  house.store.say('rooster:cron:morning', ['x']);
  await copy.settled();
  const names = readdirSync(join(house.root, 'sessions'));
  expect(names.filter(name => name.includes('reminder-'))).toHaveLength(200);
  expect(existsSync(house.file)).toBe(true);
  expect(names).toContain('rooster_cron_morning.jsonl');
});

test('the copy of a deleted conversation is removed, also by the next start', async () => {
  using house = open();
  const chat = 'rooster:chat:trip';
  const file = join(house.root, 'sessions', 'rooster_chat_trip.jsonl');
  {
    await using copy = house.start();
    house.store.say(chat, ['secret']);
    house.store.say(MAIN, ['hello']);
    await copy.settled();
    house.store.delete(chat);
    await copy.settled();
    expect(existsSync(file)).toBe(false);
    house.store.say(chat, ['said again']);
    await copy.settled();
    expect(house.texts(file)).toEqual(['said again']);
    house.store.delete(chat, {told: false});
  }
  expect(existsSync(file)).toBe(true);
  await using later = house.start();
  await later.settled();
  expect(existsSync(file)).toBe(false);
  expect(house.texts()).toEqual(['hello']);
  expect(house.store.sessions.purged.list()).toEqual([]);
});
