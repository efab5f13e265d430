// The clocks of daemon and command: they are compared at the instant of the answer, however long the other checks take.
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {isoOf, SECOND} from '../../../../../src/shared/time/time.ts';
import {doctor} from '../../../../../src/tui/cli/admin/doctor/doctor.ts';
import {tempDir} from '../../../../support/temp-dir.ts';
import {commandWorld} from '../../command-world.ts';

/** The findings about clocks, when the check of the database takes a minute and the daemon's clock is ahead by so long. */
const clocks = async (aheadMs: number): Promise<readonly unknown[]> => {
  using home = tempDir();
  writeFileSync(join(home.path, 'rooster.db'), '');
  const made = await commandWorld({
    env: {ROOSTER_HOME: home.path},
    ask: async () => {
      made.clock.set(made.clock.now() + 60 * SECOND);
      return {code: 0, stdout: JSON.stringify({suspected: false, found: []}), stderr: ''};
    },
    answers: {
      'daemon.status': () => ({
        version: '0.1.0',
        pid: 7,
        now: isoOf(made.clock.now() + aheadMs),
        model: {name: 'offline', ready: true},
        channels: [],
        problems: [],
        outbox: {waiting: 0, dead: 0},
      }),
    } as never,
  });
  await doctor(made.world, {words: [], values: {}, switches: new Set(['json'])} as never);
  const {findings} = JSON.parse(made.out()) as {findings: readonly {name: string; verdict: string; what: string}[]};
  return findings.filter(({what}) => what.includes('clocks')).map(({verdict, what}) => [verdict, what]);
};

test('clocks that agree are fine, although a large database takes a minute to check', async () => {
  expect(await clocks(0)).toEqual([]);
});

test('clocks that differ are named with their difference', async () => {
  expect(await clocks(-8 * SECOND)).toEqual([['bad', 'the clocks of the daemon and this command differ by 8 s']]);
});
