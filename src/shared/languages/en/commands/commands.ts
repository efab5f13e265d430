// The commands, questions and answers that the offline assistant understands in English, with their courtesies and
// their spelling.
import {NEVER, type Rewording} from '../../patterns.ts';
import {CHANGES, JOBS, TARGETS} from './changes.ts';
import {ANSWERS, CLOCK, QUESTIONS} from './questions.ts';
import {REQUESTS, SEVERAL} from './requests.ts';
import {PROMPTS, SMALL_TALK} from './small-talk.ts';

const words = (list: string): readonly string[] => list.split(' ');

const COURTESY = {
  /** "hey rooster, could you please" */
  before:
    /^(?:(?:hey|hi|hello|ok|okay|please|pls|so|and|also|then|now|well|yes|thanks|rooster|let's|(?:can|could|would|will|should) (?:you|we)|you (?:can|could|should)|(?:can|could|may) i (?:please )?(?:get|have)|give me|i(?:['’]d| would) like(?: you)?(?: to(?: have)?)?|i (?:want|need)(?: you)?(?: to)?)[\s,!]+)*/iu,
  greeting: /^(?:hi|hello|hey|good (?:morning|evening|day))(?: there| rooster)?[\s,!.]+(?=\S)/iu,
  /** "tell me", before a question */
  asking: /^(?:(?:tell me|do you know|let me (?:see|know)|remind me|(?:to )?(?:see|know))[\s,!]+)*/iu,
  /** "whats", "when's" */
  shortForms: [
    [/^(what|when|where|how)s\b/iu, "$1's"],
    [/^(when|where)'s\b/iu, '$1 is'],
  ] as readonly Rewording[],
  /** A command that no other language shares, so the language of an open question doesn't count. */
  ownCommand: /^\s*(?:please\s+)?(?:delete|cancel|remove|show|list|move|change|remind|what|when|which|how)\b/iu,
};

const SPELLING = {
  rewordings: [
    [/\bremindme\b/giu, 'remind me'],
    [/\b((?:c|w|sh)ould|can|will) u (?=\w)/giu, '$1 you '],
    [/\b(?:2mor+ow?|2mrw)\b/giu, 'tomorrow'],
  ] as readonly Rewording[],
  /** Places in which only these words can stand. */
  nearest: [
    [/(?<=^|[\s,])r[a-z]{3,7}(?= (?:me|us)\b)/giu, ['remind']],
    [
      /(?<=\b(?:set|add|create|make|schedule|new) (?:me )?(?:an? |the |another )?)r[a-z]{5,10}\b/giu,
      ['reminder', 'reminders'],
    ],
  ] as readonly (readonly [RegExp, readonly string[]])[],
  unitPlace: /(?<=\b(?:in|for|by|another|snooze) (?:\d+|an?|half an) ?)[a-z]{4,9}\b/giu,
  units: words('second seconds minute minutes hour hours day days week weeks'),
  /** A position where a time can stand. A misspelt day keeps its d, a and y. Capitalized words are names. */
  dayPlace:
    /(?:(?<=(?:^|\b(?:me|us|on|next|this|until|by|to) ))|(?=[a-z]+(?: (?:at )?\d|\s*$)))\b(?:(?=[a-z]*d)(?=[a-z]*a)(?=[a-z]*y)[a-z]{5,10}(?<!s)|t[a-z]{4,9}w)\b/gu,
  days: words('monday tuesday wednesday thursday friday saturday sunday tomorrow'),
  notDays: words('midday someday today'),
  /** "dec 3, 10am" is one time. */
  oneTime: [
    [
      /\b((?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*\.? \d{1,2}(?:st|nd|rd|th)?|\d{1,2}(?:st|nd|rd|th)?\.? (?:jan|feb|mar|apr|may|june?|july?|aug|sept?|oct|nov|dec)[a-z]*|(?:mon|tues|wednes|thurs|fri|satur|sun)day|tomorrow|today|\d{4}-\d{2}-\d{2}),\s+(?=(?:at )?(?:\d{1,2}(?:[:.]\d{2})?\s?[ap]m|\d{1,2}:\d{2})\b)/giu,
      '$1 ',
    ],
  ] as readonly Rewording[],
  commandPlace: /(?<=^\s*(?:please\s+)?)(?!please)[a-z]{5,9}\b/iu,
  commands: words('cancel delete snooze postpone remind'),
};

/** Forms of times that only commands and answers have. */
const TIMES = {
  /** "in 5" means five minutes. */
  bareSpan: [
    [/\b(in \d{1,3})(?=\s+(?:to|that|about)\b|\s*(?:$|[.,:!?](?!\d)))/iu, '$1 minutes'],
  ] as readonly Rewording[],
  /** "this time tomorrow" keeps the current time of day. */
  sameTime: /\b(?:at )?(?:this|the same) time (tomorrow|on \w+day|next \w+day)\b/iu,
  atClock: (clock: string) => `$1 at ${clock}`,
  /** "in the morning" means the next morning by default. */
  nextPart: [
    [/\bin the morning\b/iu, 'tomorrow morning'],
    [/\bin the (afternoon|evening)\b/iu, 'this $1'],
  ] as readonly Rewording[],
  until: /^(?:to|until|till)\s+/iu,
  joint: /^(?:to|until|till|for|by|another)\s+/iu,
  /** Words that lead to the time behind them. */
  dangling: /\s*(?:\b(?:to|until|till|for|by|at|on|another|in)|[,:;–—-])\s*$/iu,
  bareHour: /^(?:[01]?\d|2[0-3]|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)$/iu,
  courtesyBefore:
    /^(?:(?:um+|well|ok(?:ay)?|yes|yeah|please|maybe|perhaps|then|let's say|let’s say|say|how about|what about|make it|make that)[\s,:]+)*/iu,
  courtesyAfter:
    /(?:[\s,]+(?:please|pls|thanks|thank you|then|instead|would be (?:good|great|fine|nice)|is (?:good|fine)))*[\s.!?]*$/iu,
  lengthLead: /^(?:by|for|another)\s+/iu,
  lengthArticle: /^a\s+(?=\d)/u,
  isSpan: /^in\b/iu,
  span: (length: string) => `in ${length}`,
  atHour: (hour: string) => `at ${hour}`,
  minutes: (count: string) => `${count} minutes`,
  usualSnooze: '10 minutes',
  /** The same time on every day, from which a daily series is read. */
  everyDay: (time: string) => `every day ${time}`,
  everyDayAt: [(clocks: string) => `every day at ${clocks}`] as readonly ((clocks: string) => string)[],
  before: (length: string, event: string) => `${length} before ${event}`,
};

export const ENGLISH_COMMANDS = {
  answers: ANSWERS,
  changes: CHANGES,
  clock: CLOCK,
  courtesy: COURTESY,
  jobs: JOBS,
  prompts: PROMPTS,
  questions: QUESTIONS,
  requests: REQUESTS,
  several: SEVERAL,
  smallTalk: SMALL_TALK,
  spelling: SPELLING,
  targets: TARGETS,
  times: TIMES,
  /** Commands that other languages say in English words. */
  translations: {
    /** Any request for a reminder. */
    asks: NEVER,
    /** The words before the reminder's text. */
    lead: NEVER,
    /** Commands with their English equivalents. The first match wins. */
    commands: [] as readonly Rewording[],
  },
};
