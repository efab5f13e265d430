// Counts a conversation's messages and unread messages, stored with the session because every message needs them.
// Unread are the agent's messages after the last one a client has shown. Isolated sessions, messages with only tool
// calls, and sentinels don't count.

import {SENTINELS} from '../../../../shared/record-text/sentinels.ts';
import type {Message} from '../../../../shared/records/message.ts';
import {isIsolated, type SessionKey} from '../../../../shared/records/session-key.ts';
import {instant, numberIn} from '../../columns.ts';
import type {Database} from '../../database/database.ts';
import type {Row} from '../../database/queries.ts';

type Counts = {readonly messages: number; readonly unread: number};

export type SessionCounts = {
  of(session: SessionKey): Counts;
  added(message: Message): void;
  removed(message: Message, ord: number): void;
  /** Counts from the messages after a number, for a session without a stored row. */
  counted(session: SessionKey, after?: number): Counts;
};

export const createSessionCounts = (database: Database): SessionCounts => {
  const kept = database.query('SELECT messages, unread FROM sessions WHERE key = ?');
  const add = database.query(
    `UPDATE sessions SET messages = messages + 1, unread = unread + iif(kind = 'cron', 0, ?1),
       trustedAt = iif(?2 AND trustedAt > ?3, NULL, trustedAt) WHERE key = ?4`,
  );
  const subtract = database.query(
    `UPDATE sessions SET messages = messages - 1, unread = unread - iif(kind = 'cron' OR readTo >= ?1, 0, ?2) WHERE key = ?3 AND resetTo < ?1`,
  );
  const all = database.query(
    `SELECT count(*) AS messages, count(*) FILTER (WHERE ${CAN_BE_UNREAD} AND NOT ?) AS unread
     FROM messages WHERE session = ? AND ord > ?`,
  );
  const counted = (session: SessionKey, after = 0): Counts =>
    countsOf(all.get(isIsolated(session) ? 1 : 0, session, after) ?? {});
  return {
    of: session => {
      const row = kept.get(session);
      return row === undefined ? counted(session) : countsOf(row);
    },
    added: message => {
      const {session, source, at} = message;
      // Of a time that a person has trusted, and added later: the clock was set back, or it had waited.
      add.run(isSpoken(message) ? 1 : 0, source.kind === 'user' ? 0 : 1, instant(at), session);
    },
    removed: (message, ord) => {
      subtract.run(ord, isSpoken(message) ? 1 : 0, message.session);
    },
    counted,
  };
};

/** The SQL condition on a row of `messages`. */
export const CAN_BE_UNREAD = `role IN ('assistant', 'system') AND text NOT IN (${['', ...SENTINELS].map(text => `'${text}'`).join(', ')})`;

const isSpoken = ({role, text}: Message): boolean =>
  (role === 'assistant' || role === 'system') && text !== '' && !SENTINELS.some(sentinel => sentinel === text);

export const countsOf = (row: Row): Counts => ({messages: numberIn(row, 'messages'), unread: numberIn(row, 'unread')});
