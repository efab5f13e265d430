// The program as it was built, to be run in a terminal on a home of its own: what it is started with, and how its daemon ends.
import {execFile} from 'node:child_process';
import {mkdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';
import {promisify} from 'node:util';
import {shellWord} from '../../test/support/shell-command.ts';

/** A line for `sh` that runs it. */
export const programLine = (): string => [process.execPath, PROGRAM].map(shellWord).join(' ');

/** A neutral environment, with nothing of the person who runs the script. */
export const programEnvironment = (home: string): Readonly<Record<string, string>> => ({
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  HOME: home,
  ROOSTER_HOME: home,
  LANG: 'C.UTF-8',
  TERM: 'xterm-256color',
  TZ: 'Europe/Berlin',
});

/** The question of a first start doesn't come in this home. */
export const askedAlready = (home: string): void => {
  mkdirSync(join(home, 'client'), {recursive: true, mode: 0o700});
  writeFileSync(join(home, 'client/state.json'), '{"setupAsked": true}', {mode: 0o600});
};

/** Ends the daemon of a home; resolves when it is gone, also where none runs. */
export const stopDaemonOf = async (home: string): Promise<void> => {
  const env = programEnvironment(home);
  await promisify(execFile)(process.execPath, [PROGRAM, 'daemon', 'stop'], {env, timeout: PATIENCE_MS});
};

/** The program as it was built. */
export const PROGRAM = fileURLToPath(new URL('../../dist/rooster.js', import.meta.url));
const PATIENCE_MS = 120_000;
