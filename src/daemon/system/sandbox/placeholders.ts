// A protected file that doesn't exist gets an empty one in its place while a command runs, so that the command can't
// create it. A killed daemon would leave it behind, and an empty HEARTBEAT.md has a meaning. So they are written down.
import {existsSync, lstatSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import {makeFolder} from '../../../ipc/socket/make-folder.ts';

/** `list`: the file with the paths. `protect`: paths that commands can't create. */
export const createPlaceholders = (list: string, protect: readonly string[]): {begin(): () => void} => {
  removeLeft(list, protect);
  let running = 0;
  return {
    /** Call it before a command runs. Returns the function for its end. */
    begin: () => {
      const missing = protect.filter(path => lstatSync(path, {throwIfNoEntry: false}) === undefined);
      if (missing.length > 0 && running === 0) {
        makeFolder(dirname(list));
        writeFileSync(list, JSON.stringify(missing), {mode: 0o600});
      }
      running += 1;
      return () => {
        running -= 1;
        if (running === 0) rmSync(list, {force: true});
      };
    },
  };
};

const removeLeft = (list: string, protect: readonly string[]): void => {
  if (!existsSync(list)) return;
  const text = readFileSync(list, 'utf8');
  for (const path of protect) {
    const left = lstatSync(path, {throwIfNoEntry: false});
    if (text.includes(JSON.stringify(path)) && left?.isFile() && left.size === 0) rmSync(path, {force: true});
  }
  rmSync(list, {force: true});
};
