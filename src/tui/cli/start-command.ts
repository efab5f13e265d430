// The process around a command: its streams, its home, and the daemon's entry file.

import {type ChildProcess, type StdioOptions, spawn} from 'node:child_process';
import {homedir} from 'node:os';
import {dirname, join, resolve} from 'node:path';
import {CALLED_AS, SSH_FAILED, sshVerb, whyNoSsh} from '../../ipc/socket/dial-host.ts';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';
import {systemClock} from '../../shared/time/clock.ts';
import {createShownZone} from '../format/shown-zone.ts';
import {UnreachableHostError} from './client/no-daemon-error.ts';
import {connectForScreen} from './client/screen-client.ts';
import type {CommandWorld, RunAt} from './command.ts';
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
    env: {...process.env, ROOSTER_HOME: home ? resolve(home) : undefined, [CALLED_AS]: undefined},
    calledAs: process.env[CALLED_AS],
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
    runAt: runAtHost,
    openPlain,
    openScreen: (world, options) => {
      // From here on, the screen owns the terminal and handles output errors.
      process.stdout.off('error', exitUnread);
      return openScreen(world, options);
    },
  });
};

const runAtHost: RunAt = (host, words, {input = 'inherit', output = 'inherit', signal} = {}) =>
  new Promise((resolve, reject) => {
    const mayAsk = process.stdin.isTTY === true && process.stdout.isTTY === true;
    const onTerminal = mayAsk && input === 'inherit' && output === 'inherit';
    const stdio: StdioOptions = [input, output, 'inherit'];
    const child: ChildProcess = spawn('ssh', sshVerb(host, words, {onTerminal, mayAsk}), {stdio, signal});
    let out = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    child.once('error', cause => {
      const sentence = signal?.aborted === true ? 'Stopped.' : whyNoSsh(cause, host.name);
      reject(new GatewayError('unavailable', sentence));
    });
    child.once('close', code => {
      if (code !== SSH_FAILED) return resolve({code: code ?? 1, out});
      reject(new UnreachableHostError(`Couldn't reach ${host.name}. To see what ssh says: ssh ${host.destination}`));
    });
  });

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
  const {connect, places, env, clock, shownZone, host, version} = world;
  return await startApp({
    connect: connectForScreen(connect, {starts: !watches}),
    places,
    env,
    clock,
    shownZone,
    stdin: process.stdin,
    stdout: process.stdout,
    watches,
    host: host && {name: host.name, version, called: host.called},
    called: howCalled({file: process.argv[1], cwd: process.cwd(), env}),
    ascii,
    session,
  });
};
