// @module-tag deep
import {spawn} from 'node:child_process';
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {type CommandOrder, runCommand} from '../../../../src/daemon/tools/shell/run-command.ts';
import {type Clock, systemClock} from '../../../../src/shared/time/clock.ts';
import {settle} from '../../../support/fake-clock.ts';
import {atOnce} from '../../../support/own-time.ts';
import {tempDir} from '../../../support/temp-dir.ts';
import {until} from '../../../support/until.ts';

const LIMIT_MS = 100_000;

/** A clock on which the time limit passes when the test says so. */
const heldLimit = () => {
  const clock = systemClock();
  let pass = (): void => {};
  const after: Clock['after'] = (ms, run) => {
    if (ms !== LIMIT_MS) return clock.after(ms, run);
    pass = run;
    return {[Symbol.dispose]: () => {}};
  };
  return {clock: {...clock, after}, pass: () => pass()};
};

const open = () => {
  const dir = tempDir();
  const environment = {PATH: process.env['PATH'] ?? '/usr/bin:/bin'};
  const run = (command: string, other: Partial<CommandOrder> = {}) =>
    runCommand({
      command,
      cwd: dir.path,
      environment,
      timeLimitMs: LIMIT_MS,
      signal: new AbortController().signal,
      clock: systemClock(),
      ...other,
    });
  /** The process ids that a command wrote into a file, once they are all there. */
  const pids = async (name: string, count: number): Promise<readonly number[]> => {
    const path = join(dir.path, name);
    const read = (): readonly string[] => (existsSync(path) ? readFileSync(path, 'utf8').trim().split('\n') : []);
    await until(`${count} process ids in ${name}`, () => read().length === count && read().every(line => line !== ''));
    return read().map(Number);
  };
  return {path: dir.path, run, pids, [Symbol.dispose]: () => dir[Symbol.dispose]()};
};

/** A process that ended without being waited for isn't alive. */
const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) Z/u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

const gone = (pids: readonly number[]): Promise<void> =>
  until(`processes ${pids.join(', ')} are gone`, () => !pids.some(isAlive));

test('stdout and stderr appear in the order they were written', {tags: ['fast']}, async () => {
  using shell = open();
  const command = 'for i in 1 2 3; do echo out $i; echo err $i >&2; done';
  expect(await shell.run(command)).toEqual({
    end: {kind: 'exited', code: 0},
    output: 'out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n',
  });
});

test("the result has the exit code, and a signal in the shell's notation", async () => {
  using shell = open();
  expect((await shell.run('exit 7')).end).toEqual({kind: 'exited', code: 7});
  expect(await shell.run('kill -SEGV $$')).toEqual({end: {kind: 'exited', code: 139}, output: ''});
  expect((await shell.run('nonexistent-command')).end).toEqual({kind: 'exited', code: 127});
  const broken = await shell.run('echo "unfinished');
  expect(broken.end).toEqual({kind: 'exited', code: 2});
  expect(broken.output).toContain('unexpected EOF');
});

test('there is no standard input and no terminal', async () => {
  using shell = open();
  expect((await shell.run('cat; test -t 1 || echo no terminal')).output).toBe('no terminal\n');
});

test("background processes end with their command and don't delay it", async () => {
  using shell = open();
  // They sleep for longer than a test may take.
  const result = await shell.run(
    'sleep 600 & echo $! >> pids; (trap "" TERM; sleep 600) & echo $! >> pids; echo started',
  );
  expect(result).toEqual({end: {kind: 'exited', code: 0}, output: 'started\n'});
  await gone(await shell.pids('pids', 2));
});

test('a command out of time ends with its children, even those that ignore TERM or left the group', async () => {
  using shell = open();
  const command = [
    'echo $$ >> pids',
    '(trap "" TERM; echo $BASHPID >> pids; sleep 60; sleep 60) &',
    'setsid sh -c "echo \\$\\$ >> pids; exec sleep 60" &',
    'trap "" TERM',
    'echo before; touch before',
    'sleep 60; sleep 60',
  ].join('\n');
  const limit = heldLimit();
  const running = shell.run(command, {clock: limit.clock});
  const pids = await shell.pids('pids', 3);
  await until('it has written', () => existsSync(join(shell.path, 'before')));
  expect(pids.every(isAlive)).toBe(true);
  limit.pass();
  expect(await running).toEqual({end: {kind: 'timed-out'}, output: 'before\n'});
  await gone(pids);
});

test('a command that cleans up when it is ended has time to, and its output is kept', async () => {
  using shell = open();
  const limit = heldLimit();
  const command = 'trap "echo tidied; exit 0" TERM; touch ready; while :; do sleep 0.05; done';
  const running = shell.run(command, {clock: limit.clock});
  await until('it is ready', () => existsSync(join(shell.path, 'ready')));
  limit.pass();
  expect(await running).toEqual({end: {kind: 'timed-out'}, output: expect.stringContaining('tidied')});
});

test('a stopped command returns its output immediately, and its processes end soon', async () => {
  using shell = open();
  const stop = new AbortController();
  const command =
    'echo so far; (trap "" TERM; echo $BASHPID >> pids; sleep 60; sleep 60) & trap "" TERM; echo $$ >> pids; sleep 60';
  const running = shell.run(command, {signal: stop.signal});
  const pids = await shell.pids('pids', 2);
  // Its output is in the pipe by now; one turn of the event loop later it has been read.
  await settle();
  stop.abort();
  expect(await atOnce(running)).toEqual({end: {kind: 'stopped'}, output: 'so far\n'});
  await gone(pids);
});

test("a command stopped before it begins doesn't run", async () => {
  using shell = open();
  expect(await shell.run('touch ran', {signal: AbortSignal.abort()})).toEqual({end: {kind: 'stopped'}, output: ''});
  expect(existsSync(join(shell.path, 'ran'))).toBe(false);
});

test('a command that writes endlessly is ended', async () => {
  using shell = open();
  const result = await shell.run('trap "" TERM; yes and yes and yes');
  expect(result.end).toEqual({kind: 'flooded'});
  expect(result.output).toContain('characters cut here');
});

test('no zombie process is left', async () => {
  using shell = open();
  for (let round = 0; round < 5; round += 1) await shell.run('true & sh -c true; echo $$');
  const children = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8')
    .trim()
    .split(' ')
    .filter(Boolean);
  const isZombie = (pid: string): boolean => existsSync(`/proc/${pid}`) && !isAlive(Number(pid));
  expect(children.filter(isZombie)).toEqual([]);
});

test('a missing folder and an overlong command are reported', async () => {
  using shell = open();
  expect((await shell.run('true', {cwd: join(shell.path, 'gone')})).end).toMatchObject({kind: 'not-started'});
  expect((await shell.run(`: ${'x'.repeat(3_000_000)}`)).end).toMatchObject({kind: 'not-started'});
});

test('when the daemon is killed, the processes of a command end too', async () => {
  using shell = open();
  const module = join(import.meta.dirname, '../../../../src/daemon/tools/shell/run-command.ts');
  const clock = join(import.meta.dirname, '../../../../src/shared/time/clock.ts');
  const program = `
    import {runCommand} from ${JSON.stringify(module)};
    import {systemClock} from ${JSON.stringify(clock)};
    await runCommand({
      command: 'trap "" TERM; (trap "" TERM; echo $BASHPID >> pids; sleep 60) & echo $$ >> pids; sleep 60',
      cwd: ${JSON.stringify(shell.path)}, environment: {PATH: process.env.PATH}, timeLimitMs: 60_000,
      signal: new AbortController().signal, clock: systemClock(),
    });`;
  const daemon = spawn(process.execPath, ['--input-type=module', '-e', program], {stdio: 'ignore'});
  const pids = await shell.pids('pids', 2);
  expect(pids.every(isAlive)).toBe(true);
  daemon.kill('SIGKILL');
  await gone(pids);
});
