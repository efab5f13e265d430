// Interprets a message: first as the answer to an open question, then as a new request or as small talk. Pure.
import type {CommandWords} from '../../../shared/languages/commands.ts';
import type {AnswerTexts} from '../../../shared/languages/language.ts';
import {type Conversation, REMINDER} from './conversation.ts';
import {type Intent, reply} from './intent.ts';
import {readAnswer} from './read-answer.ts';
import {readChange, readJobOrder, readNewJob, snoozeBy} from './read-change.ts';
import {asksForReminder, readBareOrder, readEventOrder, readOrder, readTimerOrder} from './read-order.ts';
import {announcerName, clockAnswer, readAnnouncedQuestion, readJobQuestion, readListQuestion} from './read-question.ts';
import type {TimeReader} from './times.ts';
import {withCommandSpelled} from './wording.ts';

/** The intent of the message. `mentioned`: the text of the reminder that "it" refers to. */
export const interpret = (conversation: Conversation, times: TimeReader, mentioned?: string): Intent => {
  const {text, form, canRemind} = conversation;
  if (text.length > LONGEST) return reply(times.texts.smallTalk.tooLong);
  // Normal text has no such stretch without a word, and the patterns would be slow on such input.
  if (NO_WORDS.test(text)) return reply(notUnderstood(conversation, times));
  const answer = form && readAnswer(form, text, times);
  if (answer !== undefined) return answer;
  const snoozed = conversation.mentioned?.isLast === true ? times.whole(text) : undefined;
  const change = snoozed && snoozeBy(snoozed, times);
  if (change !== undefined) return {intent: 'reminder.change', change, target: {kind: 'last'}};
  const clear = read(conversation, times, mentioned);
  if (clear !== undefined) return clear;
  if (form?.missing === 'when') return {intent: 'ask', form, why: times.texts.noTime};
  const order = readBareOrder(text, times);
  if (order !== undefined && !canRemind) return reply(times.texts.not.reminders);
  const intent = order ?? readChange(withCommandSpelled(text, times.words), times);
  if (intent !== undefined) return intent;
  // "on 31 february party": a short sentence with a time that can't be used.
  const refusal = canRemind && isShort(text) ? times.refusal(text) : undefined;
  if (refusal === undefined && form !== undefined && conversation.asked !== undefined) return {intent: 'again'};
  return reply(refusal ?? notUnderstood(conversation, times));
};

const isShort = (text: string): boolean => !/\?\s*$/u.test(text) && text.trim().split(/\s+/u).length <= 8;

/** The intent without regard to an open question. */
const read = (conversation: Conversation, times: TimeReader, mentioned?: string): Intent | undefined => {
  const {text, canRemind, announced} = conversation;
  const {words} = times;
  const ofJob = readJobOrder(text, words) ?? readNewJob(text, times);
  if (ofJob?.intent === 'cron.remove' || ofJob?.intent === 'cron.edit') {
    const change = readChange(text, times);
    return change?.intent === 'reminder.change' ? {...ofJob, otherwise: change} : ofJob;
  }
  if (ofJob !== undefined) return ofJob;
  const announcement = readAnnouncedQuestion(text, announced, words);
  if (announcement !== undefined) {
    const {name, text: result} = announcement;
    return reply(times.texts.smallTalk.announced(name === REMINDER ? undefined : name, result.trim()));
  }
  const change = readChange(text, times);
  const event = change === undefined || asksForReminder(text, words) ? readEventOrder(text, times) : undefined;
  if (event !== undefined) return canRemind ? event : reply(times.texts.not.reminders);
  const timer = change === undefined ? readTimerOrder(text, times) : undefined;
  if (timer !== undefined) return canRemind ? timer : reply(times.texts.not.reminders);
  if (asksForReminder(text, words)) {
    // "remind me again in 10 minutes" is about the fired reminder. "remind me to cancel the dentist" is a new reminder.
    if (change?.intent === 'reminder.change' && change.change.operation === 'reminder.snooze') return change;
    if (!canRemind) return reply(times.texts.not.reminders);
    return readOrder(text, times, mentioned);
  }
  const name = announcerName(text, words);
  const answer =
    smallTalk(conversation, times) ?? (name && nothingAnnounced(name, conversation, times)) ?? clockAnswer(text, times);
  return answer === undefined
    ? (readJobQuestion(text, words) ?? readListQuestion(text, times) ?? change)
    : reply(answer);
};

const nothingAnnounced = (name: string, {announced}: Conversation, {texts}: TimeReader): string => {
  const others = new Set(announced.map(({name: job}) => job).filter(job => job !== REMINDER));
  return texts.smallTalk.notAnnounced(name, [...others].join(', '));
};

const LONGEST = 12_000;
const NO_WORDS = /[\s\p{P}]{400}/u;

/** The reply to small talk. Undefined for any intent text. */
const smallTalk = (
  conversation: Conversation,
  {texts, words}: Pick<TimeReader, 'texts' | 'words'>,
): string | undefined => {
  const {text} = conversation;
  if (text.length > LONGEST_TALK) return undefined;
  if (/^\s*\?+\s*$/u.test(text)) return smallTalkText('help', texts, conversation);
  const plain = text
    .trim()
    .replaceAll('’', "'")
    .replace(/[\s.!?,…]+$/u, '');
  const greeted = plain.replace(words.courtesy.greeting, '');
  const kinds = Object.entries(words.smallTalk) as [keyof typeof words.smallTalk, RegExp][];
  const [kind] = kinds.find(([, pattern]) => pattern.test(plain) || pattern.test(greeted)) ?? [];
  return kind && smallTalkText(kind, texts, conversation);
};

/** A help text for messages that weren't understood. */
const notUnderstood = ({canRemind, isOwner}: Conversation, {texts}: Pick<TimeReader, 'texts'>): string => {
  const {understood, onlyTime, connect} = texts.not;
  const can = canRemind ? understood : onlyTime;
  return isOwner ? `${can}\n\n${connect}` : can;
};

/** Most small talk is answered with the sentence of its name. */
const smallTalkText = (
  kind: keyof CommandWords['smallTalk'],
  {smallTalk: texts, not}: AnswerTexts,
  {canRemind, isOwner, justChanged}: Conversation,
): string => {
  const advice = isOwner ? [not.connect] : [];
  switch (kind) {
    case 'hello':
    case 'morning':
    case 'evening':
    case 'howAreYou':
      return texts[kind](canRemind ? texts.invitation : texts.clockInvitation);
    case 'fine':
      return justChanged ? texts.unchanged : texts.fine;
    case 'who':
      return [texts.who, ...advice].join('\n\n');
    case 'help':
      return [canRemind ? texts.help : texts.clockHelp, ...advice].join('\n\n');
    case 'connectModel':
      return isOwner ? not.connect : texts.ownerOnly;
    case 'linkSignal':
    case 'makeJob':
    case 'injectMessage':
      return isOwner ? texts[kind] : texts.ownerOnly;
    default:
      return texts[kind];
  }
};

const LONGEST_TALK = 120;
