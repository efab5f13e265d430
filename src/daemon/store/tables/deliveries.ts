// The table of deliveries. The replies of one conversation leave in order; other deliveries don't wait for each other.

import {channelOf} from '../../../shared/records/address.ts';
import {DELIVERY_STATES, type Delivery, delivery} from '../../../shared/records/delivery/delivery.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {DeliveryStore} from '../../ports/delivery-store.ts';
import {instant, maybeInstantIn, nameIn, numberIn, textIn} from '../columns.ts';
import type {Database} from '../database/database.ts';
import type {Row} from '../database/queries.ts';
import {createQuarantine} from '../quarantine.ts';
import {tableOf} from '../record-table.ts';
import {rowUpdate} from '../row-update.ts';

export const createDeliveries = (database: Database, setAside = createQuarantine(database)): DeliveryStore => {
  const deliveriesOf = (rows: readonly Row[]): readonly Delivery[] => setAside.readable('deliveries', rows, deliveryOf);
  const insert = database.query(`${TABLE.insertion()} ON CONFLICT (key) DO NOTHING`);
  const update = rowUpdate(database, TABLE);
  const byId = database.query('SELECT * FROM deliveries WHERE id = ?');
  const withKey = database.query('SELECT * FROM deliveries WHERE key = ?');
  const newest = database.query('SELECT * FROM deliveries ORDER BY ord DESC LIMIT 0 + ?');
  const newestIn = database.query('SELECT * FROM deliveries WHERE state = ? ORDER BY ord DESC LIMIT 0 + ?');
  const newestQueued = database.query(
    `SELECT * FROM deliveries WHERE state IN ('queued', 'held') ORDER BY ord DESC LIMIT 0 + ?`,
  );
  const olderThan = 'ord < (SELECT ord FROM deliveries WHERE id = ?)';
  const older = database.query(`SELECT * FROM deliveries WHERE ${olderThan} ORDER BY ord DESC LIMIT 0 + ?`);
  const olderIn = database.query(
    `SELECT * FROM deliveries WHERE state = ? AND ${olderThan} ORDER BY ord DESC LIMIT 0 + ?`,
  );
  const olderQueued = database.query(
    `SELECT * FROM deliveries WHERE state IN ('queued', 'held') AND ${olderThan} ORDER BY ord DESC LIMIT 0 + ?`,
  );
  const ready = database.query(READY);
  const head = database.query(
    `SELECT * FROM deliveries WHERE channel = ? AND address = ? AND state IN ('queued', 'sending') ORDER BY ord LIMIT 1`,
  );
  const next = database.query(NEXT_ATTEMPT);
  const heads = database.query(HEADS);
  const unserved = database.query(
    `SELECT * FROM deliveries WHERE state IN ('queued', 'sending') AND channel NOT IN (SELECT value FROM json_each(?)) ORDER BY ord LIMIT 0 + ?`,
  );
  const unread = database.query(
    `SELECT * FROM deliveries WHERE address = ? AND state NOT IN ('read', 'dead') ORDER BY ord`,
  );
  const ofRun = database.query('SELECT * FROM deliveries WHERE runId = ? ORDER BY ord');
  const ofTurn = database.query('SELECT * FROM deliveries WHERE turnId = ? ORDER BY ord');
  const count = database.query(COUNTS);
  const addSentId = database.query(
    `INSERT INTO sentIds (channel, channelId, delivery, part)
     VALUES (?, ?, ?, (SELECT count(*) FROM sentIds WHERE delivery = ?)) ON CONFLICT DO NOTHING`,
  );
  const sentIds = database.query('SELECT channelId FROM sentIds WHERE delivery = ? ORDER BY part, channelId');
  const sentAs = database.query(
    `SELECT deliveries.* FROM sentIds JOIN deliveries ON deliveries.id = sentIds.delivery
     WHERE sentIds.channel = ? AND sentIds.channelId = ? ORDER BY ord`,
  );

  const byKey = (key: string): Delivery | undefined => {
    const row = withKey.get(key);
    return row && deliveryOf(row);
  };

  return {
    add: delivery => {
      const added = insert.run(...TABLE.inserted(delivery)) > 0;
      return added ? delivery : (byKey(delivery.key) ?? delivery);
    },
    get: id => {
      const row = byId.get(id);
      return row && deliveryOf(row);
    },
    byKey,
    update: (delivery, was) => {
      if (update(delivery, was)) return;
      throw new GatewayError('not_found', `No delivery ${delivery.id}.`);
    },
    list: ({state, before, limit}) => {
      if (state === 'queued')
        return deliveriesOf(before === undefined ? newestQueued.all(limit) : olderQueued.all(before, limit));
      if (before !== undefined)
        return deliveriesOf(state === undefined ? older.all(before, limit) : olderIn.all(state, before, limit));
      return deliveriesOf(state === undefined ? newest.all(limit) : newestIn.all(state, limit));
    },
    ready: (channel, now, limit = EVERY) => deliveriesOf(ready.all(channel, instant(now), limit)),
    head: address => {
      const row = head.get(channelOf(address), address);
      return row && deliveryOf(row);
    },
    heads: (channel, limit) =>
      heads
        .all(channel, limit)
        .flatMap(row => deliveriesOf([row]).map(item => ({head: item, messages: numberIn(row, 'messages')}))),
    nextAttemptAt: (channel, after) => {
      const row = next.get(channel, after === undefined ? '' : instant(after));
      return row && maybeInstantIn(row, 'at');
    },
    ofRun: id => deliveriesOf(ofRun.all(id)),
    ofTurn: id => deliveriesOf(ofTurn.all(id)),
    unserved: (served, limit) => deliveriesOf(unserved.all(JSON.stringify(served), limit)),
    unread: address => deliveriesOf(unread.all(address)),
    noteSentIds: ({id, address}, channelIds) => {
      for (const channelId of channelIds) addSentId.run(channelOf(address), channelId, id, id);
    },
    sentIds: id => sentIds.all(id).map(row => textIn(row, 'channelId')),
    sentAs: (channel, channelId) => deliveriesOf(sentAs.all(channel, channelId)),
    counts: () => {
      const row = count.get() ?? {};
      return {waiting: numberIn(row, 'waiting'), dead: numberIn(row, 'dead')};
    },
    prune: ({keep, before, limit}) => {
      const old = OVER.flatMap(ended => database.query(oldOf(ended)).all(keep, instant(before), limit));
      const removeIds = database.query('DELETE FROM sentIds WHERE delivery = ?');
      const remove = database.query('DELETE FROM deliveries WHERE id = ?');
      for (const row of old) {
        const id = textIn(row, 'id');
        removeIds.run(id);
        remove.run(id);
      }
      return old.length;
    },
  };
};

/** A held delivery has a state of its own in the table, so that no query for waiting ones finds it. */
const HELD = 'held';

const TABLE = tableOf(delivery, {
  own: {
    state: {
      columns: {state: ({onHold, state}) => (onHold ? HELD : state)},
      read: row => (isHeld(row) ? 'queued' : nameIn(row, 'state', DELIVERY_STATES)),
    },
    onHold: {columns: {}, read: row => isHeld(row) || undefined},
  },
  computed: {channel: ({address}) => channelOf(address)},
});
const deliveryOf = TABLE.read;
const isHeld = (row: Row): boolean => row['state'] === HELD;

/**
 * The oldest unfinished delivery of each lane. Order is kept only where a reader would miss it: the replies of one
 * conversation to one address are a lane. Every other delivery is one of its own, so that no failure delays it.
 */
const LANES = `
  SELECT min(ord) AS ord, address, state, nextAttemptAt, createdAt FROM deliveries INDEXED BY deliveriesWaiting
  WHERE channel = ? AND state IN ('queued', 'sending')
  GROUP BY address, iif(turnId IS NOT NULL AND runId IS NULL, session, ord)`;

/** The oldest of each address that may leave. */
const READY = `
  SELECT deliveries.* FROM (
    SELECT min(ord) AS ord FROM (${LANES}) WHERE state = 'queued' AND coalesce(nextAttemptAt, '') <= ? GROUP BY address
  ) CROSS JOIN deliveries USING (ord)
  ORDER BY ord LIMIT 0 + ?`;

/** The first waiting delivery of each address, with the number that wait there. */
const HEADS = `
  SELECT deliveries.*, head.messages FROM (
    SELECT min(ord) AS ord, count(*) AS messages FROM deliveries INDEXED BY deliveriesWaiting
    WHERE channel = ? AND state IN ('queued', 'sending') GROUP BY address
  ) AS head CROSS JOIN deliveries USING (ord)
  ORDER BY ord LIMIT 0 + ?`;

/**
 * When the first of them that doesn't wait already may leave. A delivery without an attempt may leave since its
 * creation.
 */
const NEXT_ATTEMPT = `
  SELECT min(coalesce(nextAttemptAt, createdAt)) AS at FROM (${LANES})
  WHERE state = 'queued' AND coalesce(nextAttemptAt, createdAt) > ?`;

const COUNTS = `
  SELECT
    (SELECT count(*) FROM deliveries WHERE state IN ('queued', 'sending')) AS waiting,
    (SELECT count(*) FROM deliveries WHERE state = 'dead')
      - (SELECT count(*) FROM deliveries WHERE state = 'dead' AND discarded = 1) AS dead`;

/** The delivery arrived, or a person discarded it. */
const OVER = [`state = 'sent'`, `state = 'delivered'`, `state = 'read'`, `state = 'dead' AND discarded = 1`] as const;

/** The index has the oldest of a state first, so counting them needs no rows. */
const oldOf = (ended: (typeof OVER)[number]): string => `
  SELECT id FROM (
    SELECT ord, id, createdAt, runId FROM deliveries WHERE ${ended} ORDER BY ord LIMIT 0 + ?3
  ) AS oldest
  WHERE (
    createdAt < ?2 OR ord <= (SELECT ord FROM deliveries WHERE ${ended} ORDER BY ord DESC LIMIT 1 OFFSET 0 + ?1)
  ) AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.id = oldest.runId AND runs.status = 'running')`;

/** SQLite's value for no limit. */
const EVERY = -1;
