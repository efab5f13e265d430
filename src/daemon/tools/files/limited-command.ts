// A command of a turn that has read text from elsewhere. Nobody knows what it writes, so everything that it changed in
// the workspace counts as text from there: standing files are put back, notes name their origins, and other files limit
// their readers.
import {lstat, mkdir, readdir, readFile, readlink, rm, symlink, writeFile} from 'node:fs/promises';
import {dirname, join} from 'node:path';
import type {TextLimit} from '../../../shared/records/trust.ts';
import type {WorkspaceFiles} from '../../ports/workspace.ts';
import {type FileLimits, isMemory} from './file-limits.ts';
import {STANDING} from './standing-files.ts';

type LimitedCommandDeps = {
  readonly files: WorkspaceFiles;
  readonly fileLimits: FileLimits;
  /** The limits of the turn. */
  readonly limits: readonly TextLimit[];
};

/**
 * Resolves with the command's result and the paths of the standing files that were put back. Their changed texts are
 * kept in `proposed/`. The later writes of a process that the command left behind aren't seen.
 */
export const runLimited = async <T>(
  {files, fileLimits, limits}: LimitedCommandDeps,
  command: () => Promise<T>,
): Promise<{readonly result: T; readonly putBack: readonly string[]}> => {
  const {root} = files;
  const before = await look(root);
  const result = await command();
  const after = await look(root);
  const by = {limits};
  // A folder comes before what is in it.
  const putBack = changedIn(before.standing, after.standing, isSameFile).toSorted();
  for (const path of putBack) {
    const [earlier, later] = [before.standing.get(path), after.standing.get(path)];
    if (later?.text !== undefined) {
      const proposed = `${PROPOSED}/${path}`;
      await files.write(proposed, fileLimits.written(later.text, {path: proposed}, by));
    }
    await restore(join(root, path), earlier, later);
  }
  for (const path of changedIn(before.notes, after.notes)) {
    const text = after.notes.get(path);
    if (text !== undefined)
      await files.write(path, fileLimits.written(text, {path, before: before.notes.get(path)}, by));
  }
  for (const path of changedIn(before.marks, after.marks)) {
    const text = await files.read(path).catch(() => undefined);
    if (text !== undefined) fileLimits.written(text, {path}, by);
  }
  return {result, putBack};
};

/** The folder of the changed texts of standing files. */
export const PROPOSED = 'proposed';

type Look = {
  readonly standing: ReadonlyMap<string, StandingFile>;
  /** The texts of the memory files. */
  readonly notes: ReadonlyMap<string, string>;
  /** A mark for each other file, which changes with its content. */
  readonly marks: ReadonlyMap<string, string>;
};

/** A file, or a link and the text behind it. Undefined text can't be read. */
type StandingFile = {readonly text: string | undefined; readonly link: string | undefined};

/** All files of the workspace, by their paths in it. */
const look = async (root: string): Promise<Look> => {
  const standing = new Map<string, StandingFile>();
  const notes = new Map<string, string>();
  const marks = new Map<string, string>();
  for await (const path of filesIn(root)) {
    const whole = join(root, path);
    const stats = await lstat(whole).catch(() => undefined);
    if (stats === undefined) continue;
    const isLink = stats.isSymbolicLink();
    if (isStanding(path))
      standing.set(path, {text: await textAt(whole), link: isLink ? await readlink(whole) : undefined});
    else if (isMemory(path)) notes.set(path, (await textAt(whole)) ?? '');
    else marks.set(path, `${stats.ino} ${stats.size} ${stats.mtimeMs} ${stats.ctimeMs}`);
  }
  return {standing, notes, marks};
};

/**
 * Files and links, also those in subfolders. At most `MOST_FILES`, the upper folders first. `without`: the names of
 * folders that are left out.
 */
export async function* filesIn(root: string, without?: ReadonlySet<string>): AsyncGenerator<string> {
  const folders = ['.'];
  let count = 0;
  for (const folder of folders) {
    const entries = await readdir(join(root, folder), {withFileTypes: true}).catch(() => []);
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (without?.has(entry.name) !== true) folders.push(path);
      } else if (count++ < MOST_FILES) yield path;
      else return;
    }
  }
}

/** A job in a subfolder doesn't run. */
const isStanding = (path: string): boolean => STANDING.includes(path) || /^cron\/[^/]+$/u.test(path);

const textAt = (path: string): Promise<string | undefined> => readFile(path, 'utf8').catch(() => undefined);

const isSameFile = (a: StandingFile | undefined, b: StandingFile | undefined): boolean =>
  a?.text === b?.text && a?.link === b?.link;

const changedIn = <T>(
  before: ReadonlyMap<string, T>,
  after: ReadonlyMap<string, T>,
  isSame: (a: T | undefined, b: T | undefined) => boolean = Object.is,
): readonly string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    path => !(before.has(path) === after.has(path) && isSame(before.get(path), after.get(path))),
  );

const restore = async (
  path: string,
  earlier: StandingFile | undefined,
  now: StandingFile | undefined,
): Promise<void> => {
  if (earlier === undefined || now === undefined || earlier.link !== now.link)
    await rm(path, {force: true, recursive: true});
  if (earlier === undefined) return;
  await mkdir(dirname(path), {recursive: true});
  if (earlier.link !== undefined && earlier.link !== now?.link) await symlink(earlier.link, path);
  if (earlier.text !== undefined) await writeFile(path, earlier.text, {mode: 0o600});
};

const MOST_FILES = 20_000;
