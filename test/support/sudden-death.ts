// Death at a chosen system call, by strace: on the k-th call of a kind the process gets SIGKILL before the call runs. Those tests are
// skipped if strace is missing, or may not attach.
import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {until} from './until.ts';

/** strace's action on a call, in its own syntax: `fsync:signal=SIGKILL:when=3`, `pwrite64:error=ENOSPC`. */
export type Injection = `${string}:${string}`;

/** Attaches to the main thread of a process (which writes the database); disposing detaches. */
export const inject = async (pid: number, injection: Injection): Promise<AsyncDisposable> => {
  const [call = ''] = injection.split(':', 1);
  const tracer = spawn(
    'strace',
    ['-p', String(pid), '-e', `trace=${call}`, '-e', `inject=${injection}`, '-o', '/dev/null'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const closed = once(tracer, 'close');
  let said = '';
  tracer.stderr.setEncoding('utf8').on('data', text => (said += text));
  await until(`strace is attached (it said: ${said})`, () => said.includes('attached') || tracer.exitCode !== null);
  if (!said.includes('attached')) throw new Error(`strace did not attach: ${said}`);
  return {
    [Symbol.asyncDispose]: async () => {
      tracer.kill('SIGINT');
      await closed;
    },
  };
};

/** Runs a command from its start under the injection; the process is the command itself. */
export const under = (injection: Injection): readonly string[] => {
  const [call = ''] = injection.split(':', 1);
  return ['strace', '-D', '-o', '/dev/null', '-e', `trace=${call}`, '-e', `inject=${injection}`];
};

/** The reason why calls can't be caught here; undefined when they can. */
export const whyNoStrace = (): string | undefined => {
  const {error, status, stderr} = spawnSync('strace', [
    '-o',
    '/dev/null',
    '-e',
    'inject=fsync:signal=SIGKILL:when=1',
    'true',
  ]);
  if (error !== undefined) return 'strace is not installed';
  if (status !== 0) return `strace may not trace here: ${stderr}`;
  let said = '';
  // A busy machine needs longer.
  for (const seconds of ['0.3', '10']) {
    const sleeper = spawn('sleep', ['30'], {stdio: 'ignore'});
    said = String(spawnSync('timeout', [seconds, 'strace', '-o', '/dev/null', '-p', String(sleeper.pid)]).stderr);
    sleeper.kill('SIGKILL');
    if (said.includes('attached')) return undefined;
    if (said !== '') break;
  }
  return `strace may not attach here: ${said}`;
};
