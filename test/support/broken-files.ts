// Files that fail: every function of node:fs that takes a path throws an error of the system.
import fs from 'node:fs';
import {syncBuiltinESMExports} from 'node:module';

/** Makes paths that `breaks` accepts fail with the error until disposed. */
export const breakFiles = (code: string, breaks: (path: string) => boolean): Disposable => {
  const restored = [...breakIn(fs, SYNC, code, breaks, false), ...breakIn(fs.promises, ASYNC, code, breaks, true)];
  syncBuiltinESMExports();
  return {
    [Symbol.dispose]: () => {
      for (const restore of restored) restore();
      syncBuiltinESMExports();
    },
  };
};

type Functions = Record<string, (...args: readonly unknown[]) => unknown>;

const breakIn = (
  module: object,
  names: readonly string[],
  code: string,
  breaks: (path: string) => boolean,
  isAsync: boolean,
): readonly (() => void)[] =>
  names.map(name => {
    const functions = module as Functions;
    const original = functions[name];
    if (original === undefined) throw new TypeError(`node:fs has no ${name}`);
    functions[name] = (...args) => {
      if (!breaks(String(args[0]))) return original(...args);
      const error = Object.assign(new Error(`${code}: broken, ${name} '${args[0]}'`), {code});
      if (isAsync) return Promise.reject(error);
      throw error;
    };
    return () => {
      functions[name] = original;
    };
  });

const SYNC = [
  'accessSync',
  'appendFileSync',
  'chmodSync',
  'linkSync',
  'lstatSync',
  'mkdirSync',
  'openSync',
  'readFileSync',
  'readdirSync',
  'realpathSync',
  'renameSync',
  'rmSync',
  'statSync',
  'unlinkSync',
  'watch',
  'writeFileSync',
];

const ASYNC = ['access', 'lstat', 'mkdir', 'open', 'readFile', 'readdir', 'realpath', 'rm', 'stat', 'writeFile'];
