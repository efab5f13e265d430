// Requests over HTTP that were accepted, with the key under which each is answered once.
import {type KeptRequest, keptRequest, type RequestStore} from '../../ports/door.ts';
import {instant} from '../columns.ts';
import type {Database} from '../database/database.ts';
import type {Row} from '../database/queries.ts';
import {tableOf} from '../record-table.ts';

export const createRequests = (database: Database): RequestStore => {
  const insert = database.query(TABLE.insertion());
  const byId = database.query('SELECT * FROM requests WHERE id = ?');
  const byKey = database.query(BY_KEY);
  const ofMessage = database.query('SELECT * FROM requests WHERE messageId = ?');
  const prune = database.query(PRUNE);
  let additions = 0;
  return {
    add: (request, before) => {
      insert.run(...TABLE.inserted(request));
      if (additions % ADDITIONS_BETWEEN_PRUNES === 0) prune.run(instant(before));
      additions += 1;
    },
    get: id => maybe(byId.get(id)),
    byKey: ({kind, name, key, now}) => maybe(byKey.get(kind, name, key, instant(now))),
    ofMessage: id => maybe(ofMessage.get(id)),
  };
};

const maybe = (row: Row | undefined): KeptRequest | undefined => row && requestOf(row);

const TABLE = tableOf(keptRequest);
const requestOf = TABLE.read;

const BY_KEY = `
  SELECT * FROM requests WHERE kind = ? AND name = ? AND key = ? AND key IS NOT NULL AND expiresAt > ?
  ORDER BY ord DESC LIMIT 1`;

/** The oldest rows come first, so a few are enough at a time. */
const PRUNE = `
  DELETE FROM requests WHERE ord IN (SELECT ord FROM (SELECT ord, at FROM requests ORDER BY ord LIMIT 100) WHERE at < ?)`;
const ADDITIONS_BETWEEN_PRUNES = 50;
