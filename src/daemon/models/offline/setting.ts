// Understanding that a reminder is wanted: "remind me …" in its many forms, and what is plainly one without those words.
import {formatDuration} from '../../../shared/format-time.ts';
import {isoOf} from '../../../shared/time.ts';
import {asRequest, withoutLead} from './asked-for.ts';
import {ASK_BOTH, askWhat, askWhen, offer} from './questions.ts';
import type {Moment, Order, Request} from './requests.ts';
import type {TimeReader} from './said-times.ts';
import {splitOrders} from './several-orders.ts';

/** What such words ask for: the reminders, or the question that is still to be put. `pointedAt` is what "that" means. */
export const readRequest = (asked: string, times: TimeReader, pointedAt?: string): Request => {
  const [, other] = SOMEBODY_ELSE.exec(asked) ?? [];
  if (other !== undefined) return {kind: 'say', text: onlyYou(other)};
  const text = asRequest(asked);
  const orders = splitOrders(text, times);
  if (orders !== undefined) return {kind: 'set', orders};
  const found = beforeTime(text, times) ?? times.find(text) ?? unlabelled(text, times);
  if (found === undefined) {
    const message = matterOf(text);
    return {kind: 'say', text: message === '' ? ASK_BOTH : withoutTime(message, times)};
  }
  const {moment, message} = ahead(found.moment, cleanMatter(found.rest), times);
  if (/^['’]s\b/u.test(message)) return {kind: 'say', text: askWhen(matterOf(text))};
  if (message !== '' && !POINTING.test(message)) return {kind: 'set', orders: [{moment, message}]};
  if (message !== '' && pointedAt !== undefined) return {kind: 'set', orders: [{moment, message: pointedAt}]};
  const own = message === '' ? ownMatter(text, moment.at - times.now) : undefined;
  return own === undefined
    ? {kind: 'say', text: askWhat(moment.words)}
    : {kind: 'set', orders: [{moment, message: own}]};
};

/** "5 minutes before the meeting at 3" is at five to three. */
const ahead = (moment: Moment, message: string, times: TimeReader): Order => {
  const [, matter, late] = LATE_LENGTH.exec(message) ?? [];
  const [, words = late ?? '', event = matter] = /^(\S.{0,25}?) (?:before|ahead of) (.+)$/isu.exec(message) ?? [];
  const length = event === undefined ? undefined : times.length(words);
  if (event === undefined || length === undefined || moment.at - length.ms <= times.now) return {moment, message};
  const at = moment.at - length.ms;
  return {moment: {at, words: `${words} before ${moment.words}`, time: {time: isoOf(at)}}, message: event};
};

/** "10 min before 4pm to prepare": so long before a time. */
const beforeTime = (text: string, times: TimeReader): ReturnType<TimeReader['find']> => {
  const [, lead = '', words = '', rest = ''] = EARLY_LENGTH.exec(text) ?? [];
  const length = words === '' ? undefined : times.length(words);
  const found = length === undefined ? undefined : times.find(rest);
  if (length === undefined || found === undefined || found.moment.at - length.ms <= times.now) return undefined;
  const at = found.moment.at - length.ms;
  const message = `${withoutLead(lead)} ${found.rest}`.trim().replace(/^(?:to|about|that|of)\s+/iu, '');
  return {moment: {at, words: `${words} before ${found.moment.words}`, time: {time: isoOf(at)}}, rest: message};
};

/** A sentence with a time and no such words: taken as a reminder where it can hardly be anything else, else offered as one. */
export const readBareRequest = (text: string, times: TimeReader): Request | undefined => {
  if (/\?\s*$/u.test(text) || QUESTION.test(text)) return undefined;
  const found = times.find(text) ?? labelled(text, times);
  if (found === undefined || found.moment.at <= times.now) return undefined;
  const {moment} = found;
  const message = cleanMatter(found.rest);
  if (message === '') {
    const own = ownMatter(text, moment.at - times.now);
    return own === undefined
      ? {kind: 'say', text: askWhat(moment.words)}
      : {kind: 'set', orders: [{moment, message: own}]};
  }
  if (POINTING.test(message) || /^['’]s\b/u.test(message)) return undefined;
  const words = message.split(/\s+/u).length;
  if (!TELLING.test(text) && (words <= 8 || startsWith(text, moment.words))) {
    const orders = splitOrders(text, times);
    return {kind: 'set', orders: orders ?? [{moment, message}]};
  }
  return words <= 25 ? {kind: 'say', text: offer(moment.words, message)} : undefined;
};

/** What is asked where no time was understood; words that look like one are named. */
const withoutTime = (message: string, times: TimeReader): string => {
  if (VAGUE.test(message)) return ASK_BOTH;
  const later = message.replace(
    /^(?:later|soon|some ?time|at some point)(?: (?:today|this week|this month))?[\s,]+(?:to\s+)?(?=\S)/iu,
    '',
  );
  const [, length = '', event] = /^(\S.{0,25}?) before (.+)$/isu.exec(later) ?? [];
  if (event !== undefined && times.length(length) !== undefined) {
    return `I do not know when that is: ${event}.\n${askWhen(event)}`;
  }
  const [, condition, then] =
    /^(?:when|once|as soon as|if)\s+(.{1,60}?)(?:,\s+(?:then\s+)?(?:to\s+)?|\s+to\s+)(.+)$/isu.exec(later) ?? [];
  if (condition !== undefined && then !== undefined) {
    return `I only know the clock, and cannot tell when ${condition}.\n${askWhen(then)}`;
  }
  const [, first, matter] =
    /^((?:at|on|in|by|around|before|after|until)\s.{1,30}?)(?:[:,]\s|\s+to\b|\bthat\b)\s*(.+)$/isu.exec(later) ?? [];
  const [, before, last] = /^(.+?)\s+(at \d{1,2}[:.]\d{2})$/isu.exec(later) ?? [];
  const [odd, rest] = matter === undefined ? [last, before] : [first, matter];
  return odd === undefined || rest === undefined
    ? askWhen(later)
    : `I do not understand “${odd}” as a time.\n${askWhen(rest)}`;
};

/** The matter in an answer: "to call Bob", "that the shop closes", "it's about the rent". */
export const matterOf = (text: string): string =>
  cleanMatter(withoutLead(text)).replace(/^(?:it(?:'s|’s| is) )?(?:to|that|about|of|for)\s+/iu, '');

const cleanMatter = (text: string): string =>
  text
    .replace(/^[\s,;:]+/u, '')
    .replace(/^(?:and|then)\s+(?=\S)/iu, '')
    .replace(/[\s,;]+$/u, '')
    .replace(/^(?:me|us|a|an|the|again|please|timer|reminder|alarm|now)$/iu, '')
    .trim();

/** "tea timer 5 min", "start a 10 minute timer", "remind me: tea 20m" */
const unlabelled = (text: string, times: TimeReader): ReturnType<TimeReader['find']> => {
  const [, length, after = ''] =
    /\b((?:\d+|an?|one|two|three|five|ten)[ -]?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?))[ -](?:timer|alarm|reminder)\b(?:\s+(?:for|to|about|called)\s+(.+))?/iu.exec(
      text,
    ) ?? [];
  const moment = length === undefined ? undefined : times.whole(length.replace('-', ' '));
  if (moment !== undefined) return {moment, rest: after.replace(/[.!?]+$/u, '')};
  const atEnd = times.atEnd(text);
  return atEnd === undefined
    ? undefined
    : {
        ...atEnd,
        rest: matterOf(atEnd.rest)
          .replace(/\s*\b(?:timer|alarm|reminder)\b\s*/iu, ' ')
          .trim(),
      };
};

/** "tea 20 min": a matter and a length of time, and nothing else. */
const labelled = (text: string, times: TimeReader): ReturnType<TimeReader['find']> =>
  text.split(/\s+/u).length <= 5 && !text.includes('\n') ? times.atEnd(text) : undefined;

/** What a timer, an alarm and a wake-up call say of themselves. */
const ownMatter = (text: string, ms: number): string | undefined => {
  if (/\bwake\b/iu.test(text)) return 'Time to get up.';
  if (/\btimer\b/iu.test(text)) return `Time is up: ${formatDuration(ms)}.`;
  return /\balarm\b/iu.test(text) ? 'Alarm' : undefined;
};

const startsWith = (text: string, words: string): boolean =>
  text.replace(/^[\s,]*(?:ok|okay|please|so|and|also|hey|hi)[\s,]+/iu, '').startsWith(words);

const LENGTH = String.raw`(?:\d+|an?|half an?|one|two|five|ten|fifteen|twenty|thirty)\s?(?:mins?|minutes?|hrs?|hours?|days?|weeks?|h|m)`;
/** "…, 10 minutes before" */
const LATE_LENGTH = new RegExp(`^(.+?)[\\s,]+(${LENGTH}) (?:before|earlier|ahead)(?: (?:that|it|then))?$`, 'isu');
/** "10 min before 4pm …" */
const EARLY_LENGTH = new RegExp(`^(.*?)\\b(${LENGTH}) before ((?:at )?\\d.*)$`, 'isu');
const VAGUE = /^(?:(?:later|soon|some ?time|at some point)(?: (?:today|this week|this month|soon))?)[\s.!]*$/iu;
/** "remind Alice to call": nobody else is reminded from here. */
const SOMEBODY_ELSE =
  /^\s*(?:(?:please|can you|could you)\s+)*remind (?!me\b|us\b|myself\b|again\b|when\b|in\b|at\b|on\b|tomorrow\b|today\b|tonight\b|next\b|the\b)(\p{L}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)?) (?:to|about|that)\b/iu;
const onlyYou = (name: string): string =>
  `I can only remind you yourself. Say for example “remind me at 5 to tell ${name} …”, or on the command line: rooster remind WHEN TEXT --user NAME.`;

const QUESTION =
  /^\s*(?:(?:what|when|which|who|whose|where|why|how)\b|(?:is|are|was|were|am|does|did|has|can|could|will|would|should|may|shall)\s+(?:i|you|we|they|he|she|it|there|the|my|your|this|that)\b|(?:do|have)\s+(?:i|you|we|they)\b)/iu;
/** Somebody tells of something, and may or may not want to be reminded of it. */
const TELLING =
  /^\s*(?:i|we|he|she|it|they|you|there|this|that|these|those|my|our|his|her|their|the|a|an|see|i['’]\w+|we['’]\w+|it['’]s|thanks|sorry|no|yes|well|maybe)\b/iu;
const POINTING =
  /^(?:it|this|that|these|those|them|something|sth|stuff|about (?:it|this|that)|of (?:it|this|that)|(?:it|this|that|the same)(?: thing)?(?: again| too| as well)?)$/iu;
