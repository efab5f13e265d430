// A machine that has taken over, and the one that must hear of it.
import {expect, test, vi} from 'vitest';
import {TOOK_OVER, tellOldMachine} from '../../../src/daemon/replica/old-machine.ts';
import {MINUTE, SECOND} from '../../../src/shared/time/time.ts';
import {fakeClock} from '../../support/fake-clock.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {openTestStore} from '../store/store-fixture.ts';

test('says that the old machine does not know yet, until the person has read it, and goes on trying', async () => {
  const clock = fakeClock();
  using store = openTestStore({clock});
  const host = {name: 'den', destination: 'den'};
  store.cursors.set(TOOK_OVER, JSON.stringify({host, fence: 1, seq: 7}));
  const dial = vi.fn(() => {
    throw new Error('no route');
  });
  await using old = tellOldMachine({store, clock, log: memoryLog(), version: 'test', dial});
  expect(old.problems()).toMatchObject([{key: 'replica', reason: expect.stringContaining("den doesn't know yet")}]);
  await clock.advance(10 * SECOND);
  expect(dial.mock.calls.length).toBeGreaterThan(1);
  expect(old.dismiss('other')).toBeUndefined();
  expect(old.dismiss('replica')).toBeDefined();
  expect(old.problems()).toEqual([]);
  expect(old.dismiss('replica')).toBeUndefined();
  const before = dial.mock.calls.length;
  await clock.advance(MINUTE);
  expect(dial.mock.calls.length).toBeGreaterThan(before);
  expect(JSON.parse(store.cursors.get(TOOK_OVER) ?? '')).toMatchObject({host, fence: 1, seq: 7});
});
