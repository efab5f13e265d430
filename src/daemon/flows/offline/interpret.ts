// Interprets a message: first as the answer to an open question, then as a new request. Pure.
import {clockAnswer} from './clock.ts';
import type {Conversation, Mentioned} from './conversation.ts';
import type {Intent} from './intent.ts';
import {readAnswer} from './reading/read-answer.ts';
import {readChange, snoozeBy} from './reading/read-change.ts';
import {readJobOrder, readNewJob} from './reading/read-job-order.ts';
import {asksForReminder, readBareOrder, readOrder} from './reading/read-order.ts';
import {askedName, readAnnouncedQuestion, readJobQuestion, readListQuestion} from './reading/read-question.ts';
import {notUnderstood, smallTalk} from './small-talk.ts';
import type {TimeReader} from './times.ts';
import {withCommandSpelled} from './wording/spelling.ts';

/** The intent of the message. `messageOf` returns a reminder's text. */
export const interpret = (conversation: Conversation, times: TimeReader, messageOf: MessageOf): Intent => {
  const {text, question, mentioned, canRemind} = conversation;
  if (text.length > LONGEST) return reply(times.texts.smallTalk.tooLong);
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
  if (refusal === undefined && question !== undefined && conversation.asked !== undefined) return {kind: 'again'};
  return reply(refusal ?? notUnderstood(conversation, times));
};

const isShort = (text: string): boolean => !/\?\s*$/u.test(text) && text.trim().split(/\s+/u).length <= 8;

type MessageOf = (mentioned: Mentioned) => string | undefined;

const reply = (text: string): Intent => ({kind: 'reply', text});

/** The intent without regard to an open question. */
const read = (conversation: Conversation, times: TimeReader, messageOf: MessageOf): Intent | undefined => {
  const {text, canRemind, announced, mentioned} = conversation;
  const ofJob = readJobOrder(text) ?? readNewJob(text, times);
  if (ofJob?.kind === 'job' && (ofJob.order === 'delete' || ofJob.order === 'edit')) {
    const change = readChange(text, times);
    return change?.kind === 'change' ? {...ofJob, otherwise: change} : ofJob;
  }
  if (ofJob !== undefined) return ofJob;
  const announcement = readAnnouncedQuestion(text, announced);
  if (announcement !== undefined) return reply(announcedText(announcement, times));
  const change = readChange(text, times);
  if (asksForReminder(text, times)) {
    // "remind me again in 10 minutes" is about the fired reminder. "remind me to cancel the dentist" is a new reminder.
    if (change?.kind === 'change' && change.change.kind === 'snooze') return change;
    if (!canRemind) return reply(times.texts.not.reminders);
    return readOrder(text, times, mentioned && messageOf(mentioned));
  }
  const name = askedName(text);
  const answer =
    smallTalk(conversation, times) ?? (name && nothingAnnounced(name, conversation, times)) ?? clockAnswer(text, times);
  return answer === undefined ? (readJobQuestion(text) ?? readListQuestion(text, times) ?? change) : reply(answer);
};

const announcedText = ({name, text}: Conversation['announced'][number], {texts}: TimeReader): string =>
  texts.smallTalk.announced(name === 'reminder' ? undefined : name, text.trim());

const nothingAnnounced = (name: string, {announced}: Conversation, {texts}: TimeReader): string => {
  const names = [...new Set(announced.map(one => one.name))].filter(one => one !== 'reminder');
  return texts.smallTalk.notAnnounced(name, names.join(', '));
};

const LONGEST = 12_000;
const NO_WORDS = /[\s\p{P}]{400}/u;
