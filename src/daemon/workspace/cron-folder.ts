// Watches the folder of cron jobs, `cron/*.md` in the workspace. Temporary files and half-written saves of editors
// don't count as jobs. A file that stays invalid is reported with line and reason.

import {isUtf8} from 'node:buffer';
import {type Dirent, existsSync, type FSWatcher, mkdirSync, type Stats, statSync, watch} from 'node:fs';
import {readdir, readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';
import type {CronDefinition, InvalidJob} from '../../shared/records/jobs/cron-job.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import {shellQuoted} from '../../shared/text/shell-quoted.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {type EpochMs, SECOND} from '../../shared/time/time.ts';
import type {Log} from '../ports/system.ts';
import {parseCronFile} from './cron-job-file.ts';
import type {CronKnowledge} from './cron-values.ts';
import {errnoOf, ioError} from './io-error.ts';

export type CronFolder = {
  readonly jobs: readonly CronDefinition[];
  readonly invalid: readonly InvalidJob[];
  /** The lines, by file, that name the job to wait for. */
  readonly afterLines?: Readonly<Record<string, number>>;
};

type CronFolderDeps = {
  /** The root of the workspace. */
  readonly root: string;
  readonly knowledge: () => CronKnowledge;
  readonly clock: Clock;
  readonly log: Log;
  readonly onChange: (folder: CronFolder) => void;
};

export type CronFolderWatch = Disposable & {
  /** Reads all files again, because the names they are checked against have changed. */
  readonly reread: () => void;
  /** The same; resolves when the files as they are now are in force. */
  readonly rereadNow: () => Promise<void>;
  /**
   * Resolves once the folder has been read and reported, or can't be read. Until then it seems empty. A call starts the
   * reading at once.
   */
  readonly read: () => Promise<void>;
};

/** Calls `onChange` with all jobs after the first reading and each change. A tick finds what a watcher misses. */
export const followCronFolder = ({root, knowledge, clock, log, onChange}: CronFolderDeps): CronFolderWatch => {
  const folder = join(root, FOLDER);
  let watched: {readonly watcher: FSWatcher; readonly identity: string} | undefined;
  let timer: {readonly at: EpochMs; readonly armed: Disposable} | undefined;
  let closed = false;
  let reading: Promise<void> | undefined;
  let changedMeanwhile = false;
  let begun = false;
  let before = '';
  let doubted = '';
  const first = Promise.withResolvers<void>();

  /** The earliest check wins, so that continuous writes don't delay it forever. */
  const checkIn = (ms: number): void => {
    const at = clock.now() + ms;
    if (closed || (timer !== undefined && timer.at <= at && timer.at >= clock.now())) return;
    timer?.armed[Symbol.dispose]();
    timer = {at, armed: clock.after(ms, check)};
  };

  const check = (): Promise<void> | undefined => {
    timer = undefined;
    if (reading === undefined) return reread(false);
    changedMeanwhile = true;
    return undefined;
  };

  const reread = (isCertain: boolean): Promise<void> => {
    reading = readOnce(isCertain).finally(() => {
      reading = undefined;
    });
    return reading;
  };

  const rereadNow = async (): Promise<void> => {
    while (reading !== undefined) await reading;
    await reread(true);
  };

  const readOnce = async (isCertain: boolean): Promise<void> => {
    begun = true;
    changedMeanwhile = false;
    follow();
    const found = await readFound();
    if (closed) return;
    if (found === undefined) first.resolve();
    else take(found.folder, isCertain);
    const seesAll = watched !== undefined && found?.links !== true;
    if (changedMeanwhile || !seesAll) checkIn(changedMeanwhile ? SETTLE_MS : UNWATCHED_MS);
  };

  const readFound = async (): Promise<Awaited<ReturnType<typeof readFolder>> | undefined> => {
    try {
      return await readFolder(root, knowledge());
    } catch (error) {
      log.warn({folder}, `Couldn't read the cron folder: ${errorMessage(error)}`);
      return undefined;
    }
  };

  const take = (found: CronFolder, isCertain: boolean): void => {
    const now = JSON.stringify(found);
    if (now === before) return;
    // A file that has just become wrong may be half written: it gets a moment before it is reported. The first time
    // somebody may wait for the others.
    if (!isCertain && before !== '' && found.invalid.length > 0 && now !== doubted) {
      doubted = now;
      checkIn(HALF_WRITTEN_MS);
      return;
    }
    try {
      onChange(found);
      before = now;
      first.resolve();
    } catch (error) {
      log.error({folder, error}, `Couldn't use a change of the cron folder. Rooster retries. ${errorMessage(error)}`);
      checkIn(RETRY_MS);
      // Whoever asked for it must know.
      if (isCertain) throw error;
    }
  };

  /** Watches the current folder, and watches again after it was replaced. */
  const follow = (): void => {
    try {
      // Created only inside an existing workspace. A new workspace is created elsewhere.
      if (!existsSync(folder)) mkdirSync(folder, {mode: 0o700});
      const {dev, ino} = statSync(folder);
      const identity = `${dev}:${ino}`;
      if (watched?.identity === identity) return;
      watched?.watcher.close();
      watched = undefined;
      const watcher = watch(folder, {persistent: false}, () => checkIn(SETTLE_MS));
      watcher.on('error', () => {
        watcher.close();
        if (watched?.watcher === watcher) watched = undefined;
      });
      watched = {watcher, identity};
    } catch (error) {
      log.debug({folder}, `Can't watch the cron folder yet: ${errorMessage(error)}`);
    }
  };

  // Delayed, so that the first client is answered first.
  checkIn(FIRST_CHECK_MS);
  const ticking = clock.lookAgain('cron folder', () => reading ?? reread(false));
  return {
    reread: () => checkIn(0),
    rereadNow,
    read: () => {
      if (!begun) void check();
      return first.promise;
    },
    [Symbol.dispose]: () => {
      closed = true;
      first.resolve();
      ticking[Symbol.dispose]();
      timer?.armed[Symbol.dispose]();
      watched?.watcher.close();
    },
  };
};

/** Reads the whole folder now. Empty if there is no folder. */
export const readCronFolder = async (root: string, knowledge: CronKnowledge): Promise<CronFolder> =>
  (await readFolder(root, knowledge)).folder;

/** The target of a link changes outside the folder, unseen by its watcher. */
type Found = {readonly folder: CronFolder; readonly links: boolean};

const readFolder = async (root: string, knowledge: CronKnowledge): Promise<Found> => {
  const all = await readdir(join(root, FOLDER), {withFileTypes: true}).catch(none);
  const entries = all.filter(({name}) => isJobFile(name));
  const strays = all.some(isSubfolder) ? await filesBelow(root) : [];
  const links = entries.some(entry => entry.isSymbolicLink());
  const sorted = entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const folder = await readFiles(root, sorted, knowledge);
  return {folder: {...folder, invalid: [...folder.invalid, ...strays]}, links};
};

/** A hidden folder holds the state of jobs or belongs to an editor. */
const isSubfolder = (entry: Dirent): boolean =>
  entry.isDirectory() && !entry.name.startsWith('.') && !isJobFile(entry.name);

/** Job files in subfolders, five folders deep: nobody would know why they never run. */
const filesBelow = async (root: string, folder = FOLDER, depth = 0): Promise<readonly InvalidJob[]> => {
  const entries = await readdir(join(root, folder), {withFileTypes: true}).catch((): Dirent[] => []);
  const sorted = entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  const found = sorted
    .filter(entry => depth > 0 && !entry.isDirectory() && isJobFile(entry.name))
    .map(({name}) => ({file: `${folder}/${name}`, line: 1, reason: IN_SUBFOLDER}));
  for (const {name} of sorted.filter(isSubfolder)) {
    if (found.length >= MOST_STRAYS || depth >= DEEPEST) break;
    found.push(...(await filesBelow(root, `${folder}/${name}`, depth + 1)));
  }
  return found.slice(0, MOST_STRAYS);
};

const readFiles = async (root: string, entries: readonly Dirent[], knowledge: CronKnowledge): Promise<CronFolder> => {
  if (entries.length === 0) return {jobs: [], invalid: []};
  const jobs: CronDefinition[] = [];
  const invalid: InvalidJob[] = [];
  const afterLines: Record<string, number> = {};
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
    if (twin === undefined) {
      jobs.push(parsed.job);
      if (parsed.afterLine !== undefined) afterLines[file] = parsed.afterLine;
    } else {
      const line = 'text' in content ? lineOfName(content.text) : 1;
      invalid.push({file, line, reason: `name: "${twin.name}" is the name of ${twin.origin} already.`});
    }
  }
  return {jobs, invalid, afterLines: Object.keys(afterLines).length > 0 ? afterLines : undefined};
};

/** The line with the job's name, or the first line if the file name is the job's name. */
const lineOfName = (text: string): number => text.split('\n').findIndex(line => /^name\s*:/u.test(line)) + 1 || 1;

type Content = {readonly text: string} | {readonly reason: string};

/** An unreadable file doesn't stop the others. A deleted file is skipped, but a link to a missing file is reported. */
const contentOf = async (path: string, file: string, entry: Dirent): Promise<Content | undefined> => {
  try {
    const found = await stat(path);
    if (found.isDirectory()) return {reason: 'It is a folder: a job is a file.'};
    if (!found.isFile()) return {reason: "It isn't a plain file."};
    if (!entry.name.endsWith(ENDING))
      return {reason: `The name of a job ends in ${ENDING}, in small letters: rename this file.`};
    const fault = ownershipFault(found, path);
    if (fault !== undefined) return {reason: fault};
    const tooLarge = whyTooLarge(found.size);
    if (tooLarge !== undefined) return {reason: tooLarge};
    const bytes = await readFile(path);
    return isUtf8(bytes) ? {text: bytes.toString()} : {reason: "It isn't UTF-8 text. Save it as UTF-8."};
  } catch (error) {
    if (errnoOf(error) !== 'ENOENT') return {reason: ioError(error, file).message};
    return entry.isSymbolicLink() ? {reason: "It is a link to a file that doesn't exist."} : undefined;
  }
};

/** The reason why a file of this size isn't a job. */
export const whyTooLarge = (bytes: number): string | undefined =>
  bytes > LARGEST_FILE ? `It is larger than ${LARGEST_FILE / 1024} KiB: no prompt is that long.` : undefined;

/**
 * A cron file runs commands as the daemon's user, so nobody else may be able to write it. The reason contains the
 * command that fixes it.
 */
const ownershipFault = ({uid, mode}: Stats, path: string): string | undefined => {
  const own = process.getuid?.();
  if (own === undefined) return undefined;
  if (uid !== own)
    return `It belongs to another user, who could run commands through it. Fix: chown ${own} ${shellWord(path)}`;
  if ((mode & WRITABLE_BY_OTHERS) === 0) return undefined;
  return `Other users can write it and could run commands through it. Fix: chmod go-w ${shellWord(path)}`;
};

const shellWord = (path: string): string => (/^[\w./+:@-]+$/u.test(path) ? path : shellQuoted(path));

/** Skips editors' hidden, backup and lock files, and names without `.md`. A name in capitals is reported. */
const isJobFile = (name: string): boolean => /\.md$/iu.test(name) && !/^[.#~]|~\.md$/iu.test(name);

const none = (error: unknown): Dirent[] => {
  if (errnoOf(error) === 'ENOENT') return [];
  throw error;
};

const IN_SUBFOLDER = 'A job in a subfolder does not run. Move the file into cron/.';
const MOST_STRAYS = 50;
const DEEPEST = 5;
const WRITABLE_BY_OTHERS = 0o022;
const FOLDER = 'cron';
const ENDING = '.md';
const SETTLE_MS = 250;
const FIRST_CHECK_MS = 15;
const RETRY_MS = SECOND;
const HALF_WRITTEN_MS = 700;
/** Changes must take effect within two seconds, including the wait for half-written files. */
const UNWATCHED_MS = SECOND;
const LARGEST_FILE = 256 * 1024;
