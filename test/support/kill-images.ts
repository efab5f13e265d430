// The home of a daemon as `kill -9` would leave it, copied before each commit of its life in this process. A daemon started on such a copy
// is the next one after the kill.
import {cpSync, existsSync, mkdirSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {StatementSync} from 'node:sqlite';

export type KillImage = {readonly home: string; readonly name: string};

/** Copies the home before each commit until it is disposed. `tell` names what the commit would have made true. */
export const imagesBeforeCommits = (
  home: string,
  into: string,
): Disposable & {readonly images: readonly KillImage[]} => {
  const images: KillImage[] = [];
  const run = StatementSync.prototype.run;
  let written: string[] = [];
  StatementSync.prototype.run = function (this: StatementSync, ...values: never[]) {
    const sql = this.sourceSQL;
    if (sql === 'BEGIN IMMEDIATE') written = [];
    if (sql.startsWith('INSERT INTO events')) written.push(...typesIn(String(values[1])));
    if (sql === 'COMMIT') {
      const copy = join(into, `image-${images.length}`);
      copyHome(home, copy);
      images.push({home: copy, name: `before ${written.join(', ') || 'a commit'}`});
    }
    return Reflect.apply(run, this, values);
  };
  return {
    images,
    [Symbol.dispose]: () => {
      StatementSync.prototype.run = run;
    },
  };
};

const typesIn = (lines: string): readonly string[] =>
  lines.split('\n').map(line => {
    const {type, phase, message} = JSON.parse(line) as {type: string; phase?: string; message?: {role: string}};
    return [type, phase ?? message?.role].filter(part => part !== undefined).join(' ');
  });

/** Without the lock, the socket and SQLite's shared memory: they end with their process. */
const copyHome = (home: string, copy: string): void => {
  mkdirSync(copy, {recursive: true});
  for (const name of ['rooster.db', 'rooster.db-wal', 'config.json', 'workspace', 'keys'])
    if (existsSync(join(home, name))) copyStill(join(home, name), join(copy, name));
};

/**
 * A write that is under way in one of Node's threads may rename a file while its folder is copied: then the folder is
 * copied again.
 */
const copyStill = (from: string, to: string, tries = 20): void => {
  try {
    cpSync(from, to, {recursive: true});
  } catch (error) {
    if (tries === 0 || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    rmSync(to, {recursive: true, force: true});
    copyStill(from, to, tries - 1);
  }
};
