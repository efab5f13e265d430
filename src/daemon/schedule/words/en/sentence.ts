// English words around a time: "please remind me", "to", "that".
import type {SentenceWords} from '../language.ts';

export const SENTENCE: SentenceWords = {
  leadIn: new RegExp(
    [
      String.raw`^\s*(?:(?:hey|hi|hello|ok|okay|please|pls|so|and|also|then|rooster)[\s,!]+)*`,
      String.raw`(?:(?:can|could|would|will) you\s+(?:please\s+)?|i(?:'d| would) like you to\s+|i (?:want|need) you to\s+)?`,
      '(?:remind(?: me| us)?|wake(?: me)?(?: up)?|ping me|nudge me|alert me|notify me|tell me|text me|message me|',
      '(?:set|add|create|make|schedule)(?: me)?(?: up)? (?:a |an |another |the )?(?:recurring |repeating |daily |weekly )?(?:reminder|alarm|timer)|',
      "(?:new )?reminder|timer|alarm|note to self|don['’]?t let me forget|i need a reminder|i need to be reminded|let me know)?",
      String.raw`\b(?:\s+(?:again|once))?[\s,:]*`,
    ].join(''),
    'iu',
  ),
  joining:
    /^[ \t]*(?:(?:to|that|about|of|for|so)\s+)?(?:(?:remind me|wake me up|tell me)\s+)?(?:(?:to|that|about|of)\s+)?/iu,
  dangling: /(?:^|[\s,:;–—-]+)(?:at|on|by|for|in|around|from|to|until|till|is|due|it's|and)?[\s,:;–—-]*$/iu,
  trailing: /(?:[,\s]+(?:please|pls|thanks|thank you|(?:please\s+)?remind me))*[\s.]*$/iu,
  asking: /^\s*(?:can|could|would|will)\b/iu,
  states: /\b(?:is|are|was|starts?|begins?|opens?|closes?|ends?|leaves?|arrives?)\s+(?:at\s+|on\s+)?$/iu,
  wake: /\bwake\b/iu,
  opens: /^[\s,]*(?:(?:to|that|about|of)\b|[:–—-]|$)/iu,
  or: /^\s*(?:,\s*)?or(?:\s+(?:on|at))?\s*$/iu,
  ofMatter: /\bfor\s+$/iu,
  filler: /^(?:[\s,.!?]|\b(?:on|at|by|around|about|the|please|for|in|o'clock|sharp|exactly|then|again)\b)*$/iu,
  suspects:
    /(?<!\p{L})(?:at \d{1,2}[:.]\d{2}|on the \d{1,3}(?:st|nd|rd|th)|\d{1,2}(?:st|nd|rd|th)? of (?:january|february|march|april|may|june|july|august|september|october|november|december))(?!\p{L})/giu,
  leftovers: new RegExp(
    [
      String.raw`^in \d+(?= )`,
      '^(?:every|each) .+',
      String.raw`\bexcept (?:on )?(?:the )?(?:\d|mon|tue|wed|thu|fri|sat|sun).*`,
      String.raw`\bon the (?:first|second|third|fourth|last|\d{1,2}(?:st|nd|rd|th))\b`,
      String.raw`\b(?:first|last) day of\b`,
      String.raw`\bfrom (?:mon|tues|wednes|thurs|fri|satur|sun)day to \w+day\b`,
      String.raw`\b(?:after that|from then on|for the next \w+)\b`,
      String.raw`^(?:the )?next (?:minute|hour|day|week|month|year)s?\b`,
      String.raw`^(?:business|working) days?\b`,
    ].join('|'),
    'iu',
  ),
};
