// How the program was started, so that what it says to type can be typed: from a clone there is no command `rooster`.
import {basename, delimiter, dirname, relative} from 'node:path';

export type CalledAs = {
  /** What opens the screen again. */
  readonly open: string;
  /** What comes before a verb. */
  readonly verb: string;
};

type Started = {
  /** The file that Node was told to run. */
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

/** A sentence that names commands, as they can be typed here. */
export const asCalled = (sentence: string, {verb}: CalledAs): string =>
  sentence.replaceAll(/`rooster (?=[a-z])/gu, `\`${verb} `);

const both = (command: string): CalledAs => ({open: command, verb: command});

export const INSTALLED: CalledAs = both('rooster');
