// What a person's few words, or a reaction, say to a reminder: that it is done, or that it is to come back later. Everything else is
// said to the agent. Pure.

export type ReminderAnswer =
  | {readonly kind: 'done'}
  /** `when` in their words; without it, after a while. */
  | {readonly kind: 'snooze'; readonly when?: string};

/** `pointed`: they pointed at the reminder, so a bare time is meant for it. */
export const readAnswer = (text: string, pointed: boolean): ReminderAnswer | undefined => {
  const said = text.trim().replaceAll(/\s+/gu, ' ');
  if (said === '' || said.length > LONGEST_ANSWER) return undefined;
  const sign = readReaction(said);
  if (sign !== undefined) return sign;
  const words = said
    .replace(POLITE_BEFORE, '')
    .replace(POLITE_AFTER, '')
    .replace(/[.!]+$/u, '');
  if (DONE.test(words)) return {kind: 'done'};
  const asked = SNOOZE.exec(words) ?? AGAIN.exec(words) ?? REMIND.exec(words);
  if (asked !== null) return snooze(asked[1]);
  return pointed && LIKE_A_TIME.test(words) ? {kind: 'snooze', when: words} : undefined;
};

export const readReaction = (emoji: string): ReminderAnswer | undefined => {
  const plain = emoji.replaceAll(/[\uFE0F\u{1F3FB}-\u{1F3FF}]/gu, '');
  if (DONE_SIGNS.has(plain)) return {kind: 'done'};
  return SNOOZE_SIGNS.has(plain) ? {kind: 'snooze'} : undefined;
};

const snooze = (when: string | undefined): ReminderAnswer =>
  when === undefined || when === '' ? {kind: 'snooze'} : {kind: 'snooze', when};

const POLITE_BEFORE = /^(?:(?:ok|okay|yes|yep|sure|please|all)\b[,.!]? ?)+(?=\S)/iu;
const POLITE_AFTER = /[,.! ]+(?:please|thanks|thank you|thx)[.!]*$/iu;
const DONE =
  /^(?:(?:it'?s|that'?s|it is|that is|i'?m|i am|i've|i have|i) )?(?:already )?(?:done|did it|did that|done it|done that|finished|completed|taken care of)$/iu;
const SNOOZE = /^(?:snooze|later|not now)(?: (?:it|this|that))?(?:[,:]? (?:for |until |till |to )?(.+))?$/iu;
const AGAIN = /^(?:(?:remind|tell|ask) me (?:(?:of |about )?(?:it|this|that) )?)?again(?: (.+))?$/iu;
const REMIND = /^remind me (?:(?:of|about) (?:it|this|that) )?(.+)$/iu;
const LIKE_A_TIME = /^(?:in |at |tomorrow|tonight|next |\d)/iu;
const DONE_SIGNS: ReadonlySet<string> = new Set(['👍', '✅', '✔', '☑']);
const SNOOZE_SIGNS: ReadonlySet<string> = new Set(['⏰', '💤', '😴', '⏲']);
const LONGEST_ANSWER = 100;
