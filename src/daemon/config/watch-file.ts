// Watches a file by its folders. Editors rename a new file over it, and a file may be deleted and come back. For a
// symbolic link both folders are watched.
import {type FSWatcher, realpathSync, watch} from 'node:fs';
import {basename, dirname} from 'node:path';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {Log} from '../ports/system.ts';

type Watching = {readonly clock: Clock; readonly log: Log};

/**
 * Calls `stirred` at least once after each change. Watching starts a moment later, to keep the start fast, with a first
 * call for changes until then. A folder that can't be watched is checked every 30 s.
 */
export const watchFile = (path: string, stirred: () => void, {clock, log}: Watching): Disposable => {
  const watched = new Map<string, FSWatcher>();
  let ends: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  let retry: Disposable | undefined;
  let hasWarned = false;

  const drop = (folder: string): void => {
    watched.get(folder)?.close();
    watched.delete(folder);
  };

  const fallBack = (folder: string, error: unknown): void => {
    drop(folder);
    if (!hasWarned) log.warn({folder}, `Checks the configuration only every 30 seconds: ${errorMessage(error)}`);
    hasWarned = true;
    retry ??= clock.lookAgain('configuration file', () => {
      retry?.[Symbol.dispose]();
      retry = undefined;
      arm();
      stirred();
    });
  };

  const arm = (): void => {
    ends = endsOf(path);
    for (const folder of [...watched.keys()]) if (!ends.has(folder)) drop(folder);
    for (const folder of ends.keys()) {
      if (watched.has(folder)) continue;
      try {
        const watcher = watch(folder, {persistent: false}, (_, changed) => onChange(folder, changed));
        watched.set(folder, watcher);
        watcher.on('error', error => fallBack(folder, error));
      } catch (error) {
        fallBack(folder, error);
      }
    }
  };

  const onChange = (folder: string, changed: string | null): void => {
    if (changed !== null && changed !== basename(folder) && !ends.get(folder)?.has(changed)) return;
    // An event with the folder's own name means that it was moved or deleted.
    if (changed === basename(folder)) drop(folder);
    arm();
    stirred();
  };

  const beginning = clock.after(BEGIN_MS, () => {
    arm();
    stirred();
  });
  return {
    [Symbol.dispose]: () => {
      beginning[Symbol.dispose]();
      retry?.[Symbol.dispose]();
      for (const folder of [...watched.keys()]) drop(folder);
    },
  };
};

/** The folders to watch, with the file's names in each. */
const endsOf = (path: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const target = targetOf(path);
  const [own, other] = [dirname(path), dirname(target)];
  if (own === other) return new Map([[own, new Set([basename(path), basename(target)])]]);
  return new Map([
    [own, new Set([basename(path)])],
    [other, new Set([basename(target)])],
  ]);
};

/** For a missing file or a dangling link: the path itself, whose folder reports a change. */
const targetOf = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

/** After the start. */
const BEGIN_MS = 20;
