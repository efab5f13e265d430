// Scheduled prompts, answered without a model: a reminder or a result is told as it is, and work that needs a model is said to
// have been left undone. No tool is used for them. Pure.

import type {Conversation} from './conversation.ts';
import {capitalized, stopped} from './replies.ts';

/** What is said on behalf of the schedule. Empty for what has to leave no trace. */
export const scheduledAnswer = ({origin, text}: Conversation): string => {
  switch (origin) {
    case 'announcement':
    case 'reminder':
    case 'alarm':
      return nudge(text);
    case 'cron':
      return cronAnswer(text);
    case 'notice':
      return quietAnswer(text);
    default:
      // A summary replaces what it tells of: without a model there is none, and the conversation stays as it is.
      return '';
  }
};

/** "Remind the user to call Bob" is told as "Call Bob."; anything longer than a line stays as it is. */
export const nudge = (text: string): string => {
  const whole = text.trim();
  const bare = whole.replace(FRAME, '').replace(NAMED, '').trim();
  const said = bare === '' ? whole : bare;
  return said.includes('\n') ? said : stopped(capitalized(said));
};

const cronAnswer = (text: string): string => {
  const task = text.replaceAll(new RegExp(SENTINEL, 'gu'), '').trim();
  if (isNudge(text.trim())) return nudge(text);
  const [line = ''] = task.split('\n');
  const short = line.length > SHOWN ? `${line.slice(0, SHOWN).toWellFormed().trimEnd()}…` : line;
  return `This scheduled task needs a language model, and none is connected, so it was not done: ${short || 'it says nothing'}`;
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
const SENTINEL = /HEARTBEAT_(?:OK|CONTINUE)|NO_ACTION_NEEDED/u;
const NUDGE_WORDS = 16;
const SHOWN = 120;
