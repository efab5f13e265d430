// The terminal UI as a process: signals, crashes, stray output, the way back to the shell. Whatever ends it, the terminal is as
// it was before, and the daemon goes on.
import {flushCompileCache} from 'node:module';
import os from 'node:os';
import process from 'node:process';
import {errorMessage} from '../shared/records/gateway-error.ts';
import type {Places} from '../shared/records/places.ts';
import type {Clock} from '../shared/time/clock.ts';
import {SECOND} from '../shared/time/time.ts';
import type {ShownZone} from './format/shown-zone.ts';
import type {Connect} from './link/gateway-client.ts';
import type {AppOptions} from './open-app.tsx';
import {type CalledAs, calledAs, INSTALLED} from './terminal/called-as.ts';
import {type ClientFiles, clientFiles} from './terminal/client-files.ts';
import {stopJob} from './terminal/stop-job.ts';
import {redirectStrayOutput, type StrayOutput} from './terminal/stray-output.ts';
import {LEAVE_ALTERNATE_SCREEN, MODES_BACK, writeQuietly} from './terminal/terminal-modes.ts';

export type StartOptions = {
  /** Dials the daemon, or starts one. */
  readonly connect: Connect;
  readonly places: Places;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AppOptions['stdin'];
  readonly stdout: AppOptions['stdout'];
  readonly clock: Clock;
  /** On whose clocks times are shown. */
  readonly shownZone: ShownZone;
  /** The session to begin in: a key, or a part of a title. */
  readonly session?: string;
  /** How the program is started here. @default by its name */
  readonly called?: CalledAs;
  /** Signs that every terminal has. */
  readonly ascii?: boolean;
  /** Where a crash is told, after the terminal was restored. @default process.stderr */
  readonly stderr?: {write(text: string): unknown};
};

/** Opens the terminal UI; resolves with the exit code once it was left and the terminal is restored. */
export const startApp = async (options: StartOptions): Promise<number> => {
  const {stdin, stdout, places} = options;
  const files = clientFiles(places.client);
  const end = Promise.withResolvers<End>();

  // Registered before any mode is set: a crash in the very first frame finds it.
  const restore = (): void => writeQuietly(stdout, MODES_BACK);
  const signalled = (signal: NodeJS.Signals): void => end.resolve({kind: 'signal', signal});
  const crashed = (thrown: unknown): void => end.resolve({kind: 'crash', thrown});
  process.on('exit', restore);
  for (const signal of SIGNALS) process.on(signal, signalled);
  process.on('uncaughtException', crashed);
  process.on('unhandledRejection', crashed);
  // Writing to a terminal that was closed is no crash.
  const closed = (): void => end.resolve({kind: 'signal', signal: 'SIGHUP'});
  stdout.on('error', closed);
  stdin.on('error', closed);
  // Ink would look for React's developer tools.
  delete process.env['DEV'];
  const strayOutput = redirectStrayOutput(files.log);

  let outcome: End | undefined;
  try {
    outcome = await run(options, {files, strayOutput, ended: end.promise});
  } catch (thrown) {
    writeQuietly(stdout, MODES_BACK + LEAVE_ALTERNATE_SCREEN);
    outcome = {kind: 'crash', thrown};
  } finally {
    if (outcome?.kind === 'crash') strayOutput.note(stackOf(outcome.thrown));
    strayOutput[Symbol.dispose]();
    restore();
    process.off('exit', restore);
    for (const signal of SIGNALS) process.off(signal, signalled);
    process.off('uncaughtException', crashed);
    process.off('unhandledRejection', crashed);
    // That the last bytes found no terminal any more is told after this; it is listened for to the end.
    stdin.off('error', closed);
  }
  return report(outcome, options, files.log);
};

type End =
  | {readonly kind: 'left'}
  | {readonly kind: 'signal'; readonly signal: NodeJS.Signals}
  | {readonly kind: 'crash'; readonly thrown: unknown};

type Around = {readonly files: ClientFiles; readonly strayOutput: StrayOutput; readonly ended: Promise<End>};

const run = async (options: StartOptions, {files, strayOutput, ended}: Around): Promise<End> => {
  const {connect, stdin, stdout, clock, shownZone, session, called = INSTALLED} = options;
  // A locale that knows no other signs.
  const env = options.ascii === true ? {...options.env, LC_ALL: 'C'} : options.env;
  const {openApp} = await import('./open-app.tsx');
  await using app = openApp({
    connect,
    files,
    env,
    stdin,
    stdout,
    clock,
    shownZone,
    newKey: () => `tui-${crypto.randomUUID()}`,
    onBroken: thrown => strayOutput.note(stackOf(thrown)),
    called,
    suspend: () => stopJob(clock),
    ...(session === undefined ? {} : {session}),
  });
  // By itself Node writes it at the end of the process, which is not reached where the terminal kills it.
  using _compiled = clock.after(STARTED_MS, flushCompileCache);
  process.on('SIGCONT', app.retake);
  try {
    const left = app.left.then((): End => ({kind: 'left'}));
    return await Promise.race([left, ended]);
  } finally {
    process.off('SIGCONT', app.retake);
  }
};

/** The last line, on the screen that was there before. */
const report = (end: End, {stdout, stderr = process.stderr, called = INSTALLED}: StartOptions, log: string): number => {
  switch (end.kind) {
    case 'left':
      writeQuietly(stdout, `The daemon keeps running. To come back: ${called.open}\n`);
      return 0;
    case 'signal':
      return 128 + os.constants.signals[end.signal];
    case 'crash': {
      const {thrown} = end;
      const why = errorMessage(thrown).replace(/(?<![.\s])[.\s]+$/u, '');
      stderr.write(`rooster: the terminal UI crashed (${why}). Drafts are saved. Details: ${log}\n`);
      return 1;
    }
  }
};

const stackOf = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.stack ?? thrown.message) : errorMessage(thrown);

const STARTED_MS = 3 * SECOND;
const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;

/** How the program is started here, for whoever starts the screen. */
export const howCalled = calledAs;
