// Phrases that several nouns share.
import {type Address, isPushable} from '../../shared/records/address.ts';
import {shortened} from '../../shared/text/shortened.ts';
import {formatIn as formatZoned} from '../../shared/time/format-time.ts';
import {type EpochMs, SECOND} from '../../shared/time/time.ts';
import {isZone} from '../../shared/time/zone.ts';
import {formatPlace, placeWord} from '../format/format-place.ts';
import {clockTime, formatUntil, formatWhen, sameDay} from '../format/format-time.ts';
import {formatTook} from '../format/how-long.ts';
import type {State} from './noun-view.ts';

/** `in 12m`, `now`. */
export const formatIn = (at: EpochMs, now: EpochMs): string => {
  const until = formatUntil(at, now);
  return until === 'now' ? until : `in ${until}`;
};

/** The time of day today; with the day otherwise. */
export const shortWhen = (at: EpochMs, now: EpochMs): string =>
  sameDay(at, now) ? clockTime(at) : formatWhen(at, now);

/** On the clocks of its own zone, which it names. */
export const whenInZone = (at: EpochMs, now: EpochMs, zone: string): string =>
  isZone(zone) ? formatZoned(at, now, zone, {zoned: true}) : formatWhen(at, now);

/** In a sentence: `tomorrow 09:00, in 12h`. */
export const coming = (at: EpochMs | undefined, now: EpochMs): string => {
  if (at === undefined) return 'not scheduled';
  return at <= now ? 'due now' : `${formatWhen(at, now)}, in ${formatUntil(at, now)}`;
};

/** `→ signal, here`; nothing where it goes nowhere. */
export const formatRoute = (addresses: readonly Address[]): string =>
  addresses.length === 0 ? '' : `→ ${formatPlace(addresses).join(', ')}`;

/** The places whole: one person on a channel is told from another. */
export const formatAddress = (addresses: readonly Address[]): string =>
  addresses.map(address => (isPushable(address) ? address : placeWord(address))).join(', ');

/** What was over at once is not worth a number. */
export const worthSaying = (ms: number): string => (ms < SECOND ? '' : formatTook(ms));

/** As a part of a sentence, without the mark that stands for the word. */
export const inSentence = (state: State | undefined): readonly string[] =>
  state === undefined
    ? []
    : [
        state.text
          .replaceAll(/[~✓!]+/gu, '')
          .replaceAll(/\s+/gu, ' ')
          .trim(),
      ];

/** The beginning of a text, for a sentence that goes on. */
export const briefly = (text: string): string => shortened(text, LONGEST).replace(/[.]$/u, '');

/** A reason at the end of a sentence, whose full stop follows. */
export const formatReason = (reason: string | undefined): readonly string[] =>
  reason === undefined ? [] : [reason.replace(/\.\s*$/u, '')];

const LONGEST = 200;
