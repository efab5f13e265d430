// Rates how likely a group of pieces is the time of its sentence. Pure.
import type {TimeWords} from '../../../shared/languages/times/time-words.ts';
import type {TimePhrase} from './reading.ts';
import {repeats} from './time-phrase.ts';
import {isOfDays} from './two-parts.ts';

export type Around = {
  readonly text: string;
  readonly language: TimeWords;
  readonly lead: number;
  /** The text contains a recurrence. */
  readonly isSeries: boolean;
};

export const weightOf = (phrase: TimePhrase, {text, language, lead}: Around): number => {
  const first = phrase.start <= lead;
  if (isShiftAlone(phrase)) return 0;
  if (phrase.shift !== undefined && phrase.day !== undefined) return 3;
  if (repeats(phrase))
    return phrase.isSure || !phrase.isName || phrase.starting?.day !== undefined || phrase.until?.day !== undefined
      ? 4
      : first && endsThere(phrase, text, language)
        ? 4
        : phrase.end >= text.trimEnd().length
          ? 4
          : 0;
  if (phrase.span !== undefined && phrase.day === undefined && phrase.times.length === 0) {
    if (phrase.manner === 'in') return 3;
    return first ? 2 : lead > 0 && /^[\s.!?]*$/u.test(text.slice(phrase.end)) ? 1 : 0;
  }
  if (phrase.lasting !== undefined && phrase.day === undefined && phrase.times.length === 0) {
    return (lead > 0 || first) && /^[\s.!?]*$/u.test(text.slice(phrase.end)) ? 1 : 0;
  }
  if (phrase.isSure) return 3;
  if (!phrase.isName) return 0;
  const before = text.slice(0, phrase.start);
  const isOpening = first && (phrase.isFree || isWord(phrase) || endsThere(phrase, text, language));
  if (isOpening || language.beforeDay().test(before)) return 3;
  if (first && phrase.opens === true) return phrase.orClock === undefined ? 2 : 3;
  return phrase.isFree && standsFree(phrase, text, language) ? 2 : 0;
};

/** "call mom friday", "meet bob friday at starbucks", not "the friday report". */
const standsFree = ({start, end}: TimePhrase, text: string, {sentence}: TimeWords): boolean =>
  !sentence.ownsDay().test(text.slice(0, start)) && sentence.afterDay().test(text.slice(end));

/** "two hours before" alone lacks its reference time, and so does "the evening before". */
export const isShiftAlone = ({shift, day, times, sun, instant}: TimePhrase): boolean =>
  shift !== undefined &&
  day === undefined &&
  (times.length === 0 || isOfDays(shift.span)) &&
  sun === undefined &&
  instant === undefined;

/** "sun 9am", "0900 standup" */
const isWord = ({day, times}: TimePhrase): boolean =>
  day?.kind === 'weekday' || day?.kind === 'ahead' || times.length > 0;

const endsThere = ({end}: TimePhrase, text: string, {sentence}: TimeWords): boolean =>
  sentence.opens().test(text.slice(end)) || /^\s*[,.;!?]/u.test(text.slice(end));
