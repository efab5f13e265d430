// When a reminder is to come: an instant, a stretch of time or people's words, resolved by the daemon's clock in the person's zone.
import {GatewayError} from '../../../shared/gateway-error.ts';
import type {Reminder, TimedReminder} from '../../../shared/jobs.ts';
import {DAY, type EpochMs, instantOfIso} from '../../../shared/time.ts';
import type {Clock} from '../../ports.ts';
import type {When} from '../../schedule/human-time.ts';
import type {Moment} from './reminder-deeds.ts';

export type ResolveWhen = (
  text: string,
  context: {readonly now: EpochMs; readonly zone: string},
) => When | Promise<When>;

/** The instant, and what has to be said back with it. */
export type ReadAs = {readonly at: EpochMs; readonly note?: string};

export type ReadMoment = (moment: Moment, zone: string) => Promise<ReadAs>;

type MomentDeps = {readonly clock: Pick<Clock, 'now'>; readonly resolveWhen: ResolveWhen};

/** The instant that is meant; rejects with a sentence where none is, or one that cannot be a reminder's. */
export const momentReader =
  ({clock, resolveWhen}: MomentDeps): ReadMoment =>
  async (moment, zone) => {
    const texts = [moment.at, moment.in, moment.when].filter(text => text !== undefined);
    const [text] = texts;
    if (text === undefined || texts.length > 1) {
      throw new GatewayError('invalid', 'Say when exactly once: as an instant, a stretch of time, or in words.');
    }
    const now = clock.now();
    // An instant is what it is: nothing in it has to be understood, or said back.
    const exact = instantOfIso(text);
    const when: When =
      exact === undefined || exact <= now ? await resolveWhen(text, {now, zone}) : {kind: 'at', at: exact};
    const isPast = (when.kind === 'at' ? when.at : (instantOfIso(text) ?? Infinity)) <= now;
    const past = isPast ? 'The time of a reminder must be in the future. ' : '';
    if (when.kind === 'unclear') throw new GatewayError('invalid', `${past}${when.reason}`);
    if (isPast) throw new GatewayError('invalid', past.trim());
    if (when.at - now > FARTHEST_MS)
      throw new GatewayError('invalid', 'A reminder can be at most a hundred years ahead.');
    return {at: when.at, ...(when.note === undefined ? {} : {note: when.note})};
  };

/** The reminder as it stands, with what was read beside its instant; without it, where it stands at another. */
export const timedBy = (reminder: Reminder, read: ReadAs | undefined): TimedReminder =>
  read?.note === undefined || read.at !== reminder.fireAt ? reminder : {...reminder, note: read.note};

export const hasMoment = ({at, in: span, when}: Moment): boolean => [at, span, when].some(text => text !== undefined);

const FARTHEST_MS = 100 * 365.25 * DAY;
