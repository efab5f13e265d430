// The table of sessions, with positions of resets, summaries and readers. A position is a message's number (`ord`).

import {keptSession} from '../../../../shared/records/session.ts';
import type {SessionKey} from '../../../../shared/records/session-key.ts';
import type {SessionStore} from '../../../ports/conversation-store.ts';
import {instant, instantIn, maybeInstantIn, numberIn, textIn} from '../../columns.ts';
import type {Database} from '../../database/database.ts';
import {tableOf} from '../../record-table.ts';
import {rowUpdate} from '../../row-update.ts';
import type {EventLog} from '../events.ts';
import {createPurge} from './purge-sessions.ts';
import {CAN_BE_UNREAD, countsOf, type SessionCounts} from './session-counts.ts';
import {createSessionMoves, remains} from './session-moves.ts';
import {createSessionWorks} from './session-work.ts';

type SessionsDeps = {
  readonly database: Database;
  readonly counts: SessionCounts;
  readonly events: Pick<EventLog, 'forgetAbout' | 'forgetAppended' | 'seq'>;
};

export const createSessions = ({database, counts, events}: SessionsDeps): SessionStore => {
  const byKey = database.query('SELECT * FROM sessions WHERE key = ?');
  const all = database.query('SELECT * FROM sessions ORDER BY lastActivityAt DESC, key');
  const ofKind = database.query('SELECT * FROM sessions WHERE kind = ? ORDER BY lastActivityAt DESC, key');
  const spokenIn = database.query(LAST_SPOKEN);
  const update = rowUpdate(database, TABLE);
  const insert = database.query(TABLE.insertion('messages', 'unread'));
  const lastOrd = database.query(`SELECT seq FROM sqlite_sequence WHERE name = 'messages'`);
  const useOrds = database.query(`UPDATE sqlite_sequence SET seq = ? WHERE name = 'messages'`);
  const reset = database.query(RESET);
  const queuedTurns = database.query(
    `SELECT id FROM turns WHERE session = ? AND state = 'queued' AND state <> 'ended' ORDER BY ord`,
  );
  const move = database.query('UPDATE messages SET place = ? WHERE turnId = ?');
  const removeEmpty = database.query(
    'DELETE FROM sessions WHERE key = ?1 AND NOT EXISTS (SELECT 1 FROM messages WHERE session = ?1)',
  );
  const read = database.query(READ);
  const madeWith = database.query('SELECT * FROM sessions WHERE madeWith = ?');
  const resetAt = database.query('SELECT resetAt FROM sessions WHERE key = ?');
  const hide = database.query('UPDATE sessions SET resetTo = ? WHERE key = ?');
  const works = createSessionWorks(database);
  const {moveSlice, ...moves} = createSessionMoves({
    database,
    works,
    insert: (session, {messages, unread}) => void insert.run(...TABLE.inserted(session), messages, unread),
  });
  const {purgeSlice, ...purges} = createPurge({database, events, works});

  return {
    get: key => {
      const row = byKey.get(key);
      return row && sessionOf(row);
    },
    list: kind => (kind === undefined ? all.all() : ofKind.all(kind)).map(sessionOf),
    counts: counts.of,
    counted: key => {
      const row = byKey.get(key);
      return row && {...sessionOf(row), ...countsOf(row)};
    },
    madeWith: key => {
      const row = madeWith.get(key);
      return row && sessionOf(row);
    },
    ...moves,
    ...purges,
    isFree: key => byKey.get(key) === undefined && !works.concerns(key),
    work: {
      isWaiting: () => works.list().some(({kind}) => kind !== 'copy'),
      isMoving: () => works.list().some(({kind}) => kind === 'move'),
      doSome: () =>
        database.transaction(() => {
          const move = works.list().find(work => work.kind === 'move');
          const purge = works.list().find(work => work.kind === 'purge');
          if (move !== undefined) works.replace(move, moveSlice(move));
          else if (purge !== undefined) works.replace(purge, purgeSlice(purge));
        }),
      abandonCopies: () =>
        database.transaction(() => {
          const row = lastOrd.get();
          const last = row === undefined ? 0 : numberIn(row, 'seq');
          for (const work of works.list()) if (work.kind === 'copy') works.replace(work, remains(work.to, last));
        }),
    },
    spokenIn: ({since, limit}) =>
      spokenIn
        .all(instant(since), limit)
        .map(row => ({key: textIn<SessionKey>(row, 'key'), spokenAt: instantIn(row, 'heardAt')})),
    resetAt: key => {
      const row = resetAt.get(key);
      return row && maybeInstantIn(row, 'resetAt');
    },
    put: (session, was) => {
      if (update(session, was)) return;
      const gone = works.goneUpTo(session.key);
      const {messages, unread} = counts.counted(session.key, gone);
      insert.run(...TABLE.inserted(session), messages, unread);
      // The messages of its deleted predecessor aren't shown while they are being removed.
      if (gone > 0) hide.run(gone, session.key);
    },
    reset: (key, at) =>
      database.transaction(() => {
        const row = lastOrd.get();
        const last = row === undefined ? 0 : numberIn(row, 'seq');
        reset.run(instant(at), last, key);
        // A queued turn belongs to the conversation after the reset, so its message moves behind it.
        let place = last;
        for (const turn of queuedTurns.all(key)) {
          place += 1;
          move.run(place, textIn(turn, 'id'));
        }
        if (place > last) useOrds.run(place);
      }),
    removeEmpty: key => {
      removeEmpty.run(key);
    },
    read: (key, upTo) => {
      read.run(upTo, key);
    },
  };
};

const TABLE = tableOf(keptSession);
const sessionOf = TABLE.read;

const RESET = `
  UPDATE sessions SET resetAt = ?, resetTo = ?, messages = 0, unread = 0, summary = NULL, summarizedTo = NULL, summaryLimits = NULL
  WHERE key = ?`;

/** A deleted message marks nothing, and an older one doesn't undo a mark. */
const READ = `
  UPDATE sessions SET readTo = seen.upTo, unread = iif(sessions.kind = 'cron', 0, (
    SELECT count(*) FROM messages WHERE session = sessions.key AND ord > max(seen.upTo, sessions.resetTo) AND ${CAN_BE_UNREAD}
  ))
  FROM (SELECT ord AS upTo FROM messages WHERE id = ?) AS seen
  WHERE key = ? AND readTo < seen.upTo`;

/** For each conversation: the last three messages of people among its newest, with the ends of their turns. */
const LAST_SPOKEN = `
  WITH active AS (
    SELECT key, resetTo FROM sessions WHERE kind IN ('main', 'person', 'chat', 'dm') AND lastActivityAt >= ?1
    ORDER BY lastActivityAt DESC LIMIT 0 + ?2
  ), heard AS MATERIALIZED (
    SELECT key, (
      SELECT max(max(spoken.at, coalesce(turns.endedAt, spoken.at))) FROM (
        SELECT at, turnId FROM (
          SELECT at, turnId, role, sourceKind FROM messages WHERE session = active.key AND ord > active.resetTo
          ORDER BY ord DESC LIMIT 500
        )
        WHERE role = 'user' AND (sourceKind = 'user' OR sourceKind = 'operator' AND turnId IS NOT NULL) LIMIT 3
      ) AS spoken LEFT JOIN turns ON turns.id = spoken.turnId
    ) AS heardAt FROM active
  )
  SELECT key, heardAt FROM heard WHERE heardAt >= ?1 ORDER BY heardAt DESC`;
