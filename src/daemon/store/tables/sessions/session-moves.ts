// Moves or copies a conversation's messages into another one, in slices.

import type {KeptSession} from '../../../../shared/records/session.ts';
import type {SessionKey} from '../../../../shared/records/session-key.ts';
import {GatewayError} from '../../../../shared/text/gateway-error.ts';
import type {SessionStore} from '../../../ports/conversation-store.ts';
import {instant, numberIn, textIn} from '../../columns.ts';
import type {Database} from '../../database/database.ts';
import {ADDED_BYTES, type MoveWork, type Range, type SessionWorks, SLICE_ROWS, sliceOf} from './session-work.ts';

type MovesDeps = {
  readonly database: Database;
  readonly works: SessionWorks;
  readonly insert: (session: KeptSession, counts: {readonly messages: number; readonly unread: number}) => void;
};

type SessionMoves = Pick<SessionStore, 'moveMessages' | 'startCopy'> & {
  /** In a transaction: one slice. Returns the remaining work, or undefined at the end. */
  readonly moveSlice: (work: MoveWork) => MoveWork | undefined;
};

export const createSessionMoves = ({database, works, insert}: MovesDeps): SessionMoves => {
  const bounds = database.query(BOUNDS);
  const takeOver = database.query(TAKE_OVER);
  const empty = database.query(EMPTY);
  const messagesEnd = database.query(MESSAGES_END);
  const moveMessages = database.query(MOVE_MESSAGES);
  const moveTurns = database.query(MOVE_TURNS);
  const deliveriesEnd = database.query(DELIVERIES_END);
  const moveDeliveries = database.query(MOVE_DELIVERIES);
  const place = database.query('SELECT resetAt, resetTo FROM sessions WHERE key = ?');
  const ordOf = database.query('SELECT ord FROM messages WHERE id = ?');
  const toCopy = database.query(TO_COPY);
  const original = database.query('SELECT text FROM messages WHERE ord = ?');
  const copyRow = database.query(COPY);
  const addWords = database.query('INSERT INTO messageWords (rowid, text) VALUES (?, ?)');
  const lastOrd = database.query(`SELECT seq FROM sqlite_sequence WHERE name = 'messages'`);
  const takeSummary = database.query(TAKE_SUMMARY);
  const readAll = database.query('UPDATE sessions SET readTo = ? WHERE key = ?');

  const newestOrd = (): number => numberIn(lastOrd.get() ?? {seq: 0}, 'seq');

  /** Each returns undefined after the last slice. */
  const moveSomeMessages = ({from, to, messages: {after, upTo}}: MoveWork): Range | undefined => {
    const slice = messagesEnd.get(from, after, upTo) ?? {};
    const [count, end] = [numberIn(slice, 'count'), Number(slice['ord'])];
    if (count === 0) return undefined;
    moveMessages.run(from, to, after, end);
    moveTurns.run(from, to, after, end);
    return count < MOVED_ROWS ? undefined : {after: end, upTo};
  };

  const moveSomeDeliveries = ({from, to, deliveries: {after, upTo}}: MoveWork): Range | undefined => {
    const slice = deliveriesEnd.get(after, upTo) ?? {};
    const [count, end] = [numberIn(slice, 'count'), Number(slice['ord'])];
    if (count > 0) moveDeliveries.run(from, to, after, end);
    return count < MOVED_ROWS ? undefined : {after: end, upTo};
  };

  return {
    moveMessages: (from, to, at) =>
      database.transaction(() => {
        const row = bounds.get(from, newestOrd());
        if (row === undefined) return;
        const [since, upTo, waiting] = [numberIn(row, 'since'), numberIn(row, 'upTo'), numberIn(row, 'waiting')];
        takeOver.run(waiting, from, to);
        empty.run(instant(at), upTo, waiting, from);
        const deliveries = {after: 0, upTo: numberIn(row, 'deliveries')};
        works.add({kind: 'move', from, to, messages: {after: since, upTo: newestOrd()}, deliveries});
      }),
    moveSlice: work => {
      const messages = moveSomeMessages(work);
      if (messages !== undefined) return {...work, messages};
      const deliveries = moveSomeDeliveries(work);
      // Without another message to move, the next slice goes on with the deliveries.
      return deliveries && {...work, messages: {after: work.messages.upTo, upTo: work.messages.upTo}, deliveries};
    },
    startCopy: (from, to, upTo) => {
      const state = (): string => JSON.stringify(place.get(from));
      const before = state();
      const since = numberIn(place.get(from) ?? {resetTo: 0}, 'resetTo');
      const [last, end] = [numberIn(ordOf.get(upTo) ?? {ord: 0}, 'ord'), newestOrd()];
      let [atPlace, atOrd, copied, newest] = [0, 0, 0, 0];
      const work = {kind: 'copy', to} as const;
      works.add(work);

      /** In reading order, because copies have no turn that would keep them together. */
      const copySome = (nextId: () => string): boolean => {
        if (state() !== before) throw new GatewayError('conflict', CHANGED);
        const rows = toCopy.all(from, since, last, end, atPlace, atOrd).map(row => ({
          ord: numberIn(row, 'ord'),
          place: numberIn(row, 'place'),
          bytes: numberIn(row, 'bytes'),
        }));
        newest = newestOrd();
        for (const row of sliceOf(rows, ADDED_BYTES)) {
          newest += 1;
          copyRow.run(newest, nextId(), to, row.ord);
          const text = textIn(original.get(row.ord) ?? {}, 'text');
          // With INSERT … SELECT, SQLite would flush the index at each message.
          if (text !== '') addWords.run(newest, text);
          [atPlace, atOrd] = [row.place, row.ord];
          copied += 1;
        }
        return rows.length > 0;
      };

      return {
        copySome,
        finish: session => {
          insert(session, {messages: copied, unread: 0});
          takeSummary.run(from, to);
          readAll.run(newest, to);
          works.replace(work);
        },
        abandon: () => works.replace(work, remains(to, newestOrd())),
      };
    },
  };
};

/** The work that removes an incomplete copy. */
export const remains = (to: SessionKey, upTo: number) =>
  ({kind: 'purge', keys: [to], heir: to, upTo, ends: {}, step: 0, after: 0}) as const;

const CHANGED = 'The conversation was started over or deleted meanwhile. Fork it again.';

const SETTLED = `NOT EXISTS (SELECT 1 FROM turns WHERE turns.id = messages.turnId AND turns.state <> 'ended')`;

/** Messages of turns that wait or run stay, and what came after the first of them is still shown until it has moved. */
const BOUNDS = `
  SELECT sessions.resetTo AS since, count(waiting.ord) AS waiting, coalesce(min(waiting.ord) - 1, ?2) AS upTo,
    coalesce((SELECT max(ord) FROM deliveries), 0) AS deliveries
  FROM sessions LEFT JOIN (
    SELECT messages.ord FROM turns JOIN messages ON messages.turnId = turns.id
    WHERE turns.state <> 'ended' AND turns.session = ?1 AND +messages.session = ?1
  ) AS waiting
  WHERE sessions.key = ?1 GROUP BY sessions.key`;

const TAKE_OVER = `
  UPDATE sessions SET messages = source.messages - ?1, unread = source.unread, readTo = source.readTo, summary = source.summary,
    summarizedTo = source.summarizedTo, summaryLimits = source.summaryLimits, trustedAt = source.trustedAt
  FROM (SELECT messages, unread, readTo, summary, summarizedTo, summaryLimits, trustedAt FROM sessions WHERE key = ?2) AS source
  WHERE key = ?3`;

const EMPTY = `
  UPDATE sessions SET resetAt = ?, resetTo = ?, messages = ?, unread = 0, summary = NULL, summarizedTo = NULL, summaryLimits = NULL
  WHERE key = ?`;

const MOVED_ROWS = 500;
const MESSAGES_END = `
  SELECT count(*) AS count, max(ord) AS ord FROM (
    SELECT ord FROM messages WHERE session = ?1 AND ord > ?2 AND ord <= ?3 ORDER BY ord LIMIT ${MOVED_ROWS}
  )`;
const MOVE_MESSAGES = `UPDATE messages SET session = ?2 WHERE session = ?1 AND ord > ?3 AND ord <= ?4 AND ${SETTLED}`;
const MOVE_TURNS = `
  UPDATE turns SET session = ?2
  WHERE +session = ?1 AND +state = 'ended' AND id IN (
    SELECT turnId FROM messages WHERE ord > ?3 AND ord <= ?4 AND +session = ?2 AND turnId IS NOT NULL
  )`;
const DELIVERIES_END = `
  SELECT count(*) AS count, max(ord) AS ord FROM (SELECT ord FROM deliveries WHERE ord > ?1 AND ord <= ?2 ORDER BY ord LIMIT ${MOVED_ROWS})`;
/** A delivery in progress belongs to the conversation that continues. */
const MOVE_DELIVERIES = `
  UPDATE deliveries SET session = ?2
  WHERE ord > ?3 AND ord <= ?4 AND +session = ?1 AND +state NOT IN ('queued', 'sending')
    AND createdAt >= (SELECT at FROM messages WHERE session = ?2 ORDER BY ord LIMIT 1)`;

/** A turn that starts meanwhile moves its message behind `?4`. */
const TO_COPY = `
  SELECT ord, place, octet_length(text) + coalesce(octet_length(tool), 0) + coalesce(octet_length(payload), 0) AS bytes
  FROM messages
  WHERE session = ?1 AND (place, ord) > (?5, ?6) AND place <= ?4 AND ord > ?2 AND ord <= ?3
    AND NOT EXISTS (SELECT 1 FROM turns WHERE turns.id = messages.turnId AND turns.state = 'queued')
  ORDER BY place, ord LIMIT ${SLICE_ROWS}`;

const COPY = `
  INSERT INTO messages (ord, place, id, session, role, text, at, sourceKind, sourceName, sourceChannel, toolCalls, tool, frame,
    attachments, details, payload, thinking, trust, limits, copyOf)
  SELECT ?1, ?1, ?2, ?3, role, text, at, sourceKind, sourceName, sourceChannel, toolCalls, tool, frame, attachments, details,
    payload, thinking, trust, limits, coalesce((SELECT id FROM messages AS first WHERE first.id = messages.copyOf), id)
  FROM messages WHERE ord = ?4`;

/** Only where the copies reach beyond the summarized part: otherwise the model reads the copies themselves. */
const TAKE_SUMMARY = `
  UPDATE sessions SET summary = source.summary, summarizedTo = source.upTo, summaryLimits = source.summaryLimits
  FROM (
    SELECT summary, summaryLimits, (
      SELECT id FROM messages WHERE +session = ?2 AND copyOf = coalesce(
        (SELECT copyOf FROM messages WHERE id = sessions.summarizedTo), sessions.summarizedTo
      )
    ) AS upTo
    FROM sessions WHERE key = ?1
  ) AS source
  WHERE key = ?2 AND source.upTo IS NOT NULL`;
