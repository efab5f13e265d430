// What happened, in order. An event has its number and its text as soon as it is appended; it exists for others once the
// transaction that it is part of is committed, and one that is undone leaves no gap.
import type {Clock} from '../../shared/clock.ts';
import type {Fact, GatewayEvent} from '../../shared/gateway-event.ts';
import type {MessageId} from '../../shared/ids.ts';
import {type EpochMs, instantOfIso, isoOf, MINUTE} from '../../shared/time.ts';
import {toWire} from '../../shared/wire.ts';
import type {EventStore} from '../ports.ts';
import {jsonIn, numberIn} from './columns.ts';
import type {Database} from './database/database.ts';

/** The event store, and what only whoever commits may do with it. */
export type EventLog = EventStore & {
  /** In a transaction: records a fact under the next number. */
  append(fact: Fact): void;
  /** How many were appended since the last commit. */
  readonly appended: number;
  /** In a transaction: what was told of a message since an instant says this instead, and names no files of it. */
  forgetMessage(message: {readonly id: MessageId; readonly since: EpochMs}, text: string): void;
  /** Forgets what was appended after the first `count`: its part of the transaction was undone. */
  rewind(count: number): void;
  /** In a transaction, as the last thing: drops old events when enough of them have gathered. */
  prune(): void;
  /** After the commit: what was appended since the last one. */
  settle(): readonly GatewayEvent[];
};

type EventLogDeps = {readonly database: Database; readonly clock: Clock; readonly kept: number};

export const createEventLog = ({database, clock, kept}: EventLogDeps): EventLog => {
  const insert = database.query('INSERT INTO events (seq, event) VALUES (?, ?)');
  const after = database.query('SELECT event FROM events WHERE seq > ? AND seq <= ? ORDER BY seq LIMIT 0 + ?');
  const before = database.query('SELECT event FROM events WHERE seq < ? AND seq >= ? ORDER BY seq DESC LIMIT 0 + ?');
  const forget = database.query(FORGET);
  const drop = database.query('DELETE FROM events WHERE seq < ?');
  const ends = database.query(
    'SELECT coalesce((SELECT seq FROM events ORDER BY seq LIMIT 1), 1) AS first, coalesce((SELECT seq FROM events ORDER BY seq DESC LIMIT 1), 0) AS last',
  );
  const row = ends.get() ?? {};
  let first = numberIn(row, 'first');
  let seq = numberIn(row, 'last');
  let firstKept = first;
  let appended: GatewayEvent[] = [];
  // Dropping a batch at a time costs each event almost nothing.
  const batch = Math.max(1, Math.min(LARGEST_BATCH, Math.floor(kept / 10)));

  /** Where what was told from an instant on begins: numbers and instants grow together, so half is left out with each look. */
  const seqAt = (at: EpochMs): number => {
    let [low, high] = [first, seq + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const [found] = after.all(middle - 1, seq, 1).map(row => jsonIn<GatewayEvent>(row, 'event'));
      if (found === undefined || (instantOfIso(found.at) ?? at) >= at) high = middle;
      else low = middle + 1;
    }
    return low;
  };

  return {
    get seq() {
      return seq;
    },
    after: (since, limit) => {
      if (since + 1 < first || since > seq) return undefined;
      return after.all(since, seq, limit).map(found => jsonIn<GatewayEvent>(found, 'event'));
    },
    about: ids => {
      const named = ids.slice(0, MOST_NAMED).map(id => JSON.stringify(id));
      if (named.length === 0) return [];
      const mention = named.map(() => 'instr(event, ?) > 0').join(' OR ');
      const found = database.query(`SELECT event FROM events WHERE ${OF_ORDERS} AND (${mention}) ORDER BY seq`);
      return found.all(...named).map(row => jsonIn<GatewayEvent>(row, 'event'));
    },
    before: (end, limit) => {
      // One more than is asked for tells whether there is more.
      const found = before.all(Math.min(end, seq + 1), first, limit + 1).map(row => jsonIn<GatewayEvent>(row, 'event'));
      return {events: found.slice(0, limit).reverse(), more: found.length > limit};
    },
    append: fact => {
      if (!database.inTransaction) throw new TypeError('a fact was emitted after its transaction had ended');
      const number = {seq: seq + appended.length + 1, at: isoOf(clock.now()), type: fact.type};
      const event = Object.assign(number, toWire(fact)) as GatewayEvent;
      insert.run(event.seq, JSON.stringify(event));
      appended.push(event);
    },
    forgetMessage: ({id, since}, text) =>
      void forget.run(text, seqAt(since - CLOCK_SET_BACK_MS), JSON.stringify(id), id),
    get appended() {
      return appended.length;
    },
    rewind: count => {
      appended.length = count;
      if (count === 0) firstKept = first;
    },
    prune: () => {
      const last = seq + appended.length;
      if (last - first + 1 < kept + batch) return;
      firstKept = last - kept + 1;
      drop.run(firstKept);
    },
    settle: () => {
      const events = appended;
      appended = [];
      seq += events.length;
      first = firstKept;
      return events;
    },
  };
};

const LARGEST_BATCH = 1_000;
/** The type is among the first things an event says: most are passed over without looking through them. */
const OF_ORDERS = `(instr(substr(event, 1, 100), '"type":"reminder.') > 0 OR instr(substr(event, 1, 100), '"type":"delivery.') > 0)`;
const MOST_NAMED = 16;
/** Most events are passed over without being read as JSON. */
const FORGET = `
  UPDATE events SET event = json_remove(json_set(event, '$.message.text', ?), '$.message.attachments')
  WHERE seq >= ? AND instr(substr(event, 1, 100), '"type":"message.') > 0 AND instr(event, ?) > 0
    AND json_extract(event, '$.message.id') = ?`;
const CLOCK_SET_BACK_MS = 10 * MINUTE;
