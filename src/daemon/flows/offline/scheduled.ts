// Answers scheduled prompts without a model. Records answer simple questions. Reminders and results are passed on
// unchanged. Work that needs a model is reported as not done. Scheduled prompts change nothing. Pure.
import type {CommandWords} from '../../../shared/languages/commands.ts';
import type {AnswerTexts} from '../../../shared/languages/language.ts';
import {stopped} from '../../../shared/text/sentences.ts';
import {beginningOf, shortened} from '../../../shared/text/shortened.ts';
import type {Conversation} from './conversation.ts';
import {type Intent, reply} from './intent.ts';
import {clockAnswer, readListQuestion} from './read-question.ts';
import {capitalized} from './sentences.ts';
import type {TimeReader} from './times.ts';

export const scheduledIntent = (conversation: Conversation, times: TimeReader, isProgram: IsProgram): Intent =>
  readScheduledQuestion(conversation, times) ??
  (needsModel(conversation, times.words, isProgram)
    ? {intent: 'fail', reason: NEEDS_MODEL}
    : reply(scheduledText(conversation, times, isProgram)));

/** True for the name of a program on this computer. */
export type IsProgram = (name: string) => boolean;

/** Tool output is useful as it is, so a job that has some doesn't fail. */
const needsModel = ({origin, text, lookedUp}: Conversation, words: CommandWords, isProgram: IsProgram): boolean =>
  origin === 'cron' && lookedUp.length === 0 && !isNudge(text.trim(), words, isProgram);

const readScheduledQuestion = (
  {origin, text, lookedUp, canRemind}: Conversation,
  times: TimeReader,
): Intent | undefined => {
  if (origin === 'announcement' || origin === 'system') return undefined;
  const question = text.trim().replace(times.words.prompts.frame, '').trim();
  const clock = clockAnswer(question, times);
  if (clock !== undefined) return reply(clock);
  // A job with tool output asks about that output, not about reminders.
  if (lookedUp.length > 0 || !canRemind) return undefined;
  const listing = readListQuestion(question, times);
  const isPast = listing?.intent === 'reminder.list' && listing.view.kind === 'between' && listing.view.to <= times.now;
  return isPast ? undefined : listing;
};

const scheduledText = (
  {origin, text, lookedUp, markdown}: Conversation,
  {texts, words}: TimeReader,
  isProgram: IsProgram,
): string => {
  const {unattended} = texts.smallTalk;
  const prompt = text.trim();
  switch (origin) {
    case 'announcement':
      return nudge(prompt, words);
    case 'reminder':
      return !isForPerson(prompt, words) && (/\?\s*$/u.test(prompt) || words.prompts.task.test(prompt))
        ? `${unattended.reminder} ${quoted(prompt)}`
        : nudge(prompt, words);
    case 'alarm':
      return isForPerson(prompt, words) ? nudge(prompt, words) : `${unattended.alarm} ${quoted(prompt)}`;
    case 'cron':
      if (isNudge(prompt, words, isProgram)) return isForPerson(prompt, words) ? nudge(prompt, words) : prompt;
      return foundText(prompt, lookedUp, markdown, unattended);
    default:
      return 'HEARTBEAT_OK';
  }
};

/** "Remind the user to call Bob" becomes "Call Bob."; texts longer than a line stay unchanged. */
const nudge = (prompt: string, {prompts}: CommandWords): string => {
  const bare = prompt.replace(prompts.frame, '').replace(prompts.toSomebody, '').trim();
  const task = bare === '' ? prompt : bare;
  return task.includes('\n') ? task : stopped(capitalized(task));
};

const isForPerson = (prompt: string, {prompts}: CommandWords): boolean =>
  prompts.frame.test(prompt) || prompts.toSomebody.test(prompt);

/** A prompt that is passed on as it is. Any other one needs a model. */
export const isNudge = (prompt: string, words: CommandWords, isProgram: IsProgram): boolean => {
  if (isForPerson(prompt, words)) return true;
  const isTask =
    prompt === '' ||
    prompt.includes('\n') ||
    prompt.endsWith('?') ||
    words.prompts.work.test(prompt) ||
    isCommand(prompt, words, isProgram);
  return !isTask && !SENTINEL.test(prompt) && prompt.split(/\s+/u).length <= NUDGE_WORDS;
};

/**
 * Many programs have the name of a word: "make tea for mum" and "watch the game" are messages, "make build" is a
 * command.
 */
const isCommand = (prompt: string, {prompts}: CommandWords, isProgram: IsProgram): boolean => {
  if (SHELL_SYNTAX.test(prompt)) return true;
  const [, program = ''] = PROGRAM.exec(prompt) ?? [];
  return !prompts.sentence.test(prompt) && isProgram(program);
};

const quoted = (text: string): string => (text.includes('\n') ? `\n${text}` : `"${text}".`);

/** Shows the tool output, which is useful even without a model's answer. */
const foundText = (
  task: string,
  lookedUp: readonly string[],
  markdown: boolean,
  {output, task: notDone}: AnswerTexts['smallTalk']['unattended'],
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
const SHELL_SYNTAX = /\s--?\w|[|`<>;]|&&|\$[({\w]|(?:^|\s)(?:~|\.{1,2})?\/[\w.]|^\w+_\w|\.(?:sh|py|js)\b/u;
const PROGRAM = /^(?:sudo\s+)?([\w.+-]+)(?=\s|$)/u;
const SENTINEL = /HEARTBEAT_(?:OK|CONTINUE)|NO_ACTION_NEEDED/u;
const NUDGE_WORDS = 16;
const SHOWN = 120;
const FOUND = 2_000;
