// The folder of cron jobs, `cron/*.md` in the workspace, followed while people edit it. What an editor leaves on the way
// (temporary files, half-written saves) is not taken for a job; a file that stays wrong is told, with line and reason.
import {isUtf8} from 'node:buffer';
import {type Dirent, existsSync, type FSWatcher, mkdirSync, type Stats, statSync, watch} from 'node:fs';
import {readdir, readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';
import type {CronDefinition, InvalidJob} from '../../shared/records/cron-job.ts';
import {errorMessage} from '../../shared/records/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {type EpochMs, SECOND} from '../../shared/time/time.ts';
import type {Log} from '../ports/system.ts';
import type {CronKnowledge} from './cron-job-file.ts';
import {errnoOf, ioError} from './io-error.ts';

export type CronFolder = {readonly jobs: readonly CronDefinition[]; readonly invalid: readonly InvalidJob[]};

type CronFolderDeps = {
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
  /**
   * Resolves once what is in the folder has been told, or cannot be read: before that there only seem to be no jobs. Whoever
   * asks has it read now.
   */
  readonly read: () => Promise<void>;
};

/** Follows the folder until disposed. `onChange` is called with everything there is, first once it has been read. */
export const followCronFolder = ({root, knowledge, clock, log, onChange}: CronFolderDeps): CronFolderWatch => {
  const folder = join(root, FOLDER);
  let watched: {readonly watcher: FSWatcher; readonly identity: string} | undefined;
  let timer: {readonly at: EpochMs; readonly armed: Disposable} | undefined;
  let closed = false;
  let reading = false;
  let changedMeanwhile = false;
  let begun = false;
  let before = '';
  let doubted = '';
  const first = Promise.withResolvers<void>();

  /** The soonest look wins: a folder that is written to without a pause is read all the same. */
  const lookIn = (ms: number): void => {
    const at = clock.now() + ms;
    if (closed || (timer !== undefined && timer.at <= at && timer.at >= clock.now())) return;
    timer?.armed[Symbol.dispose]();
    timer = {at, armed: clock.after(ms, look)};
  };

  const look = (): void => {
    timer = undefined;
    if (reading) changedMeanwhile = true;
    else void reread();
  };

  const reread = async (): Promise<void> => {
    begun = true;
    reading = true;
    changedMeanwhile = false;
    follow();
    const found = await lookInto(root, knowledge()).catch((error: unknown): undefined => {
      log.warn({folder}, `the cron folder could not be read: ${errorMessage(error)}`);
    });
    reading = false;
    if (closed) return;
    if (found === undefined) first.resolve();
    else take(found.folder);
    const seesAll = watched !== undefined && found?.links !== true;
    lookIn(changedMeanwhile ? SETTLE_MS : seesAll ? LOOK_AGAIN_MS : UNWATCHED_MS);
  };

  const take = (found: CronFolder): void => {
    const now = JSON.stringify(found);
    if (now === before) return;
    // A file that has just become wrong may be half written: it is given a moment before it is told. The first time somebody may
    // wait for the others.
    if (before !== '' && found.invalid.length > 0 && now !== doubted) {
      doubted = now;
      lookIn(HALF_WRITTEN_MS);
    } else {
      before = now;
      onChange(found);
      first.resolve();
    }
  };

  /** Watches the folder that is there now; one that was replaced is another one. */
  const follow = (): void => {
    try {
      // Only inside a workspace that is there: making one is somebody else's, and begins with an absent folder.
      if (!existsSync(folder)) mkdirSync(folder, {mode: 0o700});
      const {dev, ino} = statSync(folder);
      const identity = `${dev}:${ino}`;
      if (watched?.identity === identity) return;
      watched?.watcher.close();
      watched = undefined;
      const watcher = watch(folder, {persistent: false}, () => lookIn(SETTLE_MS));
      watcher.on('error', () => {
        watcher.close();
        if (watched?.watcher === watcher) watched = undefined;
      });
      watched = {watcher, identity};
    } catch (error) {
      log.debug({folder}, `the cron folder cannot be watched yet: ${errorMessage(error)}`);
    }
  };

  // Not with the start itself: whoever started the daemon waits for its first answer.
  lookIn(FIRST_LOOK_MS);
  return {
    reread: () => lookIn(0),
    read: () => {
      if (!begun) look();
      return first.promise;
    },
    [Symbol.dispose]: () => {
      closed = true;
      first.resolve();
      timer?.armed[Symbol.dispose]();
      watched?.watcher.close();
    },
  };
};

/** Everything in the folder as it stands; nothing when there is no folder. */
export const readCronFolder = async (root: string, knowledge: CronKnowledge): Promise<CronFolder> =>
  (await lookInto(root, knowledge)).folder;

/** A file that is a link is written elsewhere, where nothing that watches the folder hears of it. */
type Found = {readonly folder: CronFolder; readonly links: boolean};

const lookInto = async (root: string, knowledge: CronKnowledge): Promise<Found> => {
  const entries = (await readdir(join(root, FOLDER), {withFileTypes: true}).catch(none)).filter(({name}) =>
    isJobFile(name),
  );
  const links = entries.some(entry => entry.isSymbolicLink());
  const sorted = entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  return {folder: await readFiles(root, sorted, knowledge), links};
};

const readFiles = async (root: string, entries: readonly Dirent[], knowledge: CronKnowledge): Promise<CronFolder> => {
  if (entries.length === 0) return {jobs: [], invalid: []};
  const {parseCronFile} = await import('./cron-job-file.ts');
  const jobs: CronDefinition[] = [];
  const invalid: InvalidJob[] = [];
  for (const entry of entries) {
    const file = `${FOLDER}/${entry.name}`;
    const content = await contentOf(join(root, file), file, entry);
    if (content === undefined) continue;
    const parsed =
      'reason' in content ? {invalid: {file, line: 1, ...content}} : parseCronFile(file, content.text, knowledge);
    if ('invalid' in parsed) {
      invalid.push(parsed.invalid);
      continue;
    }
    const twin = jobs.find(job => job.name === parsed.job.name);
    if (twin === undefined) jobs.push(parsed.job);
    else {
      const line = 'text' in content ? lineOfName(content.text) : 1;
      invalid.push({file, line, reason: `name: "${twin.name}" is the name of ${twin.origin} already.`});
    }
  }
  return {jobs, invalid};
};

/** Where a file that is a job gives itself its name; its first line where its own name is the job's. */
const lineOfName = (text: string): number => text.split('\n').findIndex(line => /^name\s*:/u.test(line)) + 1 || 1;

type Content = {readonly text: string} | {readonly reason: string};

/** One file that cannot be read stops no other. What is gone is gone, but a link may stay when its file has gone. */
const contentOf = async (path: string, file: string, entry: Dirent): Promise<Content | undefined> => {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return {reason: 'It is a folder: a job is a file.'};
    if (!found.isFile()) return {reason: 'It is no file that can be read: a job is a plain file.'};
    if (!entry.name.endsWith(ENDING))
      return {reason: `The name of a job ends in ${ENDING}, in small letters: rename this file.`};
    const fault = ownershipFault(found, path);
    if (fault !== undefined) return {reason: fault};
    if (found.size > LARGEST_FILE)
      return {reason: `It is larger than ${LARGEST_FILE / 1024} KiB: no prompt is that long.`};
    const bytes = await readFile(path);
    return isUtf8(bytes) ? {text: bytes.toString()} : {reason: 'It is no text in UTF-8: save it as that.'};
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') return {reason: ioError(error, file).message};
    return entry.isSymbolicLink() ? {reason: 'It is a link to a file that is not there.'} : undefined;
  }
};

/** A cron file runs commands as the daemon's user: whoever can write it could run them. With the command that puts it right. */
const ownershipFault = ({uid, mode}: Stats, path: string): string | undefined => {
  const own = process.getuid?.();
  if (own === undefined) return undefined;
  if (uid !== own) return `It belongs to another user, who could have it run commands: chown ${own} ${shellWord(path)}`;
  if ((mode & WRITABLE_BY_OTHERS) === 0) return undefined;
  return `Others may write it, who could have it run commands: chmod go-w ${shellWord(path)}`;
};

const shellWord = (path: string): string => (/^[\w./+:@-]+$/u.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`);

/**
 * What editors leave beside a file they save is none: hidden, backup and lock files, and whatever does not end in `.md`. One that
 * ends so in capitals was meant to be a job, and is told.
 */
const isJobFile = (name: string): boolean => /\.md$/iu.test(name) && !/^[.#~]|~\.md$/iu.test(name);

const none = (error: unknown): Dirent[] => {
  if (errnoOf(error) === 'ENOENT') return [];
  throw error;
};

const WRITABLE_BY_OTHERS = 0o022;
const FOLDER = 'cron';
const ENDING = '.md';
const SETTLE_MS = 250;
const FIRST_LOOK_MS = 15;
const HALF_WRITTEN_MS = 700;
/** Two seconds is what a person is promised, and a file that has become wrong is given a moment. */
const UNWATCHED_MS = SECOND;
/** What no watcher tells (on a network folder) is seen before long all the same. */
const LOOK_AGAIN_MS = 30 * SECOND;
const LARGEST_FILE = 256 * 1024;
