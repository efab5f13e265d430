// The conversation in docs/protocol.md, line by line with a real daemon.
// @module-tag deep
import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {rawClient} from '../support/raw-client.ts';
import {ensureBuilt, roosterHome} from '../support/rooster-home.ts';
import {until} from '../support/until.ts';

test('the daemon answers the lines of the page as the page says', async () => {
  ensureBuilt();
  using home = roosterHome();
  await home.run(['daemon', 'start']);
  await using client = await rawClient(join(home.path, 'run/rooster.sock'));
  const lines = readFileSync('docs/protocol.md', 'utf8')
    .split('\n')
    .filter(line => /^[→←] /u.test(line));
  expect(lines).toHaveLength(9);
  for (const line of lines) {
    const text = line.slice('→ '.length);
    if (line.startsWith('→')) {
      client.write(`${text}\n`);
      continue;
    }
    const pattern = new RegExp(`^${text.split('…').map(RegExp.escape).join('.*')}$`, 'u');
    await until(
      () => `a line like ${text}; there are: ${client.lines.join('\n')}`,
      () => client.lines.some(said => pattern.test(said)),
    );
  }
});
