// Events as they are kept: a row holds those of one transaction, each a line of JSON, under the number of the last of them. A row for
// each would cost most of what an event costs.
import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import {numberIn, textIn, unreadable} from '../columns.ts';
import type {Database} from '../database/database.ts';
import type {Row} from '../database/queries.ts';

export type EventRow = {
  /** The number of its last event. */
  readonly last: number;
  /** In order. None of them holds a line break: JSON writes that as two signs. */
  readonly lines: readonly string[];
};

type EventRows = {
  /** The numbers of the first and the last event there is; 1 and 0 where there is none. */
  ends(): {readonly first: number; readonly last: number};
  /** In a transaction: adds events, of which the last one has this number. */
  add(lines: readonly string[], last: number): void;
  /** The row in which an event is, or else the next one. */
  holding(seq: number): EventRow | undefined;
  /** Rows from the one of an event on in which one of these texts is said, in order. It looks through all of them. */
  saying(texts: readonly string[], from: number): readonly EventRow[];
  /** In a transaction: what a row says from now on. */
  replace(row: EventRow): void;
  /** In a transaction: drops the rows all of whose events are older. */
  dropBefore(seq: number): void;
};

export const createEventRows = (database: Database): EventRows => {
  const insert = database.query('INSERT INTO events (seq, lines) VALUES (?, ?)');
  const holding = database.query('SELECT seq, lines FROM events WHERE seq >= ? ORDER BY seq LIMIT 1');
  const last = database.query('SELECT seq FROM events ORDER BY seq DESC LIMIT 1');
  const replace = database.query('UPDATE events SET lines = ? WHERE seq = ?');
  const drop = database.query('DELETE FROM events WHERE seq < ?');

  const rowHolding = (seq: number): EventRow | undefined => {
    const row = holding.get(seq);
    return row && rowOf(row);
  };

  return {
    ends: () => {
      const oldest = rowHolding(0);
      const newest = last.get();
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
    saying: (texts, from) => {
      if (texts.length === 0) return [];
      const mention = texts.map(() => 'instr(lines, ?) > 0').join(' OR ');
      const found = database.query(`SELECT seq, lines FROM events WHERE seq >= ? AND (${mention}) ORDER BY seq`);
      return found.all(from, ...texts).map(rowOf);
    },
    replace: ({last: seq, lines}) => {
      replace.run(lines.join('\n'), seq);
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

const rowOf = (row: Row): EventRow => ({last: numberIn(row, 'seq'), lines: textIn(row, 'lines').split('\n')});

/** The events of a row; in the place of one that cannot be read stands `event.lost`, so that nobody waits for a number in vain. */
export const eventsIn = ({last, lines}: EventRow, at: () => string): readonly GatewayEvent[] =>
  lines.map((line, index) => {
    const seq = last - lines.length + index + 1;
    try {
      const event = eventIn(line);
      if (event?.seq === seq) return event;
    } catch {
      // Told by what stands in its place.
    }
    return {seq, at: at(), type: 'event.lost'};
  });

/** Of a transaction that tells very much; so that one event is never read with thousands of others. */
const MOST_IN_ROW = 100;
