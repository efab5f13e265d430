// Voice messages: what a configured program hears is treated as the person's words, and quoted back to them.

import {execFileSync} from 'node:child_process';
import {existsSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createOutbox} from '../../../../src/daemon/delivery/outbox.ts';
import {commandFor, createReadVoice} from '../../../../src/daemon/flows/chat/voice-message.ts';
import type {CommandOutcome} from '../../../../src/daemon/ports/command.ts';
import type {Attachment} from '../../../../src/shared/records/message-details.ts';
import {DAY} from '../../../../src/shared/time/time.ts';
import {countingIds} from '../../../support/counting-ids.ts';
import {fakeClock} from '../../../support/fake-clock.ts';
import {memoryLog} from '../../../support/memory-log.ts';
import {tempDir} from '../../../support/temp-dir.ts';
import {testConfig} from '../../../support/test-config.ts';
import {testCore} from '../../../support/test-core.ts';
import {aSession, openTestStore} from '../../store/store-fixture.ts';

const SESSION = 'rooster:main';
const CHAT = 'signal:alice';
const RECORDING: Attachment = {path: 'received/1-voice.aac', type: 'audio/aac', size: 7, voice: true};

const scene = ({
  program = ['whisper'] as readonly string[] | 'none',
  outcome = {ok: true, output: ' turn the\n oven off \n'} as CommandOutcome,
  more = {},
} = {}) => {
  const clock = fakeClock();
  const store = openTestStore({clock});
  store.sessions.put(aSession({key: SESSION}));
  const log = memoryLog();
  const commands: string[] = [];
  const sandboxes: unknown[] = [];
  const closing = new AbortController();
  const readVoice = createReadVoice({
    ...testCore({
      store,
      clock,
      log,
      outbox: createOutbox({store, clock, ids: countingIds()}),
      closing: closing.signal,
      config: () =>
        testConfig({
          policy: {hosts: ['example.com']},
          ...(program === 'none' ? {} : {speech: {command: program, ...more}}),
        }),
      people: {zoneOf: () => 'UTC', owner: () => 'alice'},
    }),
    run: async ({command, sandbox}) => {
      commands.push(command);
      sandboxes.push(sandbox);
      return outcome;
    },
  });
  const spoken = (key = 'k1', changes: {text?: string; attachments?: readonly Attachment[]} = {}) => ({
    ...{channel: 'signal', sender: 'alice', at: 5, key, text: '', attachments: [RECORDING]},
    ...changes,
  });
  return {
    clock,
    log,
    commands,
    sandboxes,
    closing,
    spoken,
    read: (message: ReturnType<typeof spoken>, user = 'alice') =>
      readVoice(message, {chat: CHAT, session: SESSION, user}),
    sent: () => store.deliveries.list({limit: 10}).map(({text}) => text),
    [Symbol.dispose]: () => store[Symbol.dispose](),
  };
};

test("the program's transcript becomes the person's text, and is quoted back once", async () => {
  using by = scene();
  const read = await by.read(by.spoken());
  expect(read).toMatchObject({text: 'turn the oven off', attachments: [RECORDING]});
  await by.read(by.spoken());
  expect(by.sent()).toEqual(['I heard: "turn the oven off"']);
});

test('several recordings are one message, in order', async () => {
  using by = scene();
  const read = await by.read(by.spoken('k1', {attachments: [RECORDING, {...RECORDING, path: 'received/2.aac'}]}));
  expect(read.text).toBe('turn the oven off\nturn the oven off');
  expect(by.commands.map(command => /received\/[\w.-]+/u.exec(command)?.[0])).toEqual([
    'received/1-voice.aac',
    'received/2.aac',
  ]);
});

test.each<[string, CommandOutcome]>([
  ['fails', {ok: false, output: 'loading model', error: 'Exit code 3.', exitCode: 3}],
  ['writes nothing', {ok: true, output: ' \n'}],
])('if the program %s, the person is asked to write, no turn starts, and the log says why', async (_, outcome) => {
  using by = scene({outcome});
  expect(await by.read(by.spoken())).toMatchObject({text: '', context: true});
  expect(by.sent()).toEqual(["I couldn't understand your voice message. Please write it."]);
  expect(JSON.stringify(by.log.lines)).toContain('speech command failed');
});

test('without a program the operator learns how to set one up, others are asked to write, each once a day', async () => {
  using by = scene({program: 'none'});
  const message = by.spoken();
  expect(await by.read(message)).toBe(message);
  await by.read(by.spoken('k2'));
  expect(by.sent()).toEqual([expect.stringContaining('Set speech.command')]);
  await by.clock.advance(DAY);
  await by.read(by.spoken('k3'), 'bob');
  expect(by.sent()).toHaveLength(2);
  expect(by.sent()).toContain("I can't listen to voice messages. Please write to me.");
});

test('a recording with words beside it, and any other file, stay as they are', async () => {
  using by = scene();
  const withWords = by.spoken('k1', {text: 'listen to this'});
  const {voice: _, ...picture} = RECORDING;
  const other = by.spoken('k2', {attachments: [picture]});
  expect([await by.read(withWords), await by.read(other)]).toEqual([withWords, other]);
  expect([by.commands, by.sent()]).toEqual([[], []]);
});

test('a stopping daemon answers nothing, so the message is handled again', async () => {
  using by = scene();
  by.closing.abort();
  await expect(by.read(by.spoken())).rejects.toThrow('stopping');
  expect(by.sent()).toEqual([]);
});

test.each([
  [['whisper', '-f'], "'whisper' '-f' 'a b.aac' 2>/dev/null"],
  [['whisper', '--in={file}', '-q'], "'whisper' '--in=a b.aac' '-q' 2>/dev/null"],
])('the program %j gets the recording as an argument', (program, line) => {
  expect(commandFor(program, 'a b.aac')).toBe(line);
});

test('a WAV file is made with ffmpeg for {wav}, and removed afterwards', () => {
  using dir = tempDir();
  const ffmpeg = '#!/bin/sh\nfor last; do :; done\necho "as WAV" > "$last"\n';
  writeFileSync(join(dir.path, 'ffmpeg'), ffmpeg, {mode: 0o755});
  const env = {...process.env, PATH: `${dir.path}:${process.env['PATH']}`};
  const run = (program: readonly string[]): string =>
    execFileSync('/bin/sh', ['-c', commandFor(program, "it's.aac")], {cwd: dir.path, env, encoding: 'utf8'});
  expect(run(['cat', '{wav}'])).toBe('as WAV\n');
  expect(existsSync(join(dir.path, "it's.aac.wav"))).toBe(false);
  expect(() => run(['false', '{wav}'])).toThrow('Command failed');
});

test('the program runs without the sandbox, unless the configuration names one', async () => {
  const free = scene();
  await free.read(free.spoken());
  expect(free.sandboxes).toEqual([undefined]);
  const inside = scene({more: {sandbox: 'read-only'}});
  await inside.read(inside.spoken());
  expect(inside.sandboxes).toEqual([{profile: 'read-only', hosts: ['example.com']}]);
});
