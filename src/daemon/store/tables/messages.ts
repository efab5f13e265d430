// The table of messages, in order of arrival (`ord`) and in reading order for the model (`place`). Reading order is by turn, so that a
// new message never lands between a tool call and its result. A turn gets its place when it starts, because another turn may have
// overtaken it.

import {type EveryField, present} from '../../../shared/fields/present.ts';
import type {Frame} from '../../../shared/records/frame.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {MessageId, RunId, TurnId} from '../../../shared/records/ids.ts';
import type {Attachment, Message, Role, Thinking, ToolAnswer, ToolCall} from '../../../shared/records/message.ts';
import type {MessageDetails} from '../../../shared/records/message-details.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {Trust} from '../../../shared/records/trust.ts';
import {plainInput} from '../../../shared/text/tool-input.ts';
import type {MessageStore} from '../../ports/conversation-store.ts';
import {instant, instantIn, json, maybeJsonIn, maybeTextIn, numberIn, tableOf, textIn} from '../columns.ts';
import type {Database} from '../database/database.ts';
import type {Row} from '../database/queries.ts';
import {sourceColumns, sourceIn} from '../source-columns.ts';
import type {EventLog} from './events.ts';
import {patternFor, searchFor} from './message-search.ts';
import type {SessionCounts} from './sessions/session-counts.ts';

type MessagesDeps = {
  readonly database: Database;
  readonly counts: SessionCounts;
  readonly events: Pick<EventLog, 'forgetMessage'>;
};

export const createMessages = ({database, counts, events}: MessagesDeps): MessageStore => {
  const lastOrd = database.query(`SELECT seq FROM sqlite_sequence WHERE name = 'messages'`);
  const useOrd = database.query(`UPDATE sqlite_sequence SET seq = ? WHERE name = 'messages'`);
  const placeOfTurn = database.query('SELECT place FROM messages WHERE turnId = ? LIMIT 1');
  const behindTurn = database.query(BEHIND_TURN);
  const move = database.query('UPDATE messages SET place = ? WHERE turnId = ?');
  const insert = database.query(
    `INSERT INTO messages ${TABLE.insertion('ord', 'place', 'key')} ON CONFLICT (key) WHERE key IS NOT NULL DO NOTHING`,
  );
  const addWords = database.query('INSERT INTO messageWords (rowid, text) VALUES (?, ?)');
  const byId = database.query('SELECT * FROM messages WHERE id = ?');
  const withKey = database.query('SELECT * FROM messages WHERE key = ?');
  const rewrite = database.query('UPDATE messages SET text = ?, attachments = ?, details = ? WHERE id = ?');
  const remove = database.query('DELETE FROM messages WHERE ord = ?');
  const page = database.query(PAGE);
  const pageAfter = database.query(PAGE_AFTER);
  const contextStart = database.query(CONTEXT_START);
  const context = database.query(CONTEXT);
  const ofTurn = database.query('SELECT * FROM messages WHERE turnId = ? ORDER BY ord');
  const newest = database.query('SELECT * FROM messages WHERE session = ? ORDER BY ord DESC LIMIT 1');
  const newestOf = database.query(NEWEST_OF);
  const between = database.query(BETWEEN);
  const countBetween = database.query(COUNT_BETWEEN);
  const literal = database.query(LITERAL);
  const ofRun = database.query('SELECT * FROM messages WHERE runId = ? ORDER BY ord');

  const byKey = (key: string): Message | undefined => {
    const row = withKey.get(key);
    return row && messageOf(row);
  };

  const nextOrd = (): number => 1 + numberIn(lastOrd.get() ?? {seq: 0}, 'seq');

  const insertNew = (message: Message, key: string | undefined): boolean => {
    const ord = nextOrd();
    const turn = message.turnId === undefined ? undefined : placeOfTurn.get(message.turnId);
    const place = turn === undefined ? ord : numberIn(turn, 'place');
    if (insert.run(...TABLE.inserted(message), ord, place, key ?? null) === 0) return false;
    if (message.text !== '') addWords.run(ord, message.text);
    counts.added(message);
    return true;
  };

  const knownOrd = (id: MessageId): number => {
    const row = byId.get(id);
    if (row === undefined) throw new GatewayError('not_found', `There is no message ${id}.`);
    return numberIn(row, 'ord');
  };

  /** A deleted message counts as before all others. */
  const ordOf = (id: MessageId | undefined): number => {
    const row = id === undefined ? undefined : byId.get(id);
    return row === undefined ? 0 : numberIn(row, 'ord');
  };

  return {
    add: (message, key) => {
      // Within a transaction this needs no savepoint, which would flush the search index each time.
      const added = database.inTransaction
        ? insertNew(message, key)
        : database.transaction(() => insertNew(message, key));
      return added || key === undefined ? message : (byKey(key) ?? message);
    },
    get: id => {
      const row = byId.get(id);
      return row && messageOf(row);
    },
    byKey,
    keyOf: id => {
      const row = byId.get(id);
      return row && maybeTextIn(row, 'key');
    },
    remove: id =>
      database.transaction(() => {
        const row = byId.get(id);
        if (row === undefined) return;
        const ord = numberIn(row, 'ord');
        remove.run(ord);
        counts.removed(messageOf(row), ord);
      }),
    rewrite: (id, {text, attachments, details}) => {
      if (rewrite.run(text, json(attachments), json(details), id) === 0) return undefined;
      const row = byId.get(id);
      return row && messageOf(row);
    },
    forget: (id, text) =>
      database.transaction(() => {
        if (rewrite.run(text, null, null, id) === 0) return undefined;
        const row = byId.get(id);
        const message = row && messageOf(row);
        if (message !== undefined) events.forgetMessage({id, since: message.at}, text);
        return message;
      }),
    page: (session, {before, after, oldest, limit}) => {
      if (after !== undefined || oldest === true) {
        const rows = pageAfter.all(session, after === undefined ? 0 : knownOrd(after), limit + 1);
        return {messages: rows.slice(0, limit).map(messageOf), more: rows.length > limit};
      }
      const rows = page.all(session, before === undefined ? Number.MAX_SAFE_INTEGER : knownOrd(before), limit + 1);
      const messages = rows.slice(0, limit).map(messageOf).reverse();
      return {messages, more: rows.length > limit};
    },
    placeLast: (session, turnId) =>
      database.transaction(() => {
        const row = placeOfTurn.get(turnId);
        if (row === undefined || behindTurn.get(session, numberIn(row, 'place'), turnId) === undefined) return;
        // Uses up the number, so that no later message gets the same place.
        const place = nextOrd();
        useOrd.run(place);
        move.run(place, turnId);
      }),
    context: (session, seenBy) => {
      const start = contextStart.get(session) ?? {place: 0, ord: 0};
      const own = seenBy === undefined ? undefined : placeOfTurn.get(seenBy);
      const end = own === undefined ? Number.MAX_SAFE_INTEGER : numberIn(own, 'place');
      return context.all(session, numberIn(start, 'place'), numberIn(start, 'ord'), end).map(messageOf);
    },
    ofTurn: turnId => ofTurn.all(turnId).map(messageOf),
    ofRun: runId => ofRun.all(runId).map(messageOf),
    newest: session => {
      const row = newest.get(session);
      return row && messageOf(row);
    },
    newestOf: (session, by, after) => {
      const row = newestOf.get(session, ordOf(after), JSON.stringify(by));
      return row && messageOf(row);
    },
    between: (session, {after, upTo, limit}) => {
      const range = [session, ordOf(after), ordOf(upTo)] as const;
      const messages = between.all(...range, limit).map(messageOf);
      return {messages, older: numberIn(countBetween.get(...range) ?? {}, 'messages') - messages.length};
    },
    search: (text, {session, limit}) => {
      const search = searchFor(text);
      if (search === undefined) return [];
      const inSession = session === undefined ? EACH_ONCE : 'AND messages.session = ?';
      const found = (kind: keyof typeof FOUND, query: string): readonly Row[] =>
        database
          .query(`${FOUND[kind]} ${inSession} ${NEWEST_FIRST[kind]} LIMIT 0 + ?`)
          .all(query, ...(session === undefined ? [] : [session]), limit);
      const byText = found(search.kind, search.query);
      const known = new Set(byText.map(row => numberIn(row, 'ord')));
      const byFile = found('files', patternFor(text.trim())).filter(row => !known.has(numberIn(row, 'ord')));
      const rows = byFile.length === 0 ? byText : [...byText, ...byFile].toSorted(newestFirst).slice(0, limit);
      return rows.map(messageOf);
    },
    searchLiteral: (session, text, {before, limit}) => {
      const found: Message[] = [];
      const wanted = text.toLowerCase();
      if (wanted.trim() === '') return found;
      const pattern = patternFor(wanted);
      let from = before === undefined ? Number.MAX_SAFE_INTEGER : knownOrd(before);
      for (;;) {
        const rows = literal.all(session, from, pattern, LITERAL_BATCH);
        for (const row of rows) {
          from = numberIn(row, 'ord');
          if (textIn(row, 'text').toLowerCase().includes(wanted)) found.push(messageOf(row));
          if (found.length >= limit) return found;
        }
        if (rows.length < LITERAL_BATCH) return found;
      }
    },
  };
};

const messageOf = (row: Row): Message =>
  present({
    id: textIn<MessageId>(row, 'id'),
    session: textIn<SessionKey>(row, 'session'),
    role: textIn<Role>(row, 'role'),
    text: textIn(row, 'text'),
    at: instantIn(row, 'at'),
    turnId: maybeTextIn<TurnId>(row, 'turnId'),
    source: sourceIn(row),
    channel: maybeTextIn(row, 'channel'),
    toolCalls: maybeJsonIn<readonly ToolCall[]>(row, 'toolCalls')?.map(call => ({
      ...call,
      input: plainInput(call.input),
    })),
    tool: maybeJsonIn<ToolAnswer>(row, 'tool'),
    attachments: maybeJsonIn<readonly Attachment[]>(row, 'attachments'),
    details: maybeJsonIn<MessageDetails>(row, 'details'),
    frame: maybeJsonIn<Frame>(row, 'frame'),
    payload: maybeTextIn(row, 'payload'),
    thinking: maybeJsonIn<Thinking>(row, 'thinking'),
    trust: maybeTextIn<Trust>(row, 'trust'),
    runId: maybeTextIn<RunId>(row, 'runId'),
  } satisfies EveryField<Message>);

const TABLE = tableOf<Message>({
  fixed: {
    id: message => message.id,
    session: message => message.session,
    role: message => message.role,
    text: message => message.text,
    at: message => instant(message.at),
    turnId: message => message.turnId ?? null,
    sourceKind: message => sourceColumns(message.source).sourceKind,
    sourceName: message => sourceColumns(message.source).sourceName,
    sourceChannel: message => sourceColumns(message.source).sourceChannel,
    channel: message => message.channel ?? null,
    toolCalls: message => json(message.toolCalls),
    tool: message => json(message.tool),
    attachments: message => json(message.attachments),
    details: message => json(message.details),
    frame: message => json(message.frame),
    payload: message => message.payload ?? null,
    thinking: message => json(message.thinking),
    trust: message => message.trust ?? null,
    runId: message => message.runId ?? null,
  },
  changing: {},
});

const SINCE_RESET = 'session = ?1 AND ord > coalesce((SELECT resetTo FROM sessions WHERE key = ?1), 0)';
const PAGE = `SELECT * FROM messages WHERE ${SINCE_RESET} AND ord < ?2 ORDER BY ord DESC LIMIT 0 + ?3`;
const PAGE_AFTER = `SELECT * FROM messages WHERE ${SINCE_RESET} AND ord > ?2 ORDER BY ord LIMIT 0 + ?3`;
const LITERAL = `
  SELECT * FROM messages WHERE ${SINCE_RESET} AND ord < ?2 AND text LIKE ?3 ESCAPE '\\' ORDER BY ord DESC LIMIT 0 + ?4`;
const LITERAL_BATCH = 200;

/** The last message in reading order that the model doesn't see, because of a summary or a reset. */
const CONTEXT_START = `
  SELECT
    iif(summarized.place > sessions.resetTo, summarized.place, sessions.resetTo) AS place,
    iif(summarized.place > sessions.resetTo, summarized.ord, ${Number.MAX_SAFE_INTEGER}) AS ord
  FROM sessions LEFT JOIN messages AS summarized ON summarized.id = sessions.summarizedTo
  WHERE sessions.key = ?`;

const CONTEXT = `
  SELECT messages.* FROM messages LEFT JOIN turns ON turns.id = messages.turnId
  WHERE messages.session = ? AND (messages.place, messages.ord) > (?, ?) AND messages.place <= ?
    AND turns.state IS NOT 'queued'
  ORDER BY messages.place, messages.ord`;

/** The condition for messages after a turn that the model sees. Queued turns get their place later. */
const BEHIND_TURN = `
  SELECT 1 FROM messages LEFT JOIN turns ON turns.id = messages.turnId
  WHERE messages.session = ? AND messages.place > ? AND messages.turnId IS NOT ? AND turns.state IS NOT 'queued' LIMIT 1`;

const NEWEST_OF = `
  SELECT * FROM messages
  WHERE session = ? AND ord > ? AND role = 'user' AND sourceKind IN (SELECT value FROM json_each(?)) AND copyOf IS NULL
  ORDER BY ord DESC LIMIT 1`;

const RANGE = 'session = ?1 AND ord > ?2 AND ord <= ?3 AND copyOf IS NULL';
const BETWEEN = `
  SELECT * FROM (SELECT * FROM messages WHERE ${RANGE} ORDER BY ord DESC LIMIT 0 + ?4) ORDER BY place, ord`;
const COUNT_BETWEEN = `SELECT count(*) AS messages FROM messages WHERE ${RANGE}`;

const FOUND = {
  words:
    'SELECT messages.* FROM messageWords JOIN messages ON messages.ord = messageWords.rowid WHERE messageWords MATCH ?',
  part: `SELECT * FROM messages WHERE text LIKE ? ESCAPE '\\'`,
  files: `SELECT * FROM messages WHERE attachments IS NOT NULL AND EXISTS (
      SELECT 1 FROM json_each(messages.attachments) AS file
      WHERE coalesce(file.value ->> 'name', file.value ->> 'path') || ' ' || coalesce(file.value ->> 'caption', '') LIKE ? ESCAPE '\\')`,
} as const;

/** A copy counts once its original is gone. */
const EACH_ONCE = 'AND NOT EXISTS (SELECT 1 FROM messages AS first WHERE first.id = messages.copyOf)';

/** FTS5 uses its own order only if asked by its rowid. */
const NEWEST_FIRST = {
  words: 'ORDER BY messageWords.rowid DESC',
  part: 'ORDER BY ord DESC',
  files: 'ORDER BY ord DESC',
} as const;

const newestFirst = (one: Row, other: Row): number => numberIn(other, 'ord') - numberIn(one, 'ord');
