import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {startRealDaemon} from '../../support/real-daemon.ts';
import {tempDir} from '../../support/temp-dir.ts';

test('the first list of jobs includes those in files and their problems', async () => {
  using home = tempDir();
  const folder = join(home.path, 'workspace/cron');
  mkdirSync(folder, {recursive: true, mode: 0o700});
  writeFileSync(join(folder, 'standup.md'), '---\nschedule: "0 9 * * 1-5"\n---\nHello\n');
  writeFileSync(join(folder, 'wrong.md'), 'no job\n');
  await using daemon = await startRealDaemon({home: home.path});
  const {jobs, invalid} = await daemon.call('cron.list', {});
  expect(jobs.map(({name}) => name)).toEqual(['standup']);
  expect(invalid.map(({file}) => file)).toEqual(['cron/wrong.md']);
});
