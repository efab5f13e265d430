// What happened, in order. An event has its number and its text as soon as it is appended; it exists for others once the
// transaction that it is part of is committed, and one that is undone leaves no gap.

import type {Fact, GatewayEvent} from '../../../shared/events/gateway-event.ts';
import {toWire} from '../../../shared/events/wire.ts';
import {omit} from '../../../shared/fields/omit.ts';
import type {MessageId} from '../../../shared/records/ids.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {type EpochMs, instantOfIso, isoOf, MINUTE} from '../../../shared/time/time.ts';
import type {EventStore} from '../../ports/store.ts';
import type {Database} from '../database/database.ts';
import {createEventRows, type EventRow, eventIn, eventsIn} from './event-rows.ts';

/** The event store, and what only whoever commits may do with it. */
export type EventLog = EventStore & {
  /** In a transaction: records a fact under the next number. */
  append(fact: Fact): void;
  /** What was appended so far, to come back to. */
  mark(): EventMark;
  /** In a transaction: what was told of a message since an instant says this instead, and names no files of it. */
  forgetMessage(message: {readonly id: MessageId; readonly since: EpochMs}, text: string): void;
  /** Forgets what was appended, and changed of that, since a mark: its part of the transaction was undone. */
  rewind(mark: EventMark): void;
  /** In a transaction, as the last thing: writes down what was appended, and drops old events when enough of them have gathered. */
  write(): void;
  /** After the commit: what was appended since the last one. */
  settle(): readonly GatewayEvent[];
};

type EventMark = {readonly lines: readonly string[]; readonly count: number};

type EventLogDeps = {readonly database: Database; readonly clock: Clock; readonly kept: number};

export const createEventLog = ({database, clock, kept}: EventLogDeps): EventLog => {
  const rows = createEventRows(database);
  const ends = rows.ends();
  let first = ends.first;
  let seq = ends.last;
  let firstKept = first;
  let appended: GatewayEvent[] = [];
  /** What was appended, as it is to be written. */
  let lines: string[] = [];
  const readable = (row: EventRow): readonly GatewayEvent[] => eventsIn(row, () => isoOf(clock.now()));
  // Dropping a batch at a time costs each event almost nothing.
  const batch = Math.max(1, Math.min(LARGEST_BATCH, Math.floor(kept / 10)));

  /** Where what was told from an instant on begins: numbers and instants grow together, so half is left out with each look. */
  const seqAt = (at: EpochMs): number => {
    let [low, high] = [first, seq + 1];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      const row = rows.holding(middle);
      const found = row && readable(row).find(event => event.seq >= middle);
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
      const found: GatewayEvent[] = [];
      for (let next = since + 1; next <= seq && found.length < limit; ) {
        const row = rows.holding(next);
        if (row === undefined) break;
        const skipped = Math.max(0, row.lines.length - (row.last - next + 1));
        found.push(...readable(row).slice(skipped, skipped + limit - found.length));
        next = row.last + 1;
      }
      return found;
    },
    about: (ids, since) => {
      const from = since === undefined ? first : seqAt(since - CLOCK_SET_BACK_MS);
      const named = ids.slice(0, MOST_NAMED).map(id => JSON.stringify(id));
      const isMeant = (line: string): boolean => isOfOrders(line) && named.some(name => line.includes(name));
      return rows
        .saying(named, from)
        .flatMap(row => readable(row).filter((_, index) => isMeant(row.lines[index] ?? '')));
    },
    before: (end, limit) => {
      // One more than is asked for tells whether there is more.
      const found: GatewayEvent[] = [];
      for (let next = Math.min(end, seq + 1) - 1; next >= first && found.length <= limit; ) {
        const row = rows.holding(next);
        if (row === undefined) break;
        const older = readable(row).filter(event => event.seq <= next && event.seq >= first);
        found.push(...older.reverse());
        next = Math.min(next, row.last - row.lines.length + 1) - 1;
      }
      return {events: found.slice(0, limit).reverse(), more: found.length > limit};
    },
    append: fact => {
      if (!database.inTransaction) throw new TypeError('a fact was emitted after its transaction had ended');
      const number = {seq: seq + appended.length + 1, at: isoOf(clock.now()), type: fact.type};
      const event = Object.assign(number, toWire(fact)) as GatewayEvent;
      lines.push(JSON.stringify(event));
      appended.push(event);
    },
    forgetMessage: ({id, since}, text) => {
      const name = JSON.stringify(id);
      const forgotten = (line: string): string => (line.includes(name) ? withoutWords(line, id, text) : line);
      for (const {last, lines} of rows.saying([name], seqAt(since - CLOCK_SET_BACK_MS)))
        rows.replace({last, lines: lines.map(forgotten)});
      // A list of its own: whoever comes back to a mark finds in the old one what was.
      lines = lines.map(forgotten);
    },
    mark: () => ({lines, count: lines.length}),
    rewind: mark => {
      lines = mark.lines.slice(0, mark.count);
      appended.length = mark.count;
      if (mark.count === 0) firstKept = first;
    },
    write: () => {
      const last = seq + lines.length;
      rows.add(lines, last);
      if (last - first + 1 < kept + batch) return;
      firstKept = last - kept + 1;
      rows.dropBefore(firstKept);
    },
    settle: () => {
      const events = appended;
      appended = [];
      lines = [];
      seq += events.length;
      first = firstKept;
      return events;
    },
  };
};

const LARGEST_BATCH = 1_000;
const MOST_NAMED = 16;
const CLOCK_SET_BACK_MS = 10 * MINUTE;

/** The type is among the first things an event says: most are passed over without looking through them. */
const isOfOrders = (line: string): boolean => /"type":"(?:reminder|alarm|delivery)\./u.test(line.slice(0, HEAD));
const HEAD = 100;

/** What was said of the message, in other words and without its files; other events stay as they are. */
const withoutWords = (line: string, id: MessageId, text: string): string => {
  const event = eventIn(line);
  if (!('message' in event) || event.message.id !== id) return line;
  const message = omit(event.message, 'attachments');
  return JSON.stringify({...event, message: {...message, text}});
};
