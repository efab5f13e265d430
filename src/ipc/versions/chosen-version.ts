// The version of Rooster that is in use, after `rooster update` has put one beside the installed one. Both programs
// read it at their start. The command chooses; the daemon confirms or goes back. One small file, always replaced whole.
import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import {isRecord} from '../../shared/fields/is-record.ts';

export type ChosenVersion = {
  readonly version: string;
  /**
   * The installed version, which hands over to it, and the folder of its programs. Another one, installed by hand
   * since, counts more.
   */
  readonly from: string;
  readonly launcher: string;
  /** The version that was in use before; it may be `from`. */
  readonly before: string;
  /** The schema of the database that `before` writes. */
  readonly beforeSchema: number;
  /** The same of `before`, when it came into use. */
  readonly earlier?: Pick<ChosenVersion, 'before' | 'beforeSchema' | 'copy'>;
  /** The starts of its daemon so far. Absent once it was ready. */
  readonly tries?: number;
  /**
   * The schema of the copy that its daemon made before it changed the database. Absent if it changed nothing, or if a
   * person has restored a backup since.
   */
  readonly copy?: number;
  /** Its daemon has begun to work: the copy lacks what it has written since. */
  readonly worked?: true;
  /** Its next start goes back to the version before. `with the copy`: a person has agreed to lose what came since. */
  readonly leaves?: 'if nothing is lost' | 'with the copy';
};

/** A program that looks for the version in use: its own version, and its file. */
type Program = {readonly version: string; readonly file: string};

/** A version that failed, in the trial or at its start. Kept until the next update, or until a person dismisses it. */
type FailedVersion = {
  readonly version: string;
  /** In sentences. */
  readonly reason: string;
  /** It is in use nevertheless: the version before can't read what it has written. */
  readonly stays?: true;
};

export const readChosen = (folder: string): ChosenVersion | undefined => {
  const value = readJson(join(folder, CHOSEN));
  return isChosen(value) ? value : undefined;
};

export const writeChosen = (folder: string, chosen: ChosenVersion): void => writeJson(join(folder, CHOSEN), chosen);

export const readFailed = (folder: string): FailedVersion | undefined => {
  const value = readJson(join(folder, FAILED));
  if (!isRecord(value) || typeof value['version'] !== 'string' || typeof value['reason'] !== 'string') return undefined;
  return {version: value['version'], reason: value['reason'], stays: value['stays'] === true || undefined};
};

export const forgetFailed = (folder: string): void => rmSync(join(folder, FAILED), {force: true});

/** The file of this name in the `dist` of an added version. */
export const versionFile = (folder: string, version: string, name: string): string =>
  join(folder, version, 'node_modules/rooster/dist', name);

/** The file of this name in the version in use; undefined if that is the asking program's own version. */
export const fileInUse = (folder: string, own: Program, name: string): string | undefined => {
  const chosen = readChosen(folder);
  if (chosen === undefined || chosen.version === own.version) return undefined;
  if (own.version !== chosen.from && !own.file.startsWith(join(folder, '/'))) return undefined;
  const {version, from, launcher} = chosen;
  const file = version === from ? join(launcher, name) : versionFile(folder, version, name);
  return existsSync(file) ? file : undefined;
};

/** Counts a start of the daemon of this version. Returns why it must go back to the version before it, if it must. */
export const countTry = (folder: string, own: string): string | undefined => {
  const chosen = readChosen(folder);
  if (chosen?.version !== own) return undefined;
  if (chosen.leaves !== undefined) return readFailed(folder)?.reason ?? '';
  if (chosen.tries === undefined) return undefined;
  if (chosen.tries >= MOST_TRIES) return `Its daemon did not start, ${MOST_TRIES} times.`;
  try {
    writeChosen(folder, {...chosen, tries: chosen.tries + 1});
  } catch {
    // On a full disk the daemon itself says so.
  }
  return undefined;
};

/** True while this version has not been ready yet. */
export const isTried = (folder: string, own: string): boolean => {
  const chosen = readChosen(folder);
  return chosen?.version === own && chosen.tries !== undefined;
};

/** This version is ready: from now on it is the one in use. */
export const confirmVersion = (folder: string, own: string): void => {
  const chosen = readChosen(folder);
  if (chosen?.version !== own || chosen.tries === undefined) return;
  writeChosen(folder, {...chosen, tries: undefined, worked: undefined, leaves: undefined});
  forgetFailed(folder);
};

/** The daemon of this version has copied the database of this schema, and changes it now. */
export const noteCopy = (folder: string, own: string, schema: number): void => {
  const chosen = readChosen(folder);
  // A start that was interrupted between two steps has the whole copy already.
  if (chosen?.version === own && chosen.copy === undefined) writeChosen(folder, {...chosen, copy: schema});
};

/** The database is no longer the one that was copied. */
export const forgetCopy = (folder: string): void => {
  const chosen = readChosen(folder);
  if (chosen?.copy !== undefined) writeChosen(folder, {...chosen, copy: undefined});
};

/** The daemon of this version begins to answer and to act. */
export const noteWork = (folder: string, own: string): void => {
  const chosen = readChosen(folder);
  if (chosen?.version === own && chosen.tries !== undefined) writeChosen(folder, {...chosen, worked: true});
};

/** The next start goes back to the version before, if nothing is lost by that. */
export const leaveSoon = (folder: string, own: string, reason: string): void => {
  const chosen = readChosen(folder);
  if (chosen?.version !== own) return;
  writeFailed(folder, {version: own, reason});
  writeChosen(folder, {...chosen, leaves: 'if nothing is lost'});
};

/** The version before it is in use again. */
export const goBack = (folder: string, chosen: ChosenVersion): void => {
  const {from, launcher, before, beforeSchema, earlier = {before, beforeSchema}} = chosen;
  writeChosen(folder, {...earlier, version: before, from, launcher});
};

export const writeFailed = (folder: string, failed: FailedVersion): void => writeJson(join(folder, FAILED), failed);

/**
 * The version of the asking program: written into the bundle at build time, or read from package.json when run from
 * source.
 */
export const programVersion = (): string => {
  const built = process.env['ROOSTER_VERSION'];
  if (built !== undefined) return built;
  const manifest: unknown = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
  return manifest !== null && typeof manifest === 'object' && 'version' in manifest
    ? String(manifest.version)
    : 'unknown';
};

const readJson = (path: string): unknown => {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
};

const writeJson = (path: string, value: unknown): void => {
  mkdirSync(dirname(path), {recursive: true, mode: 0o700});
  const unfinished = `${path}.${process.pid}`;
  writeFileSync(unfinished, `${JSON.stringify(value)}\n`, {mode: 0o600, flush: true});
  renameSync(unfinished, path);
  // Also after a power cut the database and this file say the same.
  const directory = openSync(dirname(path), 'r');
  fsyncSync(directory);
  closeSync(directory);
};

const isChosen = (value: unknown): value is ChosenVersion =>
  isRecord(value) &&
  [value['version'], value['from'], value['before']].every(each => typeof each === 'string' && VERSION.test(each)) &&
  typeof value['launcher'] === 'string' &&
  typeof value['beforeSchema'] === 'number' &&
  [value['tries'], value['copy']].every(each => ['number', 'undefined'].includes(typeof each));

/** Also keeps a damaged file from naming another folder. */
const VERSION = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/u;
const CHOSEN = 'current.json';
const FAILED = 'failed.json';
const MOST_TRIES = 3;
