// The real daemon with a knife (crash-knife.ts): it notes each of its steps in its home, and kills itself at an armed one.
import {readFileSync} from 'node:fs';
import {isAsleep} from './asleep.ts';
import {builtProgram} from './built-program.ts';
import {commitsToDieAt, PATIENCE_MS} from './crash-steps.ts';
import {type DaemonOptions, type DaemonProcess, spawnDaemon} from './real-daemon.ts';
import {until} from './until.ts';

/** `at`: the step at which it dies. */
export const spawnArmed = (home: string, at?: string): DaemonProcess => spawnDaemon(armed({home, at}));

/** Lives until it dies (true), or all is over. An armed one may die at the very step that ends its work. */
export const liveUntil = async (home: string, isOver: () => boolean, at?: string): Promise<boolean> => {
  await using daemon = spawnArmed(home, at);
  await until(`an end, armed at ${at}`, () => daemon.isOver() || isOver(), PATIENCE_MS);
  if (at !== undefined) await restsOrDies(daemon);
  return daemon.isOver();
};

/** Waits until a daemon whose story is over dies or rests: it may die at the very step that ended the story, a moment later. */
export const restsOrDies = async (daemon: DaemonProcess): Promise<void> => {
  let asleep = 0;
  await until('its death or its rest', () => {
    asleep = isAsleep(daemon.pid) ? asleep + 1 : 0;
    return daemon.isOver() || asleep === 10;
  });
};

/** The commits of the daemons that lived in a home, as far as they are worth dying at. */
export const commitsIn = (home: string): readonly string[] =>
  commitsToDieAt(readFileSync(notesIn(home), 'utf8').split('\n'));

type Armed = DaemonOptions & {
  readonly at?: string | undefined;
  /** The file for the steps. @default one in its home for all daemons that live there */
  readonly notes?: string;
};

export const armed = ({at, notes, ...options}: Armed): DaemonOptions => ({
  ...options,
  env: {...options.env, CRASH_NOTES: notes ?? notesIn(options.home), ...(at === undefined ? {} : {CRASH_AT: at})},
  nodeFlags: ['--import', KNIFE],
});

const notesIn = (home: string): string => `${home}/notes`;

const KNIFE = await builtProgram(new URL('crash-knife.ts', import.meta.url));
