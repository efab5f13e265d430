// Replies by tool with the real programs: what the command says about who is owed a reply, and what the stand-in was asked to send.
// @module-tag deep
import {spawnSync} from 'node:child_process';
import {writeFileSync} from 'node:fs';
import {fileURLToPath} from 'node:url';
import {beforeAll, expect, test} from 'vitest';
import {openStore} from '../../src/daemon/store/store.ts';
import {OWN} from '../signal-stand-in/signal/samples.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {mailConfig} from '../support/mail/mail-fixture.ts';
import {memoryLog} from '../support/memory-log.ts';
import {startRealDaemon} from '../support/real-daemon.ts';
import {ensureBuilt} from '../support/rooster-home.ts';
import {signalHome, text} from '../support/signal-home.ts';
import {tempDir} from '../support/temp-dir.ts';

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

test('AT-09, AT-18 mail needs-reply answers for one thread, by its exit code alone', {tags: ['fast']}, async () => {
  using home = tempDir();
  const [owed, quiet] = ['aaaa00000001', 'bbbb00000002'];
  writeFileSync(
    `${home.path}/config.json`,
    JSON.stringify({
      users: [{name: 'alice', trust: 'full', match: ['terminal:default', 'mail:alice@example.org']}],
      mail: mailConfig(9),
    }),
    {mode: 0o600},
  );
  const store = openStore({path: `${home.path}/rooster.db`, clock: fakeClock(), log: memoryLog()});
  store.transact(() => {
    for (const thread of [owed, quiet]) {
      const key = `rooster:mail:${thread}` as const;
      store.sessions.put({key, kind: 'mail', title: 'Lunch', user: 'alice', trust: 'full', lastActivityAt: 1});
    }
    store.ledger.note({address: `rooster:mail:${owed}`, way: 'in', at: 1, id: 'm1'});
  });
  store[Symbol.dispose]();
  const mail = (...words: readonly string[]) => {
    const env = {...process.env, ROOSTER_HOME: home.path};
    const {status, stdout, stderr} = spawnSync(process.execPath, [ROOSTER, 'mail', 'needs-reply', ...words], {
      env,
      encoding: 'utf8',
    });
    return {status, stdout, reason: stderr.trim() !== ''};
  };
  const [YES, NO, DOUBT] = [
    {status: 0, stdout: '', reason: false},
    {status: 1, stdout: '', reason: false},
    {status: 1, stdout: '', reason: true},
  ];
  expect(mail(owed)).toEqual(DOUBT);
  await using _daemon = await startRealDaemon({home: home.path});
  expect(mail(owed)).toEqual(YES);
  expect(mail(`rooster:mail:${owed}`)).toEqual(YES);
  expect(mail(quiet)).toEqual(NO);
  expect(mail('cccc00000003')).toEqual(DOUBT);
  expect(mail('alice@example.org')).toEqual(NO);
  expect(mail(owed, '--clear')).toEqual(YES);
  expect(mail(owed)).toEqual(NO);
});
