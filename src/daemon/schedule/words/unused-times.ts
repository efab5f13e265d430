// Tells the times of a sentence that neither are used nor belong to the reminder text. Pure.
import type {TimeWords} from '../../../shared/languages/times/time-words.ts';
import type {Group} from './group-phrases.ts';
import {isShiftAlone} from './group-weight.ts';
import type {TimePhrase} from './reading.ts';
import {repeats} from './time-phrase.ts';

/** `first` is the chosen time. */
export type Around = {
  readonly text: string;
  readonly language: TimeWords;
  readonly lead: number;
  readonly first: Group;
};

/** True for a time before the chosen time or right beside it. Times after "to" belong to the reminder text. */
export const isUnused = (group: Group, around: Around): boolean => {
  const {text, language, lead, first} = around;
  const {sentence} = language;
  if (group.weight === 0 && !isShiftAlone(group)) return false;
  const isBehind = group.start >= first.end;
  const isBeside = isBehind && language.glue().test(text.slice(first.end, group.start));
  // "in 2 hours friday": two times side by side, of which only one can be meant.
  if (isBeside && group.isFree && group.weight > 0) return true;
  if (isBehind && (isEitherTime(group, around) || isBeyond(group, around))) return true;
  if (group.weight > 0 && group.weight < 3) return false;
  if (sentence.states().test(text.slice(0, group.start)) || isOfMatter(group, around)) return false;
  // The end or the start of the series never becomes text.
  const isEdgeDay = group.until?.day !== undefined || group.starting?.day !== undefined;
  if (repeats(first) && isEdgeDay) return true;
  if (isBeside && group.isSure) return true;
  return !isBehind || (first.start > lead && !opensText(text.slice(first.end), language));
};

/**
 * "sunday school on saturday", "midnight snack at 11pm": a bare name before one or two words, and another time behind
 * them.
 */
const isEitherTime = (group: Group, around: Around): boolean => {
  const {text, language, lead, first} = around;
  const {preposition} = language.sentence;
  const between = text.slice(first.end, group.start);
  const isOfSameKind =
    (first.day !== undefined && group.day !== undefined) || (first.times.length > 0 && group.times.length > 0);
  if (first.start > lead || repeats(first) || !isOfSameKind || preposition().test(text.slice(first.start)))
    return false;
  const isNamed = preposition().test(text.slice(group.start)) || (!first.isSure && (group.isFree || group.isSure));
  return isNamed && SHORT_TEXT.test(between) && !opensText(between, language) && !isOfMatter(group, around);
};

/** "friday before dec 24" */
const isBeyond = ({start}: Group, {text, language, first}: Around): boolean =>
  language.sentence.beyond().exec(text.slice(first.end, start).trimStart())?.index === 0;

export const opensText = (after: string, {sentence}: TimeWords): boolean =>
  after.trim() !== '' && sentence.opens().test(after);

export const isOfMatter = (
  {start}: Pick<TimePhrase, 'start'>,
  {text, language}: Pick<Around, 'text' | 'language'>,
): boolean => language.sentence.ofMatter().test(text.slice(0, start));

/** One or two words. */
const SHORT_TEXT = /^\s+[\p{L}\p{N}'’]+(?:\s+[\p{L}\p{N}'’]+)?\s+$/u;
