// Understanding that a reminder is wanted: "remind me …" in its many forms, and what is plainly one without those words.
import {durationInWords} from '../../../shared/human-words.ts';
import {ASK_BOTH, askWhat, askWhen, offer} from './questions.ts';
import type {Request} from './requests.ts';
import type {TimeReader} from './said-times.ts';
import {splitOrders} from './several-orders.ts';

/** Whether the words ask for a reminder, whatever it is about. */
export const asksToBeReminded = (asked: string): boolean => {
  const text = asWish(asked);
  return (LEAD.test(text) || (/\bremind (?:me|us)\b/iu.test(text) && !NO_WISH.test(text))) && !ABOUT_THEM.test(text);
};

/** What such words ask for: the reminders, or the question that is still to be put. `pointedAt` is what "that" means. */
export const readWish = (asked: string, times: TimeReader, pointedAt?: string): Request => {
  const text = asWish(asked);
  const orders = splitOrders(text, times);
  if (orders !== undefined) return {kind: 'set', orders};
  const found = times.find(text) ?? unlabelled(text, times);
  if (found === undefined) {
    const message = matterOf(text);
    return {kind: 'say', text: message === '' ? ASK_BOTH : withoutTime(message, times)};
  }
  const {moment} = found;
  const message = cleanMatter(found.rest);
  if (/^['’]s\b/u.test(message)) return {kind: 'say', text: askWhen(matterOf(text))};
  if (message !== '' && !POINTING.test(message)) return {kind: 'set', orders: [{moment, message}]};
  if (message !== '' && pointedAt !== undefined) return {kind: 'set', orders: [{moment, message: pointedAt}]};
  const own = message === '' ? ownMatter(text, moment.at - times.now) : undefined;
  return own === undefined
    ? {kind: 'say', text: askWhat(moment.words)}
    : {kind: 'set', orders: [{moment, message: own}]};
};

/** A sentence with a time and no such words: taken as a reminder where it can hardly be anything else, else offered as one. */
export const readBareWish = (text: string, times: TimeReader): Request | undefined => {
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
  const later = message.replace(/^(?:later|soon|some ?time|at some point)[\s,]+(?:to\s+)?(?=\S)/iu, '');
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
  cleanMatter(
    text
      .trim()
      .replace(LEAD, '')
      .replace(/\bremind (?:me|us)\b/iu, '')
      .trim(),
  ).replace(/^(?:it(?:'s|’s| is) )?(?:to|that|about|of|for)\s+/iu, '');

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
  if (/\btimer\b/iu.test(text)) return `Time is up: ${durationInWords(ms)}.`;
  return /\balarm\b/iu.test(text) ? 'Alarm' : undefined;
};

const startsWith = (text: string, words: string): boolean =>
  text.replace(/^[\s,]*(?:ok|okay|please|so|and|also|hey|hi)[\s,]+/iu, '').startsWith(words);

const POLITE = String.raw`(?:(?:hey|hi|hello|ok|okay|please|pls|so|and|also|then|now|rooster|could you|can you|would you|will you|you (?:can|should|could)|i(?:'d|’d| would) like you to|i (?:want|need) you to|i need|i want|(?:can|could|may) i (?:get|have)|give me|i(?:'d|’d| would) like to have|i(?:'d|’d| would) like)[\s,!]+)*(?:please\s+)?`;
const LEAD = new RegExp(
  [
    `^\\s*${POLITE}(?:`,
    String.raw`remind(?: me| us)?\b(?!ers?\b)|wake (?:me|us)\b(?: up)?|(?:ping|nudge|alert|notify|text|message|poke|buzz) me\b|tell me (?=in\b|at\b|tomorrow\b(?!['’])|to\b)|`,
    String.raw`(?:set|add|create|make|schedule|start)(?: me)?(?: up)? (?:(?:a|an|another|the|my|new|one)\s+)*(?:(?:\S+\s+){0,3}?)(?:reminder|alarm|timer)\b|`,
    String.raw`(?:set|add|create|make|schedule) (?:(?:a|two|three|some|\d+)\s+)?reminders\b|`,
    String.raw`(?:a )?(?:new )?reminder\b(?=\s*[:,–—-]|\s+(?:to|for|about|that|at|in|on|tomorrow)\b|\s*$)|(?:timer|alarm)\b(?=\s*(?:$|[:,–—-]|\d|for\b|in\b|at\b|an?\b))|`,
    String.raw`note to self\b|don['’]?t (?:let me )?forget\b|do not let me forget\b|to be reminded\b|let me know (?=in\b|at\b|tomorrow\b(?!['’])))`,
    String.raw`(?:\s+again\b)?[\s,:]*`,
  ].join(''),
  'iu',
);
/** "What did I ask you to remind me of?", "remind me what is next": questions about reminders, not for one. */
const ABOUT_THEM =
  /^\s*(?:please\s+)?(?:(?:can|could) you\s+)?remind me (?:what|which|when (?:is|are|was|my|the|do|does)|of (?:my|all|the) reminders|about my reminders)\b/iu;
/** Other ways of saying "remind me", put into words that the sentence reader takes for it. */
const asWish = (text: string): string => REWORDINGS.reduce((said, [form, means]) => said.replace(form, means), text);

const COURTESY = String.raw`^(\s*(?:(?:hey|hi|hello|ok|okay|please|pls|so|and|also|rooster)[\s,!]+)*)`;
const REWORDINGS: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      `${COURTESY}(?:(?:can|could|may) i (?:please )?(?:get|have)|give me|i(?:'d|’d| would) like(?: to have)?) (?:a|another) reminder\\b`,
      'iu',
    ),
    '$1can you remind me',
  ],
  [new RegExp(`${COURTESY}(?:make|take) (?:me )?a note (?=(?:to|of|that|about)\\b)`, 'iu'), '$1remind me '],
  [new RegExp(`${COURTESY}remember (?=(?:to|that|the|about|my)\\b)`, 'iu'), '$1remind me '],
  [new RegExp(`${COURTESY}(?:do not|don['’]?t) forget (?=\\S)`, 'iu'), '$1remind me '],
  [/^(\s*)i (?:must not|mustn['’]t|should not|shouldn['’]t|can['’]t|cannot) forget (?=\S)/iu, '$1remind me '],
  [/\bget me up\b/iu, 'wake me up'],
  [/\b(reminder) for me (?=to\b)/iu, '$1 '],
  [
    /[\s,.;–—-]+(?:(?:can|could|would|will) you |please |pls )*remind me(?: (?:of|about) (?:it|that|this))?(?: please)?[\s?!.]*$/iu,
    ', remind me',
  ],
];
const NO_WISH = /^\s*(?:what|when|which|did|do|have|has|had|why|how|who|is|are|was|were|don['’]?t|stop|never)\b/iu;
const QUESTION =
  /^\s*(?:(?:what|when|which|who|whose|where|why|how)\b|(?:is|are|was|were|am|does|did|has|can|could|will|would|should|may|shall)\s+(?:i|you|we|they|he|she|it|there|the|my|your|this|that)\b|(?:do|have)\s+(?:i|you|we|they)\b)/iu;
/** Somebody tells of something, and may or may not want to be reminded of it. */
const TELLING =
  /^\s*(?:i|we|he|she|it|they|you|there|this|that|these|those|my|our|his|her|their|the|a|an|see|i['’]\w+|we['’]\w+|it['’]s|thanks|sorry|no|yes|well|maybe)\b/iu;
const POINTING =
  /^(?:it|this|that|these|those|them|something|sth|stuff|about (?:it|this|that)|of (?:it|this|that)|(?:it|this|that|the same)(?: thing)?(?: again| too| as well)?)$/iu;
