// Deletes conversations for good. Records that outlive them (reminders, deliveries, runs) keep their keys and lose the
// conversation's text, so that nothing is sent or done twice. One transaction removes the conversation from everything
// that lists it. Its rows follow in slices.
import type {SessionKey} from '../../../../shared/records/session-key.ts';
import type {SessionStore} from '../../../ports/conversation-store.ts';
import {numberIn, textIn} from '../../columns.ts';
import type {Database} from '../../database/database.ts';
import {overwriting} from '../../database/overwriting.ts';
import {createCursors} from '../cursors.ts';
import type {EventLog} from '../events.ts';
import {type PurgeWork, REMOVED_BYTES, type SessionWorks, SLICE_ROWS, sliceOf} from './session-work.ts';

type PurgeDeps = {
  readonly database: Database;
  readonly events: Pick<EventLog, 'forgetAbout' | 'forgetAppended' | 'seq'>;
  readonly works: SessionWorks;
};

type Purge = Pick<SessionStore, 'purge' | 'purged'> & {
  /** In a transaction: one slice. Returns the remaining work, or undefined at the end. */
  readonly purgeSlice: (work: PurgeWork) => PurgeWork | undefined;
};

export const createPurge = ({database, events, works}: PurgeDeps): Purge => {
  const cursors = createCursors(database);
  const named = database.query(NAMED);
  const changes = AT_ONCE.map(change => database.query(change));
  const lastOrd = database.query(`SELECT seq FROM sqlite_sequence WHERE name = 'messages'`);
  const tables = TABLES.map(({table, change}) => ({
    table,
    change: database.query(change),
    end: database.query(`SELECT max(ord) AS ord FROM ${table}`),
    window: database.query(
      `SELECT max(ord) AS ord FROM (SELECT ord FROM ${table} WHERE ord > ?1 AND ord <= ?2 ORDER BY ord LIMIT ${SCANNED_ROWS})`,
    ),
  }));
  const messages = database.query(
    `SELECT ord, octet_length(text) AS bytes FROM messages WHERE session = ? AND ord <= ? ORDER BY ord LIMIT ${SLICE_ROWS}`,
  );
  const remove = database.query('DELETE FROM messages WHERE ord = ?');
  const reminders = database.query(`UPDATE reminders SET sourceSession = ?2 WHERE sourceSession IN ${KEYS}`);
  const alarms = database.query(`UPDATE alarms SET session = ?2 WHERE session IN ${KEYS}`);

  const purged = {
    list: (): readonly SessionKey[] => {
      const kept: unknown = JSON.parse(cursors.get(PURGED) ?? '[]');
      return Array.isArray(kept) ? kept.map(key => String(key) as SessionKey) : [];
    },
    scrub: (): void => database.cutLog(),
    keep: (keys: readonly SessionKey[]): void => cursors.set(PURGED, JSON.stringify(keys)),
    forget: (keys: readonly SessionKey[]): void => purged.keep(purged.list().filter(key => !keys.includes(key))),
  };

  const goneOf = ({keys, heir}: Pick<PurgeWork, 'keys' | 'heir'>) => ({
    sessions: new Set(keys),
    idsAmong: (ids: readonly string[]): ReadonlySet<string> =>
      new Set(named.all(JSON.stringify(keys), JSON.stringify(ids)).map(row => textIn(row, 'id'))),
    heir,
  });

  const forgetEvents = (work: PurgeWork): number | undefined =>
    events.forgetAbout(goneOf(work), {after: work.after, upTo: work.ends['events'] ?? 0});

  const changeRows = (work: PurgeWork, {table, change, window}: (typeof tables)[number]): number | undefined => {
    const last = Number(window.get(work.after, work.ends[table] ?? 0)?.['ord'] ?? 0);
    if (last === 0) return undefined;
    change.run(JSON.stringify(work.keys), work.after, last);
    return last;
  };

  const removeMessages = ({keys, upTo}: PurgeWork): number | undefined => {
    for (const key of keys) {
      const rows = messages.all(key, upTo).map(row => ({ord: numberIn(row, 'ord'), bytes: numberIn(row, 'bytes')}));
      for (const {ord} of sliceOf(rows, REMOVED_BYTES)) remove.run(ord);
      if (rows.length > 0) return 0;
    }
    return undefined;
  };

  /** Turns and messages are needed to find the other rows, so they are last. */
  const steps: readonly ((work: PurgeWork) => number | undefined)[] = [
    forgetEvents,
    ...tables.filter(({table}) => table !== 'turns').map(table => (work: PurgeWork) => changeRows(work, table)),
    removeMessages,
    ...tables.filter(({table}) => table === 'turns').map(table => (work: PurgeWork) => changeRows(work, table)),
  ];

  return {
    purged,
    purge: (keys, heir) =>
      overwriting(database, () => {
        const list = JSON.stringify(keys);
        for (const change of changes) change.run(list);
        purged.keep([...new Set([...purged.list(), ...keys])]);
        events.forgetAppended(goneOf({keys, heir}));
        const ends = tables.map(({table, end}) => [table, Number(end.get()?.['ord'] ?? 0)] as const);
        works.add({
          kind: 'purge',
          keys,
          heir,
          upTo: numberIn(lastOrd.get() ?? {seq: 0}, 'seq'),
          ends: {...Object.fromEntries(ends), events: events.seq},
          step: 0,
          after: 0,
        });
        return {reminders: reminders.run(list, heir), alarms: alarms.run(list, heir)};
      }),
    purgeSlice: work => {
      const after = overwriting(database, () => steps[work.step]?.(work));
      if (after !== undefined) return {...work, after};
      return work.step + 1 < steps.length ? {...work, step: work.step + 1, after: 0} : undefined;
    },
  };
};

const PURGED = 'sessions.purged';

const KEYS = '(SELECT value FROM json_each(?1))';
const OF_DELIVERIES = `(session IN ${KEYS}
  OR EXISTS (SELECT 1 FROM turns WHERE turns.id = deliveries.turnId AND turns.session IN ${KEYS}))`;
const OF_RUNS = `(session IN ${KEYS} OR kind IN ('heartbeat', 'reflection') AND name IN ${KEYS})`;
const AMONG = 'id IN (SELECT value FROM json_each(?2))';
const IN_WINDOW = 'ord > ?2 AND ord <= ?3';

const NAMED = `
  SELECT id FROM messages WHERE ${AMONG} AND session IN ${KEYS}
  UNION ALL SELECT id FROM turns WHERE ${AMONG} AND session IN ${KEYS}
  UNION ALL SELECT id FROM deliveries WHERE ${AMONG} AND ${OF_DELIVERIES}
  UNION ALL SELECT id FROM runs WHERE ${AMONG} AND ${OF_RUNS}`;

const AT_ONCE = [
  `UPDATE deliveries SET state = 'dead', discarded = 1, nextAttemptAt = NULL
    WHERE state IN ('queued', 'sending') AND ${OF_DELIVERIES}`,
  `UPDATE sessions SET earlier = (SELECT gone.earlier FROM sessions AS gone WHERE gone.key = sessions.earlier)
    WHERE earlier IN ${KEYS}`,
  `DELETE FROM marks WHERE name IN (SELECT 'edit.replaced:' || value FROM json_each(?1))`,
  `DELETE FROM approvalRules WHERE session IN ${KEYS}`,
  `DELETE FROM sessions WHERE key IN ${KEYS}`,
];

const TABLES = [
  {
    table: 'inbox',
    change: `UPDATE inbox SET event = NULL WHERE ${IN_WINDOW} AND state <> 'received' AND EXISTS (
      SELECT 1 FROM messages WHERE key = chat || '/' || author || '/' || timestamp AND session IN ${KEYS})`,
  },
  {
    table: 'deliveries',
    change: `UPDATE deliveries SET text = '', quote = NULL, files = NULL, lastError = NULL WHERE ${IN_WINDOW} AND ${OF_DELIVERIES}`,
  },
  {
    table: 'runs',
    change: `UPDATE runs SET output = NULL, error = NULL, todos = NULL WHERE ${IN_WINDOW} AND ${OF_RUNS}`,
  },
  {table: 'approvals', change: `DELETE FROM approvals WHERE ${IN_WINDOW} AND session IN ${KEYS}`},
  {table: 'turns', change: `DELETE FROM turns WHERE ${IN_WINDOW} AND session IN ${KEYS}`},
] as const;

const SCANNED_ROWS = 500;
