// What has to be said back besides the instant itself, because it is not plain from it: what was assumed, the time in the zone
// that was named, and a wall time that the clocks leave out or show twice. Pure.
import type {EpochMs} from '../../../shared/time/time.ts';
import {oddityOf, offsetAt, offsetName, type WallTime, wallTimeAt} from '../../../shared/time/zone.ts';
import type {OffsetTime} from './calendar-dates.ts';

export type NotedTime = {
  readonly at: EpochMs;
  readonly assumed?: string;
  /** The wall time that was meant, and where. */
  readonly wall?: WallTime;
  readonly zone: string;
  /** The zone as it was named, where one was. */
  readonly named?: string;
  readonly there?: OffsetTime;
};

/** A few words to stand in brackets behind the instant in the person's own zone; undefined where nothing is to be added. */
export const noteOf = (time: NotedTime, own: string): string | undefined => {
  const notes = [elsewhere(time, own), time.assumed, oddity(time)].filter(note => note !== undefined);
  return notes.length === 0 ? undefined : notes.join('; ');
};

/** The same time as clocks show it there, unless they show what the person's own do. */
const elsewhere = ({at, zone, named, there}: NotedTime, own: string): string | undefined => {
  const name = there?.name ?? named;
  const offset = there?.offsetMs ?? offsetAt(at, zone);
  if (name === undefined || offset === offsetAt(at, own)) return undefined;
  const said = offsetName(offset);
  return `${clock(wallTimeAt(at + offset, 'UTC'))} ${name}${name.toUpperCase() === said ? '' : `, ${said}`}`;
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
