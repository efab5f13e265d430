// Writes the notes that an answer adds to an instant: assumptions, the time in a named zone, and wall times that a
// clock change skips or repeats. Pure.
import type {TimeNote} from '../../../../shared/languages/answers.ts';
import {sayNoteInEnglish} from '../../../../shared/languages/en/notes.ts';
import {type EpochMs, twoDigits} from '../../../../shared/time/time.ts';
import {oddityOf, offsetAt, offsetName, type WallTime, wallTimeAt} from '../../../../shared/time/zone.ts';

/** A time with its own offset: `PST`, `UTC+2`. */
type OffsetTime = {readonly name: string; readonly offsetMs: number};

type NotedTime = {
  readonly at: EpochMs;
  readonly assumed?: readonly TimeNote[];
  /** The intended wall time in its zone. */
  readonly wall?: WallTime;
  readonly zone: string;
  /** The name of the zone in the sentence, if any. */
  readonly named?: string;
  readonly there?: OffsetTime;
};

/**
 * The notes for brackets after the instant in the person's zone, in English and as data. Empty if there is nothing to
 * add.
 */
export const notesOf = (
  time: NotedTime,
  own: string,
): {readonly note?: string; readonly notes?: readonly TimeNote[]} => {
  const notes = [...elsewhere(time, own), ...(time.assumed ?? []), ...oddity(time)];
  return notes.length === 0 ? {} : {note: notes.map(sayNoteInEnglish).join('; '), notes};
};

/** The time on local clocks in the named zone. Empty if the person's clocks show the same. */
const elsewhere = ({at, zone, named, there}: NotedTime, own: string): readonly TimeNote[] => {
  const name = there?.name ?? named;
  const offset = there?.offsetMs ?? offsetAt(at, zone);
  if (name === undefined || offset === offsetAt(at, own)) return [];
  const short = offsetName(offset);
  const time = clock(wallTimeAt(at + offset, 'UTC'));
  return [{kind: 'elsewhere', time, place: name, offset: name.toUpperCase() !== short ? short : undefined}];
};

const oddity = ({wall, zone}: NotedTime): readonly TimeNote[] => {
  const kind = wall && oddityOf(wall, zone);
  return wall === undefined || kind === undefined ? [] : [{kind, time: clock(wall)}];
};

const clock = ({hour, minute}: WallTime): string => `${twoDigits(hour)}:${twoDigits(minute)}`;
