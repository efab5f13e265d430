// An idle daemon wakes up for its ticks only.
import {expect, test} from 'vitest';
import {HOUR, MINUTE} from '../../src/shared/time/time.ts';
import {fakeChannel} from '../support/fake-channel.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {tempDir} from '../support/temp-dir.ts';
import {openTestDaemon} from '../support/test-daemon.ts';

test('ten idle hours fire at most 1,250 timers: 1,200 ticks, and what is rare', async () => {
  using dir = tempDir();
  const clock = fakeClock(undefined, {ticks: 'all'});
  const channels = [fakeChannel('signal'), fakeChannel('ntfy')];
  await using fixture = await openTestDaemon({home: dir.path, channels, clock});
  await clock.advance(MINUTE);
  const before = clock.fired;
  await clock.advance(10 * HOUR);
  expect(clock.fired - before).toBeLessThanOrEqual(1_250);
  expect(fixture.events.map(({type}) => type)).toEqual(['daemon.started']);
});
