// The part that needs no account, on the stand-in, and on a real signal-cli 0.13.19 where SIGNAL_CLI_REAL names one. The real one is to
// be run without a way out of the machine (in a network namespace of its own): the answers are those of a machine without network.
import {spawn} from 'node:child_process';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {tempDir} from '../../support/temp-dir.ts';
import {until} from '../../support/until.ts';
import {normal, withoutAccount} from './probes.ts';
import {daemonWith, type LineClient, lineClient, standInHome} from './start.ts';

const expectAnswers = async (client: LineClient, version: string): Promise<void> => {
  for (const [line, reply] of withoutAccount(version)) {
    client.write(`${line}\n`);
    expect(normal(await client.next()), line).toBe(normal(reply));
  }
};

test('the stand-in at 0.13.19 gives the answers that are known of the real one', async () => {
  using home = standInHome({linked: false});
  home.server.set('level', '0.13.19');
  home.server.set('network', 'down');
  const {client} = await daemonWith(home, {account: false});
  await expectAnswers(client, '0.13.19');
});

const REAL = process.env['SIGNAL_CLI_REAL'] ?? '';

test.runIf(REAL !== '')('a real signal-cli gives the same', {timeout: 60_000}, async () => {
  using dir = tempDir();
  const socket = join(dir.path, 'sc.sock');
  const args = ['--config', dir.path, '-o', 'json', 'daemon', '--socket', socket, '--receive-mode', 'manual'];
  const child = spawn(REAL, args, {stdio: ['ignore', 'ignore', 'pipe']});
  try {
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    await until('it started', () => stderr.includes('Started JSON-RPC server on'), 30_000);
    using client = await lineClient({path: socket});
    await expectAnswers(client, '0.13.19');
  } finally {
    child.kill('SIGKILL');
  }
});
