// Hides the secrets of the daemon's environment. Other programs of the same user can read a process's initial
// environment (/proc/PID/environ, `ps eww`). So the daemon replaces itself once by a process without them, and passes
// them in an unlinked file as standard input.
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

/** The option for the replacing process: the secrets are in its standard input. */
export const SECRETS_HANDED = '--secrets-on-stdin';

/**
 * Replaces this process by one without secrets in its environment, and doesn't return then. Returns if there is nothing
 * to hide or the system can't do it; the environment stays unchanged then.
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

/** The secrets that the replaced process passed. */
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

/** Values to redact everywhere. A path in such a variable names a file and isn't secret. */
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

/** All variables that the configuration names, as in `{"env": "LOCAL"}`, before it is checked. */
const namedIn = (configFile: string): ReadonlySet<string> => {
  try {
    const {size} = statSync(configFile);
    // A device has no size, and reading a pipe without a writer would wait forever.
    const text = size > 0 && size < MOST_CONFIG_BYTES ? readFileSync(configFile, 'utf8') : '';
    return new Set([...text.matchAll(/"env"\s*:\s*"([^"\\]+)"/gu)].map(([, name = '']) => name));
  } catch {
    return new Set();
  }
};

/** The next opened file gets the lowest free descriptor number. */
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
      // Try the next folder.
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
    // Nothing is left to hide.
  }
};

const STDIN = 0;
const MOST_CONFIG_BYTES = 4 * 1024 * 1024;
