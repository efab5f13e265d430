// A daemon that was taken over from comes back: with the number of the lease it is quiet. Without it, it would ring, too.
import {copyFileSync, mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {FENCE, FOLLOWED} from '../../src/daemon/replica/followed.ts';
import {finishCopy, publishCopy} from '../../src/daemon/store/copy/database-copy.ts';
import {PROTOCOL} from '../../src/ipc/checks.ts';
import {errorMessage} from '../../src/shared/text/gateway-error.ts';
import {HOUR, MINUTE, SECOND} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

const config = {users: [{name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice']}]};

/** Every message that leaves, by the machine that sends it. `isTold`: the old one learns of the takeover. */
const takenOver = async ({isTold}: {readonly isTold: boolean}): Promise<readonly string[]> => {
  using folder = tempDir();
  const clock = fakeClock();
  const sent: string[] = [];
  const openAt = (machine: 'old' | 'new') => {
    const signal = fakeChannel('signal');
    signal.sendBy(async ({text}) => {
      sent.push(`${machine}: ${text}`);
      return {at: clock.now()};
    });
    return openTestDaemon({home: join(folder.path, machine), config, clock, channels: [signal]});
  };
  {
    await using old = await openAt('old');
    await old.call('reminder.set', {in: '1h', message: 'tea', user: 'alice'});
    await old.call('reminder.set', {in: '3h', message: 'milk', user: 'alice'});
    const {snapshot} = await old.call('store.follow', {by: 'laptop'});
    mkdirSync(join(folder.path, 'new'));
    copyFileSync(join(folder.path, 'old', snapshot?.file ?? ''), join(folder.path, 'new', 'rooster.db.new'));
  }
  const database = join(folder.path, 'new', 'rooster.db');
  await publishCopy(`${database}.new`, database);
  finishCopy(database, {[FENCE]: '1', [FOLLOWED]: undefined});
  await using successor = await openAt('new');
  await successor.whileTimePasses(clock.advance(HOUR + MINUTE));
  await using back = await openAt('old');
  if (isTold) expect(await back.call('store.fence', {by: 'laptop', fence: 1})).toMatchObject({fence: 0});
  await clock.advance(30 * SECOND);
  await clock.advance(3 * HOUR);
  const {replica} = await back.call('daemon.status', {});
  expect(replica?.role).toBe(isTold ? 'replaced' : 'followed');
  return sent.toSorted();
};

test('each reminder rings once, on the machine that took over', async () => {
  expect(await takenOver({isTold: true})).toEqual(['new: milk', 'new: tea']);
});

test('an old machine that starts again after it was told has no trouble to report, and answers', async () => {
  using home = tempDir();
  const first = await openTestDaemon({home: home.path, config});
  await first.call('store.follow', {by: 'laptop'});
  mkdirSync(join(home.path, 'workspace', 'cron'), {recursive: true});
  writeFileSync(join(home.path, 'workspace', 'cron', 'tea.md'), '---\nevery: 1h\n---\nMake tea.\n');
  await first.call('store.fence', {by: 'laptop', fence: 1});
  await using old = await first.restart();
  await old.whileTimePasses(old.call('cron.list', {}));
  await old.clock.advance(MINUTE);
  expect(old.log.lines.filter(({level}) => level === 'error')).toEqual([]);
  await expect(old.call('reminder.set', {in: '1h', message: 'late'})).rejects.toThrow('laptop has taken over');
  // A screen that stays open there must not look as if it rang.
  expect((await old.call('hello', {protocol: PROTOCOL, client: 'test'})).held).toContain('laptop has taken over');
});

test('a change that an old machine holds while it waits is refused with the reason once it is told', async () => {
  using home = tempDir();
  const first = await openTestDaemon({home: home.path, config});
  await first.call('store.follow', {by: 'laptop'});
  await using old = await first.restart();
  const held = old.call('reminder.set', {in: '1h', message: 'tea'}).catch(errorMessage);
  await old.clock.advance(SECOND);
  await old.call('store.fence', {by: 'laptop', fence: 1});
  expect(await held).toContain('laptop has taken over');
});

test('the control: an old machine that is not told rings late, and twice', async () => {
  const sent = await takenOver({isTold: false});
  expect(sent.filter(line => line.startsWith('new'))).toEqual(['new: milk', 'new: tea']);
  expect(sent.filter(line => line.startsWith('old'))).toEqual(['old: milk', expect.stringMatching(/^old: .*tea/su)]);
});
