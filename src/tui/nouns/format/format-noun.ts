// Phrases that several nouns share.

import {addressName, type Names} from '../../../shared/record-text/names.ts';
import {type Address, isPushable} from '../../../shared/records/address.ts';
import type {RingAnswer} from '../../../shared/records/message-details.ts';
import {clauseFromOutside} from '../../../shared/text/sentences.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import {clockTime, formatUntil, formatWhen, isSameDay, momentWithZone} from '../../../shared/time/format-time.ts';
import {type EpochMs, SECOND} from '../../../shared/time/time.ts';
import {isZone} from '../../../shared/time/zone.ts';
import {formatPlace, placeLabel} from '../../format/format-place.ts';
import {formatTook} from '../../format/how-long.ts';
import type {State} from '../noun-view.ts';

/** `in 12m`, `now`. */
export const formatDue = (at: EpochMs, now: EpochMs): string => {
  const until = formatUntil(at, now);
  return until === 'now' ? until : `in ${until}`;
};

/** The time of day; on other days with the date. */
export const shortWhen = (at: EpochMs, now: EpochMs): string =>
  isSameDay(at, now) ? clockTime(at) : formatWhen(at, now);

/** In its own zone, with the zone's name. */
export const whenInZone = (at: EpochMs, now: EpochMs, zone: string): string =>
  isZone(zone) ? momentWithZone(at, now, zone) : formatWhen(at, now);

/** For sentences: `tomorrow 09:00, in 12h`. */
export const coming = (at: EpochMs | undefined, now: EpochMs): string => {
  if (at === undefined) return 'not scheduled';
  return at <= now ? 'due now' : `${formatWhen(at, now)}, in ${formatUntil(at, now)}`;
};

/** `→ signal, here`; empty without a destination. */
export const formatRoute = (addresses: readonly Address[]): string =>
  addresses.length === 0 ? '' : `→ ${formatPlace(addresses).join(', ')}`;

/** By name; an address without one in full, which distinguishes several people on one channel. */
export const formatAddresses = (addresses: readonly Address[], names: Names): string =>
  addresses.map(address => (isPushable(address) ? addressName(address, names) : placeLabel(address))).join(', ');

/** Durations below a second are left out. */
export const tookIfLong = (ms: number): string => (ms < SECOND ? '' : formatTook(ms));

/** As part of a sentence, without the sign. */
export const inSentence = (state: State | undefined): readonly string[] => (state === undefined ? [] : [state.text]);

/** As drawn in a row. */
export const drawnState = ({text, sign}: State): string => (sign === undefined ? text : `${text} ${sign}`);

/** The beginning of somebody's text, inside a sentence. */
export const briefly = (text: string): string => clauseFromOutside(shortened(text, LONGEST));

/** A stored error, as sentences of its own behind a sentence without its full stop. */
export const withError = (sentence: string, error: string | undefined): string =>
  error === undefined ? sentence : `${sentence}. ${error}`;

/** The answer to a ring: `done 17:10 on the phone`. A time on another day than the ring gets its date. */
export const formatAnswer = ({kind, at, snoozedUntil, channel}: RingAnswer, rangAt: EpochMs): string => {
  const time = (instant: EpochMs): string => shortWhen(instant, rangAt);
  const what = snoozedUntil === undefined ? `${kind} ${time(at)}` : `snoozed until ${time(snoozedUntil)}`;
  return `${what}${formatWay(channel)}`;
};

const formatWay = (channel: string | undefined): string => {
  if (channel === undefined || channel === 'terminal') return '';
  if (channel === 'signal' || channel === 'ntfy') return ' on the phone';
  return channel === 'mail' ? ' by mail' : ` on ${channel}`;
};

const LONGEST = 200;
