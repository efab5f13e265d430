// The dates of a series as text: on its own clock, and with the zone where that is another one.
import type {Wire} from '../fields/wire.ts';
import type {Reminder} from '../records/jobs/jobs.ts';
import {printableLine} from '../text/sanitize.ts';
import {clockTime, formatMoment, momentWithZone} from '../time/format-time.ts';
import {type EpochMs, instantOfIso} from '../time/time.ts';
import {isZone} from '../time/zone.ts';

/**
 * A date of a series, on its own clock: `Tue 1 Dec 12:00 EST`, or without the zone's name if that is the time here,
 * too.
 */
export const dateOfSeries = (at: EpochMs, now: EpochMs, zone: string): string =>
  isElsewhere(zone, now) ? momentWithZone(at, now, zone) : formatMoment(at, now, isZone(zone) ? zone : undefined);

/** True if the clocks there show another time than here. */
export const isElsewhere = (zone: string, now: EpochMs): boolean =>
  isZone(zone) && clockTime(now, zone) !== clockTime(now);

type Dated = Pick<Wire<Reminder>, 'next' | 'repeat' | 'zone' | 'occurrence'> & {readonly fireAt?: string};

/** The next three dates, on the clock of the series; an occurrence that was moved comes first. */
export const nextLine = ({next = [], repeat, zone, fireAt, occurrence}: Dated, now: EpochMs): string => {
  const its = repeat?.zone ?? zone;
  const date = (iso: string): string => dateOfSeries(instantOfIso(iso) ?? now, now, its);
  const text = occurrence?.message === undefined ? '' : `, "${printableLine(occurrence.message)}"`;
  const moved =
    fireAt === undefined || next[0] === undefined || fireAt >= next[0] ? '' : `This time: ${date(fireAt)}${text}. `;
  const isFromDone = repeat?.from === 'done';
  if (next.length === 0) return isFromDone ? WHEN_DONE : 'No further dates.';
  const lead = isFromDone && repeat.counted === undefined ? 'The first' : 'Next';
  return `${moved}${lead}: ${next.map(date).join(', ')}.`;
};

const WHEN_DONE = 'The next date counts from when you mark it as done.';
