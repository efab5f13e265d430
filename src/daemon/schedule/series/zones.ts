// Moves a reminder to another zone: its wall times stay, so its instants change. Pure.
//
// A series goes on where it is on the clock. Going west, a time of day that has rung doesn't ring again on the same
// date; going east, a time that the clocks jump over is due at once, and late.
import type {Reminder} from '../../../shared/records/jobs/jobs.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {instantAt, wallTimeAt} from '../../../shared/time/zone.ts';
import {comingAfter, type Instants, isSeries, keptAhead, type Series, settledSeries} from './advance.ts';
import {countsFromDone} from './after-done.ts';
import {movedAhead} from './changes.ts';

type ZonedReminder = Partial<Pick<Reminder, 'repeat' | 'timer' | 'snoozedAt' | 'on'>>;

/** True if a zone decides when it rings. What repeats by the hour is the same everywhere. */
export const hasZone = ({repeat, timer, snoozedAt, on}: ZonedReminder): boolean => {
  if (repeat === undefined) return timer !== true && snoozedAt === undefined && on === undefined;
  return !/FREQ=(?:HOURLY|MINUTELY)/u.test(repeat.rule);
};

export const inZone = (reminder: Reminder, zone: string, now: EpochMs, instants: Instants): Reminder => {
  if (isSeries(reminder)) return seriesInZone(reminder, zone, now, instants);
  return {...reminder, zone, fireAt: atWallOf(reminder.fireAt, reminder.zone, zone)};
};

const seriesInZone = (series: Series, zone: string, now: EpochMs, instants: Instants): Series => {
  const {repeat, next = [], skipped, occurrence} = series;
  const moved = (at: EpochMs): EpochMs => (at <= now ? at : atWallOf(at, repeat.zone, zone));
  const ahead = movedAhead(series);
  const left: Series = {
    ...series,
    zone,
    repeat: {...repeat, zone},
    skipped: skipped?.map(moved),
    // An occurrence that was moved before it rang has a wall time; one that was snoozed waits for an instant.
    occurrence:
      ahead === undefined
        ? occurrence
        : {...ahead, at: moved(ahead.at), snoozedUntil: ahead.snoozedUntil && moved(ahead.snoozedUntil)},
  };
  if (countsFromDone(series)) return settledSeries({...left, next: next.map(moved)});
  // Due instants stay due.
  const due = next.filter(at => at <= now);
  const coming = comingAfter(left, atWallOf(now, repeat.zone, zone), keptAhead(left.repeat), instants);
  const handled = ahead && left.occurrence?.at;
  return settledSeries({...left, next: [...due, ...coming.filter(at => at !== handled)].toSorted((a, b) => a - b)});
};

/** The instant of the same wall time in another zone. */
const atWallOf = (at: EpochMs, from: string, to: string): EpochMs => instantAt(wallTimeAt(at, from), to);

/** Throws a sentence if a reminder can't follow anybody. */
export const checkFollows = (reminder: ZonedReminder): void => {
  if (reminder.repeat === undefined)
    throw new GatewayError('invalid', 'Only a reminder that repeats can follow you. This one rings once, at its time.');
  if (!hasZone(reminder))
    throw new GatewayError(
      'invalid',
      'What repeats by the hour or minute is the same everywhere, so it follows nobody.',
    );
};
