// Tells that the file at a path may have changed. It watches folders, not the file: editors write a new file and rename it,
// and a file may be deleted and come back. A symbolic link (people keep their settings elsewhere) is watched at both ends.
import {type FSWatcher, realpathSync, watch} from 'node:fs';
import {basename, dirname} from 'node:path';
import {errorMessage} from '../../shared/records/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import type {Log} from '../ports/system.ts';

type Watching = {readonly clock: Clock; readonly log: Log};

/**
 * Calls `stirred` once or more after each change, and once when it begins to watch, a moment from now: a start has no time for
 * that, and what changed meanwhile is found then. A folder that cannot be watched is looked at every 30 s instead.
 */
export const watchFile = (path: string, stirred: () => void, {clock, log}: Watching): Disposable => {
  const watched = new Map<string, FSWatcher>();
  let ends: ReadonlyMap<string, ReadonlySet<string>> = new Map();
  let retry: Disposable | undefined;
  let told = false;

  const drop = (folder: string): void => {
    watched.get(folder)?.close();
    watched.delete(folder);
  };

  const fallBack = (folder: string, error: unknown): void => {
    drop(folder);
    if (!told) log.warn({folder}, `the configuration is looked at every 30 seconds only: ${errorMessage(error)}`);
    told = true;
    retry ??= clock.after(LOOK_AGAIN_MS, () => {
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
        const watcher = watch(folder, {persistent: false}, (_, changed) => heard(folder, changed));
        watched.set(folder, watcher);
        watcher.on('error', error => fallBack(folder, error));
      } catch (error) {
        fallBack(folder, error);
      }
    }
  };

  const heard = (folder: string, changed: string | null): void => {
    if (changed !== null && changed !== basename(folder) && !ends.get(folder)?.has(changed)) return;
    // Its own name: the folder was moved or deleted, and what is watched is a folder without a name.
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

/** The folders whose changes can change the file, and its names in each. */
const endsOf = (path: string): ReadonlyMap<string, ReadonlySet<string>> => {
  const target = targetOf(path);
  const [own, other] = [dirname(path), dirname(target)];
  if (own === other) return new Map([[own, new Set([basename(path), basename(target)])]]);
  return new Map([
    [own, new Set([basename(path)])],
    [other, new Set([basename(target)])],
  ]);
};

/** Without a file, or behind a link to nowhere, the path itself: its own folder tells when that changes. */
const targetOf = (path: string): string => {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
};

/** When a start is over. */
const BEGIN_MS = 20;
const LOOK_AGAIN_MS = 30_000;
