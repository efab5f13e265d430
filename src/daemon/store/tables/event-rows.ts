// The table of events. A row holds the events of one transaction, each a line of JSON, under the number of the last.
// One row per event would cost far more.
import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import {maybeNumberIn, numberIn, textIn, unreadable} from '../columns.ts';
import type {Database} from '../database/database.ts';
import type {Row} from '../database/queries.ts';

export type EventRow = {
  /** The number of its last event. */
  readonly last: number;
  /** In order. JSON escapes line breaks, so each event is one line. */
  readonly lines: readonly string[];
  /** The number of its first event, by the row before. Undefined for the oldest row. */
  readonly first?: number;
};

type EventRows = {
  /** The numbers of the first and last stored event, or 1 and 0 if there are none. */
  ends(): {readonly first: number; readonly last: number};
  /** In a transaction: adds events, the last of which has this number. */
  add(lines: readonly string[], last: number): void;
  /** The row that contains an event, or else the next row. */
  holding(seq: number): EventRow | undefined;
  /** Rows from an event on, up to another one, that contain one of these texts, in order. Scans all of them. */
  containing(texts: readonly string[], from: number, upTo?: number): readonly EventRow[];
  /** Rows from an event on, up to another one, that take a few milliseconds to look at. */
  slice(from: number, upTo: number): readonly EventRow[];
  /** In a transaction: replaces the lines of a row. */
  replace(row: EventRow): void;
  /** In a transaction: changes the lines of these rows. */
  rewrite(some: Iterable<EventRow>, change: (line: string) => string): void;
  /** In a transaction: deletes rows whose events are all older. */
  dropBefore(seq: number): void;
};

export const createEventRows = (database: Database): EventRows => {
  const insert = database.query('INSERT INTO events (seq, lines) VALUES (?, ?)');
  const holding = database.query(HOLDING);
  const newestSeq = database.query('SELECT seq FROM events ORDER BY seq DESC LIMIT 1');
  const replace = database.query('UPDATE events SET lines = ? WHERE seq = ?');
  const drop = database.query('DELETE FROM events WHERE seq < ?');

  const rowHolding = (seq: number): EventRow | undefined => {
    const row = holding.get(seq);
    return row && rowOf(row);
  };

  const replaceLines = ({last, lines}: EventRow): void => {
    replace.run(lines.join('\n'), last);
  };

  return {
    ends: () => {
      const oldest = rowHolding(0);
      const newest = newestSeq.get();
      return {
        first: oldest === undefined ? 1 : oldest.last - oldest.lines.length + 1,
        last: newest === undefined ? 0 : numberIn(newest, 'seq'),
      };
    },
    add: (lines, seq) => {
      for (let begin = 0; begin < lines.length; begin += MOST_IN_ROW) {
        const some = lines.slice(begin, begin + MOST_IN_ROW);
        insert.run(seq - lines.length + begin + some.length, some.join('\n'));
      }
    },
    holding: rowHolding,
    containing: (texts, from, upTo = Number.MAX_SAFE_INTEGER) => {
      if (texts.length === 0) return [];
      const mention = texts.map(() => 'instr(lines, ?) > 0').join(' OR ');
      const found = database.query(
        `SELECT ${COLUMNS} FROM events WHERE seq >= ? AND seq <= ? AND (${mention}) ORDER BY seq`,
      );
      return found.all(from, upTo, ...texts).map(rowOf);
    },
    slice: (from, upTo) => {
      const slice: EventRow[] = [];
      let characters = 0;
      for (let row = rowHolding(from); row !== undefined && row.last <= upTo; row = rowHolding(row.last + 1)) {
        slice.push(row);
        characters += row.lines.reduce((sum, {length}) => sum + length, 0);
        if (characters > SLICE_CHARACTERS) break;
      }
      return slice;
    },
    replace: replaceLines,
    rewrite: (some, change) => {
      for (const {last, lines} of some) {
        const left = lines.map(line => change(line));
        if (left.some((line, index) => line !== lines[index])) replaceLines({last, lines: left});
      }
    },
    dropBefore: seq => {
      drop.run(seq);
    },
  };
};

export const eventIn = (line: string): GatewayEvent => {
  try {
    return JSON.parse(line) as GatewayEvent;
  } catch (error) {
    throw unreadable('lines', error);
  }
};

const rowOf = (row: Row): EventRow => {
  const before = maybeNumberIn(row, 'before');
  const lines = textIn(row, 'lines').split('\n');
  return {last: numberIn(row, 'seq'), lines, first: before === undefined ? undefined : before + 1};
};

/**
 * The events of a row. `event.lost` replaces unreadable ones, so that no number is missing; `isWhole` is false then.
 */
export const eventsIn = (
  {last, lines, first = last - lines.length + 1}: EventRow,
  at: () => string,
): {readonly events: readonly GatewayEvent[]; readonly isWhole: boolean} => {
  const found = new Map(lines.flatMap(line => readableEvent(line)).map(event => [event.seq, event]));
  const seqs = Array.from({length: last - first + 1}, (_, index) => first + index);
  const events = seqs.map((seq): GatewayEvent => found.get(seq) ?? {seq, at: at(), type: 'event.lost'});
  return {events, isWhole: lines.length === seqs.length && seqs.every(seq => found.has(seq))};
};

/** Empty if the line is damaged. */
export const readableEvent = (line: string): readonly GatewayEvent[] => {
  try {
    const event = eventIn(line);
    return Number.isSafeInteger(event?.seq) ? [event] : [];
  } catch {
    return [];
  }
};

const COLUMNS = 'seq, lines, (SELECT max(earlier.seq) FROM events AS earlier WHERE earlier.seq < events.seq) AS before';
const HOLDING = `SELECT ${COLUMNS} FROM events WHERE seq >= ? ORDER BY seq LIMIT 1`;

const SLICE_CHARACTERS = 100_000;

/** Limits the events of a row, so that reading one event never parses thousands. */
const MOST_IN_ROW = 100;
