// Moves or copies a conversation's messages into another one, in one transaction.
import type {MessageId} from '../../../../shared/records/ids.ts';
import type {SessionStore} from '../../../ports/conversation-store.ts';
import {instant, numberIn, textIn} from '../../columns.ts';
import type {Database} from '../../database/database.ts';
import type {SessionCounts} from './session-counts.ts';

type MovesDeps = {readonly database: Database; readonly counts: Pick<SessionCounts, 'counted'>};

export const createSessionMoves = ({
  database,
  counts,
}: MovesDeps): Pick<SessionStore, 'moveMessages' | 'copyMessages'> => {
  const moveMessages = database.query(
    `UPDATE messages SET session = ?2 WHERE session = ?1 AND ord > (SELECT resetTo FROM sessions WHERE key = ?1) AND ${SETTLED}`,
  );
  const moveTurns = database.query(MOVE_TURNS);
  const moveDeliveries = database.query(MOVE_DELIVERIES);
  const takeOver = database.query(TAKE_OVER);
  const empty = database.query(
    `UPDATE sessions SET resetAt = ?, messages = ?, unread = 0, summary = NULL, summarizedTo = NULL, summaryLimits = NULL
     WHERE key = ?`,
  );
  const toCopy = database.query(TO_COPY);
  const copy = database.query(COPY);
  const addWords = database.query(
    `INSERT INTO messageWords (rowid, text) SELECT ord, text FROM messages WHERE id = ? AND text <> ''`,
  );
  const lastOrd = database.query(`SELECT seq FROM sqlite_sequence WHERE name = 'messages'`);
  const takeSummary = database.query(TAKE_SUMMARY);
  const count = database.query('UPDATE sessions SET messages = ?, readTo = ? WHERE key = ?');

  return {
    moveMessages: (from, to, at) =>
      database.transaction(() => {
        moveMessages.run(from, to);
        moveTurns.run(from, to);
        moveDeliveries.run(from, to);
        takeOver.run(counts.counted(to).messages, from, to);
        empty.run(instant(at), counts.counted(from).messages, from);
      }),
    copyMessages: (from, to, upTo, nextId) =>
      database.transaction(() => {
        const ids = toCopy.all(from, upTo).map(row => textIn<MessageId>(row, 'id'));
        let ord = numberIn(lastOrd.get() ?? {seq: 0}, 'seq');
        for (const id of ids) {
          ord += 1;
          const own = nextId();
          copy.run(ord, own, to, id);
          addWords.run(own);
        }
        takeSummary.run(from, to);
        count.run(ids.length, ord, to);
      }),
  };
};

const SETTLED = `NOT EXISTS (SELECT 1 FROM turns WHERE turns.id = messages.turnId AND turns.state <> 'ended')`;

const MOVE_TURNS = `
  UPDATE turns SET session = ?2
  WHERE session = ?1 AND state = 'ended' AND id IN (SELECT turnId FROM messages WHERE session = ?2 AND turnId IS NOT NULL)`;

/** A delivery in progress belongs to the conversation that continues. */
const MOVE_DELIVERIES = `
  UPDATE deliveries SET session = ?2
  WHERE session = ?1 AND state NOT IN ('queued', 'sending') AND createdAt >= (SELECT min(at) FROM messages WHERE session = ?2)`;

const TAKE_OVER = `
  UPDATE sessions SET messages = ?1, unread = source.unread, readTo = source.readTo, summary = source.summary,
    summarizedTo = source.summarizedTo, summaryLimits = source.summaryLimits, trustedAt = source.trustedAt
  FROM (SELECT unread, readTo, summary, summarizedTo, summaryLimits, trustedAt FROM sessions WHERE key = ?2) AS source
  WHERE key = ?3`;

/** In reading order, because copies have no turn that would keep them together. */
const TO_COPY = `
  SELECT id FROM messages
  WHERE session = ?1 AND ord > (SELECT resetTo FROM sessions WHERE key = ?1)
    AND ord <= (SELECT ord FROM messages WHERE id = ?2)
    AND NOT EXISTS (SELECT 1 FROM turns WHERE turns.id = messages.turnId AND turns.state = 'queued')
  ORDER BY place, ord`;

const COPY = `
  INSERT INTO messages (ord, place, id, session, role, text, at, sourceKind, sourceName, sourceChannel, toolCalls, tool, frame,
    attachments, details, payload, thinking, trust, limits, copyOf)
  SELECT ?1, ?1, ?2, ?3, role, text, at, sourceKind, sourceName, sourceChannel, toolCalls, tool, frame, attachments, details,
    payload, thinking, trust, limits, coalesce((SELECT id FROM messages AS first WHERE first.id = messages.copyOf), id)
  FROM messages WHERE id = ?4`;

/** Only where the copies reach beyond the summarized part: otherwise the model reads the copies themselves. */
const TAKE_SUMMARY = `
  UPDATE sessions SET summary = source.summary, summarizedTo = source.upTo, summaryLimits = source.summaryLimits
  FROM (
    SELECT summary, summaryLimits, (
      SELECT id FROM messages WHERE session = ?2 AND copyOf = coalesce(
        (SELECT copyOf FROM messages WHERE id = sessions.summarizedTo), sessions.summarizedTo
      )
    ) AS upTo
    FROM sessions WHERE key = ?1
  ) AS source
  WHERE key = ?2 AND source.upTo IS NOT NULL`;
