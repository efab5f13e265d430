// Work on conversations that is too long for one transaction: deleting, moving and copying messages. It is stored
// before it starts and goes on in small transactions, so that the daemon answers meanwhile and the next start continues
// after a crash.
import type {SessionKey} from '../../../../shared/records/session-key.ts';
import type {Database} from '../../database/database.ts';
import {createCursors} from '../cursors.ts';

/** Deletes what these conversations had when they were deleted. A key may have been used again since. */
export type PurgeWork = {
  readonly kind: 'purge';
  readonly keys: readonly SessionKey[];
  readonly heir: SessionKey;
  /** The last message of that time (its `ord`). */
  readonly upTo: number;
  /** The last rows of the other tables, by the name of their step. */
  readonly ends: Readonly<Record<string, number>>;
  /** The progress: the number of the step, and its last row so far. */
  readonly step: number;
  readonly after: number;
};

/** Moves messages, and after them deliveries, each from one number (exclusive) up to another. */
export type MoveWork = {
  readonly kind: 'move';
  readonly from: SessionKey;
  readonly to: SessionKey;
  readonly messages: Range;
  readonly deliveries: Range;
};

export type Range = {readonly after: number; readonly upTo: number};

/** A fork that isn't complete. The next start removes it. */
type CopyWork = {readonly kind: 'copy'; readonly to: SessionKey};

type SessionWork = PurgeWork | MoveWork | CopyWork;

export type SessionWorks = {
  list(): readonly SessionWork[];
  /** In a transaction. */
  add(work: SessionWork): void;
  /** In a transaction: replaces the work, or removes it. */
  replace(work: SessionWork, by?: SessionWork): void;
  /** Messages with this key up to this number belong to a deleted conversation. 0: none. */
  goneUpTo(key: SessionKey): number;
  /** True if messages with this key are being copied, moved or deleted. */
  concerns(key: SessionKey): boolean;
};

export const createSessionWorks = (database: Database): SessionWorks => {
  const cursors = createCursors(database);

  const list = (): readonly SessionWork[] => {
    const kept = cursors.get(WORK);
    return kept === undefined ? [] : (JSON.parse(kept) as readonly SessionWork[]);
  };

  const keep = (works: readonly SessionWork[]): void => {
    if (works.length === 0) cursors.remove(WORK);
    else cursors.set(WORK, JSON.stringify(works));
  };

  return {
    list,
    concerns: key =>
      list().some(work => (work.kind === 'purge' ? work.keys.includes(key) : Object.values(work).includes(key))),
    add: work => keep([...list(), work]),
    replace: (work, by) => {
      const before = JSON.stringify(work);
      keep(
        list().flatMap(kept => {
          if (JSON.stringify(kept) !== before) return [kept];
          return by === undefined ? [] : [by];
        }),
      );
    },
    goneUpTo: key =>
      Math.max(0, ...list().map(work => (work.kind === 'purge' && work.keys.includes(key) ? work.upTo : 0))),
  };
};

const WORK = 'sessions.work';

/** The SQL condition on a row of `messages`: its conversation isn't being deleted. */
export const NOT_GONE = `
  NOT EXISTS (
    SELECT 1 FROM json_each((SELECT value FROM marks WHERE name = '${WORK}')) AS work, json_each(work.value, '$.keys') AS gone
    WHERE gone.value = messages.session AND messages.ord <= work.value ->> '$.upTo'
  )`;

/** The first rows whose texts fit into a slice. A single long message is a slice of its own. */
export const sliceOf = <T extends {readonly bytes: number}>(rows: readonly T[], most: number): readonly T[] => {
  let bytes = 0;
  const end = rows.findIndex(row => {
    bytes += row.bytes;
    return bytes > most;
  });
  return end < 0 ? rows : rows.slice(0, Math.max(1, end));
};

export const SLICE_ROWS = 200;
/** The search index takes most of the time: about 10 ms for this much new text with many different words. */
export const ADDED_BYTES = 32 * 2 ** 10;
/** It takes more to remove words, because each is overwritten where it stands. */
export const REMOVED_BYTES = 4 * 2 ** 10;
