// The command line that started the program, so that the shown command can be typed: a clone has no command `rooster`.
import {basename, delimiter, dirname, relative} from 'node:path';

type Started = {
  /** The script that Node runs, or the program that needs no Node. */
  readonly file: string | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

/** The command that opens the terminal UI. */
export const calledAs = ({file, cwd, env}: Started): string => {
  const script = env['npm_lifecycle_event'];
  if (script === 'start' || script === 'rooster') return 'npm start';
  if (file === undefined) return INSTALLED;
  if (!/\.[jt]s$/u.test(file)) {
    const found = (env['PATH'] ?? '').split(delimiter).includes(dirname(file));
    return found ? basename(file) : file;
  }
  const near = relative(cwd, file);
  return `node ${near === '' || near.startsWith('..') ? file : near}`;
};

export const INSTALLED = 'rooster';
