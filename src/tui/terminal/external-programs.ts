// The person's own programs (pager, editor) and the clipboard. Each reports what it did. Temporary files are private
// and deleted afterwards.
import {spawn, spawnSync} from 'node:child_process';
import {existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join} from 'node:path';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import {formatCopied, osc52, wayToCopy} from './copy-ways.ts';

export type ExternalPrograms = {
  /** Copies to the clipboard, or into a file. Resolves with a sentence that says where the text is. */
  copy(text: string): Promise<string>;
  /** Shows the text in the pager. Resolves with the problem, if any. */
  page(text: string): Promise<string | undefined>;
  /** Resolves with the edited text, or with the problem. */
  editText(text: string): Promise<{readonly text: string} | {readonly problem: string}>;
  /** Opens the file in the editor. Resolves with the problem, if any. */
  editFile(path: string): Promise<string | undefined>;
  /** Runs a command line that draws on the whole screen. Resolves with the problem, if any. */
  runOnScreen(line: string): Promise<string | undefined>;
  /** Saves the text under a name that is free. Resolves with the path; rejects if it can't be written. */
  saveFile(name: string, text: string): Promise<string>;
};

export type ExternalProgramsDeps = {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly folder: string;
  /** Writes bytes to the terminal outside of the screen's frames. */
  readonly write: (bytes: string) => void;
  /** Lends the terminal to another program. */
  readonly aside: (meanwhile: () => Promise<void>) => Promise<void>;
  /** Stores a text next to the terminal UI's other files; returns its path. */
  readonly keep: (text: string) => string;
};

export const externalPrograms = ({env, folder, write, aside, keep}: ExternalProgramsDeps): ExternalPrograms => {
  const has = (name: string): boolean =>
    (env['PATH'] ?? '').split(delimiter).some(path => path !== '' && existsSync(join(path, name)));

  /** Runs a command line of the person on the terminal: `called`, a script of the shell for its `name`. */
  const onTerminal = async (name: string, called: string, args: readonly string[]): Promise<string | undefined> => {
    let problem: string | undefined;
    await aside(async () => {
      using _theirs = keysToOthers();
      problem = await ended(name, called, args, env);
    });
    return problem;
  };
  const inTerminal = (line: string, file: string): Promise<string | undefined> =>
    onTerminal(line, `${line} "$1"`, [file]);

  const editor = env['VISUAL'] || env['EDITOR'] || 'vi';

  return {
    copy: async text => {
      const way = wayToCopy({env, has, platform: process.platform, length: Buffer.byteLength(text)});
      if (way.kind === 'terminal') {
        write(osc52(text));
        return formatCopied(way, text, keep(text));
      }
      if (way.kind === 'program') {
        const {status} = spawnSync(way.command, [...way.args], {
          input: text,
          timeout: PATIENCE_MS,
          stdio: ['pipe', 'ignore', 'ignore'],
          env,
        });
        if (status === 0) return formatCopied(way, text, '');
      }
      return formatCopied({kind: 'file'}, text, keep(text));
    },
    page: async text => withFile(text, 'txt', file => inTerminal(env['PAGER'] || 'less -R', file)),
    editText: async text => {
      let changed = text;
      const problem = await withFile(text, 'md', async file => {
        const wrong = await inTerminal(editor, file);
        if (wrong === undefined) changed = readFileSync(file, 'utf8');
        return wrong;
      });
      // Editors end a file with a line feed that the draft didn't have.
      return problem === undefined ? {text: changed.replace(/\n$/u, '')} : {problem};
    },
    editFile: path => inTerminal(editor, path),
    runOnScreen: line => onTerminal(line, '"$1" -c "$2"', [env['SHELL'] || '/bin/sh', line]),
    saveFile: async (name, text) => {
      for (let count = 1; ; count += 1) {
        const path = join(folder, count === 1 ? name : name.replace(/(?=\.[^.]*$)/u, `-${count}`));
        try {
          writeFileSync(path, text, {flag: 'wx', mode: 0o600});
          return path;
        } catch (thrown) {
          if (!existsSync(path) || count >= MOST_COPIES) throw thrown;
        }
      }
    },
  };
};

const withFile = async (
  text: string,
  ending: string,
  use: (file: string) => Promise<string | undefined>,
): Promise<string | undefined> => {
  const folder = mkdtempSync(join(tmpdir(), 'rooster-'));
  try {
    const file = join(folder, `text.${ending}`);
    writeFileSync(file, text, {mode: 0o600});
    return await use(file);
  } catch (thrown) {
    return errorMessage(thrown);
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
};

/**
 * Until it is disposed, Ctrl+C and Ctrl+\ are for the program that has the terminal: this process ignores their
 * signals.
 */
const keysToOthers = (): Disposable => {
  const ignore = (): void => {};
  const own = SIGNALS_OF_KEYS.map(signal => [signal, process.rawListeners(signal)] as const);
  for (const signal of SIGNALS_OF_KEYS) process.removeAllListeners(signal).on(signal, ignore);
  return {
    [Symbol.dispose]: () => {
      for (const [signal, listeners] of own) {
        for (const listener of listeners) process.on(signal, listener as NodeJS.SignalsListener);
        process.off(signal, ignore);
      }
    },
  };
};

/**
 * Uses a shell, since people set `less -R` or `code --wait`; it waits for them too when they get a signal. Resolves
 * with an error sentence, if any.
 */
const ended = (
  name: string,
  called: string,
  args: readonly string[],
  env: ExternalProgramsDeps['env'],
): Promise<string | undefined> =>
  new Promise(resolve => {
    const child = spawn('/bin/sh', ['-c', `trap : INT QUIT; ${called}`, 'sh', ...args], {stdio: 'inherit', env});
    child.on('error', error => resolve(`couldn't start "${name}": ${error.message}`));
    child.on('close', (code, signal) =>
      resolve(code === 0 ? undefined : `"${name}" ${code === null ? `was ended by ${signal}` : `exited with ${code}`}`),
    );
  });

const SIGNALS_OF_KEYS = ['SIGINT', 'SIGQUIT'] as const;
const PATIENCE_MS = 3_000;
const MOST_COPIES = 1_000;
