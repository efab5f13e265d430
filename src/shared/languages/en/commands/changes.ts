// English orders about existing reminders and about jobs, and the words that name a reminder.
import type {JobMethod} from '../../answers.ts';
import {clocksBehind} from '../../patterns.ts';

export const CHANGES = {
  /** "not now", "10 more minutes", "remind me again in 10 minutes" */
  notNow: /^(?:not (?:now|yet)|a bit later)$/iu,
  more: /^(?<count>\S+) more (?<unit>(?:sec|min|hour)\w*)$/iu,
  again:
    /^(?:remind me |ask me )?(?:about (?:it|that|this) )?(?<before>.*?)\s*\b(?:again|later|once more)\b[\s,]*(?<after>.*)$/iu,
  againLast: /again$/iu,
  /** "nag me about the dentist every 10 minutes", "nag me every hour about it" */
  nag: /^(?:please )?(?:nag|pester|bug)(?: me)?\b(?:\s+(?:about|for|with)\s+(?<first>.+?))?\s+every\s+(?:(?<every>.{1,20}?)\s+(?:about|for|with)\s+(?<after>.+)|(?<last>.{1,20}))$/iu,
  /** "ring about the pills until I answer" */
  ring: /^(?:please )?(?:keep )?(?:ring(?:ing)?|nag|call)(?: me)?\b(?:\s+(?:about|for|with)\s+(?<which>.+?))?\s+(?<until>until i (?:answer|reply))$/iu,
  done: /^(?:(?:it'?s |that'?s |i'?m |i am |all |already )*(?:done|finished|completed)(?: (?:it|that|already|now))?|(?:i )?(?:already )?(?:did|have done|'ve done) (?:it|that|this)(?: already)?|i(?:'ve| have) (?:already )?done (?:it|that|this)|been done|check|job done|mark (?:it|that|this)(?: as)? done|✓|✅|👍)$/iu,
  doneWith: [
    /^(?:i(?:'m| am)? (?:am )?)?(?:all )?(?:done|finished|through) with\s+(?<words>.+)$/iu,
    /^(?:mark|set|tick)\s+(?<words>.+?)\s+(?:as\s+|off\s+as\s+)?(?:done|finished|completed?)$/iu,
    /^(?:tick|check|cross)\s+off\s+(?<words>.+)$/iu,
    /^(?:tick|check|cross)\s+(?<words>.+?)\s+off$/iu,
    /^(?:done|finished|completed?)\s*[:,]?\s+(?<words>.+)$/iu,
    /^i(?:'ve| have)?\s+(?:finished|completed|done)\s+(?<words>.+)$/iu,
    /^(?<words>.{1,60}?)\s+(?:is|are|was|has been|'s)\s+(?:all\s+)?(?:done|finished|completed?|taken care of)$/iu,
  ] as readonly RegExp[],
  pause: /^pause\b\s*(?<words>.*)$/iu,
  resume: /^(?:resume|unpause)\b\s*(?<words>.*)$/iu,
  skip: /^skip\b\s*(?<words>.*)$/iu,
  oneOfSeries: /\b(?:the )?next\b\s*|\s*\b(?:once|this time|next time)$/giu,
  undo: /^(?:undo(?: (?:that|it|this|the last (?:change|one)))?|take (?:that|it) back)$/iu,
  cancel: [
    /^(?:no[,\s]+)?(?:cancel|delete|unset|dismiss|forget about|stop reminding me)\b\s*(?<words>.*)$/iu,
    /^(?:no[,\s]+)?(?:forget|never ?mind)\s+(?<words>.+)$/iu,
    /^i (?:don'?t|do not|no longer) (?:need|want)\s+(?<words>.+?)(?:\s+any ?more|\s+any ?longer)?$/iu,
  ] as readonly RegExp[],
  /** "turn off the oven in 20 minutes" may be a new task. */
  looseCancel: [
    /^(?:no[,\s]+)?(?:remove|drop|discard|scrap|scratch|clear|erase|turn off|switch off|get rid of|call off|kill|stop)\b\s*(?<words>.*)$/iu,
  ] as readonly RegExp[],
  /** A command that is hardly a reminder's text. */
  onlyCancel: /^\s*(?:please\s+)?(?:cancel|delete)\b/iu,
  namesReminder: /\b(?:reminders?|timers?|alarms?|one|ones|it|all|everything|rem_[\w-]+)\b/iu,
  cancelLead: /^(?:about|of|to)\s+/iu,
  snooze: /^snooze\b[\s,:]*(?<words>.*?)(?:\s+(?:longer|more))?$/iu,
  snoozeMinutes: /^(?<which>.*?)\s*(?:\b(?:for|by)\s+)?(?<minutes>\d{1,3})$/iu,
  /** The number names a reminder. */
  numberLead: /(?:#|number|no\.?|reminder)$/iu,
  /** "postpone it by an hour", "bring the dentist forward" */
  postpone: /^(?<verb>postpone|delay|defer|put off|push(?: back| out)?|bring forward|advance)\b\s*(?<words>.+)$/iu,
  forward: /^(?:bring|advance)/iu,
  push: /^push$/iu,
  pushOrForward: /^(?:push \w|bring|advance)/iu,
  back: /\s+\b(?:back|out|off)\b(?=\s)/iu,
  pushBack: /^(?<words>.+) back$/iu,
  /** "an hour later", "make it 10 minutes earlier" */
  shift:
    /^(?:(?:make|move|set|remind me of)\s+(?<which>.+?)\s+)?(?<length>(?:an?|half an|\d+|one|two|three|five|ten|fifteen|twenty|thirty)\s.{2,20}?)\s+(?:(?<later>later)|earlier|sooner|before that)$/iu,
  /** "add 5 minutes to the pasta timer", "5 more minutes for the pasta", "extend the timer by 5 minutes" */
  add: [
    /^(?:add|give (?:it|me)|put)\s+(?:another\s+)?(?<length>(?:\d|an?\b|half an|one|two|three|five|ten|fifteen|twenty|thirty)[^,]{1,30}?)(?:\s+more)?(?:\s+(?:to|on|for|onto)\s+(?<which>.+))?$/iu,
    /^give\s+(?<which>.+?)\s+(?:another\s+)?(?<length>(?:\d|an?\b|half an|one|two|three|five|ten|fifteen|twenty|thirty)\D{0,5}(?:sec|min|hour|h|m|s)\w*?)(?:\s+more)?$/iu,
    /^give\s+(?<which>.+?)\s+(?<count>\d+) more (?<unit>(?:sec|min|hour)\w*)$/iu,
    /^(?<count>\d+) more (?<unit>(?:sec|min|hour)\w*) (?:to|on|for)\s+(?<which>.+)$/iu,
    /^(?:extend|lengthen|prolong)\s+(?<which>.+?)\s+by\s+(?<length>.+)$/iu,
  ] as readonly RegExp[],
  /** "take 2 minutes off the pasta timer", "shorten it by 2 minutes" */
  takeOff: [
    /^(?:take|knock|shave|cut)\s+(?<length>(?:\d|an?\b|half an|one|two|three|five|ten|fifteen|twenty|thirty).{1,30}?)\s+(?:off|from)(?:\s+(?:of\s+)?(?<which>.+))?$/iu,
    /^(?:subtract|remove)\s+(?<length>(?:\d|an?\b|half an|one|two|three|five|ten|fifteen|twenty|thirty).{1,30}?)\s+from\s+(?<which>.+)$/iu,
    /^(?:shorten|reduce)\s+(?<which>.+?)\s+by\s+(?<length>.+)$/iu,
  ] as readonly RegExp[],
  shiftJoint: /\s+(?:by|for)\s*$/iu,
  reword: [
    /^(?:change|edit|update|set|correct)\s+the\s+(?:text|message|wording|words|title|name)\s+(?:of|for)\s+(?<which>.+?)\s+(?:to|into)[:\s]\s*(?<text>[\s\S]+)$/iu,
    /^(?:rename|reword|rephrase)\s+(?<which>.+?)\s+(?:to|into|as)[:\s]\s*(?<text>[\s\S]+)$/iu,
    /^(?:make|let)\s+(?<which>.+?)\s+say\s*[:,]?\s+(?<text>[\s\S]+)$/iu,
    /^(?<which>it) should (?:say|read)\s*[:,]?\s+(?<text>[\s\S]+)$/iu,
  ] as readonly RegExp[],
  /** A change of the text, or of the time. */
  changeTo: /^(?:change|edit|update|correct|turn)\s+(?<which>.+?)\s+(?:to|into)[:\s]\s*(?<text>[\s\S]+)$/iu,
  move: /^(?:no[,\s]+)?(?<verb>move|reschedule|shift|change|update|make|set|put|have|do)\s+(?:the time of\s+)?(?<words>.+)$/iu,
  /** "no, at 5" */
  correct:
    /^(?:no|nope|sorry|wait|oh|actually|i (?:meant|mean)|rather|better)[,\s]+(?:i (?:meant|mean)\s+|actually\s+|make (?:it|that)\s+)?(?<words>.+)$/iu,
  instead: /\binstead$/iu,
  isMove: /^(?:move|resch|shift|change)/iu,
  isReschedule: /^resch/iu,
  movesTo: /^(?:move|shift|change|update)$/iu,
  sameTime: /\bsame time\b/iu,
  /** "reminder to" would begin a request of its own. */
  thingBeforeTo: /\s+(?:reminder|alarm|timer)(?=\s+(?:to|until|till)\b)/iu,
  newThing: /\b(?:reminder|timer|alarm) (?:for|in|at)$/iu,
  toTime: /^(?:(?:reminder|alarm|timer)\s+)?(?:to|until|till)\b/iu,
  knownThing: /\b(?:one|reminder|timer|alarm|rem_[\w-]+)$/iu,
  /** "the pills to 9 and 21" */
  toClocks: clocksBehind('(?:to|until|till)', {at: 'at', and: 'and', suffix: '[ap]m'}),
};

/** The words that name a reminder. */
export const TARGETS = {
  before: /^(?:(?:the|my|that|this|these|those|a|our|about|with|of|for|on|to)\s+)+/iu,
  after: /\s*\b(?:again|for now|now|please|any ?more|any ?longer)$/iu,
  article: /^(?:the|my)\s+/iu,
  noun: /\s+(?:one|ones|reminders?|timer|alarm)$/iu,
  all: /^(?:all|everything|every(?: single)? reminder|all of (?:them|it|these|those)|them all|them|all (?:of )?(?:my|the|these|those|pending)?\s*(?:reminders?|ones|timers?|alarms?)?|the lot|reminders|both|both of them)$/iu,
  it: /^(?:it|that|this|that one|this one|one|reminder|timer|alarm|last|last one|last reminder|latest|latest one|newest|newest one|the last one|the one (?:i|we) just set|one (?:i|we) just set)$/iu,
  last: /^(?:the )?last(?: one)?$/iu,
  joint: /\s*(?:,|\band\b|&|\+)\s*(?:the\s+)?/iu,
  position:
    /^(?:(?:(?:number|no\.?|nr\.?|#)\s*)?(?<figure>\d{1,3})(?:st|nd|rd|th)?|(?<ordinal>\w+))(?:\s+(?:ones?|reminders?|of them))?$/iu,
  ordinals: [
    ...'first second third fourth fifth sixth seventh eighth ninth tenth'
      .split(' ')
      .map((word, index): readonly [string, number] => [word, index + 1]),
    ['one', 1],
    ['two', 2],
    ['three', 3],
    ['next', 1],
    ['last', -1],
  ] as readonly (readonly [string, number])[],
  genitive: /['’]s\b/gu,
  /** The timer alone, and the first part of a compound that is one. */
  timer: /^(?:(?:the|my|this|that)\s+)?timers?$/iu,
  timerOf: /(?<=\p{L})(?:\s+|-)?timers?$/iu,
  /** "calling" and "called" are "call". */
  ending: /(?:ings?|ed|e?s|e)$/u,
  /** Words without a meaning of their own. */
  empty:
    'the a an one ones my your our me i to for about of at on in with and that this it reminder reminders timer alarm please is are was thing stuff from by'.split(
      ' ',
    ) as readonly string[],
  /** Figures of a day, not of a time of day. */
  dayFigures: /\b\d{1,2}(?:st|nd|rd|th)\b|\b\d{4}-\d{2}-\d{2}\b/giu,
  timeOfDay: /\d|noon|midnight|past|to\b/iu,
  day: /^\D*$|day|tomorrow|tonight|\b(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)/iu,
};

const CRON = '(?:cron(?:[\\s-]*jobs?)?|scheduled jobs?)';
/** A job without "cron" may be one that people do, so what it does must follow. */
const JOB = `(?:${CRON}|job(?=\\s*:|\\s+(?:that|which|to)\\b))`;
const ARTICLES = '(?:(?:a|an|another|new)\\s+)*';

/** Orders about jobs. Strings are alternatives of a pattern. */
export const JOBS = {
  courtesyBefore: 'please|ok|okay|hey|can you|could you|would you',
  courtesyAfter: 'now|again|please',
  verbs: [
    ['pause', 'cron.pause'],
    ['resume', 'cron.resume'],
    ['unpause', 'cron.resume'],
    ['continue', 'cron.resume'],
    ['run', 'cron.run'],
    ['start', 'cron.run'],
    ['delete', 'cron.remove'],
    ['remove', 'cron.remove'],
    ['cancel', 'cron.remove'],
  ] as readonly (readonly [string, JobMethod])[],
  /** Verbs that stand behind the name. */
  lastVerbs: [] as readonly (readonly [string, JobMethod])[],
  article: 'the|my|our',
  job: '(?:cron[\\s-]?)?job',
  edit: 'change|edit|update|move|reschedule',
  editTo: 'to|so|from',
  /** "cancel the job interview reminder" */
  reminder: /\breminders?$/iu,
  /** "make a job that says good morning at 8" */
  create: new RegExp(
    [
      String.raw`^\s*(?:(?:please|ok|okay|hey|and)[\s,]+)*(?:(?:can|could|would|will) you (?:please )?)?`,
      String.raw`(?:(?:make|create|add|set up|write|schedule)\s+(?:me\s+)?${ARTICLES}${JOB}`,
      String.raw`|(?:give me|i want|i need)\s+${ARTICLES}${CRON})\b(?<tells>\s*:)?[\s,:]*(?:(?:that|which|to|for)\s+)?`,
      String.raw`(?<says>(?:says?|tells?|reminds?|sends?|prints?)\s+(?:me\s+)?(?:to\s+)?)?(?<rest>.*)$`,
    ].join(''),
    'isu',
  ),
};
