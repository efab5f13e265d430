// The table of messages, in order of arrival (`ord`) and in reading order for the model (`place`). Reading order is by
// turn, so that a new message never lands between a tool call and its result. A turn gets its place when it starts,
// because another turn may have overtaken it.

import type {Message} from '../../../../shared/records/message.ts';
import type {MessageStore} from '../../../ports/conversation-store.ts';
import {json, numberIn} from '../../columns.ts';
import type {Database} from '../../database/database.ts';
import type {EventLog} from '../events.ts';
import type {SessionCounts} from '../sessions/session-counts.ts';
import {createForgetMessage} from './forget-message.ts';
import {messageOf, TABLE} from './message-rows.ts';
import {createMessageReads} from './read-messages.ts';
import {createMessageSearch} from './search-messages.ts';

type MessagesDeps = {
  readonly database: Database;
  readonly counts: SessionCounts;
  readonly events: Pick<EventLog, 'rewrite' | 'containing'>;
};

export const createMessages = ({database, counts, events}: MessagesDeps): MessageStore => {
  const lastOrd = database.query(`SELECT seq FROM sqlite_sequence WHERE name = 'messages'`);
  const useOrd = database.query(`UPDATE sqlite_sequence SET seq = ? WHERE name = 'messages'`);
  const placeOfTurn = database.query('SELECT place FROM messages WHERE turnId = ? LIMIT 1');
  const behindTurn = database.query(BEHIND_TURN);
  const move = database.query('UPDATE messages SET place = ? WHERE turnId = ?');
  const insert = database.query(
    `${TABLE.insertion('ord', 'place', 'key')} ON CONFLICT (key) WHERE key IS NOT NULL DO NOTHING`,
  );
  const addWords = database.query('INSERT INTO messageWords (rowid, text) VALUES (?, ?)');
  const byId = database.query('SELECT * FROM messages WHERE id = ?');
  const rewrite = database.query('UPDATE messages SET text = ?, attachments = ?, details = ? WHERE id = ?');
  const rekey = database.query('UPDATE messages SET key = ? WHERE id = ?');
  const remove = database.query('DELETE FROM messages WHERE ord = ?');
  const reads = createMessageReads(database);

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

  return {
    ...reads,
    ...createMessageSearch(database),
    ...createForgetMessage({database, events}),
    add: (message, key) => {
      // Within a transaction this needs no savepoint, which would flush the search index each time.
      const added = database.inTransaction
        ? insertNew(message, key)
        : database.transaction(() => insertNew(message, key));
      return added || key === undefined ? message : (reads.byKey(key) ?? message);
    },
    rekey: (id, key) => {
      rekey.run(key, id);
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
    placeLast: (session, turnId) =>
      database.transaction(() => {
        const row = placeOfTurn.get(turnId);
        if (row === undefined || behindTurn.get(session, numberIn(row, 'place'), turnId) === undefined) return;
        // Uses up the number, so that no later message gets the same place.
        const place = nextOrd();
        useOrd.run(place);
        move.run(place, turnId);
      }),
  };
};

/** The condition for messages after a turn that the model sees. Queued turns get their place later. */
const BEHIND_TURN = `
  SELECT 1 FROM messages LEFT JOIN turns ON turns.id = messages.turnId
  WHERE messages.session = ? AND messages.place > ? AND messages.turnId IS NOT ? AND turns.state IS NOT 'queued' LIMIT 1`;
