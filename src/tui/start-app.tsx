// The terminal UI as a process: signals, crashes, stray output, the return to the shell. However it ends, the terminal
// is restored and the daemon keeps running.

import {flushCompileCache} from 'node:module';
import os from 'node:os';
import process from 'node:process';
import type {Places} from '../shared/records/places.ts';
import {errorMessage} from '../shared/text/gateway-error.ts';
import {clauseFromOutside} from '../shared/text/sentences.ts';
import type {Clock} from '../shared/time/clock.ts';
import {SECOND} from '../shared/time/time.ts';
import type {ShownZone} from './format/shown-zone.ts';
import type {Connect} from './link/gateway-client.ts';
import {type AppOptions, openApp} from './open-app.tsx';
import {calledAs, INSTALLED} from './terminal/called-as.ts';
import {type ClientFiles, clientFiles} from './terminal/client-files.ts';
import {redirectStrayOutput, type StrayOutput} from './terminal/stray-output.ts';
import {LEAVE_ALTERNATE_SCREEN, MODES_OFF, writeQuietly} from './terminal/terminal-modes.ts';

export type StartOptions = {
  /** Connects to the daemon, or starts one. */
  readonly connect: Connect;
  readonly places: Places;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly stdin: AppOptions['stdin'];
  readonly stdout: AppOptions['stdout'];
  readonly clock: Clock;
  /** The zone in which times are shown. */
  readonly shownZone: ShownZone;
  /** The first session: a key, or part of a title. */
  readonly session?: string;
  /** The command line that starts the program here, for shown commands. @default by its name */
  readonly called?: string;
  /** The line on the original screen after the person has quit. @default how to come back */
  readonly farewell?: string;
  /** The other machine whose daemon is used, and the version here. */
  readonly host?: {readonly name: string; readonly version: string; readonly called?: string | undefined};
  /** Nothing can be changed from this terminal. */
  readonly watches?: boolean;
  /** Use ASCII signs only. */
  readonly ascii?: boolean;
  /** Stream for crash reports after the terminal was restored. @default process.stderr */
  readonly stderr?: {write(text: string): unknown};
};

/** Runs the terminal UI; resolves with the exit code once it has quit and the terminal is restored. */
export const startApp = async (options: StartOptions): Promise<number> => {
  const {stdin, stdout, places} = options;
  const files = clientFiles(places.client);
  const end = Promise.withResolvers<End>();

  // Registered before any mode is set, so that even a crash in the first frame restores the terminal.
  const restore = (): void => writeQuietly(stdout, MODES_OFF);
  const signalled = (signal: NodeJS.Signals): void => end.resolve({kind: 'signal', signal});
  const crashed = (thrown: unknown): void => end.resolve({kind: 'crash', thrown});
  process.on('exit', restore);
  for (const signal of SIGNALS) process.on(signal, signalled);
  process.on('uncaughtException', crashed);
  process.on('unhandledRejection', crashed);
  // A write to a closed terminal isn't a crash.
  const closed = (): void => end.resolve({kind: 'signal', signal: 'SIGHUP'});
  stdout.on('error', closed);
  // A terminal that is gone without a signal: reading it fails, or ends.
  stdin.on('error', closed);
  stdin.on('end', closed);
  // With DEV set, Ink looks for React's developer tools.
  delete process.env['DEV'];
  const strayOutput = redirectStrayOutput(files.log);

  let outcome: End | undefined;
  try {
    outcome = await run(options, {files, strayOutput, ended: end.promise});
  } catch (thrown) {
    writeQuietly(stdout, MODES_OFF + LEAVE_ALTERNATE_SCREEN);
    outcome = {kind: 'crash', thrown};
  } finally {
    if (outcome?.kind === 'crash') strayOutput.note(stackOf(outcome.thrown));
    strayOutput[Symbol.dispose]();
    restore();
    process.off('exit', restore);
    for (const signal of SIGNALS) process.off(signal, signalled);
    process.off('uncaughtException', crashed);
    process.off('unhandledRejection', crashed);
    // Errors of the last writes arrive after this point, so the listener stays.
    stdin.off('error', closed);
    stdin.off('end', closed);
  }
  return report(outcome, options, files.log);
};

type End =
  | {readonly kind: 'left'}
  | {readonly kind: 'signal'; readonly signal: NodeJS.Signals}
  | {readonly kind: 'crash'; readonly thrown: unknown};

type Around = {readonly files: ClientFiles; readonly strayOutput: StrayOutput; readonly ended: Promise<End>};

const run = async (options: StartOptions, {files, strayOutput, ended}: Around): Promise<End> => {
  const {connect, stdin, stdout, clock, shownZone, session} = options;
  // Makes the theme use ASCII, as for a locale without UTF-8.
  const env = options.ascii === true ? {...options.env, LC_ALL: 'C'} : options.env;
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
    suspend: () => stopJob(clock),
    watches: options.watches === true,
    host: options.host,
    session,
  });
  // Node writes the compile cache at exit, which a killed process never reaches.
  using _compiled = clock.after(STARTED_MS, flushCompileCache);
  process.on('SIGCONT', app.retake);
  try {
    const left = app.left.then((): End => ({kind: 'left'}));
    return await Promise.race([left, ended]);
  } finally {
    process.off('SIGCONT', app.retake);
  }
};

/** The final line, on the original screen. */
const report = (
  end: End,
  {stdout, stderr = process.stderr, called = INSTALLED, host, farewell = comeBack(called, host?.name)}: StartOptions,
  log: string,
): number => {
  switch (end.kind) {
    case 'left':
      if (farewell !== '') writeQuietly(stdout, `${farewell}\n`);
      return 0;
    case 'signal':
      return 128 + os.constants.signals[end.signal];
    case 'crash': {
      const {thrown} = end;
      const why = clauseFromOutside(errorMessage(thrown));
      stderr.write(`rooster: the terminal UI crashed (${why}). Drafts are saved. Details: ${log}\n`);
      return 1;
    }
  }
};

const comeBack = (command: string, host: string | undefined): string =>
  host === undefined
    ? `The daemon keeps running. To come back: ${command}`
    : `The daemon keeps running on ${host}. To come back: ${command} --host ${host}`;

const stackOf = (thrown: unknown): string =>
  thrown instanceof Error ? (thrown.stack ?? thrown.message) : errorMessage(thrown);

const STARTED_MS = 3 * SECOND;
const SIGNALS = ['SIGTERM', 'SIGHUP', 'SIGINT'] as const;

/** The command line that starts the program here, for the code that opens the screen. */
export const howCalled = calledAs;

/**
 * Ctrl+Z: stops this job with all its processes (npm, its `sh -c`, Node), as the shell waits for every one. Resolves
 * when the shell continues it, or at once where no shell can.
 */
const stopJob = async (clock: Clock): Promise<void> => {
  const continued = Promise.withResolvers<void>();
  process.once('SIGCONT', continued.resolve);
  // Process 0 means the process group. Without job control the kernel ignores the signal, and no SIGCONT follows.
  process.kill(0, 'SIGTSTP');
  using _ignored = clock.after(IGNORED_AFTER_MS, continued.resolve);
  await continued.promise;
  process.off('SIGCONT', continued.resolve);
  // Only the foreground job gets a resize signal, so Node must check the size again.
  process.kill(process.pid, 'SIGWINCH');
};

const IGNORED_AFTER_MS = 50;
