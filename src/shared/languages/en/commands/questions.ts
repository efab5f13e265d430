// English questions, and answers to the offline assistant's questions. Strings are alternatives of a pattern.
const THING = '(?:reminders?|timers?|alarms?)';
const SHOW = '(?:list|show|see|display|print|ls|view)(?: me)?';
const WHICH = '(?: (?:all|my|the|of|pending|open|upcoming|current|any|existing|active))';
const DAY = '(?:on )?(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?';
const JOBS = '(?:jobs|crons?|cron ?jobs|scheduled tasks)';
const NO_PRONOUN = '(?!(?:i|it|you|we|they|he|she|this|that)\\b)';
const NAME = `(?!(?:i|it|you|we|they|he|she)\\b)(?<name>[^?!,;]{1,80}?)`;
const RESULT = '(?:results?|output|answer|report|announcement|findings?)';
const SHOW_RESULT = "(?:what(?:'s| is| was| were)|show(?: me)?|repeat|give me) (?:the )?";
const VERB =
  '(?:say|said|tell|told|report(?:ed)?|find|found|answer(?:ed)?|announced?|c[oa]me up with|show(?:ed)?|want(?:ed)?|give|gave|return(?:ed)?)';
const WHEN = '(?: (?:me|us|to me|out|just now|now|today|yesterday|this morning|again|last|the last time|last time))*';

const whole = (...forms: readonly string[]): readonly RegExp[] => forms.map(form => new RegExp(`^${form}$`, 'iu'));

export const QUESTIONS = {
  next: /^(?:(?:and )?what(?:'s| is| comes)? (?:up )?next(?: up)?(?: reminder| on (?:my|the) (?:list|agenda|schedule))?|what(?:'s| is) (?:my|the) next(?: (?:one|reminder|thing|up))?|when(?:'s| is) (?:my|the) next (?:one|reminder|thing|appointment|event)|(?:my |the )?next(?: (?:one|reminder|thing|appointment|event|up))?|what do i have next)$/iu,
  list: whole(
    `${SHOW}${WHICH}*(?: (?:${THING}|ones|list|schedule|agenda|everything))?(?: (?:for|on|of|due|this|next|today|tonight|tomorrow)\\b.*)?`,
    `(?:all |my |the |pending |open |upcoming )*(?:${THING}|agenda|schedule|to-?dos?)(?: (?:list|please|for .+|on .+|today|tomorrow|this week|next week))?`,
    `(?:what|which|how many|are there|is there|do i have|have i(?: got)?|did i(?: set)?|any)\\b.*\\b${THING}\\b.*`,
    "what(?:'s| is| are)?(?: (?:is|are|still|else|do i have|have i got|i have|there))* (?:coming(?: up)?|planned|scheduled|pending|due|upcoming|ahead|open|left|set|waiting|up)\\b.*",
    `what(?:'s| is)? (?:on|happening|up|going on)(?: (?:for|on))? (?:(?:my|the) (?:list|plate|agenda|schedule|calendar|plan)|today|tonight|tomorrow|this \\w+|next \\w+|${DAY})\\b.*`,
    '(?:is there |do i have |have i got |got )?any(?:thing)?(?: (?:else|more))?(?: (?:is|still))? (?:planned|scheduled|coming(?: up)?|due|pending|on|for|set|to do|today|tomorrow|left|up)\\b.*',
    '(?:do i have|have i got) (?:any|some)thing\\b.*',
    'what (?:do|did|must|should|have) i (?:have|got|need|do|ask)\\b.*',
    '(?:what did i miss|what have i missed|did i miss (?:anything|something))\\b.*',
    "what(?:'s| is)? (?:matters|important|relevant|urgent|to do|to be done)\\b.*",
    "(?:a |an |my |the )*(?:brief me|briefing|overview|run-?down|(?:morning|daily|day'?s?) (?:briefing|overview|summary|plan|agenda)|(?:plan|agenda|schedule|program(?:me)?) (?:of|for) (?:the|my) (?:day|week))\\b(?: (?:for|of|on|about) .+|(?: today| tomorrow))?",
    "(?:how (?:does|is)|what (?:does|is)|what's) (?:my|the) (?:day|week)(?: (?:look|looking|like|ahead))*\\b.*",
    '(?:agenda|schedule|upcoming|pending|plans?|overview)',
    '(?:am i|is) .*\\b(?:busy|free)\\b.*',
    'what i (?:have|need to|must|should|am supposed to)\\b.*',
    'what (?:am i supposed to do|have you(?: got)?(?: for me)?|is there)\\b.*',
  ),
  /** "when is the dentist" */
  about: [
    /^when (?:is|are|was|will be|does|(?:do|will) you remind me (?:of|about|to)|do i (?:have|need) to|should i|must i|am i)\s+(?!(?:my|the) next\b|it\b|there\b|you\b)(?<words>.+)$/iu,
    /^(?:at )?what time (?:is|are|do i (?:have|need) to|should i|must i|will you remind me (?:of|about|to))\s+(?!it\b|now\b|there\b|the time\b)(?<words>.+)$/iu,
    /^how (?:long|much time|much longer|many \w+) (?:is it |is |are |do i have |have i got |left )*(?:until|till|til|to|before|for|is left (?:on|until|for))\s+(?<words>.+)$/iu,
    new RegExp(
      `^(?:do i have|have i(?: got)?|did i set|is there) an? ${THING} (?:for|about|to)\\s+(?<words>.+)$`,
      'iu',
    ),
  ] as readonly RegExp[],
  timers: whole(
    `(?:${SHOW} )?(?:(?:all|my|the|running|active) )*timers`,
    'which timers (?:are )?(?:running|on|active)(?: now)?',
    '(?:are there|do i have|any|is there)(?: any| a)? timers?(?: (?:running|on|now|set))*',
  ),
  /** "how long is left on the pasta timer", "how long" */
  timerLeft: [
    /^(?:and )?how (?:long|much time|much longer)(?: (?:is|do i have|have i got))?(?: (?:still|left|remaining|to go|now|it))*$/iu,
    /^(?:and )?how (?:long|much time|much longer)(?: (?:is|do i have|have i got|does))?(?: (?:still|left|remaining))* (?:(?:on|for|in|until|with) )?(?<words>(?:the |my )?(?:\S+ ){0,4}?\S*timer)(?: (?:have|has|left|still|run|running|remaining|to go))*$/iu,
    /^how (?:long|much time|much longer)(?: (?:is|do i have|have i got))?(?: (?:still|left|remaining))+ (?:on|for) (?<words>.+)$/iu,
  ] as readonly RegExp[],
  week: /\bthis week\b/iu,
  nextWeek: /\bnext week\b/iu,
  today: /\b(?:today|tonight|this (?:morning|afternoon|evening))\b/iu,
  weekend: /\bthis weekend\b/iu,
  jobs: whole(
    `${SHOW}(?: (?:all|my|the|of|our|current|active|existing|any|cron|scheduled|recurring|repeating|background))* ${JOBS}`,
    '(?:what|which|how many|are there|do i have|have i(?: got)?|any|is there)\\b.*\\b(?:jobs|cron ?jobs|scheduled tasks)\\b.*',
    '(?:what|which) (?:cron |scheduled )?job (?:runs|comes|is|will run|fires)(?: (?:next|first|scheduled|coming|up|now|due))+',
    `(?:(?:all|my|the|our) )*(?:(?:cron|scheduled|recurring) )*${JOBS}`,
  ),
  /** Jobs and reminders */
  schedule: new RegExp(`^(?:${SHOW} )?(?:(?:my|the|whole|full) )*(?:schedule|plan)$`, 'iu'),
  /** "when does standup run next" */
  nextRun: [
    new RegExp(
      `^when (?:does|do|will|is|are) ${NO_PRONOUN}(?<name>[^?!,;]{1,80}?) (?:going to )?(?:runs?|running|fires?)(?: (?:next|again|the next time|next time))*$`,
      'iu',
    ),
    /^(?:when is |what is |what's )?(?:the )?next run of (?<name>[^?!,;]{1,80}?)$/iu,
  ] as readonly RegExp[],
  /** "what did standup say" */
  announcement: whole(
    `(?:(?:what|anything) (?:did|has|does)|(?:repeat )?what) ${NAME} ${VERB}${WHEN}`,
    `${SHOW_RESULT}(?:last |latest )?${RESULT} (?:of|from|by) ${NAME}${WHEN}`,
    `${SHOW_RESULT}(?!last\\b)${NAME}(?:'s)? ${RESULT}${WHEN}`,
  ),
  /** The last announcement of any job or reminder. */
  lastAnnouncement:
    /^(?:what (?:was|is) (?:that|it|this)(?: (?:about|again|message))?|what (?:did|does) (?:it|that|this|you just) (?:say|said|tell|tell me|report|find|announce)|(?:say|tell|repeat) (?:it|that|this)(?: again)?|repeat|come again|what was (?:the )?(?:last )?(?:announced|announcement)|what (?:did you|was) (?:just )?(?:announced?|say))$/iu,
  /** The words around the name of a job, in this order: "the", "cron", "job". */
  aroundName: [
    /^(?:the|my|that|this|our)\s/u,
    /^(?:cron|scheduled|last|latest|newest)\s/u,
    /\s(?:cron job|cron|job|task|run|one)$/u,
  ] as readonly RegExp[],
};

/** Questions about the time and the date. */
export const CLOCK = {
  time: /^(?:(?:and )?what(?:'s| is)? (?:the )?(?:current |exact |local )?time(?: is it| now| is it now|(?: it)? is)?(?: (?:right )?now)?|what time (?:is it|it is|do we have)(?: (?:right )?now)?|(?:the )?time(?: now)?(?: please)?|how late is it|got the time|current time|clock|date and time|(?:the )?time and date)$/iu,
  today:
    /^(?:what(?:'s| is)? (?:the )?(?:current |today's )?(?:day|date)(?: is it| today| is it today| is today|(?: it)? is)?(?: (?:today|now|of the week))?|what (?:day|date|weekday)(?: of the week)? (?:is it|is today|do we have|it is)(?: (?:today|now))?|which (?:day|weekday|date) is (?:it|today)|(?:the |today's )?date(?: please)?|what(?:'s| is) today|(?:what|which) (?:month|year) is (?:it|this))$/iu,
  zone: /^(?:what(?:'s| is)|which)(?: is)? (?:(?:my|the|your) )?time ?zone(?: .*)?$/iu,
  elsewhere: /^(?:what time is it|what(?:'s| is) the time)(?: (?:right )?now)? in (?<place>[\p{L}_/ -]{2,40})$/iu,
  whichDay:
    /^(?:what|which)(?:'s| is| was| will be)? (?:the )?(?:day|date|weekday)(?: of the week)? (?:(?:(?:is|was|will) (?:it|be|it be) |is |was |will be |does |of |on |for )+(?<date>.+?)(?: fall on| on)?|(?<day>tomorrow|yesterday|\w+day|next .+))$/iu,
  /** "the 24th of december" */
  ofMonth: /^the (\d{1,2}(?:st|nd|rd|th)?) of /iu,
  week: /^(?:what|which) (?:calendar )?week(?: number)? (?:is it|is this|of the year is it|do we have|it is)(?: now)?$|^week(?: number)?$/iu,
  until:
    /^how (?:long|much time|much longer|many (?<unit>minutes|hours|days|day|weeks))(?: (?:is it|is|are|do i have|have i got|there|left|is there|are there|it is))*\s+(?:until|till|til|to|before)\s+(?<goal>.+)$/iu,
  days: /^days?$/iu,
};

/** Answers to questions of the assistant. */
export const ANSWERS = {
  yes: "yes|y|yep|yeah|yup|sure|ok|okay|please|please do|do it|do that|go ahead|of course|correct|right|exactly|that one|this one|that's it|👍",
  afterYes: 'please|do|do it|do that|thanks|thank you|all|that one|all of them',
  no: "no|n|nope|nah|never ?mind|forget (?:it|that|about it)|cancel(?: (?:it|that))?|stop|none|none of (?:them|these)|neither|nothing|leave (?:it|them)|don'?t|do not|skip(?: it)?|no thanks|no thank you|abort",
  afterNo: 'thanks|thank you|please|leave (?:it|them)',
  allOfThem: /^(?:yes[\s,]+)?(?:all|all of them|everything)\b/iu,
  /** The first, the second and the third choice. */
  first: '1|#1|(?:the )?first(?: one)?',
  second: '2|#2|(?:the )?(?:second|last|other)(?: one)?',
  third: '3|#3|(?:the )?third(?: one)?',
  /** "i mean", before a reminder's name */
  choosing: /^(?:(?:i mean|i meant|yes|please)[\s,]+)*/iu,
  evening: 'evening|tonight|afternoon|night|pm|p\\.m',
  morning: 'morning|am|a\\.m',
  dayParts: 'evening|tonight|afternoon|night|morning|pm|p\\.m\\.|am|a\\.m\\.',
  today: 'today',
  /** The days and the words around days and their parts. */
  days: 'today|tomorrow|(?:mon|tues|wednes|thurs|fri|satur|sun)day',
  beforeDay: 'in|on|at|the|this|next',
  beforePart: 'in|at|the|am',
  /** Words beside a time that answer "when?" and no more. */
  filler:
    "would|be|is|good|fine|great|nice|ok|okay|please|maybe|perhaps|i|think|guess|so|or|about|around|let['’]?s|say|do|it|that|works|for|me|then|sounds",
  /** One occurrence of a series, or all of them from now on. */
  thisOne:
    /^\s*(?:1|#1|(?:the )?first(?: one)?|(?:just |only )*(?:(?:this|that|the next)(?: one| time)?|once)(?: only)?|(?:only|just) .{1,40})[\s.!]*$/iu,
  allOfSeries:
    /^\s*(?:2|#2|(?:the )?second(?: one)?|(?:all|every|each)(?: of them| one| time)?(?: from now on)?|(?:the (?:whole )?)?series|from now on|always)[\s.!]*$/iu,
};
