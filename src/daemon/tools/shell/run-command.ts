// Runs a shell command whose processes never outlive it. They run in their own process group under a small wrapper
// (POSIX sh) that holds a pipe from the daemon. When the daemon ends in any way, the pipe closes and the wrapper kills
// the group. A stop or timeout sends TERM, and after a grace period KILL.
import {type ChildProcess, spawn} from 'node:child_process';
import type {Environment} from '../../../shared/records/places.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {createCapture} from './capture.ts';
import {MARK, signalMarked, signalSandboxed} from './marked-processes.ts';

export type CommandOrder = {
  readonly command: string;
  /** Written to its stdin, which is then closed. @default stdin is empty */
  readonly input?: string;
  readonly cwd: string;
  readonly environment: Environment;
  readonly timeLimitMs: number;
  readonly signal: AbortSignal;
  readonly clock: Clock;
  /** Called once when no process of the command is left. @default nothing happens */
  readonly onGone?: () => void;
};

export type CommandEnd =
  | {readonly kind: 'exited'; readonly code: number}
  /** Something outside killed the wrapper. */
  | {readonly kind: 'killed'; readonly signal: string}
  | {readonly kind: 'timed-out'}
  | {readonly kind: 'flooded'}
  | {readonly kind: 'stopped'}
  | {readonly kind: 'not-started'; readonly reason: string};

/** stdout and stderr in the order of writing. */
export type CommandResult = {readonly end: CommandEnd; readonly output: string};

/** Never rejects. Resolves at once when the signal is aborted; the processes end in the background. */
export const runCommand = async (order: CommandOrder): Promise<CommandResult> => {
  const {clock, signal, onGone} = order;
  const withoutStart = (end: CommandEnd): CommandResult => {
    onGone?.();
    return {end, output: ''};
  };
  if (signal.aborted) return withoutStart({kind: 'stopped'});
  const mark = crypto.randomUUID();
  const child = start(order, mark);
  if (child instanceof Error) return withoutStart({kind: 'not-started', reason: child.message});

  const capture = createCapture();
  const {promise: cutOff, resolve: cut} = Promise.withResolvers<CommandEnd>();
  const exited = endOf(child);
  child.stdin?.end(order.input);
  child.stdout?.on('data', (chunk: Buffer) => {
    capture.add(chunk);
    if (capture.size() <= FLOOD_BYTES) return;
    child.stdout?.pause();
    cut({kind: 'flooded'});
  });
  const closed = new Promise<void>(resolve => child.stdout?.once('close', resolve));
  const stop = (): void => cut({kind: 'stopped'});
  signal.addEventListener('abort', stop, {once: true});
  using _limit = clock.after(order.timeLimitMs, () => cut({kind: 'timed-out'}));

  const end = await Promise.race([exited, cutOff]);
  signal.removeEventListener('abort', stop);
  const ending = endGroup({child, mark, clock, exited, byItself: end.kind === 'exited'}).finally(onGone);
  if (end.kind === 'stopped') {
    void ending.then(() => release(child));
    return {end, output: capture.text()};
  }
  await ending;
  // A process that left the group may keep the pipe open forever.
  await within(DRAIN_MS, clock, closed);
  release(child);
  return {end, output: capture.text()};
};

const start = ({command, input, cwd, environment}: CommandOrder, mark: string): ChildProcess | Error => {
  try {
    return spawn('/bin/sh', ['-c', WRAPPER_SCRIPT, 'sh', command], {
      cwd,
      env: {...SHELL_LEVEL, ...environment, [MARK]: mark},
      detached: true,
      // The last pipe is the wrapper's, to notice the daemon's end.
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'ignore', 'pipe'],
    });
  } catch (error) {
    return error instanceof Error ? error : new Error('the shell could not be started');
  }
};

const endOf = (child: ChildProcess): Promise<CommandEnd> =>
  new Promise(resolve => {
    child.on('error', error => resolve({kind: 'not-started', reason: error.message}));
    child.once('exit', (code, signal) =>
      resolve(code === null ? {kind: 'killed', signal: signal ?? 'a signal'} : {kind: 'exited', code}),
    );
    // A pipe breaks when its other end is killed. The exit reports everything.
    for (const pipe of child.stdio) pipe?.on('error', () => undefined);
  });

type Ending = {
  readonly child: ChildProcess;
  readonly mark: string;
  readonly clock: Clock;
  readonly exited: Promise<CommandEnd>;
  /**
   * The command has ended. Only background processes in its group are killed; those that left the group may continue.
   */
  readonly byItself: boolean;
};

const endGroup = async ({child, mark, clock, exited, byItself}: Ending): Promise<void> => {
  const {pid} = child;
  if (pid === undefined) return;
  if (byItself) {
    if (signalGroup(pid, 'SIGTERM')) await gone(() => signalGroup(pid, 0), clock);
    signalGroup(pid, 'SIGKILL');
    return;
  }
  if (!signalGroup(pid, 0)) return;
  if (!signalSandboxed(mark, 'SIGTERM')) {
    signalGroup(pid, 'SIGTERM');
    signalMarked(mark, 'SIGTERM');
  }
  await within(GRACE_MS, clock, exited);
  signalGroup(pid, 'SIGKILL');
  signalMarked(mark, 'SIGKILL');
  await gone(() => signalMarked(mark, 0), clock);
};

/** Waits a short time until no process is left. */
const gone = async (isLeft: () => boolean, clock: Clock): Promise<void> => {
  for (let waited = 0; waited < LEFTOVER_GRACE_MS && isLeft(); waited += LOOK_MS) await within(LOOK_MS, clock);
};

/** False if no process of the group is left. */
const signalGroup = (pid: number, signal: NodeJS.Signals | 0): boolean => {
  try {
    return process.kill(-pid, signal);
  } catch {
    return false;
  }
};

const release = (child: ChildProcess): void => {
  child.stdout?.destroy();
  child.stdio[3]?.destroy();
};

/** Waits for the work with a time limit. */
const within = async (ms: number, clock: Clock, work?: Promise<unknown>): Promise<void> => {
  const over = Promise.withResolvers<void>();
  using _timer = clock.after(ms, over.resolve);
  await Promise.race([over.promise, ...(work === undefined ? [] : [work])]);
};

/**
 * Node's pipes are sockets, and bash reads ~/.bashrc where its stdin is one, unless another shell seems to have started
 * it.
 */
const SHELL_LEVEL = {SHLVL: '1'};
const GRACE_MS = 2_000;
const LEFTOVER_GRACE_MS = 300;
const LOOK_MS = 20;
const DRAIN_MS = 200;
/** Nobody reads more output than this. */
const FLOOD_BYTES = 32 * 2 ** 20;

/**
 * $1 is the command. The wrapper ignores TERM so that it can report the end; its watcher ends only by KILL or with the
 * daemon. The wrapper prints nothing, because a shell would add "Terminated" to the output.
 */
const WRAPPER_SCRIPT = `trap : TERM
exec 4>&1 >/dev/null
{ trap '' TERM; read -r _; kill -KILL 0; } <&3 4>&- &
watcher=$!
shell=$(command -v bash || echo sh)
(exec "$shell" -c "$1" 3<&- >&4 2>&1 4>&-)
code=$?
kill -KILL "$watcher"
wait "$watcher"
exit "$code"`;
