// Reads messages: pages of a conversation, the model's context, and those of a turn or a run.

import type {MessageId} from '../../../../shared/records/ids.ts';
import type {Message} from '../../../../shared/records/message.ts';
import {GatewayError} from '../../../../shared/text/gateway-error.ts';
import type {MessageStore} from '../../../ports/conversation-store.ts';
import {maybeTextIn, numberIn} from '../../columns.ts';
import type {Database} from '../../database/database.ts';
import type {Row} from '../../database/queries.ts';
import {createQuarantine} from '../../quarantine.ts';
import {messageOf, SINCE_RESET} from './message-rows.ts';

type Reads = Pick<
  MessageStore,
  | 'get'
  | 'byKey'
  | 'keyOf'
  | 'page'
  | 'context'
  | 'ofTurn'
  | 'fromElsewhere'
  | 'ofRun'
  | 'newest'
  | 'newestOf'
  | 'between'
>;

export const createMessageReads = (database: Database, setAside = createQuarantine(database)): Reads => {
  /** An unreadable message must not close its conversation. */
  const messagesOf = (rows: readonly Row[]): readonly Message[] => setAside.readable('messages', rows, messageOf);
  const placeOfTurn = database.query('SELECT place FROM messages WHERE turnId = ? LIMIT 1');
  const byId = database.query('SELECT * FROM messages WHERE id = ?');
  const withKey = database.query('SELECT * FROM messages WHERE key = ?');
  const page = database.query(PAGE);
  const pageAfter = database.query(PAGE_AFTER);
  const contextStart = database.query(CONTEXT_START);
  const context = database.query(`${IN_CONTEXT} ORDER BY messages.place, messages.ord`);
  const newestContext = database.query(`${IN_CONTEXT} ORDER BY messages.place DESC, messages.ord DESC LIMIT 0 + ?`);
  const ofTurn = database.query('SELECT * FROM messages WHERE turnId = ? ORDER BY ord');
  const fromElsewhere = database.query(FROM_ELSEWHERE);
  const newest = database.query('SELECT * FROM messages WHERE session = ? ORDER BY ord DESC LIMIT 1');
  const newestOf = database.query(NEWEST_OF);
  const between = database.query(BETWEEN);
  const countBetween = database.query(COUNT_BETWEEN);
  const ofRun = database.query('SELECT * FROM messages WHERE runId = ? ORDER BY ord');
  const ordIn = createOrdOf(database);

  /** A deleted message counts as before all others. */
  const ordOf = (id: MessageId | undefined): number => (id === undefined ? undefined : ordIn(id)) ?? 0;

  const messageIn = (row: Row | undefined): Message | undefined =>
    row === undefined ? undefined : messagesOf([row])[0];

  return {
    get: id => messageIn(byId.get(id)),
    byKey: key => messageIn(withKey.get(key)),
    keyOf: id => {
      const row = byId.get(id);
      return row && maybeTextIn(row, 'key');
    },
    page: (session, {before, after, oldest, limit}) => {
      if (after !== undefined || oldest === true) {
        const rows = pageAfter.all(session, after === undefined ? 0 : knownOrd(ordIn, after), limit + 1);
        return {messages: messagesOf(rows.slice(0, limit)), more: rows.length > limit};
      }
      const rows = page.all(
        session,
        before === undefined ? Number.MAX_SAFE_INTEGER : knownOrd(ordIn, before),
        limit + 1,
      );
      const messages = messagesOf(rows.slice(0, limit)).toReversed();
      return {messages, more: rows.length > limit};
    },
    context: (session, seenBy, newest) => {
      const start = contextStart.get(session) ?? {place: 0, ord: 0};
      const own = seenBy === undefined ? undefined : placeOfTurn.get(seenBy);
      const end = own === undefined ? Number.MAX_SAFE_INTEGER : numberIn(own, 'place');
      const range = [session, numberIn(start, 'place'), numberIn(start, 'ord'), end] as const;
      if (newest === undefined) return messagesOf(context.all(...range));
      return messagesOf(newestContext.all(...range, newest)).toReversed();
    },
    ofTurn: turnId => messagesOf(ofTurn.all(turnId)),
    fromElsewhere: session => messagesOf(fromElsewhere.all(session)),
    ofRun: runId => messagesOf(ofRun.all(runId)),
    newest: session => messagesOf(newest.all(session))[0],
    newestOf: (session, by, after) => messageIn(newestOf.get(session, ordOf(after), JSON.stringify(by))),
    between: (session, {after, upTo, limit}) => {
      const range = [session, ordOf(after), ordOf(upTo)] as const;
      const messages = messagesOf(between.all(...range, limit));
      return {messages, older: numberIn(countBetween.get(...range) ?? {}, 'messages') - messages.length};
    },
  };
};

type OrdOf = (id: MessageId) => number | undefined;

/** Finds a message's number in the order of arrival. */
export const createOrdOf = (database: Database): OrdOf => {
  const byId = database.query('SELECT ord FROM messages WHERE id = ?');
  return id => {
    const row = byId.get(id);
    return row && numberIn(row, 'ord');
  };
};

export const knownOrd = (ordOf: OrdOf, id: MessageId): number => {
  const ord = ordOf(id);
  if (ord === undefined) throw new GatewayError('not_found', `No message ${id}.`);
  return ord;
};

const FROM_ELSEWHERE = `
  SELECT * FROM messages WHERE session = ? AND (limits IS NOT NULL OR trust IS NOT NULL OR sourceName IN ('web_fetch', 'web_search'))
  ORDER BY ord`;

const PAGE = `SELECT * FROM messages WHERE ${SINCE_RESET} AND ord < ?2 ORDER BY ord DESC LIMIT 0 + ?3`;
const PAGE_AFTER = `SELECT * FROM messages WHERE ${SINCE_RESET} AND ord > ?2 ORDER BY ord LIMIT 0 + ?3`;
/** The last message in reading order that the model doesn't see, because of a summary or a reset. */
const CONTEXT_START = `
  SELECT
    iif(summarized.place > sessions.resetTo, summarized.place, sessions.resetTo) AS place,
    iif(summarized.place > sessions.resetTo, summarized.ord, ${Number.MAX_SAFE_INTEGER}) AS ord
  FROM sessions LEFT JOIN messages AS summarized ON summarized.id = sessions.summarizedTo
  WHERE sessions.key = ?`;
const IN_CONTEXT = `
  SELECT messages.* FROM messages LEFT JOIN turns ON turns.id = messages.turnId
  WHERE messages.session = ? AND (messages.place, messages.ord) > (?, ?) AND messages.place <= ?
    AND turns.state IS NOT 'queued'`;
const NEWEST_OF = `
  SELECT * FROM messages
  WHERE session = ? AND ord > ? AND role = 'user' AND sourceKind IN (SELECT value FROM json_each(?)) AND copyOf IS NULL
  ORDER BY ord DESC LIMIT 1`;
const RANGE = 'session = ?1 AND ord > ?2 AND ord <= ?3 AND copyOf IS NULL';
const BETWEEN = `
  SELECT * FROM (SELECT * FROM messages WHERE ${RANGE} ORDER BY ord DESC LIMIT 0 + ?4) ORDER BY place, ord`;
const COUNT_BETWEEN = `SELECT count(*) AS messages FROM messages WHERE ${RANGE}`;
