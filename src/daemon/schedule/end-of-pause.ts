// Reads when a pause ends: "monday", "until monday at 9", "for two weeks", 2026-12-01.
import {withoutPauseLead} from '../../shared/languages/patterns.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {DAY, type EpochMs, instantOfIso} from '../../shared/time/time.ts';
import {atMinute, instantAt, wallTimeAt} from '../../shared/time/zone.ts';
import type {ReadMoment} from './moments/read-moment.ts';
import type {Reading, SentenceContext} from './words/index.ts';

type PauseReaders = {
  readonly instantOf: ReadMoment;
  readonly readWords: (text: string, context: SentenceContext) => Reading;
  /** The first occurrence from an instant to another. */
  readonly first: (from: EpochMs, to: EpochMs) => EpochMs | undefined;
};

/**
 * Throws for a time that can't be read or isn't ahead. A day without a time is the morning, or the first occurrence of
 * that day if it comes before: "until monday" doesn't leave out Monday.
 */
export const endOfPause = async (
  said: string,
  context: {readonly now: EpochMs; readonly zone: string; readonly locale?: string},
  {instantOf, readWords, first}: PauseReaders,
): Promise<EpochMs> => {
  const {now, zone, locale} = context;
  const words = withoutPauseLead(said);
  const at = instantOfIso(words) ?? (await instantOf({when: words}, zone, locale, now)).at;
  if (at <= now) throw new GatewayError('invalid', `"${said}" is in the past. Choose a later end of the pause.`);
  const reading = readWords(words, {now, zone, locale});
  const isDay = reading.kind === 'read' && reading.notes?.some(({kind}) => kind === 'no-time') === true;
  if (!isDay) return at;
  const midnight = instantAt(atMinute(wallTimeAt(at, zone), 0), zone);
  return Math.min(at, first(Math.max(now + 1, midnight), midnight + DAY - 1) ?? at);
};
