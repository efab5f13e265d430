// Understanding questions about the reminders there are.
import {instantAt, plusDays, type WallTime, wallTimeAt, weekdayOf} from '../../../shared/zone.ts';
import {questionIn} from './plain-words.ts';
import type {Request, View} from './requests.ts';
import type {TimeReader} from './said-times.ts';

/** A question about the reminders; undefined for anything else. */
export const readListing = (text: string, times: TimeReader): Request | undefined => {
  const said = questionIn(text);
  if (said === undefined) return undefined;
  const about = ABOUT.map(pattern => pattern.exec(said)?.[1]).find(words => words !== undefined);
  if (about !== undefined && times.whole(about) === undefined) return list({kind: 'about', words: about});
  if (NEXT.test(said)) return list({kind: 'next'});
  if (!LISTING.some(pattern => pattern.test(said))) return undefined;
  return list(range(said, times) ?? {kind: 'all'});
};

const list = (view: View): Request => ({kind: 'list', view});

/** The days that are asked about: one day, this week, next week. */
const range = (said: string, times: TimeReader): View | undefined => {
  const today = wallTimeAt(times.now, times.zone);
  const between = (from: number, to: number, name: string): View => ({
    kind: 'between',
    from: instantAt(midnight(plusDays(today, from)), times.zone),
    to: instantAt(midnight(plusDays(today, to)), times.zone),
    name,
  });
  const toSunday = (7 - weekdayOf(today)) % 7;
  if (/\bthis week\b/iu.test(said)) return between(0, toSunday + 1, 'this week');
  if (/\bnext week\b/iu.test(said)) return between(toSunday + 1, toSunday + 8, 'next week');
  if (/\b(?:today|tonight|this (?:morning|afternoon|evening))\b/iu.test(said)) return between(0, 1, 'today');
  if (/\bthis weekend\b/iu.test(said)) return between(Math.max(0, toSunday - 1), toSunday + 1, 'this weekend');
  const found = times.find(said);
  if (found === undefined) return undefined;
  const day = wallTimeAt(found.moment.at, times.zone);
  const name = found.moment.words.replace(/^on\s+/iu, '');
  return {
    kind: 'between',
    from: instantAt(midnight(day), times.zone),
    to: instantAt(midnight(plusDays(day, 1)), times.zone),
    name: /^(?:to|this|next|yesterday|last)/iu.test(name) ? name : `on ${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  };
};

const midnight = (wall: WallTime): WallTime => ({...wall, hour: 0, minute: 0, second: 0, millisecond: 0});

const NEXT =
  /^(?:(?:and )?what(?:'s| is| comes)? (?:up )?next(?: up)?(?: reminder| on (?:my|the) (?:list|agenda|schedule))?|what(?:'s| is) (?:my|the) next(?: (?:one|reminder|thing|up))?|when(?:'s| is) (?:my|the) next (?:one|reminder|thing|appointment|event)|(?:my |the )?next(?: (?:one|reminder|thing|appointment|event|up))?|what do i have next|what comes next)$/iu;

const THING = '(?:reminders?|timers?|alarms?)';
const SHOW = '(?:list|show|see|display|print|ls|view)';
const WHICH = '(?: (?:all|my|the|of|pending|open|upcoming|current|any|existing|active))';
const LISTING: readonly RegExp[] = [
  new RegExp(
    `^${SHOW}(?: me)?${WHICH}*(?: (?:${THING}|ones|list|schedule|agenda|everything))?(?: (?:for|on|of|due|this|next|today|tonight|tomorrow)\\b.*)?$`,
    'iu',
  ),
  /^(?:all |my |the |all my |pending |open |upcoming )*(?:reminders|timers|alarms|agenda|schedule|to-?dos?)(?: (?:list|please|for .+|on .+|today|tomorrow|this week|next week))?$/iu,
  new RegExp(
    `^(?:what|which|how many|are there|is there|do i have|have i(?: got)?|did i(?: set)?|any)\\b.*\\b${THING}\\b.*$`,
    'iu',
  ),
  /^what(?:'s| is| are|s)?(?: (?:is|are|still|else|do i have|have i got|i have|there))* (?:coming(?: up)?|planned|scheduled|pending|due|upcoming|ahead|open|left|set|waiting|up)\b.*$/iu,
  /^what(?:'s| is|s)? (?:on|happening|up|going on)(?: (?:for|on))? (?:(?:my|the) (?:list|plate|agenda|schedule|calendar|plan)|today|tonight|tomorrow|this \w+|next \w+|(?:on )?(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)\b.*$/iu,
  /^(?:is there |do i have |have i got |got )?any(?:thing)?(?: (?:else|more))?(?: (?:is|still))? (?:planned|scheduled|coming(?: up)?|due|pending|on|for|set|to do|today|tomorrow|left|up)\b.*$/iu,
  /^(?:do i have|have i got) (?:any|some)thing\b.*$/iu,
  /^what (?:do|did|must|should|have) i (?:have|got|need|do|ask)\b.*(?:\b(?:today|tomorrow|tonight|week|weekend|to do|planned|remind|ahead|later|\w+day)\b.*|)$/iu,
  /^(?:what did i miss|what have i missed|did i miss (?:anything|something))\b.*$/iu,
  /^what(?:'s| is|s)? (?:matters|important|relevant|urgent|to do|to be done)\b.*$/iu,
  /^(?:give me |tell me )?(?:a |an |my |the )*(?:brief me|briefing|overview|run-?down|(?:morning|daily|day'?s?) (?:briefing|overview|summary|plan|agenda)|(?:plan|agenda|schedule|programme|program) (?:of|for) (?:the|my) (?:day|week))\b(?: (?:for|of|on|about) .+|(?: today| tomorrow))?$/iu,
  /^(?:how (?:does|is)|what (?:does|is)|what's) (?:my|the) (?:day|week)(?: (?:look|looking|like|ahead))*\b.*$/iu,
  /^(?:agenda|schedule|upcoming|pending|plans?|overview)$/iu,
  /^(?:am i|is) .*\b(?:busy|free)\b.*$/iu,
  /^what i (?:have|need to|must|should|am supposed to)\b.*$/iu,
  /^what (?:am i supposed to do|have you(?: got)?(?: for me)?|is there)\b.*$/iu,
];

const ABOUT: readonly RegExp[] = [
  /^when (?:is|are|was|will be|does|do you remind me (?:of|about)|will you remind me (?:of|about|to)|do i (?:have|need) to|should i|must i|am i)\s+(?!(?:my|the) next\b|it\b|there\b|you\b)(.+)$/iu,
  /^(?:at )?what time (?:is|are|do i (?:have|need) to|should i|must i|will you remind me (?:of|about|to))\s+(?!it\b|now\b|there\b|the time\b)(.+)$/iu,
  /^how (?:long|much time|much longer|many \w+) (?:is it |is |are |do i have |have i got |left )*(?:until|till|til|to|before|for|is left (?:on|until|for))\s+(.+)$/iu,
  new RegExp(`^(?:do i have|have i(?: got)?|did i set|is there) an? ${THING} (?:for|about|to)\\s+(.+)$`, 'iu'),
];
