// How the program was started, so that the commands in messages can be typed: a clone has no command `rooster`.
import {basename, delimiter, dirname, relative} from 'node:path';

export type CalledAs = {
  /** The command that opens the terminal UI. */
  readonly open: string;
  /** The prefix of a verb. */
  readonly verb: string;
};

type Started = {
  /** The script that Node runs. */
  readonly file: string | undefined;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
};

export const calledAs = ({file, cwd, env}: Started): CalledAs => {
  const script = env['npm_lifecycle_event'];
  if (script === 'start' || script === 'rooster') return {open: 'npm start', verb: 'npm run rooster --'};
  if (file === undefined) return INSTALLED;
  if (basename(file) === 'rooster') {
    const found = (env['PATH'] ?? '').split(delimiter).includes(dirname(file));
    return found ? INSTALLED : both(file);
  }
  const near = relative(cwd, file);
  return both(`node ${near === '' || near.startsWith('..') ? file : near}`);
};

/** A sentence whose commands are rewritten as they can be typed here. */
export const asCalled = (sentence: string, {verb}: CalledAs): string =>
  sentence.replaceAll(/`rooster (?=[a-z])/gu, `\`${verb} `);

const both = (command: string): CalledAs => ({open: command, verb: command});

export const INSTALLED: CalledAs = both('rooster');
