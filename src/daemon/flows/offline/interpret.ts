// Interprets a message: first as the answer to an open question, then as a new request. Pure.
import {isoOf} from '../../../shared/time/time.ts';
import {offsetAt} from '../../../shared/time/zone.ts';
import {clockAnswer} from './clock.ts';
import type {Conversation, Mentioned} from './conversation.ts';
import type {Intent, Moment, Order, Question, TimeChoice} from './intent.ts';
import {readChange, snoozeBy} from './read-change.ts';
import {readJobOrder, readNewJob} from './read-job-order.ts';
import {asksForReminder, matterOf, readBareOrder, readOrder} from './read-order.ts';
import {askedName, readAnnouncedQuestion, readJobQuestion, readListQuestion} from './read-question.ts';
import {notUnderstood, smallTalk} from './small-talk.ts';
import {atPositions, readTarget, tokens} from './target.ts';
import type {TimeReader} from './times.ts';
import {inEnglish} from './wording/in-english.ts';
import {withCommandSpelled} from './wording/spelling.ts';

/** The intent of the message. `messageOf` returns a reminder's text. */
export const interpret = (conversation: Conversation, times: TimeReader, messageOf: MessageOf): Intent => {
  const {text, question, mentioned, canRemind} = conversation;
  if (text.length > LONGEST) return reply('That is too long: a reminder holds 10,000 characters at most.');
  // Normal text has no such stretch without a word, and the patterns would be slow on such input.
  if (NO_WORDS.test(text)) return reply(notUnderstood(conversation, times));
  const answer = question === undefined ? undefined : readAnswer(question, text, times);
  if (answer !== undefined) return answer;
  const snoozed = mentioned?.isLast === true ? times.whole(text) : undefined;
  const change = snoozed && snoozeBy(snoozed, times);
  if (change !== undefined) return {kind: 'change', change, target: {kind: 'last'}};
  const clear = read(conversation, times, messageOf);
  if (clear !== undefined) return clear;
  if (question?.kind === 'when') return {kind: 'ask', question, why: times.texts.noTime};
  const order = readBareOrder(text, times);
  if (order !== undefined && !canRemind) return reply(times.texts.not.reminders);
  const other = order ?? readChange(withCommandSpelled(text), times);
  if (other !== undefined) return other;
  // "on 31 february party": a short sentence with a time that can't be used.
  const refusal = canRemind && isShort(text) ? times.refusal(text) : undefined;
  return reply(refusal ?? notUnderstood(conversation, times));
};

const isShort = (text: string): boolean => !/\?\s*$/u.test(text) && text.trim().split(/\s+/u).length <= 8;

type MessageOf = (mentioned: Mentioned) => string | undefined;

const reply = (text: string): Intent => ({kind: 'reply', text});

/** The intent without regard to an open question. */
const read = (conversation: Conversation, times: TimeReader, messageOf: MessageOf): Intent | undefined => {
  const {text, canRemind, announced, mentioned} = conversation;
  const ofJob = readJobOrder(text) ?? readNewJob(text, times);
  if (ofJob?.kind === 'job' && ofJob.order === 'delete') {
    const change = readChange(text, times);
    return change?.kind === 'change' ? {...ofJob, otherwise: change} : ofJob;
  }
  if (ofJob !== undefined) return ofJob;
  const announcement = readAnnouncedQuestion(text, announced);
  if (announcement !== undefined) return reply(announcedText(announcement));
  const change = readChange(text, times);
  if (asksForReminder(text, times)) {
    // "remind me again in 10 minutes" is about the fired reminder. "remind me to cancel the dentist" is a new reminder.
    if (change?.kind === 'change' && change.change.kind === 'snooze') return change;
    if (!canRemind) return reply(times.texts.not.reminders);
    return readOrder(text, times, mentioned && messageOf(mentioned));
  }
  const name = askedName(text);
  const talk = smallTalk(conversation) ?? (name && nothingAnnounced(name, conversation)) ?? clockAnswer(text, times);
  return talk === undefined ? (readJobQuestion(text) ?? readListQuestion(text, times) ?? change) : reply(talk);
};

const announcedText = ({name, text}: Conversation['announced'][number]): string => {
  const trimmed = text.trim();
  const who = name === 'reminder' ? 'The reminder' : name;
  return trimmed.includes('\n') ? `${who} said:\n${trimmed}` : `${who} said: ${trimmed}`;
};

const nothingAnnounced = (name: string, {announced}: Conversation): string => {
  const names = [...new Set(announced.map(one => one.name))].filter(one => one !== 'reminder');
  const others = names.length === 0 ? '' : ` These did: ${names.join(', ')}.`;
  return `"${name}" hasn't announced anything in this conversation.${others}`;
};

const readAnswer = (question: Question, text: string, times: TimeReader): Intent | undefined => {
  if (NO.test(text))
    return reply(times.texts.refused[question.kind === 'time' ? refusedAs(question.intent) : question.kind]);
  switch (question.kind) {
    case 'when':
      return readWhen(question.message, text, times);
    case 'what':
    case 'what-and-when': {
      if (/\?\s*$/u.test(text) || (asksForReminder(text, times) && times.find(text) !== undefined)) return undefined;
      if (readListQuestion(text, times) !== undefined) return undefined;
      if (question.kind === 'what-and-when') return readBoth(text, times);
      const moment = times.whole(question.moment.words) ?? question.moment;
      const message = matterOf(text, times);
      return message === '' ? undefined : set({moment, message});
    }
    case 'offer':
      return YES.test(text) ? set(question.order) : undefined;
    case 'time':
      return readChoice(question, text, times);
    case 'job':
      return YES.test(text) ? question.intent : undefined;
    case 'scope':
      return readScope(question, text);
    case 'all':
      return YES.test(text) || /^(?:yes[\s,]+)?(?:all|all of them|everything)\b/iu.test(text.trim())
        ? {kind: 'change', change: question.change, target: {kind: 'all'}, confirmed: true}
        : undefined;
    default:
      return readWhich(question, text, times);
  }
};

/** A reminder that isn't set, or a change that isn't made. */
const refusedAs = ({kind}: Intent): 'when' | 'which' => (kind === 'set' ? 'when' : 'which');

/** "only this one", "all from now on" */
const readScope = ({intent, only}: Extract<Question, {kind: 'scope'}>, text: string): Intent | undefined => {
  const isThis = THIS_ONE.test(text) || (only === true && YES.test(text));
  const scope = isThis ? 'this' : ALL_OF_THEM.test(text) ? 'series' : undefined;
  return scope === undefined || intent.kind !== 'change' ? undefined : {...intent, scope, confirmed: true};
};

/** "18:45", "the second", "in the evening": one of the choices. Another time takes the place of all of them. */
const readChoice = (
  {intent, choices}: Extract<Question, {kind: 'time'}>,
  text: string,
  times: TimeReader,
): Intent | undefined => {
  const words = inEnglish(text, times.languages).trim();
  const place = YES.test(words) ? 0 : PLACES.findIndex(pattern => pattern.test(words));
  const chosen = choices[place] ?? choiceNamed(words, choices, times);
  if (chosen !== undefined) return withMoment(intent, chosen.moment);
  const other = times.whole(text);
  return other && withMoment(intent, other);
};

const choiceNamed = (text: string, choices: readonly TimeChoice[], times: TimeReader): TimeChoice | undefined => {
  const ofDay = (at: number): string => isoOf(at + offsetAt(at, times.zone)).slice(11, 16);
  const half = EVENING.test(text) ? 'pm' : MORNING.test(text) ? 'am' : undefined;
  const only = (fits: (choice: TimeChoice) => boolean): TimeChoice | undefined => {
    const found = choices.filter(fits);
    return found.length === 1 ? found[0] : undefined;
  };
  const found = times.whole(text);
  return (
    (found &&
      (only(({moment}) => moment.at === found.at) ?? only(({moment}) => ofDay(moment.at) === ofDay(found.at)))) ??
    (half && only(({moment}) => ofDay(moment.at) >= '12:00' === (half === 'pm')))
  );
};

/** The intent at another time. */
const withMoment = (intent: Intent, moment: Moment): Intent => {
  if (intent.kind === 'set') return {...intent, orders: intent.orders.map(order => ({...order, moment}))};
  if (intent.kind !== 'change') return intent;
  const {change} = intent;
  return 'moment' in change ? {...intent, change: {...change, moment}, confirmed: true} : intent;
};

const set = (order: Order): Intent => ({kind: 'set', orders: [order]});

const readWhen = (message: string, text: string, times: TimeReader): Intent | undefined => {
  const moment = times.whole(text);
  if (moment !== undefined) return set({moment, message});
  const isOther = asksForReminder(text, times) || readChange(text, times) !== undefined || /\?\s*$/u.test(text);
  const found = isOther ? undefined : times.find(text);
  return found !== undefined && found.rest.split(/\s+/u).length <= 3 ? set({moment: found.moment, message}) : undefined;
};

/** The text contains the reminder text, the time, or both. */
const readBoth = (text: string, times: TimeReader): Intent => {
  const found = times.find(text);
  const moment = times.whole(text) ?? found?.moment;
  const message = times.whole(text) === undefined ? matterOf(found?.rest ?? text, times) : '';
  if (moment === undefined) return {kind: 'ask', question: {kind: 'when', message}};
  return message === '' ? {kind: 'ask', question: {kind: 'what', moment}} : set({moment, message});
};

const readWhich = (
  {change, ids, messages}: Extract<Question, {kind: 'which'}>,
  text: string,
  times: TimeReader,
): Intent | undefined => {
  const {length} = ids;
  const changing = (meant: typeof ids): Intent => ({kind: 'change', change, target: {kind: 'ids', ids: meant}});
  if (YES.test(text)) return length === 1 ? changing(ids) : undefined;
  const words = text.trim().replace(/^(?:(?:i mean|i meant|yes|please)[\s,]+)*/iu, '');
  if (words.split(/\s+/u).length > 6) return undefined;
  const target = readTarget(words);
  if (target.kind === 'all') return changing(ids);
  if (target.kind === 'ids') return {kind: 'change', change, target};
  const isLast = /^(?:the )?last(?: one)?$/iu.test(words);
  if (target.kind === 'positions' || isLast) {
    const found = atPositions(target.kind === 'positions' ? target.positions : [-1], ids);
    return found === undefined ? reply(`The list has only ${length} reminders.`) : changing(found);
  }
  const isOther = readChange(text, times) ?? readListQuestion(text, times) ?? asksForReminder(text, times);
  const listed = messages.flatMap(tokens);
  const isNamed = tokens(words).some(word => listed.includes(word)) || times.find(words) !== undefined;
  return !isOther && target.kind === 'words' && isNamed ? {kind: 'change', change, target} : undefined;
};

const PLACES = [
  /^(?:1|#1|(?:the )?first(?: one)?|das erste|die erste)[.!]*$/iu,
  /^(?:2|#2|(?:the )?(?:second|last|other)(?: one)?|das zweite|die zweite)[.!]*$/iu,
  /^(?:3|#3|(?:the )?third(?: one)?)[.!]*$/iu,
];
const EVENING =
  /^(?:(?:in the |the )?(?:evening|afternoon)|pm|p\.m\.|(?:am |abends?|nachmittags?)(?:abend|nachmittag)?)[.!]*$/iu;
const MORNING = /^(?:(?:in the |the )?morning|am|a\.m\.|(?:am )?morgens?|früh)[.!]*$/iu;
const THIS_ONE =
  /^\s*(?:1|#1|(?:the )?first(?: one)?|(?:just |only )*(?:(?:this|that|the next)(?: one| time)?|once)(?: only)?)[\s.!]*$/iu;
const ALL_OF_THEM =
  /^\s*(?:2|#2|(?:the )?second(?: one)?|(?:all|every|each)(?: of them| one| time)?(?: from now on)?|(?:the (?:whole )?)?series|from now on|always)[\s.!]*$/iu;
const LONGEST = 12_000;
const NO_WORDS = /[\s\p{P}]{400}/u;
const YES =
  /^\s*(?:yes|y|yep|yeah|yup|sure|ok|okay|please|please do|do it|do that|go ahead|of course|correct|right|exactly|that one|this one|that's it|👍|ja)(?:[\s,]+(?:please|do|do it|do that|thanks|thank you|all|that one|all of them))*[\s.!]*$/iu;
const NO =
  /^\s*(?:no|n|nope|nah|never ?mind|forget (?:it|that|about it)|cancel(?: (?:it|that))?|stop|none|none of (?:them|these)|neither|nothing|leave (?:it|them)|don'?t|do not|skip(?: it)?|no thanks|no thank you|abort)(?:[\s,]+(?:thanks|thank you|please|leave (?:it|them)))*[\s.!]*$/iu;
