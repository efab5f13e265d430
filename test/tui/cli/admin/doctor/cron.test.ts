import {mkdirSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {cronFindings} from '../../../../../src/tui/cli/admin/doctor/files.ts';
import {tempDir} from '../../../../support/temp-dir.ts';
import {commandWorld} from '../../command-world.ts';

const findings = async (jobs: readonly object[]) => {
  using home = tempDir();
  mkdirSync(join(home.path, 'workspace/cron'), {recursive: true});
  const {world} = await commandWorld({
    env: {ROOSTER_HOME: home.path},
    ask: async () => ({code: 0, stdout: JSON.stringify({jobs, invalid: []}), stderr: ''}),
  });
  return (await cronFindings(world)).map(finding => ({...finding, fix: finding.fix?.replace(home.path, '~')}));
};

test('a job file without a time zone is a finding with the line that fixes it', async () => {
  const named = {name: 'b', origin: 'cron/b.md', zone: 'UTC'};
  expect(await findings([{name: 'a', origin: 'cron/a.md', zone: 'UTC', zoneByDefault: true}, named])).toEqual([
    {
      name: 'cron',
      verdict: 'odd',
      what: 'cron/a.md: it names no timezone, so its times are UTC.',
      fix: 'add a line such as "timezone: Europe/Berlin" to ~/workspace/cron/a.md',
    },
  ]);
  expect(await findings([named])).toMatchObject([{verdict: 'good', what: '1 job is valid'}]);
});
