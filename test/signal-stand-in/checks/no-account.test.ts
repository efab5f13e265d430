// The part that needs no account, on the stand-in, and on a real signal-cli 0.13.19 if SIGNAL_CLI_REAL names one. Run the real one without
// network access (in its own network namespace), since its answers are those of a machine without network.
import {spawn} from 'node:child_process';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {freePort} from '../../support/free-port.ts';
import {tempDir} from '../../support/temp-dir.ts';
import {until} from '../../support/until.ts';
import {ask, overHttp} from './http-probes.ts';
import {normal, withoutAccount} from './probes.ts';
import {lineClient, standInHome} from './start.ts';

const LEVEL = '0.13.19';

/** In multi-account mode, on a socket and over HTTP. */
const daemonArgs = (socket: string, port: number): readonly string[] => [
  ...['-o', 'json', 'daemon', '--socket', socket, '--http', `127.0.0.1:${port}`, '--receive-mode', 'manual'],
];

const expectAnswers = async (socket: string, port: number, stderr: () => string): Promise<void> => {
  const isReady = (): boolean => ['JSON-RPC', 'HTTP'].every(what => stderr().includes(`Started ${what} server on`));
  await until('it listens', isReady);
  using client = await lineClient({path: socket});
  for (const [line, reply] of withoutAccount(LEVEL)) {
    client.write(`${line}\n`);
    expect(normal(await client.next()), line).toBe(normal(reply));
  }
  for (const [asked, status, body] of overHttp(LEVEL)) {
    expect(await ask(port, asked), JSON.stringify(asked)).toEqual([status, body]);
  }
};

test('the stand-in at 0.13.19 gives the known answers of the real one', async () => {
  using home = standInHome({linked: false});
  home.server.set('level', LEVEL);
  home.server.set('network', 'down');
  const port = await freePort();
  const standIn = home.start(daemonArgs(home.socket, port));
  await expectAnswers(home.socket, port, standIn.stderr);
});

const REAL = process.env['SIGNAL_CLI_REAL'] ?? '';

test.runIf(REAL !== '')('a real signal-cli gives the same answers', async () => {
  using dir = tempDir();
  const socket = join(dir.path, 'sc.sock');
  const port = await freePort();
  const child = spawn(REAL, ['--config', dir.path, ...daemonArgs(socket, port)], {stdio: ['ignore', 'ignore', 'pipe']});
  try {
    let stderr = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
    await expectAnswers(socket, port, () => stderr);
  } finally {
    child.kill('SIGKILL');
  }
});
