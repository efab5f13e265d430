// Replies by tool with the real programs: what the command says about who is owed a reply, and what the stand-in was asked to send.
// @module-tag deep
import {spawnSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {beforeAll, expect, test} from 'vitest';
import {OWN} from '../signal-stand-in/signal/samples.ts';
import {ensureBuilt} from '../support/rooster-home.ts';
import {signalHome, text} from '../support/signal-home.ts';

beforeAll(ensureBuilt);

const ROOSTER = fileURLToPath(new URL('../../dist/rooster.js', import.meta.url));

test('AT-02, AT-08, AT-10, AT-13 to AT-16, AT-38 signal needs-reply answers by its exit code alone', {
  tags: ['fast'],
}, async () => {
  await using home = await signalHome();
  home.configure({signal: {account: OWN.number, command: `${home.path}/signal-cli`, replies: 'by-tool'}});
  const signal = (...words: readonly string[]) => {
    const env = {...process.env, ROOSTER_HOME: home.path};
    return spawnSync(process.execPath, [ROOSTER, 'signal', ...words], {env, encoding: 'utf8'});
  };
  const needsReply = (contact: string) => {
    const {status, stdout, stderr} = signal('needs-reply', contact);
    return {status, stdout, reason: stderr.trim() !== ''};
  };
  expect(needsReply('alice')).toEqual({status: 1, stdout: '', reason: true});
  await using daemon = await home.start();
  await daemon.follow(0);
  await daemon.event('channel.status', status => status.inbound === 'up');
  expect(needsReply('alice')).toEqual({status: 1, stdout: '', reason: false});
  home.server.enqueue(text('hello', 1));
  await daemon.event('turn.ended');
  expect(needsReply('alice')).toEqual({status: 0, stdout: '', reason: false});
  expect(home.sends()).toEqual([]);
  expect(needsReply('nobody')).toEqual({status: 1, stdout: '', reason: true});
  expect(signal('send', 'alice', 'Hello!').status).toBe(0);
  expect(needsReply('alice')).toEqual({status: 1, stdout: '', reason: false});
});
