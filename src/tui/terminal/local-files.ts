// Files of this machine for the draft: the names in a folder while its path is typed, and the contents of a file.
import {opendirSync, readFileSync, realpathSync, type Stats, statSync} from 'node:fs';
import {basename, extname, join, resolve} from 'node:path';
import {formatSize} from '../../shared/record-text/detail-lines.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import type {FileChip, UnreadFile} from '../editor/draft.ts';
import {folderOf, mentionTyped} from '../input/mentions.ts';
import {openEditor} from '../state/selectors.ts';
import type {AppStore} from '../store/reduce-app.ts';

/** The folder of relative paths, and the one of `~`. */
type Roots = {readonly folder: string; readonly home: string | undefined};

/** Keeps the names in the folder of the typed path. */
export const startLocalFiles = (store: AppStore, clock: Clock, roots: Roots): Disposable => {
  let last: {readonly path: string; readonly at: number} | undefined;
  const follow = (): void => {
    const typed = mentionTyped(openEditor(store.get()).draft)?.replace('"', '');
    if (typed === undefined || typed === '') return;
    const path = folderOf(typed);
    const now = clock.now();
    if (last?.path === path && now - last.at < FRESH_MS) return;
    last = {path, at: now};
    const names = localNames(path, roots);
    store.update(ui => ({...ui, here: {path, names}}));
  };
  const unsubscribe = store.subscribe(follow);
  return {[Symbol.dispose]: unsubscribe};
};

export const localFiles = (roots: Roots) => ({
  readFile: (path: string) => readLocalFile(path, roots),
  namesIn: (path: string) => localNames(path, roots),
});

/** Undefined if no file has this path; else the file, or the sentence why it can't be in a message. */
const readLocalFile = (path: string, roots: Roots): FileChip | UnreadFile | undefined => {
  const file = realOf(whole(path, roots));
  const stats = statsOf(file);
  if (stats === undefined || !stats.isFile()) return undefined;
  const name = basename(file);
  if (stats.size > MOST_BYTES)
    return {
      file,
      problem: `${name} has ${formatSize(stats.size)}; at most ${formatSize(MOST_BYTES)} fit. Send a part: !!tail -n 200 ${path}`,
    };
  try {
    const bytes = readFileSync(file);
    const text = new TextDecoder('utf-8', {fatal: true}).decode(bytes);
    if (!text.includes('\0')) return {path, text, bytes: bytes.length, file};
  } catch (thrown) {
    if (!(thrown instanceof TypeError)) return {file, problem: `Couldn't read ${name}: ${errorMessage(thrown)}`};
  }
  return PICTURES.has(extname(name).toLowerCase())
    ? {file, problem: `${name} is a picture; from here only text is sent. Signal takes pictures.`}
    : {file, problem: `${name} isn't text, so it can't be in a message.`};
};

/** The names in a folder; those of folders end with a slash. None if it can't be read. */
const localNames = (path: string, roots: Roots): readonly string[] => {
  const folder = whole(path, roots);
  const names: string[] = [];
  try {
    using entries = opendirSync(folder);
    for (let entry = entries.readSync(); entry !== null && names.length < MOST_NAMES; entry = entries.readSync()) {
      const path = join(folder, entry.name);
      const stats = entry.isSymbolicLink() ? statsOf(path) : entry;
      if (stats?.isDirectory()) names.push(`${entry.name}/`);
      else if (stats?.isFile()) names.push(entry.name);
    }
  } catch {
    // A folder that can't be read completes nothing.
  }
  return names.filter(name => !/["\p{Cc}]/u.test(name)).toSorted((a, b) => a.localeCompare(b));
};

const statsOf = (path: string): Stats | undefined => {
  try {
    return statSync(path);
  } catch {
    // There is nothing that this person can see.
    return undefined;
  }
};

/** A link leads to what is read. */
const realOf = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

const whole = (path: string, {folder, home}: Roots): string =>
  path.startsWith('~/') && home !== undefined ? join(home, path.slice(2)) : resolve(folder, path);

const PICTURES: ReadonlySet<string> = new Set(['.png', '.jpg', '.jpeg', '.gif', '.webp', '.heic', '.avif', '.bmp']);
const MOST_BYTES = 256_000;
const MOST_NAMES = 5_000;
const FRESH_MS = 5 * SECOND;
