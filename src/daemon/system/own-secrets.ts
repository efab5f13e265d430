// The secrets of the daemon's own environment. A system shows the environment that a process was started with to every program of
// the same person (/proc/PID/environ, `ps eww`), whatever the process changes later. So the daemon replaces itself once, in
// place, by one that is started without them, and hands them over in an unlinked file as its standard input.
import {
  closeSync,
  fstatSync,
  ftruncateSync,
  openSync,
  readFileSync,
  readSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Environment} from '../../shared/records/places.ts';
import {isSecretVariable} from '../../shared/text/secret-variable.ts';

export type OwnSecrets = Readonly<Record<string, string>>;

/** Said by a daemon to the one that replaces it: your secrets are in your standard input. */
export const SECRETS_HANDED = '--secrets-on-stdin';

/**
 * Replaces this process by one without secrets in its environment; does not return then. Returns where there is nothing to hide,
 * or where the system cannot do it: then everything stays in the environment, as it was.
 */
export const hideSecrets = (configFile: string, args: readonly string[], env: Environment): void => {
  const {open, secret} = sorted(env, namedIn(configFile));
  if (Object.keys(secret).length === 0 || process.execve === undefined || !writeToStdin(JSON.stringify(secret))) return;
  const {execPath, execArgv, argv} = process;
  try {
    process.execve(execPath, [execPath, ...execArgv, argv[1] ?? '', ...args, SECRETS_HANDED], open);
  } catch {
    emptyStdin();
  }
};

/** What the daemon before this one handed over. */
export const handedSecrets = (): OwnSecrets => {
  try {
    const bytes = Buffer.alloc(fstatSync(STDIN).size);
    readSync(STDIN, bytes, 0, bytes.length, 0);
    const value: unknown = JSON.parse(bytes.toString('utf8'));
    return typeof value === 'object' && value !== null ? (value as OwnSecrets) : {};
  } catch {
    return {};
  } finally {
    emptyStdin();
  }
};

/** What to mask wherever it occurs. A path under such a name says where a secret is, and is none. */
export const valuesToMask = (env: Environment): readonly string[] =>
  Object.entries(env).flatMap(([name, value]) =>
    value !== undefined && isSecretVariable(name, value) && !/^[/~]/u.test(value) ? [value] : [],
  );

const sorted = (env: Environment, named: ReadonlySet<string>) => {
  const open: Record<string, string> = {};
  const secret: Record<string, string> = {};
  for (const [name, value] of Object.entries(env)) {
    if (value === undefined) continue;
    const isSecret = named.has(name) || isSecretVariable(name, value);
    (isSecret ? secret : open)[name] = value;
  }
  return {open, secret};
};

/** The variables that the configuration names, as in `{"env": "LOCAL"}`, wherever it does; before it is checked, whatever it is. */
const namedIn = (configFile: string): ReadonlySet<string> => {
  try {
    const {size} = statSync(configFile);
    // A device has no size, and a pipe nobody writes to would be waited for.
    const text = size > 0 && size < MOST_CONFIG_BYTES ? readFileSync(configFile, 'utf8') : '';
    return new Set([...text.matchAll(/"env"\s*:\s*"([^"\\]+)"/gu)].map(([, name = '']) => name));
  } catch {
    return new Set();
  }
};

/** The lowest free number is given to what is opened next. */
const writeToStdin = (text: string): boolean => {
  closeSync(STDIN);
  for (const folder of ['/dev/shm', process.env['XDG_RUNTIME_DIR'] ?? tmpdir(), tmpdir()]) {
    const path = join(folder, `.rooster-${process.pid}-${Math.random().toString(36).slice(2)}`);
    try {
      const file = openSync(path, 'wx+', 0o600);
      unlinkSync(path);
      writeSync(file, text);
      if (file === STDIN) return true;
      closeSync(file);
      return false;
    } catch {
      // The next folder may take it.
    }
  }
  openSync('/dev/null', 'r');
  return false;
};

const emptyStdin = (): void => {
  try {
    if (fstatSync(STDIN).isFile() && fstatSync(STDIN).nlink === 0) ftruncateSync(STDIN);
    closeSync(STDIN);
    openSync('/dev/null', 'r');
  } catch {
    // There is nothing to hide any more.
  }
};

const STDIN = 0;
const MOST_CONFIG_BYTES = 4 * 1024 * 1024;
