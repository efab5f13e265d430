// Files received on Signal: where they are stored, and which copies signal-cli keeps.
import {existsSync, mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {keepAttachments, sweepFiles} from '../../../../../src/daemon/channels/signal/inbound/attachments.ts';
import {readEnvelope} from '../../../../../src/daemon/channels/signal-cli/envelope/read-envelope.ts';
import type {SignalMessage} from '../../../../../src/daemon/channels/signal-cli/envelope/signal-event.ts';
import {ALICE, file, type Json, OWN} from '../../../../signal-stand-in/signal/samples.ts';
import {memoryLog} from '../../../../support/memory-log.ts';
import {text} from '../../../../support/signal-home.ts';
import {tempDir} from '../../../../support/temp-dir.ts';

const fixture = () => {
  const dir = tempDir();
  const folder = join(dir.path, 'attachments');
  const workspace = join(dir.path, 'workspace');
  mkdirSync(folder);
  const getAttachment = () => Promise.reject(new Error('not asked for here'));
  return {
    folder,
    workspace,
    has: (name: string) => existsSync(join(folder, name)),
    put: (name: string, content: string) => writeFileSync(join(folder, name), content),
    keep: (more: Json) => keepAttachments({log: memoryLog(), workspace, folder, rpc: {getAttachment}}, heard(more)),
    [Symbol.dispose]: dir[Symbol.dispose],
  };
};

const heard = (more: Json): SignalMessage => {
  const one = readEnvelope(text('look', 1, ALICE, more), OWN);
  if (one.kind !== 'message') throw new Error(one.kind);
  return one;
};

const VOICE = 'received/1700000000001-VoIcE1.aac';

test('a voice message moves to the agent, and signal-cli keeps no copy; a repeat has the same result', async () => {
  using by = fixture();
  by.put('VoIcE1.aac', 'a voice');
  const more = {attachments: [file('VoIcE1.aac', 'audio/aac', {size: 7})]};
  const kept = await by.keep(more);
  expect(kept).toEqual({
    files: [{path: VOICE, type: 'audio/aac', size: 7, voice: true}],
    missing: [],
  });
  expect(by.has('VoIcE1.aac')).toBe(false);
  expect(readFileSync(join(by.workspace, VOICE), 'utf8')).toBe('a voice');
  expect(await by.keep(more)).toEqual(kept);
});

test.each([
  ['that can be seen only once', 'view-once', {viewOnce: true}],
  ['of a chat whose messages expire', 'expiring', {expiresInSeconds: 60}],
])('a picture %s is never stored', async (_, reason, more) => {
  using by = fixture();
  by.put('a.jpg', 'a picture');
  const {missing, files} = await by.keep({attachments: [file('a.jpg', 'image/jpeg', {size: 9})], ...more});
  expect([missing, files]).toEqual([[{type: 'image/jpeg', size: 9, reason}], []]);
  expect(by.has('a.jpg')).toBe(false);
  expect(existsSync(by.workspace) ? readdirSync(by.workspace, {recursive: true}) : []).toEqual([]);
});

test('a long text is read whole, and no copy is stored', async () => {
  using by = fixture();
  const long = `${'wörter ☎ '.repeat(600)}end`;
  by.put('LoNg.txt', long);
  const {longText, files} = await by.keep({
    attachments: [file('LoNg.txt', 'text/x-signal-plain', {size: Buffer.byteLength(long)})],
  });
  expect([longText, files]).toEqual([long, []]);
  expect(existsSync(by.workspace)).toBe(false);
  by.put('LoNg.txt', long.slice(0, 99));
  expect(
    (await by.keep({attachments: [file('LoNg.txt', 'text/x-signal-plain', {size: Buffer.byteLength(long)})]})).longText,
  ).toBeUndefined();
});

test('old downloads are cleared, new ones stay', async () => {
  using by = fixture();
  by.put('old.jpg', '1');
  by.put('new.jpg', '2');
  utimesSync(join(by.folder, 'old.jpg'), 1_000, 1_000);
  expect(await sweepFiles(by.folder, 2_000_000)).toBe(1);
  expect([by.has('old.jpg'), by.has('new.jpg')]).toEqual([false, true]);
  expect(await sweepFiles(join(by.folder, 'none'), 1)).toBe(0);
});
