// What was said becomes a request: the answer to an open question first, then whatever it says by itself. Pure.

import {asksToBeReminded} from './asked-for.ts';
import {readListing} from './asking.ts';
import {readChange} from './changing.ts';
import {tokens} from './choose.ts';
import {readClockQuestion} from './clock-questions.ts';
import {readJobsQuestion} from './coming-jobs.ts';
import type {Conversation} from './conversation.ts';
import {recurringAnswer} from './cron-file.ts';
import {targetOf} from './meant-target.ts';
import {askWhat, askWhen, openQuestion, type Question} from './questions.ts';
import {NO_REMINDERS_HERE, notUnderstood} from './replies.ts';
import type {Request} from './requests.ts';
import type {TimeReader} from './said-times.ts';
import {matterOf, readBareRequest, readRequest} from './setting.ts';
import {smallTalk} from './small-talk.ts';
import {nothingTold, toldResult} from './told-results.ts';
import {lastMentioned, lastMessage} from './tool-answers.ts';

export const understand = (conversation: Conversation, times: TimeReader): Request => {
  const {text} = conversation;
  if (text.length > LONGEST) return say(TOO_LONG);
  // No sentence has such a stretch without a word, and the patterns would take long over it.
  if (NO_WORDS.test(text)) return say(notUnderstood(conversation));
  const question = openQuestion(conversation, times);
  const answered = question === undefined ? undefined : readAnswer(question, conversation, times);
  if (answered !== undefined) return answered;
  const moment = cameLast(conversation) ? times.whole(text) : undefined;
  if (moment !== undefined) return {kind: 'change', deed: {kind: 'snooze', moment}, target: {kind: 'last'}};
  const clear = plain(conversation, times);
  if (clear !== undefined) return clear;
  if (question?.kind === 'when') return say(`I did not understand that as a time.\n${askWhen(question.message)}`);
  return (conversation.canRemind ? readBareRequest(text, times) : undefined) ?? say(notUnderstood(conversation));
};

/** A reminder was the last thing that was said: a time alone is then an answer to it. */
const cameLast = (conversation: Conversation): boolean =>
  conversation.before.at(-1)?.kind === 'said' && lastMentioned(conversation)?.came === true;

const say = (text: string): Request => ({kind: 'say', text});

/** What the words say without what was asked before. */
const plain = (conversation: Conversation, times: TimeReader): Request | undefined => {
  const {text} = conversation;
  const told = toldResult(conversation);
  if (told !== undefined) return say(told);
  const recurring = recurringAnswer(conversation, times);
  if (recurring !== undefined) return say(conversation.canRemind ? recurring : NO_REMINDERS_HERE);
  const change = readChange(text, times);
  const wish = asksToBeReminded(text);
  // "remind me again in 10 minutes" is about the one that came; "remind me to cancel the dentist" is a new one.
  if (wish && change?.kind === 'change' && change.deed.kind === 'snooze') return change;
  if (wish && !conversation.canRemind && conversation.done.length === 0) return say(NO_REMINDERS_HERE);
  if (wish) return readRequest(text, times, lastMessage(conversation));
  const talk = smallTalk(conversation) ?? nothingTold(conversation);
  if (talk !== undefined) return say(talk);
  return readClockQuestion(text, times) ?? readJobsQuestion(conversation) ?? readListing(text, times) ?? change;
};

const readAnswer = (question: Question, conversation: Conversation, times: TimeReader): Request | undefined => {
  const {text} = conversation;
  const refused = NO.test(text);
  switch (question.kind) {
    case 'when': {
      if (refused) return say(NOTHING_SET);
      const moment = times.whole(text);
      if (moment !== undefined) return {kind: 'set', orders: [{moment, message: question.message}]};
      const found = asksToBeReminded(text) || readChange(text, times) !== undefined ? undefined : times.find(text);
      return found !== undefined && found.rest.split(/\s+/u).length <= 3 && !/\?\s*$/u.test(text)
        ? {kind: 'set', orders: [{moment: found.moment, message: question.message}]}
        : undefined;
    }
    case 'what':
    case 'both': {
      if (refused) return say(NOTHING_SET);
      if (/\?\s*$/u.test(text) || (asksToBeReminded(text) && times.find(text) !== undefined)) return undefined;
      if (readListing(text, times) !== undefined) return undefined;
      if (question.kind === 'both') return bothAnswered(text, times);
      const moment = times.whole(question.when);
      const message = matterOf(text);
      return moment === undefined || message === '' ? undefined : {kind: 'set', orders: [{moment, message}]};
    }
    case 'offer': {
      if (refused) return say('All right.');
      const moment = times.whole(question.when);
      const agreed = YES.test(text) && moment !== undefined;
      return agreed ? {kind: 'set', orders: [{moment, message: question.message}]} : undefined;
    }
    case 'all':
      if (refused) return say('All right, nothing was changed.');
      return YES.test(text) || /^(?:yes[\s,]+)?(?:all|all of them|everything)\b/iu.test(text.trim())
        ? {kind: 'change', deed: question.deed, target: {kind: 'all'}, confirmed: true}
        : undefined;
    default:
      return whichAnswered(question, text, times);
  }
};

/** The matter, or the time, or both of them. */
const bothAnswered = (text: string, times: TimeReader): Request => {
  const moment = times.whole(text);
  if (moment !== undefined) return say(askWhat(moment.words));
  const found = times.find(text);
  const message = matterOf(found?.rest ?? text);
  if (found === undefined) return say(askWhen(message));
  return message === '' ? say(askWhat(found.moment.words)) : {kind: 'set', orders: [{moment: found.moment, message}]};
};

const whichAnswered = (
  {deed, ids, shown}: Extract<Question, {kind: 'which'}>,
  text: string,
  times: TimeReader,
): Request | undefined => {
  if (NO.test(text)) return say('All right, nothing was changed.');
  const {length} = ids;
  if (YES.test(text)) return length === 1 ? {kind: 'change', deed, target: {kind: 'ids', ids}} : undefined;
  const words = text.trim().replace(/^(?:(?:i mean|i meant|yes|please)[\s,]+)*/iu, '');
  if (words.split(/\s+/u).length > 6) return undefined;
  const target = targetOf(words);
  if (target.kind === 'all' || /^(?:both|all|all of them)$/iu.test(words)) {
    return {kind: 'change', deed, target: {kind: 'ids', ids}};
  }
  if (target.kind === 'positions' || /^(?:the )?last(?: one)?$/iu.test(words)) {
    const positions = target.kind === 'positions' ? target.positions : [-1];
    const found = positions.flatMap(position => ids.at(position < 0 ? position : position - 1) ?? []);
    return found.length < positions.length
      ? say(`The list has only ${length} of them.`)
      : {kind: 'change', deed, target: {kind: 'ids', ids: found}};
  }
  if (target.kind === 'ids') return {kind: 'change', deed, target};
  const other = readChange(text, times) ?? (asksToBeReminded(text) ? readRequest(text, times) : undefined);
  const named = tokens(words).some(word => tokens(shown).includes(word)) || times.find(words) !== undefined;
  return other === undefined && readListing(text, times) === undefined && target.kind === 'words' && named
    ? {kind: 'change', deed, target}
    : undefined;
};

const LONGEST = 12_000;
const NO_WORDS = /[\s\p{P}]{400}/u;
const TOO_LONG = 'That is too long for me: a reminder holds 10,000 characters at most.';
const YES =
  /^\s*(?:yes|y|yep|yeah|yup|sure|ok|okay|please|please do|do it|do that|go ahead|of course|correct|right|exactly|that one|this one|that's it|👍|ja)(?:[\s,]+(?:please|do|do it|do that|thanks|thank you|all|that one|all of them))*[\s.!]*$/iu;
const NO =
  /^\s*(?:no|n|nope|nah|never ?mind|forget (?:it|that|about it)|cancel(?: (?:it|that))?|stop|none|none of (?:them|these)|neither|nothing|leave (?:it|them)|don'?t|do not|skip(?: it)?|no thanks|no thank you|abort)(?:[\s,]+(?:thanks|thank you|please|leave (?:it|them)))*[\s.!]*$/iu;
const NOTHING_SET = 'All right, nothing was set.';
