// Finds times in a message: those of schedule/human-time.ts, and forms that only answers and commands use (a bare hour,
// a trailing duration). Pure.
import {type CommandWords, commandWords} from '../../../shared/languages/commands.ts';
import type {AnswerTexts, Language} from '../../../shared/languages/language.ts';
import {reword} from '../../../shared/languages/patterns.ts';
import {type EpochMs, isoOf, twoDigits} from '../../../shared/time/time.ts';
import {atMinute, instantAt, type WallTime, wallTimeAt} from '../../../shared/time/zone.ts';
import type {findWhen} from '../../schedule/moments/human-time.ts';
import type {Moment, Shift, TimeChoice} from './intent.ts';

/** Finds the time in a sentence, and the remaining text. */
export type FindWhen = (
  text: string,
  context: {readonly now: EpochMs; readonly zone: string; readonly locale?: string},
) => ReturnType<typeof findWhen>;
type FoundWhen = Exclude<ReturnType<FindWhen>, {readonly refused: string} | undefined>;

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
  /** The languages of commands, and their words. */
  readonly languages: readonly Language[];
  readonly words: CommandWords;
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
  const words = commandWords(context.languages);
  const forms = words.times;
  // The readers of a message ask about the same words again and again.
  const seen = new Map<string, ReturnType<FindWhen>>();
  const readOnce = (text: string): ReturnType<FindWhen> => {
    if (!seen.has(text)) seen.set(text, readWhen(text, context));
    return seen.get(text);
  };
  const findTime = (text: string): FoundWhen | undefined => {
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
    const phrase = reword(text, forms.bareSpan).replace(forms.sameTime, forms.atClock(clockNow(context)));
    const found = findTime(phrase) ?? findTime(reword(phrase, forms.nextPart));
    if (found === undefined) return undefined;
    // "wake me at 7" means the morning; "at 7" alone may not.
    const when = [found.when, found.when.replace(forms.joint, '')].find(candidate => {
      const alone = findTime(candidate);
      return alone !== undefined && alone.at === found.at && alone.rest === '';
    });
    const {at, when: words, repeats, isClock, notes, rest, also} = found;
    // A recurrence keeps its words, because an instant would fire only once.
    const time = when === undefined && repeats !== true ? {at: isoOf(at)} : {when: when ?? words};
    if (also === undefined)
      return {moment: {at, words, time, repeats, isClock, notes, choices: found.choices?.map(choiceOf)}, rest};
    const exactly = ({at, repeat, notes}: Pick<FoundWhen, 'at' | 'repeat' | 'notes'>): Moment => ({
      at,
      words,
      time: {
        at: isoOf(at),
        ...(repeat && {repeat: repeat.rule, until: repeat.until, count: repeat.count, from: repeat.from}),
      },
      repeats: repeat ? true : undefined,
      notes,
    });
    return {moment: exactly(found), rest, also: also.map(exactly)};
  };

  const whole: TimeReader['whole'] = text => {
    if (text.length > LONGEST_CLAUSE) return undefined;
    const phrase = text.trim().replace(forms.courtesyBefore, '').replace(forms.courtesyAfter, '');
    if (phrase === '' || phrase.length > LONGEST) return undefined;
    const until = phrase.replace(forms.until, '');
    for (const candidate of [
      phrase,
      phrase.replace(forms.joint, ''),
      ...(forms.bareHour.test(until) ? [forms.atHour(until)] : []),
    ]) {
      const found = find(candidate);
      if (found !== undefined && found.rest === '') return found.moment;
    }
    return undefined;
  };

  const atEnd: TimeReader['atEnd'] = text => {
    if (text.length > LONGEST_CLAUSE) return undefined;
    const trimmed = text.trim().replace(forms.courtesyAfter, '');
    const starts = [0, ...[...trimmed.matchAll(/\s+/gu)].map(({index, 0: space}) => index + space.length)];
    for (const start of starts.slice(-MOST_WORDS)) {
      const tail = trimmed.slice(start);
      const bare = tail.replace(forms.joint, '');
      const moment = forms.bareHour.test(bare) && bare === tail ? undefined : whole(tail);
      if (moment !== undefined) return {moment, rest: trimmed.slice(0, start).replace(forms.dangling, '').trim()};
    }
    return undefined;
  };

  const length: TimeReader['length'] = text => {
    const length = text.trim().replace(forms.lengthLead, '').replace(forms.courtesyAfter, '');
    // "15:00" is an hour, "in 15:00" a length.
    const isClock = /^\d{1,2}[:.]\d{2}$/u.test(length);
    if (length === '' || length.length > LONGEST || isClock || forms.isSpan.test(length)) return undefined;
    const found = findTime(forms.span(length.replace(forms.lengthArticle, '')));
    if (found === undefined || found.rest !== '' || !forms.isSpan.test(found.when) || found.at <= now) return undefined;
    return {ms: found.at - now, words: length};
  };

  const onDayOf: TimeReader['onDayOf'] = ({words}, at) => {
    const dawn = midnight(wallTimeAt(at, context.zone), context.zone);
    const read = createTimeReader(readWhen, {...context, now: dawn - 1}).whole(words);
    // An assumption of another day doesn't hold now.
    return read === undefined || read.at <= now ? undefined : {...read, notes: undefined, time: {at: isoOf(read.at)}};
  };

  return {...context, words, texts: context.language.answers, find, refusal, whole, atEnd, onDayOf, length};
};

const choiceOf = ({fireAt, label, when, repeat}: NonNullable<FoundWhen['choices']>[number]): TimeChoice => {
  const moment = repeat === undefined ? {time: {at: isoOf(fireAt)}} : {time: {when}, repeats: true as const};
  return {moment: {at: fireAt, words: label, ...moment}, repeat};
};

/** The start of a day. */
export const midnight = (day: WallTime, zone: string): EpochMs => instantAt(atMinute(day, 0), zone);

/** The current time of day: "this time tomorrow". */
const clockNow = ({now, zone}: {readonly now: EpochMs; readonly zone: string}): string => {
  const {hour, minute} = wallTimeAt(now, zone);
  return `${hour}:${twoDigits(minute)}`;
};

const LONGEST = 80;
const LONGEST_CLAUSE = 1_000;
const MOST_WORDS = 10;
