// Prevents duplicate messages after a restore. Deliveries waiting in the backup may have left since then. Their state
// comes from the replaced database if readable; the others are held back for the person to decide.
import {existsSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';

export type HeldBack = {
  /** Number of deliveries with unknown result. They are dead in the outbox until a person resends them. */
  readonly held: number;
  /** True if the replaced database was readable. Without it, received messages may be answered again. */
  readonly known: boolean;
};

/** Changes the backup's copy in one transaction. */
export const holdSentDeliveries = (copy: DatabaseSync, replaced: string): HeldBack => {
  const later = laterIn(replaced);
  copy.exec('BEGIN IMMEDIATE');
  let held = 0;
  for (const row of copy.prepare(WAITING).all()) {
    const id = String(row['id']);
    const state = later?.states.get(id);
    if (state === 'queued') continue;
    if (state !== undefined && ENDED.has(state)) copy.prepare(END).run(state, id);
    else {
      copy.prepare(HOLD).run(HELD_BACK, id);
      held += 1;
    }
  }
  for (const item of later?.inbox ?? [])
    copy.prepare(SETTLE_IN_INBOX).run(...INBOX_COLUMNS.map(column => item[column] ?? null));
  copy.exec('COMMIT');
  return {held, known: later !== undefined};
};

type Row = Readonly<Record<string, string | number | null>>;
type Later = {readonly states: ReadonlyMap<string, string>; readonly inbox: readonly Row[]};

/** The state in the replaced database. Undefined if it isn't readable. */
const laterIn = (path: string): Later | undefined => {
  if (!existsSync(path)) return undefined;
  try {
    const database = new DatabaseSync(path, {readOnly: true});
    try {
      const states = new Map(
        database
          .prepare('SELECT id, state FROM deliveries')
          .all()
          .map(row => [String(row['id']), String(row['state'])]),
      );
      const inbox = database
        .prepare(`SELECT ${INBOX_COLUMNS.join(', ')} FROM inbox WHERE state <> 'received'`)
        .all() as Row[];
      return {states, inbox};
    } finally {
      database.close();
    }
  } catch {
    return undefined;
  }
};

const WAITING = `SELECT id FROM deliveries WHERE state IN ('queued', 'sending')`;
const END = 'UPDATE deliveries SET state = ?, nextAttemptAt = NULL WHERE id = ?';
const HOLD = `UPDATE deliveries SET state = 'dead', nextAttemptAt = NULL, lastError = ? WHERE id = ?`;
const ENDED: ReadonlySet<string> = new Set(['sent', 'delivered', 'read', 'dead']);
const HELD_BACK =
  'Held back after a restore: it may have been sent since the copy was made. "rooster outbox retry" sends it again.';
const INBOX_COLUMNS = [
  'channel',
  'author',
  'timestamp',
  'chat',
  'event',
  'receivedAt',
  'state',
  'because',
  'settledAt',
  'receipt',
];
/** A message that was handled since must not be handled again when the channel repeats it. */
const SETTLE_IN_INBOX = `
  INSERT INTO inbox (${INBOX_COLUMNS.join(', ')}) VALUES (${INBOX_COLUMNS.map(() => '?').join(', ')})
  ON CONFLICT (channel, author, timestamp, chat) DO UPDATE
  SET state = excluded.state, because = excluded.because, settledAt = excluded.settledAt, receipt = excluded.receipt
  WHERE inbox.state = 'received'`;
