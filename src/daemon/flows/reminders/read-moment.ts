// When a reminder is to come: an instant, a stretch of time or people's words, resolved by the daemon's clock in the person's zone.
import {GatewayError} from '../../../shared/gateway-error.ts';
import {DAY, type EpochMs, instantOfIso} from '../../../shared/time.ts';
import type {Clock} from '../../ports.ts';
import type {When} from '../../schedule/human-time.ts';
import type {Moment} from './reminder-deeds.ts';

export type ResolveWhen = (
  text: string,
  context: {readonly now: EpochMs; readonly zone: string},
) => When | Promise<When>;

export type ReadMoment = (moment: Moment, zone: string) => Promise<EpochMs>;

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
      exact === undefined || exact <= now
        ? await resolveWhen(text, {now, zone})
        : {kind: 'at', at: exact, understood: text};
    const isPast = (when.kind === 'at' ? when.at : (instantOfIso(text) ?? Infinity)) <= now;
    const past = isPast ? 'The time of a reminder must be in the future. ' : '';
    if (when.kind === 'unclear') throw new GatewayError('invalid', `${past}${when.reason}`);
    if (isPast) throw new GatewayError('invalid', past.trim());
    if (when.at - now > FARTHEST_MS)
      throw new GatewayError('invalid', 'A reminder can be at most a hundred years ahead.');
    return when.at;
  };

export const hasMoment = ({at, in: span, when}: Moment): boolean => [at, span, when].some(text => text !== undefined);

const FARTHEST_MS = 100 * 365.25 * DAY;
