// The floor under everything durable: SQLite alone, flushed on each commit as Rooster's memory is.
import {DatabaseSync} from 'node:sqlite';
import type {Reminder} from '../../src/shared/records/jobs/jobs.ts';

export type RawReminders = Disposable & {
  /** One commit for each. */
  readonly addEach: (reminders: readonly Reminder[]) => void;
  /** One commit for all. */
  readonly addAll: (reminders: readonly Reminder[]) => void;
  /** Claims what is due in batches and marks it done, each batch in two commits; the number of rows. */
  readonly claimAll: (now: number, batch: number) => number;
};

export const openRaw = (path: string): RawReminders => {
  const database = new DatabaseSync(path);
  database.exec(`
    PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;
    CREATE TABLE reminder (
      seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, fireAt INTEGER NOT NULL, state INTEGER NOT NULL DEFAULT 0, body TEXT NOT NULL
    ) STRICT;
    CREATE INDEX due ON reminder (state, fireAt);
  `);
  const insert = database.prepare('INSERT INTO reminder (id, fireAt, body) VALUES (?, ?, ?)');
  const claim = database.prepare(
    'UPDATE reminder SET state = 1 WHERE seq IN (SELECT seq FROM reminder WHERE state = 0 AND fireAt <= ? ORDER BY fireAt LIMIT ?) RETURNING seq, body',
  );
  const done = database.prepare('UPDATE reminder SET state = 2 WHERE seq = ?');
  const addEach = (reminders: readonly Reminder[]): void => {
    for (const reminder of reminders) insert.run(reminder.id, reminder.fireAt, JSON.stringify(reminder));
  };
  return {
    addEach,
    addAll: reminders => {
      database.exec('BEGIN');
      addEach(reminders);
      database.exec('COMMIT');
    },
    claimAll: (now, batch) => {
      let claimed = 0;
      for (;;) {
        const rows = claim.all(now, batch);
        if (rows.length === 0) return claimed;
        database.exec('BEGIN');
        for (const {seq, body} of rows) {
          JSON.parse(String(body));
          done.run(seq as number);
        }
        database.exec('COMMIT');
        claimed += rows.length;
      }
    },
    [Symbol.dispose]: () => database.close(),
  };
};
