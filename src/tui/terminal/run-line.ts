// Runs command lines of the person in their shell, without a terminal: in a session of their own, so that a program
// that asks for one is refused instead of writing over the screen.
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {LineEnd, LineRunner} from '../state/local-command.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Disposing hangs up on the line that runs, as closing a terminal does. */
export const lineRunner = (env: Env, folder: string, clock: Clock): LineRunner & Disposable => {
  let running: {readonly child: ChildProcess; stops: number} | undefined;
  const send = (signal: NodeJS.Signals): void => {
    const pid = running?.child.pid;
    if (pid === undefined) return;
    try {
      process.kill(-pid, signal);
    } catch {
      // It has just ended.
    }
  };
  return {
    folder,
    run: line => {
      const child = spawn('/bin/sh', ['-c', 'exec "$0" -c "$1" 2>&1', env['SHELL'] || '/bin/sh', line], {
        cwd: folder,
        detached: true,
        stdio: ['ignore', 'pipe', 'ignore'],
        env: {...env, TERM: 'dumb'},
      });
      const own = {child, stops: 0};
      running = own;
      const ended = endOf(child).finally(() => {
        if (running === own) running = undefined;
        // A process that the line left behind keeps the pipe open.
        clock.after(DRAIN_MS, () => child.stdout.destroy());
      });
      return {ended, output: textOf(child.stdout)};
    },
    stop: () => {
      if (running === undefined) return;
      running.stops += 1;
      send(running.stops === 1 ? 'SIGINT' : 'SIGKILL');
    },
    [Symbol.dispose]: () => send('SIGHUP'),
  };
};

const endOf = async (child: ChildProcess): Promise<LineEnd> => {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    return code === null ? {kind: 'signal', signal: signal ?? 'a signal'} : {kind: 'exit', code};
  } catch (thrown) {
    return {kind: 'failed', reason: errorMessage(thrown)};
  }
};

async function* textOf(stream: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  try {
    for await (const piece of stream) yield decoder.decode(piece, {stream: true});
  } catch {
    // The pipe was left open and is closed here.
  }
  yield decoder.decode();
}

const DRAIN_MS = 300;
