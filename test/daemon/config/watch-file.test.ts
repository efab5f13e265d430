import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {watchFile} from '../../../src/daemon/config/watch-file.ts';
import {SECOND} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {tempDir} from '../../support/temp-dir.ts';

test('a folder that cannot be watched is looked at every 30 seconds, until it can', async () => {
  using dir = tempDir();
  const clock = fakeClock(undefined, {ticks: 'all'});
  const log = memoryLog();
  let stirs = 0;
  const stirred = (): void => {
    stirs += 1;
  };
  const path = join(dir.path, 'missing', 'rooster.json');
  {
    using _watching = watchFile(path, stirred, {clock, log});
    await clock.advance(SECOND);
    expect([stirs, log.lines.length]).toEqual([1, 1]);
    await clock.advance(60 * SECOND);
    expect([stirs, log.lines.length]).toEqual([3, 1]);
    mkdirSync(join(dir.path, 'missing'));
    writeFileSync(path, '{}');
    await clock.advance(30 * SECOND);
    expect([stirs, clock.timers]).toEqual([4, 0]);
  }
  {
    using _watching = watchFile(join(dir.path, 'elsewhere', 'rooster.json'), stirred, {clock, log});
    await clock.advance(SECOND);
  }
  expect(clock.timers).toBe(0);
});
