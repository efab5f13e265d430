// The daemon's regular checks meet files that fail in every way. None of them ends the daemon, and nothing that is due waits for them.
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {HOUR, MINUTE} from '../../src/shared/time/time.ts';
import {breakFiles} from '../support/broken-files.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';
import {untilGiven} from '../support/until.ts';

test.each(['EACCES', 'EIO', 'ELOOP', 'EMFILE', 'ENOENT', 'ENOSPC', 'ENOTDIR'])(
  'all files fail with %s for two hours: every check goes on, a reminder is delivered, and later nothing is wrong',
  async code => {
    using dir = tempDir();
    const signal = fakeChannel();
    const config = {
      users: [{name: 'alice', trust: 'full', match: ['terminal:default', 'signal:alice-uuid']}],
      http: {listen: join(dir.path, 'door.sock')},
    };
    await using daemon = await openTestDaemon({home: dir.path, channels: [signal], config});
    await daemon.clock.advance(5 * MINUTE);
    // The daemon makes it, but perhaps not within minutes of a clock that is moved by hand.
    mkdirSync(join(dir.path, 'workspace/cron'), {recursive: true});
    const before = await daemon.call('daemon.status', {});
    await daemon.call('reminder.set', {message: 'water the plants', in: '1h', user: 'alice', mode: 'verbatim'});
    {
      using _broken = breakFiles(code, path => path.startsWith(dir.path) && !path.endsWith(STIR));
      // The watchers of the folders look too.
      for (const folder of ['.', 'run', 'workspace/cron']) writeFileSync(join(dir.path, folder, STIR), '');
      await daemon.clock.advance(2 * HOUR);
      expect(signal.texts).toEqual(['water the plants']);
    }
    await daemon.clock.advance(HOUR);
    const {problems} = await daemon.call('daemon.status', {});
    expect(problems).toEqual(before.problems);
  },
);

test('the status names a regular check that fails, while it fails', async () => {
  using dir = tempDir();
  await using daemon = await openTestDaemon({home: dir.path});
  const problems = async () => (await daemon.call('daemon.status', {})).problems.filter(({key}) => key === 'check');
  await daemon.clock.advance(5 * MINUTE);
  expect(await problems()).toEqual([]);
  {
    // The folder of the jobs can't be read, and this can't be logged.
    using _broken = breakFiles('EIO', path => path.startsWith(join(dir.path, 'workspace/cron')));
    const {warn} = daemon.log;
    using stack = new DisposableStack();
    stack.defer(() => Object.assign(daemon.log, {warn}));
    Object.assign(daemon.log, {
      warn: () => {
        throw new Error('the log is full');
      },
    });
    await daemon.clock.advance(10 * MINUTE);
    const failing = untilGiven('the check of the tick fails', async () => {
      const found = await problems();
      return found.some(({reason}) => reason.includes('cron folder')) ? found : undefined;
    });
    expect(await daemon.whileTimePasses(failing)).toMatchObject([
      {reason: 'A regular check failed (cron folder): the log is full'},
    ]);
  }
  // Files are read in real time, so the clock waits for them.
  await daemon.whileTimePasses(
    untilGiven('no check fails', async () => ((await problems()).length === 0 ? true : undefined)),
  );
});

const STIR = 'stir';
