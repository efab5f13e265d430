// Counts unreadable pieces of signal-cli's output, which are lost messages. Stored, so that the count survives a
// restart.
import {DAY, type EpochMs, isoOf} from '../../../../shared/time/time.ts';
import type {CursorStore} from '../../../ports/store.ts';
import type {World} from '../../../ports/system.ts';

export type DroppedLines = {
  /** Runs in the transaction that takes the line. */
  readonly note: (line: string, pieces: number) => void;
  /** The count of the last week. */
  readonly count: () => number;
  /** Sentences for the operator, until a week after the last loss. */
  readonly warnings: () => readonly string[];
};

type DroppedDeps = Pick<World, 'clock' | 'log'> & {readonly cursors: CursorStore};

export const createDroppedLines = ({clock, log, cursors}: DroppedDeps): DroppedLines => {
  const current = (): Dropped | undefined => {
    const stored = cursors.get(MARK);
    const dropped = stored === undefined ? undefined : (JSON.parse(stored) as Dropped);
    return dropped !== undefined && clock.now() - dropped.lastAt < SHOWN_FOR_MS ? dropped : undefined;
  };
  return {
    note: (line, pieces) => {
      log.error({line: line.slice(0, LONGEST_QUOTE), pieces}, "Couldn't read a line that signal-cli wrote.");
      const dropped: Dropped = {count: (current()?.count ?? 0) + pieces, lastAt: clock.now()};
      cursors.set(MARK, JSON.stringify(dropped));
    },
    count: () => current()?.count ?? 0,
    warnings: () => {
      const dropped = current();
      if (dropped === undefined) return [];
      const {count, lastAt} = dropped;
      const what = count === 1 ? 'a piece of a message' : `${count} pieces of messages`;
      return [
        `signal-cli wrote ${what} that couldn't be read, last at ${isoOf(lastAt)}. Messages that were sent to you then may be lost.`,
      ];
    },
  };
};

type Dropped = {readonly count: number; readonly lastAt: EpochMs};

const MARK = 'signal.dropped';
const SHOWN_FOR_MS = 7 * DAY;
const LONGEST_QUOTE = 200;
