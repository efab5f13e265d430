// Reads the time of a reminder or an alarm: an instant, a duration or words, by the daemon's clock in the person's
// zone.

import type {Reminder, TimedReminder} from '../../../shared/records/jobs/jobs.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import {DAY, type EpochMs, instantOfIso} from '../../../shared/time/time.ts';
import type {When} from './human-time.ts';

/** An ISO 8601 instant, a duration, or words. Exactly one. */
export type Moment = {readonly at?: string; readonly in?: string; readonly when?: string};

export type ResolveWhen = (
  text: string,
  context: {readonly now: EpochMs; readonly zone: string; readonly locale?: string},
) => When;

/** The instant, with what to confirm to the person. */
export type ReadAs = {readonly at: EpochMs; readonly note?: string; readonly language?: string};

/** `locale`: of the person. `askedAt`: the instant from which a duration counts. @default now */
export type ReadMoment = (moment: Moment, zone: string, locale?: string, askedAt?: EpochMs) => Promise<ReadAs>;

type MomentDeps = {
  readonly clock: Pick<Clock, 'now'>;
  readonly resolveWhen: ResolveWhen;
  /** For the error message. @default a reminder */
  readonly of?: 'a reminder' | 'an alarm';
};

/** The instant that is meant. Rejects with a sentence if there is none or it is impossible. */
export const momentReader =
  ({clock, resolveWhen, of = 'a reminder'}: MomentDeps): ReadMoment =>
  async (moment, zone, locale, askedAt) => {
    const texts = [moment.at, moment.in, moment.when].filter(text => text !== undefined);
    const [text] = texts;
    if (text === undefined || texts.length > 1) {
      throw new GatewayError('invalid', 'Give the time exactly once: as a date and time, a duration, or in words.');
    }
    const now = askedAt ?? clock.now();
    // An exact instant needs no interpretation and no note.
    const exact = instantOfIso(text);
    const when: When =
      exact === undefined || exact <= now ? resolveWhen(text, {now, zone, locale}) : {kind: 'at', at: exact};
    const isPast = (when.kind === 'at' ? when.at : (instantOfIso(text) ?? Infinity)) <= now;
    const past = isPast ? `The time of ${of} must be in the future. ` : '';
    if (when.kind === 'unclear') {
      const reason = when.isRecurring === true && of === 'an alarm' ? ALARM_AGAIN : when.reason;
      throw new GatewayError('invalid', `${past}${reason}`, when.isNoTime === true ? {fault: 'no-time'} : {});
    }
    if (isPast) throw new GatewayError('invalid', past.trim());
    if (when.at - now > FARTHEST_MS)
      throw new GatewayError('invalid', `The time of ${of} can be at most a hundred years ahead.`);
    return {at: when.at, note: when.note, language: when.language};
  };

/** The reminder with the note about its time, unless its instant differs. */
export const timedBy = (reminder: Reminder, read: ReadAs | undefined): TimedReminder =>
  read?.note === undefined || read.at !== reminder.fireAt ? reminder : {...reminder, note: read.note};

export const hasMoment = ({at, in: span, when}: Moment): boolean => [at, span, when].some(text => text !== undefined);

const ALARM_AGAIN = 'For a repeating alarm give a cron expression, such as "*/5 * * * *".';
const FARTHEST_MS = 100 * 365.25 * DAY;
