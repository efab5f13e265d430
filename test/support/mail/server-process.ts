// A mail server as a child process. It ends with its test, even when the test's process dies.
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {connect} from 'node:net';
import {untilGiven} from '../until.ts';

export type ServerProcess = AsyncDisposable & {readonly kill: (signal: NodeJS.Signals) => Promise<void>};

/** Resolves once something listens on the port. Rejects with the program's output if it ends instead. */
export const startServerProcess = async (
  [program = '', ...words]: readonly string[],
  port: number,
): Promise<ServerProcess> => {
  const child = spawn(program, words, {stdio: ['ignore', 'pipe', 'pipe']});
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += String(chunk)));
  const kill = (signal: NodeJS.Signals): Promise<void> => end(child, signal);
  try {
    await untilGiven(`${program} listens on port ${port}`, async () => {
      if (child.exitCode !== null) throw new Error(`${program} ended with ${child.exitCode}: ${output}`);
      return (await answers(port)) || undefined;
    });
  } catch (error) {
    await kill('SIGKILL');
    throw error;
  }
  return {kill, [Symbol.asyncDispose]: () => kill('SIGKILL')};
};

/** The words before a program's own, with which it ends when this process dies. */
export const WITH_US: readonly string[] = process.platform === 'linux' ? ['setpriv', '--pdeathsig', 'TERM'] : [];

const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = once(child, 'exit');
  child.kill(signal);
  await over;
};

const answers = async (port: number): Promise<boolean> => {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
};
