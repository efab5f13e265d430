// A home that is moved or deleted while its daemon runs: the daemon notices, tells the truth about it, and ends.
// @module-tag deep
import {existsSync, readdirSync, readFileSync, renameSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {fasterTime} from '../support/faster-time.ts';
import {startRealDaemon} from '../support/real-daemon.ts';
import {removeFolder, tempDir} from '../support/temp-dir.ts';

test.skipIf(process.platform !== 'linux')(
  'a home that was moved works at its new place at once, and the old daemon says where it is',
  async () => {
    using dir = tempDir();
    const [home, moved] = [join(dir.path, 'home'), join(dir.path, 'moved')];
    await using daemon = await startRealDaemon({home});
    const {id} = await daemon.call('reminder.set', {in: '5h', message: 'stretch'});
    renameSync(home, moved);
    await using next = await startRealDaemon({home: moved});
    expect(await daemon.ended).toMatchObject({
      code: 0,
      stderr: expect.stringContaining(`${home} was moved to ${moved}`),
    });
    expect((await next.call('reminder.list', {})).reminders).toMatchObject([{id}]);
    expect((await next.call('daemon.status', {})).problems).toEqual([]);
    expect(existsSync(join(home, 'rooster.db'))).toBe(false);
  },
);

test('a home that was deleted: within its regular check the daemon saves the content, says so, and ends', async () => {
  using dir = tempDir();
  const home = join(dir.path, 'home');
  await using daemon = await startRealDaemon({home, nodeFlags: fasterTime(dir.path)});
  const {id} = await daemon.call('reminder.set', {in: '50h', message: 'stretch'});
  removeFolder(home);
  const {code, stderr} = await daemon.ended;
  const [saved = ''] = readdirSync(home).filter(name => name.startsWith('rooster.db.saved-'));
  const sentence = `${home} was deleted while the daemon ran, so the daemon ends. What it held is in ${join(home, saved)}.`;
  expect({code, stderr}).toEqual({code: 0, stderr: expect.stringContaining(sentence)});
  expect(readFileSync(join(home, 'logs/daemon.log'), 'utf8')).toContain('was deleted while the daemon ran');
  renameSync(join(home, saved), join(home, 'rooster.db'));
  await using next = await startRealDaemon({home});
  expect((await next.call('reminder.list', {})).reminders).toMatchObject([{id}]);
});
