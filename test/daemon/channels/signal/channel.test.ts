// Signal as the daemon opens it, with the stand-in as its signal-cli: what its status says, and when.
import {mkdirSync, writeFileSync} from 'node:fs';
import {basename, dirname, join} from 'node:path';
import {expect, test} from 'vitest';
import {MINUTE, SECOND} from '../../../../src/shared/time.ts';
import {cacheFolder} from '../../../signal-stand-in/program/data-dir.ts';
import {OWN} from '../../../signal-stand-in/signal/samples.ts';
import {text} from '../../../support/signal-home.ts';
import {until} from '../../../support/until.ts';
import {channelHouse} from './channel-house.ts';

const AT = 1_700_000_000_000;

test('a message that signal-cli was at work on in a power cut is told as perhaps lost', async () => {
  using house = channelHouse();
  // Decrypted, and never handed on: signal-cli forgets it in silence.
  const file = join(cacheFolder(house.data, {...OWN, path: '100000'}), '15550000002', `1700000009999_${AT + 1}`);
  mkdirSync(dirname(file), {recursive: true});
  writeFileSync(file, JSON.stringify(text('lost', 1)));
  house.server.markDecrypted(basename(file));
  await using signal = await house.open({waits: {[MINUTE + 10 * SECOND]: 500}});
  await until('the loss is told', () => signal.channel.status().lost !== undefined);
  expect(signal.channel.status().lost).toEqual([
    'A message that was sent to you at 2023-11-14T22:13:20.001Z may be lost: signal-cli died with it.',
  ]);
  expect(house.statuses.at(-1)?.lost).toHaveLength(1);
});
