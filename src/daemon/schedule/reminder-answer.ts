// Parses a short reply or a reaction to a reminder as done, skip or snooze. All other messages go to the agent. Pure.
import {oneLine} from '../../shared/text/one-line.ts';

export type ReminderAnswer =
  | {readonly kind: 'done'}
  /** Skips this occurrence; only for a series. */
  | {readonly kind: 'skip'}
  /** `when` is the user's text; without it, the default snooze applies. */
  | {readonly kind: 'snooze'; readonly when?: string};

/** `pointed`: the answer points at the reminder, so a bare time is a snooze. */
export const readReminderAnswer = (text: string, pointed: boolean): ReminderAnswer | undefined => {
  const answer = oneLine(text);
  if (answer === '' || answer.length > LONGEST_ANSWER) return undefined;
  const sign = readReaction(answer);
  if (sign !== undefined) return sign;
  const words = answer
    .replace(POLITE_BEFORE, '')
    .replace(POLITE_AFTER, '')
    .replace(/[.!]+$/u, '');
  if (DONE.test(words)) return {kind: 'done'};
  if (SKIP.test(words)) return {kind: 'skip'};
  const asked = SNOOZE.exec(words) ?? AGAIN.exec(words) ?? REMIND.exec(words);
  if (asked !== null) return snooze(asked[1]);
  return pointed && LIKE_A_TIME.test(words) ? {kind: 'snooze', when: words} : undefined;
};

export const readReaction = (emoji: string): ReminderAnswer | undefined => {
  const plain = plainEmoji(emoji);
  if (DONE_SIGNS.has(plain)) return {kind: 'done'};
  return SNOOZE_SIGNS.has(plain) ? {kind: 'snooze'} : undefined;
};

/** Without a skin tone, and without the mark that asks for a coloured picture. */
export const plainEmoji = (emoji: string): string => emoji.replaceAll(/[\uFE0F\u{1F3FB}-\u{1F3FF}]/gu, '');

const snooze = (when: string | undefined): ReminderAnswer =>
  when === undefined || when === '' ? {kind: 'snooze'} : {kind: 'snooze', when};

const POLITE_BEFORE = /^(?:(?:ok|okay|yes|yep|sure|please|all)\b[,.!]? ?)+(?=\S)/iu;
const POLITE_AFTER = /[,.! ]+(?:please|thanks|thank you|thx)[.!]*$/iu;
const DONE =
  /^(?:(?:it'?s|that'?s|it is|that is|i'?m|i am|i've|i have|i) )?(?:already )?(?:done|did it|did that|done it|done that|finished|completed|taken care of)$/iu;
const SKIP =
  /^(?:skip(?: (?:it|this|that))?(?: one)?(?: (?:today|tonight|this time))?|not (?:today|tonight|this time))$/iu;
const SNOOZE = /^(?:snooze|later|not now)(?: (?:it|this|that))?(?:[,:]? (?:for |until |till |to )?(.+))?$/iu;
const AGAIN = /^(?:(?:remind|tell|ask) me (?:(?:of |about )?(?:it|this|that) )?)?again(?: (.+))?$/iu;
const REMIND = /^remind me (?:(?:of|about) (?:it|this|that) )?(.+)$/iu;
const LIKE_A_TIME = /^(?:in |at |tomorrow|tonight|next |\d)/iu;
const DONE_SIGNS: ReadonlySet<string> = new Set(['👍', '✅', '✔', '☑']);
const SNOOZE_SIGNS: ReadonlySet<string> = new Set(['⏰', '💤', '😴', '⏲']);
const LONGEST_ANSWER = 100;
