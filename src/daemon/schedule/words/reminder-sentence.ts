// The sentence around a time: what comes before the matter ("please remind me to"), what joins it, and what is left. Pure.

/** The sentence without "remind me", "set a reminder" and what politeness puts before them. */
const withoutLeadIn = (text: string): string => text.replace(LEAD_IN, '');

/** Whether the time is the first thing said after the lead-in. */
export const beginsTheMatter = (before: string): boolean => withoutLeadIn(before).trim() === '';

/** Whether the text begins by asking to be reminded, woken, told. */
export const hasLeadIn = (text: string): boolean => withoutLeadIn(text).length < text.trimStart().length;

/** What is to be said: the sentence without its time, its lead-in and the words that joined them. */
export const restOf = (before: string, after: string): string => {
  const asked = /^\s*(?:can|could|would|will)\b/iu.test(before);
  const left = withoutLeadIn(before).replace(DANGLING, '').replace(JOINING, '');
  const right = after
    .replace(/^[ \t]*[,:;.\u2013\u2014-]*[ \t]*/u, '')
    .replace(JOINING, '')
    .replace(/^(?:[:\u2013\u2014-][ \t]*)?\n?/u, '');
  const both = `${left} ${right}`.replaceAll(/ +([,.;!?])/gu, '$1');
  const rest = left.trim() === '' ? right : right.trim() === '' ? left : both;
  return rest
    .replace(TRAILING, '')
    .replace(asked ? /\?\s*$/u : /$/u, '')
    .trim();
};

const LEAD_IN = new RegExp(
  [
    String.raw`^\s*(?:(?:hey|hi|hello|ok|okay|please|pls|so|and|also|then|rooster)[\s,!]+)*`,
    String.raw`(?:(?:can|could|would|will) you\s+(?:please\s+)?|i(?:'d| would) like you to\s+|i (?:want|need) you to\s+)?`,
    '(?:remind(?: me| us)?|wake(?: me)?(?: up)?|ping me|nudge me|alert me|notify me|tell me|text me|message me|',
    '(?:set|add|create|make|schedule)(?: me)?(?: up)? (?:a |an |another |the )?(?:reminder|alarm|timer)|',
    "(?:new )?reminder|timer|alarm|note to self|don['’]?t let me forget|i need a reminder|i need to be reminded|let me know)?",
    String.raw`\b(?:\s+(?:again|once))?[\s,:]*`,
  ].join(''),
  'iu',
);
const JOINING =
  /^[ \t]*(?:(?:to|that|about|of|for|so)\s+)?(?:(?:remind me|wake me up|tell me)\s+)?(?:(?:to|that|about|of)\s+)?/iu;
const DANGLING =
  /(?:^|[\s,:;\u2013\u2014-]+)(?:at|on|by|for|in|around|from|to|until|till|is|due|it's)?[\s,:;\u2013\u2014-]*$/iu;
const TRAILING = /(?:[,\s]+(?:please|pls|thanks|thank you|(?:please\s+)?remind me))*[\s.]*$/iu;
