// The program in the one file: a Node with Rooster's files as assets. It unpacks them once into the cache folder and runs them there.
// Called with the path of a script, as Rooster calls its Node to start the daemon, it behaves as Node does. A service manager names the
// script `daemon.js`, because the cache folder may be emptied.
import {mkdirSync, mkdtempSync, renameSync, rmSync, statSync, writeFileSync} from 'node:fs';
import Module, {createRequire} from 'node:module';
import {homedir} from 'node:os';
import {dirname, isAbsolute, join} from 'node:path';
import {getAsset, getRawAsset} from 'node:sea';

/** `name` has the hash of all files. `mode`: 0o755 for programs. */
export type OneFile = {
  readonly name: string;
  readonly files: readonly {readonly path: string; readonly mode: number}[];
};

const start = (): void => {
  // The one file always runs with this flag of Node.
  const args = process.argv.slice(2).filter((word, index) => index > 0 || word !== '--disable-sigusr1');
  const [first = '', second = ''] = args;
  if (first === '-e') {
    new Function('require', second)(createRequire(process.execPath));
    return;
  }
  if (first === 'daemon.js') runScript(join(unpacked(), 'dist/daemon.js'), args.slice(1));
  else if (isAbsolute(first) && /\.[cm]?js$/u.test(first)) runScript(first, args.slice(1));
  else {
    process.argv.splice(1, 1, process.execPath);
    runMain(join(unpacked(), 'dist/rooster.js'));
  }
};

const runScript = (file: string, args: readonly string[]): void => {
  process.argv.splice(1, Number.POSITIVE_INFINITY, file, ...args);
  runMain(file);
};

/** The folder with Rooster's files. A folder of this name is complete: it was renamed when the last file was written. */
const unpacked = (): string => {
  const folder = join(cacheFolder(), 'rooster', oneFile.name);
  if (isWhole(folder)) return folder;
  try {
    mkdirSync(dirname(folder), {recursive: true, mode: 0o700});
    const passing = mkdtempSync(`${folder}.`);
    for (const {path, mode} of oneFile.files) {
      mkdirSync(dirname(join(passing, path)), {recursive: true});
      writeFileSync(join(passing, path), new Uint8Array(getRawAsset(path)), {mode});
    }
    publish(passing, folder);
    return folder;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(
      `error: Couldn't unpack Rooster into ${folder}: ${reason}. Set XDG_CACHE_HOME to a folder that you may write.\n`,
    );
    process.exit(1);
  }
};

/** Another start may have been faster; both folders are the same. A folder with missing files is replaced. */
const publish = (passing: string, folder: string): void => {
  try {
    renameSync(passing, folder);
  } catch {
    if (isWhole(folder)) return;
    renameSync(folder, `${passing}.damaged`);
    renameSync(passing, folder);
  } finally {
    rmSync(passing, {recursive: true, force: true});
    rmSync(`${passing}.damaged`, {recursive: true, force: true});
  }
};

/** Programs that tidy the cache may have removed single files. Files of another user are never run. */
const isWhole = (folder: string): boolean => {
  const own = process.getuid?.();
  if (statSync(folder, {throwIfNoEntry: false})?.uid !== own) return false;
  return oneFile.files.every(({path}) => {
    const stats = statSync(join(folder, path), {throwIfNoEntry: false});
    return stats?.size === getRawAsset(path).byteLength && stats.uid === own;
  });
};

const cacheFolder = (): string => {
  const named = process.env['XDG_CACHE_HOME'] ?? '';
  if (isAbsolute(named)) return named;
  return join(process.env['HOME'] || homedir(), process.platform === 'darwin' ? 'Library/Caches' : '.cache');
};

/** Runs a file as Node's main program. Not in the types, but a public part of Node for programs such as this one. */
const {runMain} = Module as unknown as {readonly runMain: (file: string) => void};
const oneFile: OneFile = JSON.parse(getAsset('one-file.json', 'utf8'));

start();
