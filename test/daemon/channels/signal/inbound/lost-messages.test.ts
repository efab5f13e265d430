import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createLostMessages, lostWarnings} from '../../../../../src/daemon/channels/signal/inbound/lost-messages.ts';
import {DAY, MINUTE, SECOND} from '../../../../../src/shared/time/time.ts';
import {fakeClock} from '../../../../support/fake-clock.ts';
import {memoryLog} from '../../../../support/memory-log.ts';
import {text} from '../../../../support/signal-home.ts';
import {tempDir} from '../../../../support/temp-dir.ts';
import {openTestStore} from '../../../store/store-fixture.ts';

const AT = 1_700_000_000_000;

const fixture = () => {
  const dir = tempDir();
  const cache = join(dir.path, 'data', '100000.d', 'msg-cache', 'somebody');
  mkdirSync(cache, {recursive: true});
  const clock = fakeClock();
  const store = openTestStore();
  let told = 0;
  return {
    clock,
    store,
    told: () => told,
    warnings: () => lostWarnings(store.cursors, '+15550000001', clock.now()),
    open: () =>
      createLostMessages({
        clock,
        log: memoryLog(),
        store,
        account: '+15550000001',
        data: dir.path,
        onLost: () => (told += 1),
      }),
    takesUp: (...numbers: readonly number[]) => {
      for (const number of numbers) writeFileSync(join(cache, `1700000009999_${AT + number}`), '');
    },
    drops: (...numbers: readonly number[]) => {
      for (const number of numbers) rmSync(join(cache, `1700000009999_${AT + number}`));
    },
    arrives: (lost: ReturnType<typeof createLostMessages>, number: number) =>
      store.transact(() => lost.arrived([JSON.stringify(text('hello', number))])),
    [Symbol.dispose]: () => {
      store[Symbol.dispose]();
      dir[Symbol.dispose]();
    },
  };
};

const sentence = (number: number) =>
  `A message sent to you at ${new Date(AT + number).toISOString()} may be lost because signal-cli crashed. Ask for it again.`;

test('a message that was lost when signal-cli died is reported once', async () => {
  using place = fixture();
  place.takesUp(1, 2, 3, 4);
  using lost = place.open();
  place.arrives(lost, 1);
  lost.down();
  lost.up();
  place.arrives(lost, 2);
  place.drops(1, 2, 4);
  await place.clock.advance(2 * MINUTE);
  expect(place.warnings()).toEqual([sentence(4)]);
  lost.down();
  lost.up();
  await place.clock.advance(2 * MINUTE);
  expect(place.told()).toBe(1);
});

test('after a power cut the next daemon looks for the message that signal-cli was handling', async () => {
  using place = fixture();
  {
    using before = place.open();
    place.takesUp(1, 2);
    // Passed on and stored, but its file stayed: it is not lost.
    place.arrives(before, 1);
  }
  {
    using after = place.open();
    after.down();
    after.up();
    place.drops(1, 2);
    // Interrupted again before the check.
    await place.clock.advance(10 * SECOND);
  }
  using lost = place.open();
  lost.down();
  lost.up();
  await place.clock.advance(2 * MINUTE);
  expect(place.warnings()).toEqual([sentence(2)]);
  await place.clock.advance(8 * DAY);
  expect(place.warnings()).toEqual([]);
});
