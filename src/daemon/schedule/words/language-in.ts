// Finds the language that reads most of a sentence, and what another language reads in it: "sync um 15 uhr tomorrow".
// Pure.
import {GERMAN_TIMES} from '../../../shared/languages/de/times/times.ts';
import {ENGLISH_TIMES} from '../../../shared/languages/en/times/times.ts';
import type {Piece, Span} from '../../../shared/languages/times/meaning.ts';
import type {TimeLanguage, TimeWords} from '../../../shared/languages/times/time-words.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {offsetAt} from '../../../shared/time/zone.ts';
import {type Group, gather, leadIn} from './group-phrases.ts';
import type {SentenceContext} from './reading.ts';
import type {Seen} from './refusals.ts';
import {outsideQuotes} from './reminder-sentence.ts';
import {scan} from './scan.ts';
import {spanOf} from './spans-of-time.ts';

/** Another language is a further line here. */
export const TIME_LANGUAGES: readonly TimeLanguage[] = [ENGLISH_TIMES, GERMAN_TIMES];

/** The duration that the text names in any language. Undefined without a duration. */
export const readSpan = (text: string): Span | undefined => {
  for (const {times} of TIME_LANGUAGES) {
    const span = spanOf(text, times.spans);
    if (span !== undefined) return span;
  }
  return undefined;
};

/** The language that recognizes more of the sentence. With equal scores the person's language wins. */
export const languageIn = (
  text: string,
  {locale = '', zone, now, languages = TIME_LANGUAGES}: Pick<SentenceContext, 'locale' | 'zone' | 'now' | 'languages'>,
): Seen => {
  const all = languages
    .toSorted((a, b) => Number(isOf(b, locale)) - Number(isOf(a, locale)))
    .map(({code, nag, times: language}) => {
      const pieces = scan(text, language).filter(piece => !isOwnPlace(piece, zone, now));
      const groups = groupsIn(text, pieces, language);
      const phrase = groups.filter(({weight}) => weight > 0).reduce((sum, {start, end}) => sum + end - start, 0);
      const lead = leadIn(text, language);
      return {code, language, nag, pieces, groups, lead, score: phrase + lead};
    });
  const best = all.reduce((most, candidate) => (candidate.score > most.score ? candidate : most));
  const others = all.filter(candidate => candidate !== best);
  const foreign = others.flatMap(({pieces}) => pieces).filter(piece => isForeign(piece, text, best.pieces));
  const sure = foreign.filter(isSure);
  const {code, language, nag, pieces, lead} = best;
  return {
    code,
    language,
    nag,
    others: others.map(other => other.language),
    groups: sure.length === 0 ? best.groups : groupsIn(text, withForeign(pieces, sure), language),
    foreign: foreign.filter(piece => !sure.includes(piece)),
    otherLead: lead > 0 ? 0 : Math.max(0, ...others.map(other => other.lead)),
    isSure: others.every(({score}) => score < best.score),
  };
};

/** "remind me morgen um 9 …": the lead-in of another language is no text, either. */
export const withoutOtherLead = (text: string, {otherLead}: Seen): string =>
  ' '.repeat(otherLead) + text.slice(otherLead);

/**
 * Words of another language that the own one doesn't read, or reads less of. Two letters alone are mostly another word:
 * "so".
 */
const isForeign = ({start, end}: Piece, text: string, own: readonly Piece[]): boolean =>
  /\p{L}{3}|\p{L}.*\d|\d.*\p{L}/u.test(text.slice(start, end)) &&
  own.every(
    piece =>
      piece.end <= start ||
      piece.start >= end ||
      (piece.start >= start && piece.end <= end && piece.end - piece.start < end - start),
  );

/** Short names of days are other words in another language: "sun", "so". */
const isSure = ({start, end, doubt}: Piece): boolean =>
  doubt === undefined || ((doubt === 'free' || doubt === 'word') && end - start >= 5);

const withForeign = (own: readonly Piece[], foreign: readonly Piece[]): readonly Piece[] =>
  [
    ...own.filter(piece => foreign.every(({start, end}) => piece.end <= start || piece.start >= end)),
    ...foreign,
  ].toSorted((a, b) => a.start - b.start);

/** A time in quotes is text, unless the sentence has no other. */
const groupsIn = (text: string, pieces: readonly Piece[], language: TimeWords): readonly Group[] => {
  const outside = outsideQuotes(text, pieces);
  const found = gather(text, outside, language);
  const isQuoted = outside.length < pieces.length && !found.some(({weight}) => weight > 0);
  return isQuoted ? gather(text, pieces, language) : found;
};

const isOf = ({code}: TimeLanguage, locale: string): boolean => locale.toLowerCase().startsWith(code);

/** "at 9 in Berlin" from a person in Berlin names the place, not the zone. */
const isOwnPlace = ({meaning}: Piece, zone: string, now: EpochMs): boolean =>
  meaning.kind === 'zone' && meaning.place === true && offsetAt(now, meaning.zone) === offsetAt(now, zone);
