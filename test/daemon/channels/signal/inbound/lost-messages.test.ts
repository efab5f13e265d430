import {mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {createLostMessages} from '../../../../../src/daemon/channels/signal/inbound/lost-messages.ts';
import {MINUTE} from '../../../../../src/shared/time.ts';
import {fakeClock} from '../../../../support/fake-clock.ts';
import {memoryLog} from '../../../../support/memory-log.ts';
import {text} from '../../../../support/signal-home.ts';
import {tempDir} from '../../../../support/temp-dir.ts';

const AT = 1_700_000_000_000;

test('what signal-cli died with and what then neither arrives nor stays with it is told, once', async () => {
  using dir = tempDir();
  const cache = join(dir.path, 'data', '100000.d', 'msg-cache', 'somebody');
  mkdirSync(cache, {recursive: true});
  for (const number of [1, 2, 3, 4]) writeFileSync(join(cache, `1700000009999_${AT + number}`), '');
  const clock = fakeClock();
  let told = 0;
  using lost = createLostMessages({clock, log: memoryLog(), data: dir.path, onLost: () => (told += 1)});
  lost.arrived(JSON.stringify(text('before', 1)));
  lost.down();
  lost.up();
  lost.arrived(JSON.stringify(text('after', 2)));
  for (const number of [1, 2, 4]) rmSync(join(cache, `1700000009999_${AT + number}`));
  await clock.advance(2 * MINUTE);
  expect(lost.warnings()).toEqual([
    'A message that was sent to you at 2023-11-14T22:13:20.004Z may be lost: signal-cli died with it.',
  ]);
  lost.down();
  lost.up();
  await clock.advance(2 * MINUTE);
  expect(told).toBe(1);
});
