// Redirects the output of libraries to a log: one stray line would shift every row below it.
import {appendFileSync, mkdirSync} from 'node:fs';
import {dirname} from 'node:path';
import {format} from 'node:util';

export type StrayOutput = Disposable & {
  /** Writes an entry of our own to the log. */
  note(text: string): void;
};

/** Redirects `console` and stderr to a log file until disposed. */
export const redirectStrayOutput = (path: string): StrayOutput => {
  const {console} = globalThis;
  const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace'] as const;
  const before = methods.map(name => [name, console[name]] as const);
  const write = process.stderr.write;
  const note = (text: string): void => {
    try {
      mkdirSync(dirname(path), {recursive: true, mode: 0o700});
      appendFileSync(path, text.endsWith('\n') ? text : `${text}\n`, {mode: 0o600});
    } catch {
      // A full disk must not stop the terminal UI.
    }
  };
  for (const name of methods) console[name] = (...parts: unknown[]) => note(format(...parts));
  process.stderr.write = (chunk: string | Uint8Array) => {
    note(typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString('utf8'));
    return true;
  };
  return {
    note,
    [Symbol.dispose]: () => {
      for (const [name, method] of before) console[name] = method;
      process.stderr.write = write;
    },
  };
};
