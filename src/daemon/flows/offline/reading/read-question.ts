// Parses questions about reminders, jobs and announcements. Pure.
import type {EpochMs} from '../../../../shared/time/time.ts';
import {plusDays, wallTimeAt, weekdayOf} from '../../../../shared/time/zone.ts';
import type {Announced} from '../conversation.ts';
import type {Intent, JobView, ReminderView} from '../intent.ts';
import {midnight, type TimeReader} from '../times.ts';
import {questionIn} from '../wording/courtesy.ts';

/** A question about reminders. Undefined for any other text. */
export const readListQuestion = (text: string, times: TimeReader): Intent | undefined => {
  const question = questionIn(text);
  if (question === undefined) return undefined;
  const about = firstGroup(ABOUT, question);
  if (about !== undefined && times.whole(about) === undefined) return list({kind: 'about', words: about});
  if (NEXT.test(question)) return list({kind: 'next'});
  return LISTING.some(pattern => pattern.test(question)) ? list(daysIn(question, times) ?? {kind: 'all'}) : undefined;
};

/** A question about jobs or about the whole schedule. Undefined for any other text. */
export const readJobQuestion = (text: string): Intent | undefined => {
  const question = questionIn(text);
  if (question === undefined) return undefined;
  const name = firstGroup(NEXT_RUN, question);
  if (name !== undefined) return jobs({kind: 'named', name});
  if (JOBS.some(pattern => pattern.test(question))) return jobs({kind: 'jobs'});
  return SCHEDULE.test(question) ? jobs({kind: 'all'}) : undefined;
};

/** Announcements about the subject of the text, newest first. Undefined for any other text. */
export const readAnnouncedQuestion = (text: string, announced: readonly Announced[]): Announced | undefined => {
  const question = questionIn(text);
  if (question === undefined) return undefined;
  if (LAST_ANNOUNCED.test(question)) return announced.at(-1);
  const name = plainName(askedName(question) ?? '');
  if (name === '') return undefined;
  return (
    announced.findLast(one => plainName(one.name) === name) ??
    announced.findLast(one => plainName(one.name).split(' ').includes(name))
  );
};

/** The job whose announcement the person asks about. */
export const askedName = (text: string): string | undefined => {
  const name = firstGroup(ASKED, questionIn(text) ?? '')?.trim();
  return name === undefined || plainName(name) === '' ? undefined : name;
};

/** The spoken name of a job: "the standup job" is `standup`. */
export const plainName = (name: string): string =>
  name
    .toLowerCase()
    .replace(/^["“']|["”']$/gu, '')
    .replaceAll(/[-_\s]+/gu, ' ')
    .replace(/^(?:the|my|that|this|our)\s/u, '')
    .replace(/^(?:cron|scheduled|last|latest|newest)\s/u, '')
    .replace(/\s(?:cron job|cron|job|task|run|one)$/u, '')
    .trim();

const list = (view: ReminderView): Intent => ({kind: 'list', view});
const jobs = (view: JobView): Intent => ({kind: 'jobs', view});

const firstGroup = (patterns: readonly RegExp[], question: string): string | undefined =>
  patterns.map(pattern => pattern.exec(question)?.[1]).find(words => words !== undefined);

/** The days in the question. */
const daysIn = (question: string, times: TimeReader): ReminderView | undefined => {
  const today = wallTimeAt(times.now, times.zone);
  const startOf = (inDays: number, of = today): EpochMs => midnight(plusDays(of, inDays), times.zone);
  const days = (first: number, last: number, kind: 'today' | 'week' | 'next-week' | 'weekend'): ReminderView => ({
    kind: 'between',
    from: startOf(first),
    to: startOf(last + 1),
    days: {kind},
  });
  const toSunday = (7 - weekdayOf(today)) % 7;
  if (/\bthis week\b/iu.test(question)) return days(0, toSunday, 'week');
  if (/\bnext week\b/iu.test(question)) return days(toSunday + 1, toSunday + 7, 'next-week');
  if (/\b(?:today|tonight|this (?:morning|afternoon|evening))\b/iu.test(question)) return days(0, 0, 'today');
  if (/\bthis weekend\b/iu.test(question)) return days(Math.max(0, toSunday - 1), toSunday, 'weekend');
  const moment = times.find(question)?.moment;
  if (moment === undefined) return undefined;
  const day = wallTimeAt(moment.at, times.zone);
  const from = startOf(0, day);
  return {kind: 'between', from, to: startOf(1, day), days: {kind: 'day', at: from, words: moment.words}};
};

const NEXT =
  /^(?:(?:and )?what(?:'s| is| comes)? (?:up )?next(?: up)?(?: reminder| on (?:my|the) (?:list|agenda|schedule))?|what(?:'s| is) (?:my|the) next(?: (?:one|reminder|thing|up))?|when(?:'s| is) (?:my|the) next (?:one|reminder|thing|appointment|event)|(?:my |the )?next(?: (?:one|reminder|thing|appointment|event|up))?|what do i have next)$/iu;
const THING = '(?:reminders?|timers?|alarms?)';
const SHOW = '(?:list|show|see|display|print|ls|view)(?: me)?';
const WHICH = '(?: (?:all|my|the|of|pending|open|upcoming|current|any|existing|active))';
const DAY = '(?:on )?(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?';
const LISTING: readonly RegExp[] = [
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
].map(words => new RegExp(`^${words}$`, 'iu'));
const ABOUT: readonly RegExp[] = [
  /^when (?:is|are|was|will be|does|(?:do|will) you remind me (?:of|about|to)|do i (?:have|need) to|should i|must i|am i)\s+(?!(?:my|the) next\b|it\b|there\b|you\b)(.+)$/iu,
  /^(?:at )?what time (?:is|are|do i (?:have|need) to|should i|must i|will you remind me (?:of|about|to))\s+(?!it\b|now\b|there\b|the time\b)(.+)$/iu,
  /^how (?:long|much time|much longer|many \w+) (?:is it |is |are |do i have |have i got |left )*(?:until|till|til|to|before|for|is left (?:on|until|for))\s+(.+)$/iu,
  new RegExp(`^(?:do i have|have i(?: got)?|did i set|is there) an? ${THING} (?:for|about|to)\\s+(.+)$`, 'iu'),
];

const JOB = '(?:jobs|crons?|cron ?jobs|scheduled tasks)';
const JOBS: readonly RegExp[] = [
  `${SHOW}(?: (?:all|my|the|of|our|current|active|existing|any|cron|scheduled|recurring|repeating|background))* ${JOB}`,
  '(?:what|which|how many|are there|do i have|have i(?: got)?|any|is there)\\b.*\\b(?:jobs|cron ?jobs|scheduled tasks)\\b.*',
  '(?:what|which) (?:cron |scheduled )?job (?:runs|comes|is|will run|fires)(?: (?:next|first|scheduled|coming|up|now|due))+',
  `(?:(?:all|my|the|our) )*(?:(?:cron|scheduled|recurring) )*${JOB}`,
].map(words => new RegExp(`^${words}$`, 'iu'));
const SCHEDULE = new RegExp(`^(?:${SHOW} )?(?:(?:my|the|whole|full) )*(?:schedule|plan)$`, 'iu');
const NO_PRONOUN = '(?!(?:i|it|you|we|they|he|she|this|that)\\b)';
const NEXT_RUN: readonly RegExp[] = [
  new RegExp(
    `^when (?:does|do|will|is|are) ${NO_PRONOUN}([^?!,;]{1,80}?) (?:going to )?(?:runs?|running|fires?)(?: (?:next|again|the next time|next time))*$`,
    'iu',
  ),
  /^(?:when is |what is |what's )?(?:the )?next run of ([^?!,;]{1,80}?)$/iu,
];

const NAME = `(?!(?:i|it|you|we|they|he|she)\\b)([^?!,;]{1,80}?)`;
const RESULT = '(?:results?|output|answer|report|announcement|findings?)';
const SHOW_RESULT = "(?:what(?:'s| is| was| were)|show(?: me)?|repeat|give me) (?:the )?";
const VERB =
  '(?:say|said|tell|told|report(?:ed)?|find|found|answer(?:ed)?|announced?|c[oa]me up with|show(?:ed)?|want(?:ed)?|give|gave|return(?:ed)?)';
const WHEN = '(?: (?:me|us|to me|out|just now|now|today|yesterday|this morning|again|last|the last time|last time))*';
const ASKED: readonly RegExp[] = [
  `(?:(?:what|anything) (?:did|has|does)|(?:repeat )?what) ${NAME} ${VERB}${WHEN}`,
  `${SHOW_RESULT}(?:last |latest )?${RESULT} (?:of|from|by) ${NAME}${WHEN}`,
  `${SHOW_RESULT}(?!last\\b)${NAME}(?:'s)? ${RESULT}${WHEN}`,
].map(words => new RegExp(`^${words}$`, 'iu'));
/** The last announcement of any job or reminder. */
const LAST_ANNOUNCED =
  /^(?:what (?:was|is) (?:that|it|this)(?: (?:about|again|message))?|what (?:did|does) (?:it|that|this|you just) (?:say|said|tell|tell me|report|find|announce)|(?:say|tell|repeat) (?:it|that|this)(?: again)?|repeat|come again|what was (?:the )?(?:last )?(?:announced|announcement)|what (?:did you|was) (?:just )?(?:announced?|say))$/iu;
