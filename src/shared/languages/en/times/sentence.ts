// English words around a time: "please remind me", "to", "that".
import {once, type SentenceWords} from '../../times/time-words.ts';
import {MONTH, WEEKDAY} from './words.ts';

const PERIOD = `minute|hour|day|night|morning|noon|afternoon|evening|week|weekend|fortnight|month|quarter|year|season|spring|summer|autumn|winter|holiday|birthday|payday|${WEEKDAY}|${MONTH}`;

export const SENTENCE: SentenceWords = {
  leadIn: once(
    () =>
      new RegExp(
        [
          String.raw`^\s*(?:(?:(?:ok|okay|hey)\s+google|hey|hi|hello|ok|okay|please|pls|so|and|also|then|rooster|alexa|siri|cortana)[\s,!]+)*`,
          String.raw`(?:(?:can|could|would|will) you\s+(?:please\s+)?(?:mind (?=reminding))?|i(?:'d| would) like you to\s+|i (?:want|need) you to\s+)?`,
          '(?:remind(?:ing)?(?: me| us)?|wake (?:me|us)(?: up)?|wake up(?! (?:the|my|our|his|her)\\b)|ping me|nudge me|alert me|notify me|tell me|text me|message me|',
          '(?:set|add|create|make|schedule|start)(?: me)?(?: up)? (?:a |an |another |the )?(?:recurring |repeating |daily |weekly )?(?:reminder|alarm|timer)|',
          String.raw`(?:set|start|create|make|give me|put on)(?: me)? (?:a |an |another )?(?=(?:[\p{L}\d.,/½¼¾]+[ -]){1,4}(?:timer|alarm)\b)|`,
          "(?:new )?reminder|timer|alarm|note to self|don['’]?t let me forget|i need a reminder|i need to be reminded|let me know)?",
          String.raw`\b(?:\s+(?:again|once))?[\s,:]*`,
        ].join(''),
        'iu',
      ),
  ),
  joining: () =>
    /^[ \t]*(?:(?:timer|alarm)(?!\p{L})[ \t]*)?(?:(?:to|that|about|of|for|so|called|named)\s+)?(?:(?:remind me|wake me up|tell me)\s+)?(?:(?:to|that|about|of)\s+)?/iu,
  dangling: () =>
    /(?:^|[\s,:;–—-]+)(?:(?<=^)(?:in|on)|on the|at|(?:the )?week (?:of|commencing|beginning)|w\/c|(?<!\b(?:comes?|stop|drop|swing|pass|go|stand)\s)by|for|from|to|until|till?|(?:is )?due|is|it's|and|but only|(?<=,\s)only|(?:no|not) later than|at the latest|approximately|roughly)?[\s,:;–—-]*$/iu,
  danglingTwice: () =>
    /(?:^|[\s,:;–—-]+)(?:for|until|till?|(?:is )?due|is|it's|and|but only|(?<=,\s)only|(?:no|not) later than|(?:some|any) ?time|approximately|roughly|exactly)?[\s,:;–—-]*$/iu,
  preposition: () => /^(?:at|on|by|in|around|about|for|from|between|until|till|before|after|within)(?!\p{L})|^@/iu,
  behind: () => /^[ \t,]*-?(?:sharp|on the dot|or so|or thereabouts|ish|at the latest)(?!\p{L})/iu,
  trailing: () => /(?:(?:^|[,\s]+)(?:please|pls|thanks|thank you)|[,.;]\s*(?:please\s+)?remind me)*[\s.]*$/iu,
  // "ask Tom to remind me", "Tom will remind me"
  lateRequest: () => /(?<!\b(?:to|will|should|must|can|and|not)\s*)(?:\s+please)?\s+remind me$/iu,
  asking: () => /^\s*(?:can|could|would|will)\b/iu,
  states: () => /\b(?:is|are|was|starts?|begins?|opens?|closes?|ends?|leaves|arrives?)\s+(?:at\s+|on\s+)?$/iu,
  wake: () => /\bwake\b/iu,
  opens: () => /^[\s,]*(?:(?:to|that|about|of)\b|[:–—-]|$)/iu,
  orElse: once(
    () =>
      new RegExp(
        [
          String.raw`^\s*,?\s*or\s+(?:(?:at|on|by)\s+)?(?:\d{1,2}(?:[:.]\d{2})?(?=\s*[ap]\.?m\b)|`,
          String.raw`(?:\d{1,2}(?:[:.]\d{2})?|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)`,
          String.raw`(?=\s*(?:$|[,.;!?])|\s+(?!(?:\p{L}+s|people|men|women|children|more|less|so|minutes?|hours?|days?|weeks?|months?)(?!\p{L}))\p{L})|the (?:day|week|month) (?:after|before)\b)`,
        ].join(''),
        'iu',
      ),
  ),
  or: () => /^\s*(?:,\s*)?or(?:\s+(?:on|at))?\s*$/iu,
  beyond: () => /(?<!\p{L})(?:before|after|between)(?:\s+the)?\s+$/iu,
  vague: () =>
    /(?<!\p{L})(?:(?:some|any) ?time|at some point|(?:any|some|one) ?day|last thing(?: on)?|early|late|(?:before|after) (?:breakfast|lunch|dinner|supper|work|school))\s+$/iu,
  vagueBehind: () => /^,?\s+(?:before|after) (?:breakfast|lunch|dinner|supper|work|school)(?!\p{L})/iu,
  // "an alarm tomorrow for 6" is at 6.
  ofMatter: () =>
    /\b(?:(?<!\b(?:(?:alarm|wake (?:me|us))\s+(?:\S+\s+){0,2}|reminder\s+(?:\S+\s+)?))for|the|a|an|my|our|your|his|her|their)\s+$/iu,
  ownsDay: () =>
    /\b(?:the|an?|my|our|your|his|her|their|its|that|of|like|than|no|last|past|other|one|previous|following|penultimate|every|each)\s+$/iu,
  afterDay: () =>
    /^\s*(?:$|[,.;:!?)–—@&-]|\d|(?:at|with|in|for|from|to|about|re|and|or|on|before|after|by|until|if|so|because|then|please|pls|thanks|unless|while|when|via|without|near|around|over|outside)(?!\p{L}))/iu,
  filler: () => /^(?:[\s,.!?]|\b(?:on|at|by|around|about|the|please|for|in|o'clock|sharp|exactly|then|again)\b)*$/iu,
  timeLike: once(
    () =>
      new RegExp(
        [
          String.raw`(?<!\p{L})at (?:2[5-9]|[3-9]\d)[:.]\d{2}(?!\d)`,
          String.raw`(?<!\p{L})at \d{1,2}[:.][6-9]\d(?!\d)`,
          String.raw`(?<!\p{L})at (?:2[5-9]|[3-9]\d)(?=\s*$)`,
          String.raw`(?<!\p{L})(?:(?:no|not) )?earlier than \d{1,2}(?:[:.]\d{2})?(?!\d)`,
          String.raw`(?<!\p{L})(?:on )?the (?:3[2-9]|[4-9]\d|\d{3})(?:st|nd|rd|th)(?= of |\s*$)`,
          String.raw`(?<![\d:.])(?:3[2-9]|[4-9]\d)(?:st|nd|rd|th)? (?:of )?(?:january|february|march|april|may|june|july|august|september|october|november|december)\b`,
          String.raw`(?<!\p{L})(?:before|after) \d{1,2}(?:[:.]\d{2})?(?=\s*$|\s+(?:to|that)\s)`,
          String.raw`(?<!\p{L})within (?:the next|an?) \p{L}+`,
          String.raw`^(?:(?:some|any) ?time )?(?:before|after) (?:lunch|dinner|breakfast|work|school)(?!\p{L})`,
          String.raw`^in \d+(?= )`,
          String.raw`^(?:every|each) (?:\S+ ){0,2}?(?:${PERIOD})s?\b.*`,
          String.raw`\b(?:except|but not|excluding|unless it['’]s|unless it is) (?:(?:on|for|in|during) )?(?:the |a )?(?:\d|mon|tue|wed|thu|fri|sat|sun|holi|vacation|week|summer|winter).*`,
          String.raw`\bon the (?:first|second|third|fourth|last|\d{1,2}(?:st|nd|rd|th))\b`,
          String.raw`\b(?:first|last) day of (?:(?:the|this|next|each|every|a) )?(?:week|month|quarter|year|${MONTH})\b`,
          String.raw`\bfrom (?:mon|tues|wednes|thurs|fri|satur|sun)day to \w+day\b`,
          String.raw`\b(?:after that|from then on|for the next \w+)\b`,
          String.raw`^(?:the )?next (?:minute|hour|day|week|month|year)s?\b(?!['’]s)`,
          String.raw`^on (?:my|your|his|her|our|their) (?:birthday|anniversary|name day|wedding day|payday)(?!\p{L})`,
          String.raw`^(?:business|working) days?\b`,
          String.raw`(?<!\b(?:take|takes|took|of|in|with|waste|spend|on|about) )\b(?:his|her|their|my|your|local) time$`,
        ].join('|'),
        'iu',
      ),
  ),
  unreadSeries: () => /^(?:every|each|evry|evrey|ever) \S+/iu,
};
