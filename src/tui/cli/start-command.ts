// The process around a command: its streams, its home, and the daemon's entry file.

import {homedir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import {systemClock} from '../../shared/time/clock.ts';
import {createShownZone} from '../format/shown-zone.ts';
import {connectForScreen} from './client/screen-client.ts';
import type {CommandWorld} from './command.ts';
import {linesOf} from './conversation/lines-of.ts';
import {runRooster, type ScreenOptions} from './run-rooster.ts';
import {isUtf8} from './utf8.ts';

type StartOptions = {
  readonly version: string;
  /** The started file: `dist/rooster.js`, or `src/tui/main.ts` from the sources. */
  readonly entry: string;
  /** Ends the process when nobody reads its output any more. */
  readonly exitUnread: (error: Error) => never;
};

export const startCommand = async ({version, entry, exitUnread}: StartOptions): Promise<number> => {
  const home = process.env['ROOSTER_HOME'];
  const clock = systemClock();
  process.stdout.on('error', exitUnread);
  return await runRooster({
    version,
    argv: process.argv.slice(2),
    // The daemon runs in another folder, so it needs an absolute home. The environment is a copy: the shown zone is set
    // in this process only.
    env: {...process.env, ROOSTER_HOME: home ? resolve(home) : undefined},
    shownZone: createShownZone(process.env, clock.now),
    platform: process.platform,
    // An empty HOME counts as unset.
    userHome: process.env['HOME'] || homedir(),
    processId: process.pid,
    clock,
    stdin: () => process.stdin,
    stdout: () => process.stdout,
    stderr: stderrThatMayFail,
    node: process.execPath,
    daemonEntry: daemonBeside(entry),
    openPlain,
    openScreen: (world, options) => {
      // From here on, the screen owns the terminal and handles output errors.
      process.stdout.off('error', exitUnread);
      return openScreen(world, options);
    },
  });
};

/** Ignores write errors on stderr: the exit code still reports the outcome. */
const stderrThatMayFail = (): NodeJS.WriteStream => {
  const {stderr} = process;
  if (stderr.listenerCount('error') === 0) stderr.on('error', () => {});
  return stderr;
};

const daemonBeside = (entry: string): string =>
  entry.endsWith('.ts') ? join(dirname(entry), '../daemon/main.ts') : join(dirname(entry), 'daemon.js');

const openPlain = async (world: CommandWorld, {session, ascii}: ScreenOptions): Promise<number> => {
  const {startPlain} = await import('../plain/start-plain.ts');
  const {connect, places, env, clock, shownZone, print, stdin} = world;
  try {
    return await startPlain({
      connect: connectForScreen(connect),
      places,
      env,
      clock,
      shownZone,
      lines: linesOf(stdin),
      write: print.line,
      echoes: stdin.isTTY === true,
      ascii: ascii || !isUtf8(env),
      onBroken: thrown => print.note(errorMessage(thrown)),
      session,
    });
  } finally {
    // Ends pending reads.
    stdin.destroy();
  }
};

const openScreen = async (world: CommandWorld, {session, ascii, watches}: ScreenOptions): Promise<number> => {
  const {startApp, howCalled} = await import('../start-app.tsx');
  const {connect, places, env, clock, shownZone} = world;
  return await startApp({
    connect: connectForScreen(connect, {starts: !watches}),
    places,
    env,
    clock,
    shownZone,
    stdin: process.stdin,
    stdout: process.stdout,
    watches,
    called: howCalled({file: process.argv[1], cwd: process.cwd(), env}),
    ascii,
    session,
  });
};
