// Parses requests for new reminders: "remind me …" in its many forms, requests without these words, and requests with
// several reminders. Pure.
import type {CommandWords} from '../../../shared/languages/commands.ts';
import {partsIn, reword} from '../../../shared/languages/patterns.ts';
import {type NagWords, nagIn} from '../../../shared/languages/request-words.ts';
import {textsOfLanguage} from '../../../shared/languages/texts.ts';
import {isoOf} from '../../../shared/time/time.ts';
import {readEvent, readTimer} from '../../schedule/words/index.ts';
import {askFor, type Intent, type Moment, type Order, reply, setIntent} from './intent.ts';
import type {TimeReader} from './times.ts';
import {asksElsewhere, withoutCourtesy} from './wording.ts';

/** True if the text asks for a reminder. */
export const asksForReminder = (said: string, words: CommandWords): boolean => {
  const {rewordings, lead, remindMe, questionOrRefusal, aboutReminders} = words.requests;
  const text = reword(said, rewordings);
  const plain = withoutCourtesy(text, words);
  const isAsked = lead.test(plain) || (remindMe.test(text) && !questionOrRefusal.test(text));
  return (isAsked && !aboutReminders.test(plain)) || asksElsewhere(text, words);
};

/** "pasta timer 10 minutes", "Nudeltimer 10 Minuten": a timer that says its length. Undefined for any other text. */
export const readTimerOrder = (text: string, times: TimeReader): Intent | undefined => {
  const {noTimer, question, statement, timerStatement} = times.words.requests;
  if (text.includes('\n') || noTimer.test(text)) return undefined;
  if (question.test(text) || /\?\s*$/u.test(text) || statement.test(text) !== timerStatement.test(text))
    return undefined;
  const nag = nagIn(text, times.languages);
  const timer = readTimer(nag?.text ?? text);
  const moment = timer?.isNamed === true ? times.whole(timer.length) : undefined;
  if (timer === undefined || moment === undefined || timer.name.split(' ').length > LONGEST_NAME) return undefined;
  const message = timer.name === '' ? times.texts.smallTalk.timeIsUp(times.texts.length(timer.ms)) : timer.name;
  return setIntent({moment, message: `${message}${nag?.words ?? ''}`, timer: true});
};

/** "remind me to call her back when alice writes": a reminder that an event starts. Undefined for any other text. */
export const readEventOrder = (text: string, times: TimeReader): Intent | undefined => {
  const event = text.includes('\n') || /\?\s*$/u.test(text) ? undefined : readEvent(text.trim());
  if (event === undefined || !event.isAsked || (!event.isFirst && times.find(text) !== undefined)) return undefined;
  const {on, clause} = event;
  const nag = nagIn(event.text, times.languages);
  const said = nag?.text ?? event.text;
  const message = said === '' ? (textsOfLanguage(on.language)?.answers ?? times.texts).events.text(on) : said;
  const moment = {at: times.now, words: clause, time: {when: clause}, isEvent: true} as const;
  return setIntent({moment, message: `${message}${nag?.words ?? ''}`});
};

/** The requested reminders, or the question that is still open. `mentioned` is the reminder that "that" refers to. */
export const readOrder = (said: string, times: TimeReader, mentioned?: string): Intent => {
  const nag = nagIn(said, times.languages);
  return nag === undefined ? plainOrder(said, times, mentioned) : nagging(plainOrder(nag.text, times, mentioned), nag);
};

/** The service reads how to nag from the end of the text, where it can't be taken for the time. */
const nagging = (intent: Intent, {words}: NagWords): Intent =>
  intent.intent === 'reminder.set'
    ? {...intent, orders: intent.orders.map(order => ({...order, message: `${order.message}${words}`}))}
    : intent;

const plainOrder = (said: string, times: TimeReader, mentioned?: string): Intent => {
  const {requests} = times.words;
  for (const [pattern, answer] of requests.somebodyElse) {
    const parts = partsIn(pattern, said);
    if (parts !== undefined) return reply(answer(parts));
  }
  const text = reword(said, requests.rewordings);
  const orders = splitOrders(text, times);
  if (orders !== undefined) return setIntent(...orders);
  // A refused time isn't replaced by a part of it: "every fooday at 8".
  const found = times.find(text) ?? (times.refusal(text) === undefined ? namedLength(text, times) : undefined);
  if (found === undefined) return withoutTime(matterOf(text, times), times, times.refusal(text));
  const matter = cleanMatter(found.rest, times.words);
  const several = matter === '' ? undefined : atSeveralTimes(found, matter);
  if (several !== undefined) return setIntent(...several);
  const {moment, message} = ahead(found.moment, matter, times);
  if (requests.possessive.test(message)) return askFor({message: matterOf(text, times)});
  if (message !== '' && !requests.pointing.test(message)) return setIntent({moment, message});
  return message !== '' && mentioned !== undefined
    ? setIntent({moment, message: mentioned})
    : withoutMatter(text, moment, message === '', times);
};

/** A sentence with a time but without a word for reminders. Sets a reminder if the intent is clear, else offers one. */
export const readBareOrder = (said: string, times: TimeReader): Intent | undefined => {
  const nag = nagIn(said, times.languages);
  const intent = bareOrder(nag?.text ?? said, times);
  return nag === undefined || intent === undefined ? intent : nagging(intent, nag);
};

const bareOrder = (text: string, times: TimeReader): Intent | undefined => {
  const {question, quiet, pointing, possessive, statement} = times.words.requests;
  if (/\?\s*$/u.test(text) || question.test(text)) return undefined;
  const found = times.find(text) ?? (isShort(text, times) ? oneLineAtEnd(text, times) : undefined);
  if (found === undefined || found.moment.at <= times.now) return undefined;
  const {moment} = found;
  const message = cleanMatter(found.rest, times.words);
  if (message === '') return withoutMatter(text, moment, true, times);
  if (quiet.test(message)) return reply(times.texts.smallTalk.quiet);
  if (pointing.test(message) || possessive.test(message)) return undefined;
  const length = message.split(/\s+/u).length;
  if (!statement.test(text) && (length <= 8 || withoutCourtesy(text, times.words).startsWith(moment.words))) {
    return setIntent(...(splitOrders(text, times) ?? atSeveralTimes(found, message) ?? [{moment, message}]));
  }
  const offer: Intent = {intent: 'ask', form: {missing: 'consent', next: setIntent({moment, message})}};
  return length <= 25 ? offer : undefined;
};

const isShort = (text: string, times: TimeReader): boolean =>
  text.split(/\s+/u).length <= 5 && times.refusal(text) === undefined;

/** The reminder text in an answer: "to call Bob", "that the shop closes", "it's about the rent". */
export const matterOf = (text: string, times: TimeReader): string =>
  cleanMatter(withoutLead(text, times.words), times.words).replace(times.words.requests.matterLead, '');

const withoutLead = (text: string, words: CommandWords): string => {
  const {lead, remindMe} = words.requests;
  const plain = withoutCourtesy(text, words);
  if (!lead.test(plain) && asksElsewhere(text, words)) return text.replace(words.translations.lead, '').trim();
  return (lead.test(plain) ? plain.replace(lead, '') : text).replace(remindMe, '').trim();
};

/** "in an hour and again in two hours": one reminder text at several times. */
const atSeveralTimes = (
  {moment, also = []}: NonNullable<ReturnType<TimeReader['find']>>,
  message: string,
): readonly Order[] | undefined =>
  also.length === 0 ? undefined : [moment, ...also].map(time => ({moment: time, message}));

/** Timers, alarms and wake-up calls need no reminder text. */
const withoutMatter = (text: string, moment: Moment, isEmpty: boolean, times: TimeReader): Intent => {
  const message = isEmpty ? ownMatter(text, moment.at - times.now, times) : undefined;
  return message === undefined ? askFor({moment}) : setIntent({moment, message});
};

const ownMatter = (text: string, ms: number, {texts, words: {requests}}: TimeReader): string | undefined => {
  if (requests.wake.test(text)) return texts.smallTalk.getUp;
  if (requests.timer.test(text)) return texts.smallTalk.timeIsUp(texts.length(ms));
  return requests.alarm.test(text) ? texts.smallTalk.alarm : undefined;
};

/** "5 minutes before the meeting at 3" is at five to three. */
const ahead = (moment: Moment, message: string, times: TimeReader): Order => {
  const {requests} = times.words;
  const {length = '', event} = partsIn([requests.ahead, requests.aheadBehind], message) ?? {};
  const earlier = event === undefined ? undefined : momentBefore(moment, length, times);
  return event === undefined || earlier === undefined ? {moment, message} : {moment: earlier, message: event};
};

const momentBefore = (moment: Moment, words: string, times: TimeReader): Moment | undefined => {
  const length = times.length(words);
  const at = moment.at - (length?.ms ?? 0);
  if (length === undefined || at <= times.now) return undefined;
  return {at, words: times.words.times.before(words, moment.words), time: {at: isoOf(at)}};
};

/** The message has no valid time. The answer names the part that looks like a time. */
const withoutTime = (matter: string, times: TimeReader, refusal: string | undefined): Intent => {
  const {vague, later, notTimes, oddTimes} = times.words.requests;
  if (matter === '' || vague.test(matter)) return askFor({});
  const message = matter.replace(later, '');
  for (const [pattern, why] of notTimes) {
    const parts = partsIn(pattern, message);
    if (parts?.['text'] === undefined) continue;
    const {length, text} = parts;
    if (length === undefined || times.length(length) !== undefined) return askFor({message: text}, why(parts));
  }
  for (const [pattern, why] of oddTimes) {
    const parts = partsIn(pattern, message);
    if (parts?.['text'] !== undefined) return askFor({message: parts['text']}, why(parts));
  }
  return refusal !== undefined && message === matter ? reply(refusal) : askFor({message});
};

const cleanMatter = (text: string, {requests}: CommandWords): string =>
  text
    .replace(/^[\s,;:]+/u, '')
    .replace(requests.matterJoint, '')
    .replace(/[\s,;]+$/u, '')
    .replace(requests.noMatter, '')
    .trim();

/** "tea timer 5 min", "start a 10 minute timer", "remind me: tea 20m" */
const namedLength = (text: string, times: TimeReader): ReturnType<TimeReader['find']> => {
  const {requests} = times.words;
  const {length, text: after = ''} = partsIn(requests.lengthOfTimer, text) ?? {};
  const moment = length === undefined ? undefined : times.whole(length.replace('-', ' '));
  if (moment !== undefined) return {moment, rest: after.replace(/[.!?]+$/u, '')};
  const atEnd = times.atEnd(text);
  if (atEnd === undefined) return undefined;
  return {...atEnd, rest: matterOf(atEnd.rest, times).replace(requests.thing, ' ').trim()};
};

/** "tea 20 min": only a reminder text and a duration. */
const oneLineAtEnd = (text: string, times: TimeReader): ReturnType<TimeReader['find']> =>
  text.includes('\n') ? undefined : times.atEnd(text);

/** Two or more requests in text order. Undefined if the text seems to hold a single request. */
const splitOrders = (text: string, times: TimeReader): readonly Order[] | undefined => {
  if (text.length > LONGEST_LIST || /["“”]/u.test(text)) return undefined;
  const {oneLength, joints} = times.words.several;
  const clauses = groupClauses(text.replaceAll(oneLength, '$1 $2').split(joints), times);
  if (clauses.length < 2 || clauses.length > MOST_CLAUSES) return undefined;
  // "every mon, wed and fri" is one series. Two series have a text each.
  const isSeries = clauses.some(({moment}) => moment.repeats === true);
  if (isSeries && !clauses.every(({moment, message}) => moment.repeats === true && message !== '')) return undefined;
  if (clauses.filter(({message}) => message !== '').length === 1 && isReadOtherwise(clauses, times.find(text)))
    return undefined;
  const orders: Order[] = [];
  let waiting: Moment[] = [];
  for (const {moment, message} of clauses) {
    if (message === '') {
      waiting.push(moment);
      continue;
    }
    orders.push(...[...waiting, moment].map(time => ({moment: time, message})));
    waiting = [];
  }
  const [first] = orders;
  if (first === undefined) return undefined;
  // "call Bob at 5 and at 6": a time without a text takes the previous text.
  orders.push(...waiting.map(moment => ({moment, message: orders.at(-1)?.message ?? first.message})));
  return orders.length < 2 ? undefined : orders;
};

/** "monday and friday at 7pm": the time belongs to both days, and only the whole sentence shows that. */
const isReadOtherwise = (clauses: readonly Clause[], whole: ReturnType<TimeReader['find']>): boolean =>
  whole?.also !== undefined &&
  whole.also.length + 1 >= clauses.length &&
  ![whole.moment, ...whole.also].every(({at}) => clauses.some(({moment}) => moment.at === at));

type Clause = Order & {readonly text: string; readonly leads: boolean};

/**
 * Joins pieces until each has a time. All must have the time on the same side, or the "and" belongs to the reminder
 * text.
 */
const groupClauses = (pieces: readonly string[], times: TimeReader): readonly Clause[] => {
  const clauses: Clause[] = [];
  let open = '';
  for (let index = 0; index < pieces.length; index += 2) {
    const joint = pieces[index - 1] ?? '';
    const piece = pieces[index] ?? '';
    const last = clauses.at(-1);
    const text = open === '' ? piece : `${open}${joint}${piece}`;
    const clause = readClause(text, times);
    if (clause !== undefined && (last === undefined || isAlike(last, clause))) {
      clauses.push(clause);
      open = '';
    } else if (last?.leads === true && last.message !== '') {
      const longer = readClause(`${last.text}${joint}${piece}`, times);
      if (longer?.moment.words !== last.moment.words) return [];
      clauses.splice(-1, 1, longer);
    } else {
      open = text;
    }
  }
  return open.trim() === '' ? clauses : [];
};

const isAlike = (last: Clause, next: Clause): boolean =>
  last.leads === next.leads || last.message === '' || next.message === '';

const readClause = (piece: string, times: TimeReader): Clause | undefined => {
  const {edge, lead, states, again} = times.words.several;
  const text = piece.replace(edge, '').replace(/[\s,;]+$/u, '');
  const found = times.find(text);
  if (found === undefined || found.moment.at <= times.now) return undefined;
  const position = text.toLowerCase().indexOf(found.moment.words.toLowerCase());
  const before = text.slice(0, Math.max(0, position)).replace(lead, '');
  const after = text.slice(position + found.moment.words.length);
  const leads = /^\W*$/u.test(before);
  const ends = /^[\s.!]*$/u.test(after);
  if (!leads && (!ends || states.test(before))) return undefined;
  return {text, moment: found.moment, message: found.rest.trim().replace(again, ''), leads};
};

const LONGEST_NAME = 6;
const LONGEST_LIST = 1_000;
const MOST_CLAUSES = 12;
