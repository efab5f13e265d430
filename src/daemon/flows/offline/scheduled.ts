// Answers scheduled prompts without a model. Records answer simple questions. Reminders and results are passed on
// unchanged. Work that needs a model is reported as not done. Scheduled prompts change nothing. Pure.

import type {SmallTalkTexts} from '../../../shared/languages/small-talk.ts';
import {stopped} from '../../../shared/text/sentences.ts';
import {beginningOf, shortened} from '../../../shared/text/shortened.ts';
import {clockAnswer} from './clock.ts';
import type {Conversation} from './conversation.ts';
import type {Intent} from './intent.ts';
import {readListQuestion} from './reading/read-question.ts';
import {capitalized} from './sentences.ts';
import type {TimeReader} from './times.ts';

export const scheduledIntent = (conversation: Conversation, times: TimeReader, isProgram: IsProgram): Intent =>
  readScheduledQuestion(conversation, times) ??
  (needsModel(conversation, isProgram)
    ? {kind: 'fail', reason: NEEDS_MODEL}
    : {kind: 'reply', text: scheduledText(conversation, times, isProgram)});

/** True for the name of a program on this computer. */
export type IsProgram = (name: string) => boolean;

/** Tool output is useful as it is, so a job that has some doesn't fail. */
const needsModel = ({origin, text, lookedUp}: Conversation, isProgram: IsProgram): boolean =>
  origin === 'cron' && lookedUp.length === 0 && !isNudge(text.trim(), isProgram);

const readScheduledQuestion = (
  {origin, text, lookedUp, canRemind}: Conversation,
  times: TimeReader,
): Intent | undefined => {
  if (origin === 'announcement' || origin === 'system') return undefined;
  const asked = text.trim().replace(FRAME, '').trim();
  const clock = clockAnswer(asked, times);
  if (clock !== undefined) return {kind: 'reply', text: clock};
  // A job with tool output asks about that output, not about reminders.
  if (lookedUp.length > 0 || !canRemind) return undefined;
  const listing = readListQuestion(asked, times);
  const isPast = listing?.kind === 'list' && listing.view.kind === 'between' && listing.view.to <= times.now;
  return isPast ? undefined : listing;
};

const scheduledText = (
  {origin, text, lookedUp, markdown}: Conversation,
  {texts}: TimeReader,
  isProgram: IsProgram,
): string => {
  const {unattended} = texts.smallTalk;
  const prompt = text.trim();
  switch (origin) {
    case 'announcement':
      return nudge(prompt);
    case 'reminder':
      return !isForPerson(prompt) && (/\?\s*$/u.test(prompt) || TASK.test(prompt))
        ? `${unattended.reminder} ${quoted(prompt)}`
        : nudge(prompt);
    case 'alarm':
      return isForPerson(prompt) ? nudge(prompt) : `${unattended.alarm} ${quoted(prompt)}`;
    case 'cron':
      if (isNudge(prompt, isProgram)) return isForPerson(prompt) ? nudge(prompt) : prompt;
      return foundText(prompt, lookedUp, markdown, unattended);
    default:
      return 'HEARTBEAT_OK';
  }
};

/** "Remind the user to call Bob" becomes "Call Bob."; texts longer than a line stay unchanged. */
const nudge = (prompt: string): string => {
  const bare = prompt.replace(FRAME, '').replace(NAMED, '').trim();
  const task = bare === '' ? prompt : bare;
  return task.includes('\n') ? task : stopped(capitalized(task));
};

const isForPerson = (prompt: string): boolean => FRAME.test(prompt) || NAMED.test(prompt);

/** A prompt that is passed on as it is. Any other one needs a model. */
export const isNudge = (prompt: string, isProgram: IsProgram): boolean => {
  if (isForPerson(prompt)) return true;
  const isTask =
    prompt === '' || prompt.includes('\n') || prompt.endsWith('?') || WORK.test(prompt) || isCommand(prompt, isProgram);
  return !isTask && !SENTINEL.test(prompt) && prompt.split(/\s+/u).length <= NUDGE_WORDS;
};

/**
 * Many programs have the name of a word: "make tea for mum" and "watch the game" are messages, "make build" is a
 * command.
 */
const isCommand = (prompt: string, isProgram: IsProgram): boolean => {
  if (SHELL_SYNTAX.test(prompt)) return true;
  const [, program = ''] = PROGRAM.exec(prompt) ?? [];
  return !SENTENCE.test(prompt) && isProgram(program);
};

const quoted = (text: string): string => (text.includes('\n') ? `\n${text}` : `"${text}".`);

/** Shows the tool output, which is useful even without a model's answer. */
const foundText = (
  task: string,
  lookedUp: readonly string[],
  markdown: boolean,
  {output, task: notDone}: SmallTalkTexts['unattended'],
): string => {
  const outputs = lookedUp.map(found => {
    const short = found.length > FOUND ? `${beginningOf(found, FOUND).trimEnd()}\n…` : found;
    return markdown ? `\`\`\`\n${short.replaceAll('```', "'''")}\n\`\`\`` : short;
  });
  return [output, ...outputs, `${notDone} ${taskLine(task)}`].join('\n');
};

const taskLine = (task: string): string => {
  const [line = ''] = task.replaceAll(new RegExp(SENTINEL, 'gu'), '').trim().split('\n');
  return shortened(line, SHOWN) || '(empty)';
};

const NEEDS_MODEL =
  'no model is configured. Run "rooster setup model", or give the job a command ("run"). To send only the text, begin it with "Say:".';
/** Words that introduce a message to the person. */
const FRAME =
  /^(?:(?:please\s+)?(?:remind|tell|nudge|notify|alert|ping|wake)\s+(?:the user|the person|the owner|your user|me|us|him|her|them)(?:\s+up)?\s*(?::|(?:that|about|of)\s|to\s+(?=\S)|,)\s*|(?:a )?reminder\s*(?::|[–—-]\s|that\s|to\s)\s*|(?:say|announce|note to self)\s*:\s*)/iu;
/** A name starts with a capital letter. */
const NAMED = /^[Rr]emind \p{Lu}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)? (?:to|that|about|of) /u;
const WORK =
  /\b(?:summari[sz]es?|summary|checks?(?! in\b)|looks?|review|analy[sz]es?|reports?|search(?:es)?|finds?|fetch(?:es)?|reads?|lists?|writes?|drafts?|compiles?|collects?|compares?|generates?|creates?|updates?|research|investigates?|runs?|executes?|quer(?:y|ies)|downloads?|scans?|monitors?|prepares?|translates?|explains?|suggests?|plan|tell me (?:what|how|if|whether|which)|what|which|how|why|if|whether|unless|use|answer|give me|shows?|sends?|posts?|deletes?|backup|back up|weather|news|e-?mails?|inbox)\b/iu;
const SHELL_SYNTAX = /\s--?\w|[|`<>;]|&&|\$[({\w]|(?:^|\s)(?:~|\.{1,2})?\/[\w.]|^\w+_\w|\.(?:sh|py|js)\b/u;
const PROGRAM = /^(?:sudo\s+)?([\w.+-]+)(?=\s|$)/u;
/** Only sentences end with a stop or contain such words. */
const SENTENCE = /\w[.!]$|\s(?:the|my|your|our|his|her|their|some|to|for|with|and|of)\s/iu;
/** Matches requests to an agent, which short reminder texts don't contain. */
const TASK =
  /^(?:(?:please|can you|could you|would you)\s+)*(?:summari[sz]e|give me|tell me|show me|what|which|how|why|who|whether|find out|look up|analy[sz]e|translate|explain|suggest|generate|compile|search|research|brief me|list)\b/iu;
const SENTINEL = /HEARTBEAT_(?:OK|CONTINUE)|NO_ACTION_NEEDED/u;
const NUDGE_WORDS = 16;
const SHOWN = 120;
const FOUND = 2_000;
