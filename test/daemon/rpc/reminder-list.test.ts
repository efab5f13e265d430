import {expect, test} from 'vitest';
import {startDaemon} from '../../support/real-daemon.ts';
import {tempDir} from '../../support/temp-dir.ts';

test('a list of reminders says whether it is all of them', async () => {
  using home = tempDir();
  await using daemon = await startDaemon({home: home.path});
  for (const message of ['one', 'two', 'three']) await daemon.call('reminder.set', {in: '1h', message});
  expect(await daemon.call('reminder.list', {limit: 2})).toMatchObject({reminders: [{}, {}], more: true});
  expect(await daemon.call('reminder.list', {limit: 3})).not.toHaveProperty('more');
});
