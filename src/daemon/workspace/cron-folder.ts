// The folder of cron jobs, `cron/*.md` in the workspace, followed while people edit it. What an editor leaves on the way
// (temporary files, half-written saves) is not taken for a job; a file that stays wrong is told, with line and reason.
import {existsSync, type FSWatcher, mkdirSync, readdir, watch} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';
import {promisify} from 'node:util';
import type {CronDefinition, InvalidJob} from '../../shared/cron-job.ts';
import {wordsFor} from '../../shared/gateway-error.ts';
import {SECOND} from '../../shared/time.ts';
import type {Clock, Log} from '../ports.ts';
import type {CronKnowledge} from './cron-job-file.ts';

export type CronFolder = {readonly jobs: readonly CronDefinition[]; readonly invalid: readonly InvalidJob[]};

export type CronFolderDeps = {
  /** The workspace. */
  readonly root: string;
  readonly knowledge: () => CronKnowledge;
  readonly clock: Clock;
  readonly log: Log;
  readonly onChange: (folder: CronFolder) => void;
};

export type CronFolderWatch = Disposable & {
  /** Reads everything again: what the files are checked against has changed. */
  readonly reread: () => void;
};

/** Follows the folder until disposed. `onChange` is called with everything there is, first once it has been read. */
export const followCronFolder = ({root, knowledge, clock, log, onChange}: CronFolderDeps): CronFolderWatch => {
  const folder = join(root, FOLDER);
  let watcher: FSWatcher | undefined;
  let timer: Disposable | undefined;
  let closed = false;
  let before = '';

  const readSoon = (ms: number, doubtful = false): void => {
    timer?.[Symbol.dispose]();
    timer = closed ? undefined : clock.after(ms, () => void reread(doubtful));
  };

  const reread = async (doubtful: boolean): Promise<void> => {
    const found = await readCronFolder(root, knowledge()).catch((error: unknown): CronFolder | undefined => {
      log.warn({folder}, `the cron folder could not be read: ${wordsFor(error)}`);
      return undefined;
    });
    if (closed || found === undefined) return readSoon(LOOK_AGAIN_MS);
    // A file that has just become wrong may be half written: it is given a moment before it is told.
    if (!doubtful && found.invalid.length > 0 && JSON.stringify(found) !== before)
      return readSoon(HALF_WRITTEN_MS, true);
    const now = JSON.stringify(found);
    if (now !== before) {
      before = now;
      onChange(found);
    }
    if (watcher === undefined) follow();
    // The workspace itself may not have been made yet.
    if (watcher === undefined) return readSoon(UNWATCHED_MS);
    // What a watcher missed (a network folder, a folder that was replaced) is seen before long all the same.
    readSoon(LOOK_AGAIN_MS);
  };

  const follow = (): void => {
    try {
      // Only inside a workspace that is there: making one is somebody else's, and begins with an absent folder.
      if (!existsSync(folder)) mkdirSync(folder, {mode: 0o700});
      watcher = watch(folder, {persistent: false}, () => readSoon(SETTLE_MS));
      watcher.on('error', () => {
        watcher?.close();
        watcher = undefined;
      });
    } catch (error) {
      log.debug({folder}, `the cron folder cannot be watched yet: ${wordsFor(error)}`);
    }
  };

  readSoon(0);
  return {
    reread: () => readSoon(0),
    [Symbol.dispose]: () => {
      closed = true;
      timer?.[Symbol.dispose]();
      watcher?.close();
    },
  };
};

/** Everything in the folder as it stands; nothing when there is no folder. */
export const readCronFolder = async (root: string, knowledge: CronKnowledge): Promise<CronFolder> => {
  const names = (await namesIn(join(root, FOLDER)).catch(absent)).filter(isJobFile).sort();
  if (names.length === 0) return {jobs: [], invalid: []};
  const {parseCronFile} = await import('./cron-job-file.ts');
  const jobs: CronDefinition[] = [];
  const invalid: InvalidJob[] = [];
  for (const name of names) {
    const file = `${FOLDER}/${name}`;
    const text = await readFile(join(root, file), 'utf8').catch(absentText);
    if (text === undefined) continue;
    const parsed = parseCronFile(file, text, knowledge);
    if ('invalid' in parsed) {
      invalid.push(parsed.invalid);
      continue;
    }
    const twin = jobs.find(job => job.name === parsed.job.name);
    if (twin === undefined) jobs.push(parsed.job);
    else invalid.push({file, line: 1, reason: `name: "${twin.name}" is the name of ${twin.origin} already.`});
  }
  return {jobs, invalid};
};

/** Not of `node:fs/promises`, which takes 3 ms to load: there is a first look at each start, and mostly at an empty folder. */
const namesIn = promisify(readdir);

/** What editors leave beside a file they save is none: hidden, backup and lock files, and whatever does not end in `.md`. */
const isJobFile = (name: string): boolean => name.endsWith('.md') && !/^[.#~]|~\.md$/u.test(name);

const absent = (error: NodeJS.ErrnoException): string[] => {
  if (error.code === 'ENOENT') return [];
  throw error;
};

const absentText = (error: NodeJS.ErrnoException): undefined => {
  if (error.code === 'ENOENT' || error.code === 'EISDIR') return undefined;
  throw error;
};

const FOLDER = 'cron';
const SETTLE_MS = 250;
const HALF_WRITTEN_MS = 700;
const UNWATCHED_MS = 2 * SECOND;
const LOOK_AGAIN_MS = 30 * SECOND;
