// The event log. An event gets its number and text when it is appended, and becomes visible when its transaction is
// committed. A rollback leaves no gap.

import {setImmediate} from 'node:timers/promises';
import type {Fact, GatewayEvent} from '../../../shared/events/gateway-event.ts';
import {toWire} from '../../../shared/fields/wire.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {type EpochMs, instantOfIso, isoOf, MINUTE} from '../../../shared/time/time.ts';
import type {EventStore} from '../../ports/store.ts';
import type {Database} from '../database/database.ts';
import {createQuarantine} from '../quarantine.ts';
import {createEventRows, type EventRow, eventsIn, readableEvent} from './event-rows.ts';
import {type DeletedSessions, idsIn, withoutSession} from './sessions/forget-session.ts';

/** The event store, with the operations for commits. */
export type EventLog = EventStore & {
  /** In a transaction: records a fact under the next number. */
  append(fact: Fact): void;
  /** The current position, for `rewind`. */
  mark(): EventMark;
  /**
   * The events from the first of a thing on whose stored form contains one of these texts. Scans back to that event, or
   * all of them.
   */
  containing(texts: readonly string[], isFirst: (event: GatewayEvent) => boolean): readonly GatewayEvent[];
  /** In a transaction: changes the events since a number whose stored form contains one of these texts. */
  rewrite(
    of: {readonly texts: readonly string[]; readonly since: number},
    change: (event: GatewayEvent) => GatewayEvent,
  ): void;
  /**
   * In a transaction: replaces events of these conversations, messages, turns, runs and deliveries by `event.lost`.
   * Events of reminders, alarms and jobs stay and name the heir. Looks at a slice of the log. Returns its last event,
   * or undefined at the end.
   */
  forgetAbout(gone: GoneSessions, range: {readonly after: number; readonly upTo: number}): number | undefined;
  /** Does the same with what this transaction has appended. */
  forgetAppended(gone: GoneSessions): void;
  /** Removes what was appended or changed since a mark, because its part of the transaction was undone. */
  rewind(mark: EventMark): void;
  /** In a transaction, as its last step: writes the appended events, and deletes old ones in batches. */
  write(): void;
  /** After the commit: the events appended since the last one. */
  settle(): readonly GatewayEvent[];
};

type GoneSessions = Omit<DeletedSessions, 'ids'> & {
  /** Those of these ids that belong to the conversations. */
  readonly idsAmong: (ids: readonly string[]) => DeletedSessions['ids'];
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
  /** The appended events in their stored form. */
  let lines: string[] = [];
  const readable = readableRows(database, rows, clock);
  // Deleting in batches costs almost nothing per event.
  const batch = Math.max(1, Math.min(LARGEST_BATCH, Math.floor(kept / 10)));

  /** The number of the first event at or after an instant, by binary search: numbers and instants increase together. */
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
        const events = readable(row).filter(event => event.seq >= next);
        found.push(...events.slice(0, limit - found.length));
        next = row.last + 1;
      }
      return found;
    },
    about: async (ids, since) => {
      const from = since === undefined ? first : seqAt(since - CLOCK_SET_BACK_MS);
      const named = ids.slice(0, MOST_NAMED).map(id => JSON.stringify(id));
      const isMeant = (line: string): boolean => isOfOrders(line) && named.some(name => line.includes(name));
      return scan(rows, {named, from, end: seq}, row =>
        readable(row).filter((_, index) => isMeant(row.lines[index] ?? '')),
      );
    },
    ofTypes: async (types, since) => {
      const named = types.map(type => `"type":${JSON.stringify(type)}`);
      const wanted: ReadonlySet<string> = new Set(types);
      const from = seqAt(since - CLOCK_SET_BACK_MS);
      return scan(rows, {named, from, end: seq}, row => readable(row).filter(({type}) => wanted.has(type)));
    },
    before: (end, limit) => {
      // One more than the limit shows whether there are more.
      const found: GatewayEvent[] = [];
      for (let next = Math.min(end, seq + 1) - 1; next >= first && found.length <= limit; ) {
        const row = rows.holding(next);
        if (row === undefined) break;
        const older = readable(row).filter(event => event.seq <= next && event.seq >= first);
        found.push(...older.reverse());
        next = Math.min(next, older.at(-1)?.seq ?? next) - 1;
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
    containing: (texts, isFirst) => {
      const meantIn = (some: readonly string[]): readonly GatewayEvent[] =>
        some.filter(line => texts.some(text => line.includes(text))).flatMap(readableEvent);
      const found = [meantIn(lines)];
      for (let upTo = seq; upTo >= first && !found.flat().some(isFirst); upTo -= SCANNED_AT_ONCE) {
        const some = rows.containing(texts, Math.max(first, upTo - SCANNED_AT_ONCE + 1), upTo);
        found.unshift(meantIn(some.flatMap(row => row.lines)));
      }
      return found.flat();
    },
    rewrite: ({texts, since}, change) => {
      const changed = (line: string): string => {
        const [event] = texts.some(text => line.includes(text)) ? readableEvent(line) : [];
        return event === undefined ? line : JSON.stringify(change(event));
      };
      rows.rewrite(rows.containing(texts, Math.max(first, since)), changed);
      // A new list, because a mark still refers to the old one.
      lines = lines.map(changed);
    },
    forgetAbout: (gone, {after, upTo}) => forgetIn(rows, gone, rows.slice(Math.max(after + 1, first), upTo)),
    forgetAppended: gone => {
      lines = lines.map(withoutThem(lines, gone));
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

/** A long log mustn't hold the daemon, so other work goes on after each slice. */
const scan = async (
  rows: ReturnType<typeof createEventRows>,
  {named, from, end}: {readonly named: readonly string[]; readonly from: number; readonly end: number},
  eventsOf: (row: EventRow) => readonly GatewayEvent[],
): Promise<readonly GatewayEvent[]> => {
  const found: GatewayEvent[] = [];
  for (let begin = from; begin <= end; begin += SCANNED_EVENTS) {
    const upTo = Math.min(begin + SCANNED_EVENTS - 1, end);
    found.push(...rows.containing(named, begin, upTo).flatMap(eventsOf));
    if (upTo < end) await setImmediate();
  }
  return found;
};

/** Reads the events of a row. What can't be read is set aside, and the row is whole from then on. */
const readableRows = (database: Database, rows: ReturnType<typeof createEventRows>, clock: Clock) => {
  const setAside = createQuarantine(database);
  return (row: EventRow): readonly GatewayEvent[] => {
    const {events, isWhole} = eventsIn(row, () => isoOf(clock.now()));
    if (isWhole) return events;
    database.transaction(() => {
      setAside.keepEvents({last: row.last, content: row.lines.join('\n'), reason: "The events can't be read."});
      rows.replace({last: row.last, lines: events.map(event => JSON.stringify(event))});
    });
    return events;
  };
};

const forgetIn = (
  rows: ReturnType<typeof createEventRows>,
  gone: GoneSessions,
  slice: readonly EventRow[],
): number | undefined => {
  const forgotten = withoutThem(
    slice.flatMap(({lines}) => lines),
    gone,
  );
  rows.rewrite(slice, forgotten);
  return slice.at(-1)?.last;
};

const withoutThem = (lines: readonly string[], {idsAmong, ...gone}: GoneSessions): ((line: string) => string) => {
  const ids = idsAmong(lines.flatMap(idsIn));
  return line => withoutSession(line, {...gone, ids});
};

const SCANNED_EVENTS = 500;
const LARGEST_BATCH = 1_000;
const MOST_NAMED = 16;
/** Most messages are deleted soon, so few of these look at the whole log. */
const SCANNED_AT_ONCE = 2_000;
const CLOCK_SET_BACK_MS = 10 * MINUTE;

/** The type is at the start of an event, so most lines needn't be scanned. */
const isOfOrders = (line: string): boolean => /"type":"(?:reminder|alarm|delivery|cron)\./u.test(line.slice(0, HEAD));
const HEAD = 100;
