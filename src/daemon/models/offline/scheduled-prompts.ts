// Scheduled prompts, answered without a model: what can be looked up is looked up as if it had been asked now, a reminder or a
// result is told as it is, and work that needs a model is said to have been left undone. Nothing is changed for them. Pure.
import {beginningOf, shortened} from '../../../shared/shortened.ts';
import {readListing} from './asking.ts';
import {readClockQuestion} from './clock-questions.ts';
import type {Conversation} from './conversation.ts';
import {capitalized, stopped} from './replies.ts';
import type {Request} from './requests.ts';
import type {TimeReader} from './said-times.ts';

/** A question about the time or the reminders that was to be asked now; undefined for everything else. */
export const scheduledRequest = (
  {origin, text, lookedUp, canRemind, done}: Conversation,
  times: TimeReader,
): Request | undefined => {
  if (origin !== 'reminder' && origin !== 'cron' && origin !== 'alarm') return undefined;
  const asked = text.trim().replace(FRAME, '').trim();
  const clock = readClockQuestion(asked, times);
  if (clock !== undefined) return clock;
  // What the job looked up beforehand is what it is about, and not the reminders.
  if (lookedUp.length > 0 || !(canRemind || done.length > 0)) return undefined;
  const listing = readListing(asked, times);
  const isPast = listing?.kind === 'list' && listing.view.kind === 'between' && listing.view.to <= times.now;
  return isPast ? undefined : listing;
};

/** What is said on behalf of the schedule. Empty for what has to leave no trace. */
export const scheduledAnswer = ({origin, text, lookedUp, markdown}: Conversation): string => {
  switch (origin) {
    case 'announcement':
      return nudge(text);
    case 'reminder':
      return reminderAnswer(text);
    case 'alarm':
      return alarmAnswer(text);
    case 'cron':
      return lookedUp.length === 0 || isNudge(text.trim()) ? cronAnswer(text) : foundAnswer(text, lookedUp, markdown);
    case 'notice':
      return quietAnswer(text);
    default:
      // A summary replaces what it tells of: without a model there is none, and the conversation stays as it is.
      return '';
  }
};

/** "Remind the user to call Bob" is told as "Call Bob."; anything longer than a line stays as it is. */
const nudge = (text: string): string => {
  const whole = text.trim();
  const bare = whole.replace(FRAME, '').replace(NAMED, '').trim();
  const said = bare === '' ? whole : bare;
  return said.includes('\n') ? said : stopped(capitalized(said));
};

/** A question is never told as if it were its own answer. */
const reminderAnswer = (text: string): string => {
  const asked = text.trim();
  const isForModel = !FRAME.test(asked) && !NAMED.test(asked) && (/\?\s*$/u.test(asked) || TASK.test(asked));
  return isForModel
    ? `You wanted this now, and it needs a language model, which is not connected: ${quoted(asked)}`
    : nudge(text);
};

/** A note to oneself is no news to anybody else, unless it is plainly meant for the person. */
const alarmAnswer = (text: string): string => {
  const note = text.trim();
  return FRAME.test(note) || NAMED.test(note)
    ? nudge(note)
    : `An alarm has come, and going on with it needs a language model, which is not connected. Its note says: ${quoted(note)}`;
};

const quoted = (text: string): string => (text.includes('\n') ? `\n${text}` : `“${text}”.`);

const cronAnswer = (text: string): string =>
  isNudge(text.trim())
    ? nudge(text)
    : `This scheduled task needs a language model, and none is connected, so it was not done: ${taskLine(text)}`;

/** What was looked up is worth telling by itself, and no more than that was done. */
const foundAnswer = (text: string, lookedUp: readonly string[], markdown: boolean): string => {
  const found = lookedUp.map(output => {
    const short = output.length > FOUND ? `${beginningOf(output, FOUND).trimEnd()}\n…` : output;
    return markdown ? `\`\`\`\n${short.replaceAll('```', "'''")}\n\`\`\`` : short;
  });
  return [
    'This is what the job looked up:',
    ...found,
    `What was to be made of it needs a language model, and none is connected: ${taskLine(text)}`,
  ].join('\n');
};

const taskLine = (text: string): string => {
  const task = text.replaceAll(new RegExp(SENTINEL, 'gu'), '').trim();
  const [line = ''] = task.split('\n');
  return shortened(line, SHOWN) || 'it says nothing';
};

/** The heartbeat and its like offer a word for "nothing to say"; that is what is true here. */
const quietAnswer = (text: string): string => {
  const [word] = SENTINEL.exec(text) ?? [];
  return word?.replace('HEARTBEAT_CONTINUE', 'HEARTBEAT_OK') ?? nudge(text);
};

const isNudge = (text: string): boolean => {
  if (FRAME.test(text) || NAMED.test(text)) return true;
  if (text === '' || text.includes('\n') || SENTINEL.test(text) || WORK.test(text) || text.endsWith('?')) return false;
  return text.split(/\s+/u).length <= NUDGE_WORDS;
};

const FRAME =
  /^(?:(?:please\s+)?(?:remind|tell|nudge|notify|alert|ping|wake)\s+(?:the user|the person|the owner|your user|me|us|him|her|them)(?:\s+up)?\s*(?::|(?:that|about|of)\s|to\s+(?=\S)|,)\s*|(?:a )?reminder\s*(?::|[–—-]\s|that\s|to\s)\s*|(?:say|announce|note to self)\s*:\s*)/iu;
/** Names are told from other words by their capital. */
const NAMED = /^[Rr]emind \p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)? (?:to|that|about|of) /u;
const WORK =
  /\b(?:summari[sz]e|summary|check(?! in\b)|look|review|analy[sz]e|report|search|find|fetch|read|list|write|draft|compile|collect|compare|generate|create|update|research|investigate|run|execute|query|download|scan|monitor|prepare|translate|explain|suggest|plan|tell me (?:what|how|if|whether|which)|what|which|how|why|if|whether|unless|use|answer|give me|show|send|post|delete|backup|back up|weather|news|e-?mails?|inbox)\b/iu;
/** What somebody would ask of an agent, and nobody reminds themselves of in so few words. */
const TASK =
  /^(?:(?:please|can you|could you|would you)\s+)*(?:summari[sz]e|give me|tell me|show me|what|which|how|why|who|whether|find out|look up|analy[sz]e|translate|explain|suggest|generate|compile|search|research|brief me|list)\b/iu;
const SENTINEL = /HEARTBEAT_(?:OK|CONTINUE)|NO_ACTION_NEEDED/u;
const NUDGE_WORDS = 16;
const SHOWN = 120;
const FOUND = 2_000;
