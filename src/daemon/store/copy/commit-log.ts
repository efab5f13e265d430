// The newest commits of the database, as changes that a copy elsewhere applies. They are recorded from the first
// request on, and no longer once nobody has asked for an hour. Until then nothing is recorded, and nothing costs. Where
// all are needed, they are recorded from the start until the database closes.
import {rmSync} from 'node:fs';
import type {Clock} from '../../../shared/time/clock.ts';
import {HOUR} from '../../../shared/time/time.ts';
import type {Commit, CommitLog} from '../../ports/commit-log.ts';
import type {Log} from '../../ports/system.ts';
import {makeBackup} from '../backup/make-backup.ts';
import type {Database} from '../database/database.ts';
import {COMMITS} from '../database/recording.ts';
import {createCursors} from '../tables/cursors.ts';
import {factsOf} from './copy-facts.ts';

type Recorded = {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  /** True if each commit has to be counted: whoever writes them down elsewhere must not take two states for one. */
  readonly isNeeded: boolean;
};

export const createCommitLog = ({database, clock, log, isNeeded}: Recorded): CommitLog => {
  let record: Record | undefined;

  const begin = (): Record => {
    const id = `log_${clock.now().toString(36)}${process.pid.toString(36)}`;
    const kept: Record = {id, commits: [], bytes: 0, newest: stored(), waiting: [], taking: NOTHING, idle: NOTHING};
    kept.taking = database.record((number, changes) => {
      kept.newest = number;
      kept.commits.push({number, changes});
      kept.bytes += changes.length;
      // A follower that needs a dropped one takes a new copy.
      while (kept.bytes > MOST_BYTES) kept.bytes -= kept.commits.shift()?.changes.length ?? 0;
      for (const resolve of kept.waiting.splice(0)) resolve();
    });
    log.info({}, 'Records the changes of the database for a second machine.');
    return kept;
  };

  const stored = (): number => Number(createCursors(database).get(COMMITS) ?? 0);

  const end = (): void => {
    record?.idle[Symbol.dispose]();
    record?.taking[Symbol.dispose]();
    for (const resolve of record?.waiting ?? []) resolve();
    record = undefined;
  };

  const used = (): Record => {
    record ??= begin();
    record.idle[Symbol.dispose]();
    if (!isNeeded) record.idle = clock.after(KEPT_UNASKED_MS, end);
    return record;
  };

  if (isNeeded) used();

  return {
    open: () => used().id,
    newest: () => used().newest,
    after: number => {
      const {commits, newest} = used();
      if (number === newest) return [];
      // They have numbers without a gap.
      const from = number + 1 - (commits[0]?.number ?? Number.POSITIVE_INFINITY);
      if (from < 0 || from >= commits.length) return undefined;
      let bytes = 0;
      let until = from;
      while (until < commits.length) {
        bytes += commits[until]?.changes.length ?? 0;
        if (until > from && bytes > MOST_AT_ONCE) break;
        until += 1;
      }
      const found = commits.slice(from, until);
      return found.some(({changes}) => changes.length > MOST_AT_ONCE) ? undefined : found;
    },
    next: () => new Promise(resolve => used().waiting.push(resolve)),
    copyTo: async file => {
      used();
      try {
        return await makeBackup({database, target: file, force: true, makesFolder: true});
      } catch (error) {
        rmSync(file, {force: true});
        throw error;
      }
    },
    facts: () => factsOf((sql, ...values) => database.query(sql).all(...values)),
    [Symbol.dispose]: () => {
      if (!isNeeded) end();
    },
  };
};

type Record = {
  readonly id: string;
  readonly commits: Commit[];
  bytes: number;
  newest: number;
  readonly waiting: (() => void)[];
  taking: Disposable;
  idle: Disposable;
};

const NOTHING: Disposable = {[Symbol.dispose]: () => {}};
/** In memory. Days of a household, and the minutes of a copy under load. */
const MOST_BYTES = 32 * 1024 * 1024;
/** In base64, an answer of this size fits into a line of the protocol. A single larger commit needs a new copy. */
const MOST_AT_ONCE = 4 * 1024 * 1024;
const KEPT_UNASKED_MS = HOUR;
