// The inbox: received messages, stored before they are processed. Author, timestamp and chat identify a message, so a
// repeated message has one row and one effect.

import {
  type InboxIdentity,
  type InboxItem,
  type InboxState,
  type InboxStore,
  inboxItem,
} from '../../ports/delivery-store.ts';
import {instant, json, numberIn, textIn} from '../columns.ts';
import type {Database} from '../database/database.ts';
import type {Value} from '../database/queries.ts';
import {tableOf} from '../record-table.ts';

export const createInbox = (database: Database): InboxStore => {
  const insert = database.query(INSERT);
  const byOrd = database.query('SELECT * FROM inbox WHERE ord = ?');
  const byIdentity = database.query(
    'SELECT * FROM inbox WHERE channel = ? AND author = ? AND timestamp = ? AND chat = ?',
  );
  const waiting = database.query(
    `SELECT * FROM inbox WHERE channel = ? AND state = 'received' AND ord > ? ORDER BY ord LIMIT 0 + ?`,
  );
  const settle = database.query(
    `UPDATE inbox SET state = ?, because = ?, receipt = ?, settledAt = ? WHERE ord = ? AND state = 'received'`,
  );
  const owed = database.query(`SELECT * FROM inbox WHERE channel = ? AND receipt = 'owed' ORDER BY ord LIMIT 0 + ?`);
  const sent = database.query(`UPDATE inbox SET receipt = 'sent' WHERE ord = ? AND receipt = 'owed'`);
  const blank = database.query(`UPDATE inbox SET event = NULL WHERE ord = ? AND state <> 'received'`);
  const rewrite = database.query('UPDATE inbox SET event = ? WHERE ord = ?');
  const naming = database.query(
    'SELECT * FROM inbox WHERE channel = ? AND ord > ? AND instr(event, ?) > 0 ORDER BY ord',
  );
  const count = database.query('SELECT state, count(*) AS items FROM inbox WHERE channel = ? GROUP BY state');
  const prune = database.query('DELETE FROM inbox WHERE settledAt < ?');

  const find = ({channel, author, timestamp, chat}: InboxIdentity): InboxItem | undefined => {
    const row = byIdentity.get(channel, author, timestamp, chat);
    return row && itemOf(row);
  };

  return {
    add: ({channel, author, timestamp, chat, event, receivedAt}) => {
      const content = event === undefined ? null : json(event);
      if (insert.run(channel, author, timestamp, chat, content, instant(receivedAt)) === 0) return undefined;
      return find({channel, author, timestamp, chat});
    },
    get: ord => {
      const row = byOrd.get(ord);
      return row && itemOf(row);
    },
    find,
    waiting: (channel, limit, after = 0) => waiting.all(channel, after, limit).map(itemOf),
    settle: (ord, end, at) => {
      const because = end.state === 'ignored' ? end.because : null;
      const receipt = end.state === 'handled' ? end.receipt : 'none';
      return settle.run(end.state, because, receipt, instant(at), ord) > 0;
    },
    receiptsOwed: (channel, limit) => owed.all(channel, limit).map(itemOf),
    receiptSent: ord => {
      sent.run(ord);
    },
    blank: ord => {
      blank.run(ord);
    },
    rewrite: (ord, event) => {
      rewrite.run(json(event), ord);
    },
    naming: (text, {channel, ord}) => naming.all(channel, ord, text).map(itemOf),
    list: ({channel, chat, state, limit}) => {
      const conditions = ['channel = ?'];
      const values: Value[] = [channel];
      const want = (column: string, value: string | undefined): void => {
        if (value === undefined) return;
        conditions.push(`${column} = ?`);
        values.push(value);
      };
      want('chat', chat);
      want('state', state);
      const all = database.query(`SELECT * FROM inbox WHERE ${conditions.join(' AND ')} ORDER BY ord DESC LIMIT 0 + ?`);
      return all.all(...values, limit).map(itemOf);
    },
    counts: channel => {
      const items = new Map(count.all(channel).map(row => [textIn<InboxState>(row, 'state'), numberIn(row, 'items')]));
      return {
        received: items.get('received') ?? 0,
        handled: items.get('handled') ?? 0,
        ignored: items.get('ignored') ?? 0,
      };
    },
    prune: before => prune.run(instant(before)),
  };
};

const itemOf = tableOf(inboxItem).read;

const INSERT = `
  INSERT INTO inbox (channel, author, timestamp, chat, event, receivedAt, state, receipt)
  VALUES (?, ?, ?, ?, ?, ?, 'received', 'none')
  ON CONFLICT (channel, author, timestamp, chat) DO NOTHING`;
