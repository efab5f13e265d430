// Parses requests for new reminders: "remind me …" in its many forms, and requests without these words. Pure.
import {type NagWords, nagIn} from '../../../../shared/languages/nag-words.ts';
import {isoOf} from '../../../../shared/time/time.ts';
import type {Intent, Moment, Order, PlainQuestion} from '../intent.ts';
import {splitOrders} from '../split-orders.ts';
import type {TimeReader} from '../times.ts';
import {withoutCourtesy} from '../wording/courtesy.ts';
import {asksElsewhere, withoutLeadElsewhere} from '../wording/in-english.ts';

/** True if the text asks for a reminder. */
export const asksForReminder = (asked: string, {languages}: Pick<TimeReader, 'languages'>): boolean => {
  const text = reworded(asked);
  const isAsked = LEAD.test(withoutCourtesy(text)) || (REMIND_ME.test(text) && !QUESTION_OR_REFUSAL.test(text));
  return (isAsked && !ABOUT_REMINDERS.test(withoutCourtesy(text))) || asksElsewhere(text, languages);
};

/** The requested reminders, or the question that is still open. `mentioned` is the reminder that "that" refers to. */
export const readOrder = (asked: string, times: TimeReader, mentioned?: string): Intent => {
  const nag = nagIn(asked, times.languages);
  return nag === undefined ? plainOrder(asked, times, mentioned) : nagging(plainOrder(nag.text, times, mentioned), nag);
};

/** The service reads how to nag from the end of the text, where it can't be taken for the time. */
const nagging = (intent: Intent, {words}: NagWords): Intent =>
  intent.kind === 'set'
    ? {...intent, orders: intent.orders.map(order => ({...order, message: `${order.message}${words}`}))}
    : intent;

const plainOrder = (asked: string, times: TimeReader, mentioned?: string): Intent => {
  const [, other] = SOMEBODY_ELSE.exec(asked) ?? [];
  if (other !== undefined) return {kind: 'reply', text: onlyYou(other)};
  const text = reworded(asked);
  const orders = splitOrders(text, times);
  if (orders !== undefined) return {kind: 'set', orders};
  // A refused time isn't replaced by a part of it: "every fooday at 8".
  const found = times.find(text) ?? (times.refusal(text) === undefined ? namedLength(text, times) : undefined);
  if (found === undefined) return withoutTime(matterOf(text, times), times, times.refusal(text));
  const several = cleanMatter(found.rest) === '' ? undefined : severalOf(found, cleanMatter(found.rest));
  if (several !== undefined) return {kind: 'set', orders: several};
  const {moment, message} = ahead(found.moment, cleanMatter(found.rest), times);
  if (POSSESSIVE.test(message)) return ask({kind: 'when', message: matterOf(text, times)});
  if (message !== '' && !POINTING.test(message)) return set({moment, message});
  return message !== '' && mentioned !== undefined
    ? set({moment, message: mentioned})
    : withoutMatter(text, moment, message === '', times);
};

/** A sentence with a time but without a word for reminders. Sets a reminder if the intent is clear, else offers one. */
export const readBareOrder = (asked: string, times: TimeReader): Intent | undefined => {
  const nag = nagIn(asked, times.languages);
  const intent = bareOrder(nag?.text ?? asked, times);
  return nag === undefined || intent === undefined ? intent : nagging(intent, nag);
};

const bareOrder = (text: string, times: TimeReader): Intent | undefined => {
  if (/\?\s*$/u.test(text) || QUESTION.test(text)) return undefined;
  const found = times.find(text) ?? (isShort(text, times) ? oneLineAtEnd(text, times) : undefined);
  if (found === undefined || found.moment.at <= times.now) return undefined;
  const {moment} = found;
  const message = cleanMatter(found.rest);
  if (message === '') return withoutMatter(text, moment, true, times);
  if (/^quiet(?: until)?$/iu.test(message)) return {kind: 'reply', text: times.texts.smallTalk.quiet};
  if (POINTING.test(message) || POSSESSIVE.test(message)) return undefined;
  const words = message.split(/\s+/u).length;
  if (!STATEMENT.test(text) && (words <= 8 || withoutCourtesy(text).startsWith(moment.words))) {
    return {kind: 'set', orders: splitOrders(text, times) ?? severalOf(found, message) ?? [{moment, message}]};
  }
  return words <= 25 ? ask({kind: 'offer', order: {moment, message}}) : undefined;
};

const isShort = (text: string, times: TimeReader): boolean =>
  text.split(/\s+/u).length <= 5 && times.refusal(text) === undefined;

/** The reminder text in an answer: "to call Bob", "that the shop closes", "it's about the rent". */
export const matterOf = (text: string, times: TimeReader): string =>
  cleanMatter(withoutLead(text, times)).replace(/^(?:it(?:'s|’s| is) )?(?:to|that|about|of|for)\s+/iu, '');

const withoutLead = (text: string, {languages}: TimeReader): string => {
  const plain = withoutCourtesy(text);
  if (!LEAD.test(plain) && asksElsewhere(text, languages)) return withoutLeadElsewhere(text, languages).trim();
  return (LEAD.test(plain) ? plain.replace(LEAD, '') : text).replace(REMIND_ME, '').trim();
};

/** Synonyms of "remind me", rewritten for the sentence parser. */
const reworded = (text: string): string =>
  REWORDINGS.reduce((result, [form, means]) => result.replace(form, means), text);

/** "in an hour and again in two hours": one reminder text at several times. */
const severalOf = (
  {moment, also = []}: NonNullable<ReturnType<TimeReader['find']>>,
  message: string,
): readonly Order[] | undefined =>
  also.length === 0 ? undefined : [moment, ...also].map(each => ({moment: each, message}));

const set = (order: Order): Intent => ({kind: 'set', orders: [order]});
const ask = (question: PlainQuestion, why?: string): Intent => ({
  kind: 'ask',
  question,
  why,
});

/** Timers, alarms and wake-up calls need no reminder text. */
const withoutMatter = (text: string, moment: Moment, isEmpty: boolean, times: TimeReader): Intent => {
  const message = isEmpty ? ownMatter(text, moment.at - times.now, times) : undefined;
  return message === undefined ? ask({kind: 'what', moment}) : set({moment, message});
};

const ownMatter = (text: string, ms: number, {texts}: TimeReader): string | undefined => {
  if (/\b(?:wake|wecke?) (?:me|us|mich|uns)\b/iu.test(text)) return texts.smallTalk.getUp;
  if (/\btimer\b/iu.test(text)) return texts.smallTalk.timeIsUp(texts.length(ms));
  return /\b(?:alarm|wecker)\b/iu.test(text) ? texts.smallTalk.alarm : undefined;
};

/** "5 minutes before the meeting at 3" is at five to three. */
const ahead = (moment: Moment, message: string, times: TimeReader): Order => {
  const [, matter, late] = LATE_LENGTH.exec(message) ?? [];
  const [, words = late ?? '', event = matter] = /^(\S.{0,25}?) (?:before|ahead of) (.+)$/isu.exec(message) ?? [];
  const earlier = event === undefined ? undefined : momentBefore(moment, words, times);
  return event === undefined || earlier === undefined ? {moment, message} : {moment: earlier, message: event};
};

const momentBefore = (moment: Moment, words: string, times: TimeReader): Moment | undefined => {
  const length = times.length(words);
  const at = moment.at - (length?.ms ?? 0);
  if (length === undefined || at <= times.now) return undefined;
  return {at, words: `${words} before ${moment.words}`, time: {at: isoOf(at)}};
};

/** The message has no valid time. The answer names the part that looks like a time. */
const withoutTime = (matter: string, times: TimeReader, refusal: string | undefined): Intent => {
  if (matter === '' || VAGUE.test(matter)) return ask({kind: 'what-and-when'});
  const message = matter.replace(LATER, '');
  const [, length = '', event] = /^(\S.{0,25}?) before (.+)$/isu.exec(message) ?? [];
  if (event !== undefined && times.length(length) !== undefined) {
    return ask({kind: 'when', message: event}, `I don't know when that is: ${event}.`);
  }
  const [, condition, then] = CONDITION.exec(message) ?? [];
  if (condition !== undefined && then !== undefined) {
    return ask({kind: 'when', message: then}, `I only know the clock, not when ${condition}.`);
  }
  const [, first, rest] = ODD_TIME_FIRST.exec(message) ?? [];
  const [, before, last] = /^(.+?)\s+(at \d{1,2}[:.]\d{2})$/isu.exec(message) ?? [];
  const [odd, about] = rest === undefined ? [last, before] : [first, rest];
  if (refusal !== undefined && message === matter && (odd === undefined || about === undefined))
    return {kind: 'reply', text: refusal};
  return odd === undefined || about === undefined
    ? ask({kind: 'when', message})
    : ask({kind: 'when', message: about}, `"${odd}" isn't a time I understand.`);
};

const cleanMatter = (text: string): string =>
  text
    .replace(/^[\s,;:]+/u, '')
    .replace(/^(?:and|then)\s+(?=\S)/iu, '')
    .replace(/[\s,;]+$/u, '')
    .replace(/^(?:me|us|a|an|the|again|please|timer|reminder|alarm|now)$/iu, '')
    .trim();

/** "tea timer 5 min", "start a 10 minute timer", "remind me: tea 20m" */
const namedLength = (text: string, times: TimeReader): ReturnType<TimeReader['find']> => {
  const [, length, after = ''] = LENGTH_OF_TIMER.exec(text) ?? [];
  const moment = length === undefined ? undefined : times.whole(length.replace('-', ' '));
  if (moment !== undefined) return {moment, rest: after.replace(/[.!?]+$/u, '')};
  const atEnd = times.atEnd(text);
  if (atEnd === undefined) return undefined;
  const rest = matterOf(atEnd.rest, times).replace(/\s*\b(?:timer|alarm|reminder)\b\s*/iu, ' ');
  return {...atEnd, rest: rest.trim()};
};

/** "tea 20 min": only a reminder text and a duration. */
const oneLineAtEnd = (text: string, times: TimeReader): ReturnType<TimeReader['find']> =>
  text.includes('\n') ? undefined : times.atEnd(text);

const onlyYou = (name: string): string =>
  `I can only remind you. Say "remind me at 5 to tell ${name} …", or run: rooster remind WHEN TEXT --user NAME`;

const REMIND_ME = /\bremind (?:me|us)\b/iu;
const HEY = String.raw`^(\s*(?:(?:hey|hi|hello|ok|okay|please|pls|so|and|also|rooster)[\s,!]+)*)`;
const REWORDINGS: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(
      `${HEY}(?:(?:can|could|may) i (?:please )?(?:get|have)|give me|i(?:'d|’d| would) like(?: to have)?) (?:a|another) reminder\\b`,
      'iu',
    ),
    '$1can you remind me',
  ],
  [
    new RegExp(
      `${HEY}(?:(?:make|take) (?:me )?a note (?=(?:to|of|that|about)\\b)|remember (?=(?:to|that|the|about|my)\\b)|(?:do not|don['’]?t) forget (?=\\S))`,
      'iu',
    ),
    '$1remind me ',
  ],
  [/^(\s*)i (?:must not|mustn['’]t|should not|shouldn['’]t|can['’]t|cannot) forget (?=\S)/iu, '$1remind me '],
  [/\bget me up\b/iu, 'wake me up'],
  [/\b(reminder) for me (?=to\b)/iu, '$1 '],
  [
    /[\s,.;–—-]+(?:(?:can|could|would|will) you |please |pls )*remind me(?: (?:of|about) (?:it|that|this))?(?: please)?[\s?!.]*$/iu,
    ', remind me',
  ],
];
const LEAD = new RegExp(
  [
    String.raw`^\s*(?:remind(?: me| us)?\b(?!ers?\b)|wake (?:me|us)\b(?: up)?|(?:ping|nudge|alert|notify|text|message|poke|buzz) me\b|`,
    String.raw`(?:tell me|let me know) (?=in\b|at\b|tomorrow\b(?!['’])|to\b)|to be reminded\b|note to self\b|`,
    String.raw`(?:set|add|create|make|schedule|start)(?: me)?(?: up)? (?:(?:a|an|another|the|my|new|one)\s+)*(?:(?:\S+\s+){0,3}?)(?:reminder|alarm|timer)\b|`,
    String.raw`(?:set|add|create|make|schedule) (?:(?:a|two|three|some|\d+)\s+)?reminders\b|`,
    String.raw`(?:a )?(?:new )?reminder\b(?=\s*[:,–—-]|\s+(?:to|for|about|that|at|in|on|tomorrow)\b|\s*$)|`,
    String.raw`(?:timer|alarm)\b(?=\s*(?:$|[:,–—-]|\d|for\b|in\b|at\b|an?\b))|don['’]?t (?:let me )?forget\b|do not let me forget\b)`,
    String.raw`(?:\s+again\b)?[\s,:]*`,
  ].join(''),
  'iu',
);
/** "remind me what is next" is a question about reminders. */
const ABOUT_REMINDERS =
  /^remind me (?:what|which|when (?:is|are|was|my|the|do|does)|of (?:my|all|the) reminders|about my reminders)\b/iu;
const QUESTION_OR_REFUSAL =
  /^\s*(?:what|when|which|did|do|have|has|had|why|how|who|is|are|was|were|don['’]?t|stop|never)\b/iu;
const LENGTH = String.raw`(?:\d+|an?|half an?|one|two|five|ten|fifteen|twenty|thirty)\s?(?:mins?|minutes?|hrs?|hours?|days?|weeks?|h|m)`;
/** "…, 10 minutes before" */
const LATE_LENGTH = new RegExp(`^(.+?)[\\s,]+(${LENGTH}) (?:before|earlier|ahead)(?: (?:that|it|then))?$`, 'isu');
const LENGTH_OF_TIMER =
  /\b((?:\d+|an?|one|two|three|five|ten)[ -]?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?))[ -](?:timer|alarm|reminder)\b(?:\s+(?:for|to|about|called)\s+(.+))?/iu;
const SOON = '(?:later|soon|some ?time|at some point)(?: (?:today|this week|this month|soon))?';
const VAGUE = new RegExp(`^(?:${SOON})[\\s.!]*$`, 'iu');
const LATER = new RegExp(`^${SOON}[\\s,]+(?:to\\s+)?(?=\\S)`, 'iu');
const CONDITION = /^(?:when|once|as soon as|if)\s+(.{1,60}?)(?:,\s+(?:then\s+)?(?:to\s+)?|\s+to\s+)(.+)$/isu;
const ODD_TIME_FIRST = /^((?:at|on|in|by|around|before|after|until)\s.{1,30}?)(?:[:,]\s|\s+to\b|\bthat\b)\s*(.+)$/isu;
/** "remind Alice to call" */
const SOMEBODY_ELSE =
  /^\s*(?:(?:please|can you|could you)\s+)*remind (?!me\b|us\b|myself\b|again\b|when\b|in\b|at\b|on\b|tomorrow\b|today\b|tonight\b|next\b|the\b)(\p{L}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)?) (?:to|about|that)\b/iu;
const QUESTION =
  /^\s*(?:(?:what|when|which|who|whose|where|why|how)\b|(?:is|are|was|were|am|does|did|has|can|could|will|would|should|may|shall)\s+(?:i|you|we|they|he|she|it|there|the|my|your|this|that)\b|(?:do|have)\s+(?:i|you|we|they)\b)/iu;
/** The person mentions an event and may want a reminder. */
const STATEMENT =
  /^\s*(?:i|we|he|she|it|they|you|there|this|that|these|those|my|our|his|her|their|the|a|an|see|i['’]\w+|we['’]\w+|it['’]s|thanks|sorry|no|yes|well|maybe)\b/iu;
const POSSESSIVE = /^['’]s\b/u;
const POINTING =
  /^(?:it|this|that|these|those|them|something|sth|stuff|about (?:it|this|that)|of (?:it|this|that)|(?:it|this|that|the same)(?: thing)?(?: again| too| as well)?)$/iu;
