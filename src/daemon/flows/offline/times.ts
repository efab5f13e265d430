// Times in a message: what schedule/human-time.ts finds, and what only an answer or a command holds (a bare hour, a length of
// time at the end). Pure.
import {type EpochMs, isoOf} from '../../../shared/time/time.ts';
import {instantAt, type WallTime, wallTimeAt} from '../../../shared/time/zone.ts';
import type {Moment, Shift} from './intent.ts';

/** The time in a sentence and the rest of it, as schedule/human-time.ts finds them. */
export type FindWhen = (
  text: string,
  context: {readonly now: EpochMs; readonly zone: string},
) => {readonly at: EpochMs; readonly when: string; readonly rest: string} | undefined;

export type TimeReader = {
  readonly now: EpochMs;
  readonly zone: string;
  /** A time somewhere in the text, and the text without it. */
  find(text: string): {readonly moment: Moment; readonly rest: string} | undefined;
  /** The text is a time and nothing else but courtesy. */
  whole(text: string): Moment | undefined;
  /** The text ends with a time: `tea 10 minutes`, `the dentist to friday 10:00`. The longest one counts. */
  atEnd(text: string): {readonly moment: Moment; readonly rest: string} | undefined;
  /** The text is a length of time: `an hour`, `by 20 min`. */
  length(text: string): Shift | undefined;
};

export const createTimeReader = (
  findWhen: FindWhen,
  context: {readonly now: EpochMs; readonly zone: string},
): TimeReader => {
  const {now} = context;

  const find: TimeReader['find'] = text => {
    const said = sameTime(inMinutes(text), context);
    const found = findWhen(said, context) ?? findWhen(withNextPart(said), context);
    if (found === undefined) return undefined;
    // "wake me at 7" is in the morning, and "at 7" alone may not be.
    const when = [found.when, found.when.replace(JOINT, '')].find(words => {
      const alone = findWhen(words, context);
      return alone !== undefined && alone.at === found.at && alone.rest === '';
    });
    const time = when === undefined ? {at: isoOf(found.at)} : {when};
    return {moment: {at: found.at, words: found.when, time}, rest: found.rest};
  };

  const whole: TimeReader['whole'] = text => {
    if (text.length > LONGEST_CLAUSE) return undefined;
    const said = text.trim().replace(COURTESY_FIRST, '').replace(COURTESY_LAST, '');
    if (said === '' || said.length > LONGEST) return undefined;
    const until = said.replace(/^(?:to|until|till)\s+/iu, '');
    for (const candidate of [said, said.replace(JOINT, ''), ...(BARE_HOUR.test(until) ? [`at ${until}`] : [])]) {
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
    if (words === '' || words.length > LONGEST || /^in\b/iu.test(words)) return undefined;
    const found = findWhen(`in ${words.replace(/^a\s+(?=\d)/u, '')}`, context);
    if (found === undefined || found.rest !== '' || !/^in\b/iu.test(found.when) || found.at <= now) return undefined;
    return {ms: found.at - now, words};
  };

  return {...context, find, whole, atEnd, length};
};

/** The beginning of a day. */
export const midnight = (day: WallTime, zone: string): EpochMs =>
  instantAt({...day, hour: 0, minute: 0, second: 0, millisecond: 0}, zone);

/** "in 5" is five minutes to everybody who says it. */
const inMinutes = (text: string): string =>
  text.replace(/\b(in \d{1,3})(?=\s+(?:to|that|about)\b|\s*(?:$|[.,:!?](?!\d)))/iu, '$1 minutes');

/** "this time tomorrow" is the time that it is now. */
const sameTime = (text: string, {now, zone}: {readonly now: EpochMs; readonly zone: string}): string => {
  const {hour, minute} = wallTimeAt(now, zone);
  const clock = `${hour}:${String(minute).padStart(2, '0')}`;
  return text.replace(/\b(?:at )?(?:this|the same) time (tomorrow|on \w+day|next \w+day)\b/iu, `$1 at ${clock}`);
};

/** "in the morning" is the next one, where nothing else is said. */
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
