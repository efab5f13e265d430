// Runs what a program starts with, together with the code that V8 made of it when it ran before. Node keeps code too
// (`module.enableCompileCache`), but takes it before anything has run: of nearly all functions it has only their text, and each
// start compiles hundreds of them anew, a third of the daemon's start. Here the code is taken when the start is over, with every
// function that it called.
//
// start-script.ts puts this into the entry of a bundle. What cannot be read or kept costs only time.
import type {Script as StartScript} from 'node:vm';

/** Runs the script `folder/name.js` beside the entry. Returns what it exports, and leaves it for the files that are loaded later. */
export const runStart = (entry: ImportMeta, folder: string, name: string): Readonly<Record<string, unknown>> => {
  const {readFileSync} = process.getBuiltinModule('node:fs');
  const {Script} = process.getBuiltinModule('node:vm');
  const own = `${folder}/${name}.js`;
  const filename = `${entry.dirname}/${own}`;
  const url = `${entry.url.slice(0, entry.url.lastIndexOf('/'))}/${own}`;
  const compiled = `${entry.dirname}/.compiled`;
  const kept = `${compiled}/${name}-${variant()}`;
  const cachedData = readKept(kept);
  const script = new Script(readFileSync(filename, 'latin1'), {filename, ...(cachedData && {cachedData})});
  if (cachedData === undefined || script.cachedDataRejected) keepLater(script, compiled, kept);
  const load = (file: string): Promise<unknown> => {
    // Node's own cache does for what is loaded later: little of that is in a hurry.
    process.getBuiltinModule('node:module').enableCompileCache(compiled);
    return import(new URL(file, url).href);
  };
  // Without a `this`, as in a module.
  const exported = script.runInThisContext().call(undefined, {filename, url, dirname: dirnameOf(filename)}, load);
  // A script and a module have nothing else in common where the one can leave something for the other.
  Object.defineProperty(globalThis, Symbol.for(name), {value: exported});
  return exported;
};

/** Each verb calls other functions, and V8 takes no code of another V8. Never what was mistyped: only what ends well is kept. */
const variant = (): string => {
  const [verb = 'screen', ...rest] = process.argv.slice(2);
  const called = rest.includes('--help') || !/^[a-z]{1,16}$/u.test(verb) ? 'other' : verb;
  return `${called}-${process.version}-${process.arch}`;
};

const dirnameOf = (path: string): string => path.slice(0, path.lastIndexOf('/'));

/** The code is in the file twice: V8 runs what it is given, and a bit that turned on the disk would be run too. */
const readKept = (path: string): Buffer | undefined => {
  try {
    const both = process.getBuiltinModule('node:fs').readFileSync(path);
    const code = both.subarray(0, both.length / 2);
    return code.equals(both.subarray(code.length)) ? code : undefined;
  } catch {
    return undefined;
  }
};

/** When the start is over: a daemon still runs then, a command has come to its end. */
const keepLater = (script: StartScript, folder: string, path: string): void => {
  let isKept = false;
  const keep = (): void => {
    if (!isKept) keepNow(script, folder, path);
    isKept = true;
  };
  setTimeout(keep, STARTED_MS).unref();
  process.once('exit', code => {
    if (code === 0) keep();
  });
};

/** V8 believes what it is given: it appears whole, also when the power fails, or not at all. */
const keepNow = (script: StartScript, folder: string, path: string): void => {
  const {closeSync, fsyncSync, mkdirSync, openSync, renameSync, writeSync} = process.getBuiltinModule('node:fs');
  const passing = `${path}.${process.pid}`;
  try {
    mkdirSync(folder, {recursive: true, mode: 0o700});
    // Before the code is made: in a folder of somebody else that would be in vain.
    const file = openSync(passing, 'wx', 0o600);
    try {
      const code = script.createCachedData();
      writeSync(file, code);
      writeSync(file, code);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(passing, path);
  } catch {
    // The next start takes as long as this one.
  }
};

const STARTED_MS = 3_000;
