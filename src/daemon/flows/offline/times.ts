// Finds times in a message: those of schedule/human-time.ts, and forms that only answers and commands use (a bare hour,
// a trailing duration). Pure.
import type {AnswerTexts} from '../../../shared/languages/answers.ts';
import type {UnusedTime} from '../../../shared/languages/faults.ts';
import type {Language} from '../../../shared/languages/language.ts';
import type {TimeNote} from '../../../shared/languages/time-note.ts';
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import {type EpochMs, isoOf, twoDigits} from '../../../shared/time/time.ts';
import {instantAt, type WallTime, wallTimeAt} from '../../../shared/time/zone.ts';
import type {Moment, Shift, TimeChoice} from './intent.ts';

/** The time of a sentence and the remaining text, as parsed by schedule/human-time.ts. */
export type FindWhen = (
  text: string,
  context: {readonly now: EpochMs; readonly zone: string; readonly locale?: string},
) => FoundWhen | RefusedWhen | undefined;
type RefusedWhen = {
  readonly refused: string;
  readonly why?: {readonly kind: UnusedTime; readonly phrase: string; readonly other: string};
  readonly language?: string;
};
type FoundRule = Omit<Recurrence, 'words'>;
type FoundWhen = {
  readonly at: EpochMs;
  readonly when: string;
  readonly rest: string;
  readonly repeats?: true;
  readonly repeat?: FoundRule;
  readonly notes?: readonly TimeNote[];
  readonly also?: readonly Pick<FoundWhen, 'at' | 'repeat' | 'notes'>[];
  /** The times that ambiguous words may mean, the likeliest first. */
  readonly choices?: readonly {
    readonly fireAt: EpochMs;
    readonly label: string;
    readonly when: string;
    readonly repeat?: Omit<Recurrence, 'words'>;
  }[];
  readonly language?: string;
  readonly isClock?: true;
};

/** `also`: further times for the same reminder text. */
type FoundTime = {readonly moment: Moment; readonly rest: string; readonly also?: readonly Moment[]};

export type TimeReader = {
  readonly now: EpochMs;
  readonly zone: string;
  /** Decides how dates in figures are read. */
  readonly locale?: string;
  /** The language of the answer. */
  readonly language: Language;
  readonly texts: AnswerTexts;
  /** The languages of commands. */
  readonly languages: readonly Language[];
  /** A time anywhere in the text, and the remaining text. */
  find(text: string): FoundTime | undefined;
  /** The reason why a named time can't be used, as a sentence. */
  refusal(text: string): string | undefined;
  /** The text is only a time, apart from courtesies. */
  whole(text: string): Moment | undefined;
  /** The text ends with a time: `tea 10 minutes`, `the dentist to friday 10:00`. The longest match wins. */
  atEnd(text: string): {readonly moment: Moment; readonly rest: string} | undefined;
  /** A time of day on the day of `at`. Undefined if that is over. */
  onDayOf(moment: Moment, at: EpochMs): Moment | undefined;
  /** The text is a duration: `an hour`, `by 20 min`. */
  length(text: string): Shift | undefined;
};

export const createTimeReader = (
  readWhen: FindWhen,
  context: Pick<TimeReader, 'now' | 'zone' | 'locale' | 'language' | 'languages'>,
): TimeReader => {
  const {now} = context;
  // The readers of a message ask about the same words again and again.
  const seen = new Map<string, ReturnType<FindWhen>>();
  const readOnce = (text: string): ReturnType<FindWhen> => {
    if (!seen.has(text)) seen.set(text, readWhen(text, context));
    return seen.get(text);
  };
  const findWhen = (text: string): FoundWhen | undefined => {
    const found = readOnce(text);
    return found === undefined || 'refused' in found ? undefined : found;
  };
  const refusal: TimeReader['refusal'] = text => {
    const found = readOnce(text);
    if (found === undefined || !('refused' in found)) return undefined;
    const {refused, why} = found;
    return why === undefined ? refused : context.language.answers.not.time[why.kind](why.phrase, why.other);
  };

  const find: TimeReader['find'] = text => {
    const phrase = sameTime(inMinutes(text), context);
    const found = findWhen(phrase) ?? findWhen(withNextPart(phrase));
    if (found === undefined) return undefined;
    // "wake me at 7" means the morning; "at 7" alone may not.
    const when = [found.when, found.when.replace(JOINT, '')].find(words => {
      const alone = findWhen(words);
      return alone !== undefined && alone.at === found.at && alone.rest === '';
    });
    // A recurrence keeps its words, because an instant would fire only once.
    const time = when !== undefined ? {when} : found.repeats === true ? {when: found.when} : {at: isoOf(found.at)};
    const choices = found.choices?.map(choiceOf);
    const repeats = found.repeats === true ? {repeats: true as const} : {};
    const moment = {
      at: found.at,
      words: found.when,
      time,
      ...repeats,
      choices,
      isClock: found.isClock,
      notes: found.notes,
    };
    if (found.also === undefined) return {moment, rest: found.rest};
    const exactly = ({at, repeat, notes}: Pick<FoundWhen, 'at' | 'repeat' | 'notes'>): Moment => ({
      at,
      words: found.when,
      time: {at: isoOf(at), ...(repeat && {repeat: repeat.rule, until: repeat.until, count: repeat.count})},
      repeats: repeat ? true : undefined,
      notes,
    });
    return {moment: exactly(found), rest: found.rest, also: found.also.map(exactly)};
  };

  const whole: TimeReader['whole'] = text => {
    if (text.length > LONGEST_CLAUSE) return undefined;
    const phrase = text.trim().replace(COURTESY_FIRST, '').replace(COURTESY_LAST, '');
    if (phrase === '' || phrase.length > LONGEST) return undefined;
    const until = phrase.replace(/^(?:to|until|till)\s+/iu, '');
    for (const candidate of [phrase, phrase.replace(JOINT, ''), ...(BARE_HOUR.test(until) ? [`at ${until}`] : [])]) {
      const found = find(candidate);
      if (found !== undefined && found.rest === '') return found.moment;
    }
    return undefined;
  };

  const atEnd: TimeReader['atEnd'] = text => {
    if (text.length > LONGEST_CLAUSE) return undefined;
    const trimmed = text.trim().replace(COURTESY_LAST, '');
    const starts = [0, ...[...trimmed.matchAll(/\s+/gu)].map(({index, 0: space}) => index + space.length)];
    for (const start of starts.slice(-MOST_WORDS)) {
      const tail = trimmed.slice(start);
      const bare = tail.replace(JOINT, '');
      const moment = BARE_HOUR.test(bare) && bare === tail ? undefined : whole(tail);
      if (moment !== undefined) return {moment, rest: trimmed.slice(0, start).replace(DANGLING, '').trim()};
    }
    return undefined;
  };

  const length: TimeReader['length'] = text => {
    const words = text
      .trim()
      .replace(/^(?:by|for|another)\s+/iu, '')
      .replace(COURTESY_LAST, '');
    // "15:00" is an hour, "in 15:00" a length.
    if (words === '' || words.length > LONGEST || /^(?:in\b|\d{1,2}[:.]\d{2}$)/iu.test(words)) return undefined;
    const found = findWhen(`in ${words.replace(/^a\s+(?=\d)/u, '')}`);
    if (found === undefined || found.rest !== '' || !/^in\b/iu.test(found.when) || found.at <= now) return undefined;
    return {ms: found.at - now, words};
  };

  const onDayOf: TimeReader['onDayOf'] = ({words}, at) => {
    const dawn = midnight(wallTimeAt(at, context.zone), context.zone);
    const read = createTimeReader(readWhen, {...context, now: dawn - 1}).whole(words);
    // An assumption of another day doesn't hold now.
    return read === undefined || read.at <= now ? undefined : {...read, notes: undefined, time: {at: isoOf(read.at)}};
  };

  return {...context, texts: context.language.answers, find, refusal, whole, atEnd, onDayOf, length};
};

/** The language in which only one grammar reads the text. Undefined if none does, or several do. */
export const languageRead = (
  readWhen: FindWhen,
  text: string,
  context: {readonly now: EpochMs; readonly zone: string},
): string | undefined => {
  const found = readWhen(text, context);
  return found?.language;
};

const choiceOf = ({fireAt, label, when, repeat}: NonNullable<FoundWhen['choices']>[number]): TimeChoice => {
  const moment = repeat === undefined ? {time: {at: isoOf(fireAt)}} : {time: {when}, repeats: true as const};
  return {moment: {at: fireAt, words: label, ...moment}, repeat};
};

/** The start of a day. */
export const midnight = (day: WallTime, zone: string): EpochMs =>
  instantAt({...day, hour: 0, minute: 0, second: 0, millisecond: 0}, zone);

/** "in 5" means five minutes. */
const inMinutes = (text: string): string =>
  text.replace(/\b(in \d{1,3})(?=\s+(?:to|that|about)\b|\s*(?:$|[.,:!?](?!\d)))/iu, '$1 minutes');

/** "this time tomorrow" keeps the current time of day. */
const sameTime = (text: string, {now, zone}: {readonly now: EpochMs; readonly zone: string}): string => {
  const {hour, minute} = wallTimeAt(now, zone);
  const clock = `${hour}:${twoDigits(minute)}`;
  return text.replace(/\b(?:at )?(?:this|the same) time (tomorrow|on \w+day|next \w+day)\b/iu, `$1 at ${clock}`);
};

/** "in the morning" means the next morning by default. */
const withNextPart = (text: string): string =>
  text.replace(/\bin the morning\b/iu, 'tomorrow morning').replace(/\bin the (afternoon|evening)\b/iu, 'this $1');

const LONGEST = 80;
const LONGEST_CLAUSE = 1_000;
const MOST_WORDS = 10;
const BARE_HOUR = /^(?:[01]?\d|2[0-3]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/iu;
const JOINT = /^(?:to|until|till|for|by|another)\s+/iu;
const DANGLING = /\s*(?:\b(?:to|until|till|for|by|at|on|another|in)|[,:;–—-])\s*$/iu;
const COURTESY_FIRST =
  /^(?:(?:um+|well|ok(?:ay)?|yes|yeah|please|maybe|perhaps|then|let's say|let’s say|say|how about|what about|make it|make that)[\s,:]+)*/iu;
const COURTESY_LAST =
  /(?:[\s,]+(?:please|pls|thanks|thank you|then|instead|would be (?:good|great|fine|nice)|is (?:good|fine)))*[\s.!?]*$/iu;
