// Writes the notes that an answer adds to an instant: assumptions, the time in a named zone, and wall times that a clock change skips or
// repeats. Pure.
import type {EpochMs} from '../../../../shared/time/time.ts';
import {oddityOf, offsetAt, offsetName, type WallTime, wallTimeAt} from '../../../../shared/time/zone.ts';

/** A time with its own offset: `PST`, `UTC+2`. */
type OffsetTime = {readonly name: string; readonly offsetMs: number};

type NotedTime = {
  readonly at: EpochMs;
  readonly assumed?: string;
  /** The intended wall time in its zone. */
  readonly wall?: WallTime;
  readonly zone: string;
  /** The name of the zone in the sentence, if any. */
  readonly named?: string;
  readonly there?: OffsetTime;
};

/** A short note for brackets after the instant in the person's zone. Undefined if there is nothing to add. */
export const noteOf = (time: NotedTime, own: string): string | undefined => {
  const notes = [elsewhere(time, own), time.assumed, oddity(time)].filter(note => note !== undefined);
  return notes.length === 0 ? undefined : notes.join('; ');
};

/** The time on local clocks in the named zone. Undefined if the person's clocks show the same. */
const elsewhere = ({at, zone, named, there}: NotedTime, own: string): string | undefined => {
  const name = there?.name ?? named;
  const offset = there?.offsetMs ?? offsetAt(at, zone);
  if (name === undefined || offset === offsetAt(at, own)) return undefined;
  const short = offsetName(offset);
  return `${clock(wallTimeAt(at + offset, 'UTC'))} ${name}${name.toUpperCase() === short ? '' : `, ${short}`}`;
};

const oddity = ({wall, zone}: NotedTime): string | undefined => {
  if (wall === undefined) return undefined;
  switch (oddityOf(wall, zone)) {
    case 'skipped':
      return `${clock(wall)} does not exist that day: clocks go forward`;
    case 'twice':
      return `${clock(wall)} comes twice that day; the first is meant`;
    default:
      return undefined;
  }
};

const clock = ({hour, minute}: WallTime): string => `${two(hour)}:${two(minute)}`;
const two = (value: number): string => String(value).padStart(2, '0');
