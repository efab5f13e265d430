// English requests for new reminders.
import type {Parts, Rewording} from '../../patterns.ts';

const HEY = String.raw`^(\s*(?:(?:hey|hi|hello|ok|okay|please|pls|so|and|also|rooster)[\s,!]+)*)`;
const LENGTH = String.raw`(?:\d+|an?|half an?|one|two|five|ten|fifteen|twenty|thirty)\s?(?:mins?|minutes?|hrs?|hours?|days?|weeks?|h|m)`;
const SOON = '(?:later|soon|some ?time|at some point)(?: (?:today|this week|this month|soon))?';

export const REQUESTS = {
  remindMe: /\bremind (?:me|us)\b/iu,
  /** Synonyms of "remind me". */
  rewordings: [
    [
      new RegExp(
        `${HEY}(?:(?:can|could|may) i (?:please )?(?:get|have)|give me|i(?:'d|’d| would) like(?: to have)?) (?:a|another) reminder\\b`,
        'iu',
      ),
      '$1can you remind me',
    ],
    [
      new RegExp(
        `${HEY}(?:(?:make|take) (?:me )?a note (?=(?:to|of|that|about)\\b)|remember (?=(?:to|that|the|about|my)\\b)|(?:do not|don['’]?t) forget (?=\\S))`,
        'iu',
      ),
      '$1remind me ',
    ],
    [/^(\s*)i (?:must not|mustn['’]t|should not|shouldn['’]t|can['’]t|cannot) forget (?=\S)/iu, '$1remind me '],
    [/\bget me up\b/iu, 'wake me up'],
    [/\b(reminder) for me (?=to\b)/iu, '$1 '],
    [
      /[\s,.;–—-]+(?:(?:can|could|would|will) you |please |pls )*remind me(?: (?:of|about) (?:it|that|this))?(?: please)?[\s?!.]*$/iu,
      ', remind me',
    ],
  ] as readonly Rewording[],
  /** The words of a request before the time or the text, behind courtesies. */
  lead: new RegExp(
    [
      String.raw`^\s*(?:remind(?: me| us)?\b(?!ers?\b)|wake (?:me|us)\b(?: up)?|(?:ping|nudge|alert|notify|text|message|poke|buzz) me\b|`,
      String.raw`(?:tell me|let me know) (?=in\b|at\b|tomorrow\b(?!['’])|to\b)|to be reminded\b|note to self\b|`,
      String.raw`(?:set|add|create|make|schedule|start)(?: me)?(?: up)? (?:(?:a|an|another|the|my|new|one)\s+)*(?:(?:\S+\s+){0,3}?)(?:reminder|alarm|timer)\b|`,
      String.raw`(?:set|add|create|make|schedule) (?:(?:a|two|three|some|\d+)\s+)?reminders\b|`,
      String.raw`(?:a )?(?:new )?reminder\b(?=\s*[:,–—-]|\s+(?:to|for|about|that|at|in|on|tomorrow)\b|\s*$)|`,
      String.raw`(?:timer|alarm)\b(?=\s*(?:$|[:,–—-]|\d|for\b|in\b|at\b|an?\b))|don['’]?t (?:let me )?forget\b|do not let me forget\b)`,
      String.raw`(?:\s+again\b)?[\s,:]*`,
    ].join(''),
    'iu',
  ),
  /** "remind me what is next" is a question about reminders. */
  aboutReminders:
    /^remind me (?:what|which|when (?:is|are|was|my|the|do|does)|of (?:my|all|the) reminders|about my reminders)\b/iu,
  questionOrRefusal: /^\s*(?:what|when|which|did|do|have|has|had|why|how|who|is|are|was|were|don['’]?t|stop|never)\b/iu,
  question:
    /^\s*(?:(?:what|when|which|who|whose|where|why|how)\b|(?:is|are|was|were|am|does|did|has|can|could|will|would|should|may|shall)\s+(?:i|you|we|they|he|she|it|there|the|my|your|this|that)\b|(?:do|have)\s+(?:i|you|we|they)\b)/iu,
  /** The person mentions an event and may want a reminder. */
  statement:
    /^\s*(?:i|we|he|she|it|they|you|there|this|that|these|those|my|our|his|her|their|the|a|an|see|i['’]\w+|we['’]\w+|it['’]s|thanks|sorry|no|yes|well|maybe)\b/iu,
  /** The time is part of a noun: "tomorrow's meeting". */
  possessive: /^['’]s\b/u,
  pointing:
    /^(?:it|this|that|these|those|them|something|sth|stuff|about (?:it|this|that)|of (?:it|this|that)|(?:it|this|that|the same)(?: thing)?(?: again| too| as well)?)$/iu,
  quiet: /^quiet(?: until)?$/iu,
  /** "to call Bob", "that the shop closes", "it's about the rent" */
  matterLead: /^(?:it(?:'s|’s| is) )?(?:to|that|about|of|for)\s+/iu,
  matterJoint: /^(?:and|then)\s+(?=\S)/iu,
  /** Words that are no text of a reminder alone. */
  noMatter: /^(?:me|us|a|an|the|again|please|timer|reminder|alarm|now)$/iu,
  thing: /\s*\b(?:timer|alarm|reminder)\b\s*/iu,
  wake: /\bwake (?:me|us)\b/iu,
  timer: /\btimer\b/iu,
  /** Other requests that may mention a timer. */
  noTimer: /\b(?:remind|reminder|wake|when|every)\b/iu,
  /** "a timer for 10 minutes", "the pasta timer 10 minutes": begins as a statement does. */
  timerStatement: /^\s*(?:(?:a|an|the|my)\s+)(?:\S+\s+){0,4}?timer\b(?!\s+(?:is|was|rang|went|for \w+ (?:is|was))\b)/iu,
  alarm: /\balarm\b/iu,
  /** "5 minutes before the meeting" */
  ahead: /^(?<length>\S.{0,25}?) (?:before|ahead of) (?<event>.+)$/isu,
  /** "the meeting, 10 minutes before" */
  aheadBehind: new RegExp(
    `^(?<event>.+?)[\\s,]+(?<length>${LENGTH}) (?:before|earlier|ahead)(?: (?:that|it|then))?$`,
    'isu',
  ),
  /** "tea timer 5 min", "start a 10 minute timer" */
  lengthOfTimer:
    /\b(?<length>(?:\d+|an?|one|two|three|five|ten)[ -]?(?:s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?))[ -](?:timer|alarm|reminder)\b(?:\s+(?:for|to|about|called)\s+(?<text>.+))?/iu,
  vague: new RegExp(`^(?:${SOON})[\\s.!]*$`, 'iu'),
  later: new RegExp(`^${SOON}[\\s,]+(?:to\\s+)?(?=\\S)`, 'iu'),
  /** Words in place of a time, and the sentence that says why they can't be used. `text`: the reminder's. */
  notTimes: [
    [/^(?<length>\S.{0,25}?) before (?<text>.+)$/isu, ({text = ''}) => `I don't know when that is: ${text}.`],
    [
      /^(?:when|once|as soon as|if)\s+(?<words>.{1,60}?)(?:,\s+(?:then\s+)?(?:to\s+)?|\s+to\s+)(?<text>.+)$/isu,
      ({words}) => `I only know the clock, not when ${words}.`,
    ],
  ] as readonly Unusable[],
  /** The same for words that only look like a time: "at 25:00". */
  oddTimes: [
    [
      /^(?<words>(?:at|on|in|by|around|before|after|until)\s.{1,30}?)(?:[:,]\s|\s+to\b|\bthat\b)\s*(?<text>.+)$/isu,
      ({words}) => notTime(words),
    ],
    [/^(?<text>.+?)\s+(?<words>at \d{1,2}[:.]\d{2})$/isu, ({words}) => notTime(words)],
  ] as readonly Unusable[],
  /** "remind Alice to call" */
  somebodyElse: [
    [
      /^\s*(?:(?:please|can you|could you)\s+)*remind (?!me\b|us\b|myself\b|again\b|when\b|in\b|at\b|on\b|tomorrow\b|today\b|tonight\b|next\b|the\b)(?<name>\p{L}[\p{L}'’-]*(?: \p{Lu}[\p{L}'’-]*)?) (?:to|about|that)\b/iu,
      ({name}) =>
        `I can only remind you. Say "remind me at 5 to tell ${name} …", or run: rooster remind WHEN TEXT --user NAME`,
    ],
  ] as readonly Unusable[],
};

/** Requests with several reminders. */
export const SEVERAL = {
  /** "2 hours and 30 minutes" is one duration: the second unit is smaller. */
  oneLength:
    /(\b(?:\d+|an?|one|two|three|four|five|six)\s*(?:h|hrs?|hours?|days?|weeks?))\s+and\s+((?:\d+|an?|one|five|ten|twenty|thirty)\s*(?:m|mins?|minutes?|s|secs?|seconds?)\b)/giu,
  joints:
    /(?<=\S)((?:\s*[,;]\s*(?:and\s+|then\s+)*|\s+(?:and|then)\s+(?:then\s+|also\s+)*|\s*\n\s*)(?:(?:please\s+)?remind me(?:\s+again)?\s+)?)/iu,
  edge: /^(?:[\s,;•*-]+|(?:and|then|also)\s+)+/iu,
  lead: /^.*?\b(?:remind (?:me|us)|wake me(?: up)?|reminders?(?: for)?|timers?(?: for)?|alarms?(?: for)?)\b[\s,:]*/iu,
  /** "that lunch is at 12": the time belongs to the reminder text. */
  states: /\b(?:is|are|was|starts?|begins?|opens?|closes?|ends?|leaves?|arrives?)\s+(?:at\s+|on\s+)?$/iu,
  /** "and again in two hours": the same text once more. */
  again: /^(?:again|once more)$/iu,
};

/** A pattern, and what the assistant answers to its words. */
type Unusable = readonly [RegExp, (parts: Parts) => string];

const notTime = (words: string | undefined): string => `"${words}" isn't a time I understand.`;
