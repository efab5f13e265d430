// Records what each transaction changes, as a changeset of SQLite, for a copy of the database elsewhere. A changeset
// holds the rows of tables with a primary key: neither the schema nor virtual tables. What a full-text index writes in
// tables of its own is in it, too, but a copy builds its index itself.
import type {DatabaseSync, Session} from 'node:sqlite';

/**
 * Takes the changes of each transaction after its commit, in order. `number` counts them without a gap, and is stored
 * with them. It must not throw.
 */
export type TakeChanges = (number: number, changes: Uint8Array) => void;

export type Recording = Disposable & {
  /** The last step of each transaction. */
  readonly beforeCommit: () => void;
  /** The transaction failed. */
  readonly undone: () => void;
  /** After each commit. */
  readonly settle: () => void;
};

/** Begins outside of a transaction. */
export const recordChanges = (sqlite: DatabaseSync, take: TakeChanges): Recording => {
  const count = sqlite.prepare(COUNT);
  let session: Session = sqlite.createSession();
  let made: Made | undefined;

  /** Rows of a rolled back transaction were recorded, too, but are as they were, so they are left out. */
  const make = (): Made | undefined => {
    const changes = session.changeset();
    return changes.length === 0 ? undefined : {number: Number(count.get(COMMITS)?.['value']), changes};
  };

  return {
    beforeCommit: () => {
      made = make();
    },
    undone: () => {
      made = undefined;
    },
    settle: () => {
      const taken = made;
      made = undefined;
      if (taken === undefined) return;
      session.close();
      session = sqlite.createSession();
      take(taken.number, taken.changes);
    },
    [Symbol.dispose]: () => session.close(),
  };
};

type Made = {readonly number: number; readonly changes: Uint8Array};

/** The mark with the number of the last transaction that was recorded. */
export const COMMITS = 'store.commits';

const COUNT = `
  INSERT INTO marks (name, value) VALUES (?, '1')
  ON CONFLICT (name) DO UPDATE SET value = CAST(value AS INTEGER) + 1
  RETURNING value`;
