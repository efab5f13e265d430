// File names in the workspace, for completion: read when the person starts to type one, then cached for some seconds.
// Bounded; hidden files and conversation copies are left out. Unreadable entries are skipped.
import {readdir} from 'node:fs/promises';
import {join} from 'node:path';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import {mentionTyped} from '../input/mentions.ts';
import {openEditor, otherMachine} from '../state/selectors.ts';
import type {AppStore} from '../store/reduce-app.ts';

export const startWorkspaceFiles = (store: AppStore, clock: Clock): Disposable => {
  let lookedAt: number | undefined;
  const follow = (): void => {
    const state = store.get();
    const folder = state.ui.status?.home.workspace;
    if (
      folder === undefined ||
      otherMachine(state.ui) !== undefined ||
      mentionTyped(openEditor(state).draft) === undefined
    )
      return;
    if (lookedAt !== undefined && clock.now() - lookedAt < FRESH_MS) return;
    lookedAt = clock.now();
    void filesIn(folder).then(files => store.update(ui => ({...ui, files})));
  };
  const unsubscribe = store.subscribe(follow);
  return {[Symbol.dispose]: unsubscribe};
};

/** Relative to the folder, sorted by name. */
export const filesIn = async (folder: string): Promise<readonly string[]> => {
  const files: string[] = [];
  const folders: {readonly path: string; readonly depth: number}[] = [{path: '', depth: 0}];
  for (let next = folders.shift(); next !== undefined && files.length < MOST; next = folders.shift()) {
    const {path, depth} = next;
    const entries = await readdir(join(folder, path), {withFileTypes: true}).catch(() => []);
    for (const entry of entries) {
      const inside = path === '' ? entry.name : `${path}/${entry.name}`;
      if (entry.name.startsWith('.') || inside === COPIES) continue;
      if (entry.isFile()) files.push(inside);
      else if (entry.isDirectory() && depth < DEEPEST) folders.push({path: inside, depth: depth + 1});
    }
  }
  return files.slice(0, MOST).toSorted((a, b) => a.localeCompare(b));
};

const COPIES = 'sessions';
const DEEPEST = 3;
const MOST = 2_000;
const FRESH_MS = 10 * SECOND;
