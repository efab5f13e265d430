// Understanding questions about the reminders there are, and about the clock and the calendar.
import {durationInWords} from '../../../shared/human-words.ts';
import {DAY, type EpochMs, HOUR, MINUTE} from '../../../shared/time.ts';
import {instantAt, isZone, plusDays, type WallTime, wallTimeAt, weekdayOf, zoneName} from '../../../shared/zone.ts';
import {spokenTime} from './replies.ts';
import type {Request, View} from './requests.ts';
import type {TimeReader} from './said-times.ts';

/** A question about the reminders; undefined for anything else. */
export const readListing = (text: string, times: TimeReader): Request | undefined => {
  if (text.length > LONGEST) return undefined;
  const said = plainly(text);
  const about = ABOUT.map(pattern => pattern.exec(said)?.[1]).find(words => words !== undefined);
  if (about !== undefined && times.whole(about) === undefined) return list({kind: 'about', words: about});
  if (NEXT.test(said)) return list({kind: 'next'});
  if (!LISTING.some(pattern => pattern.test(said))) return undefined;
  return list(range(said, times) ?? {kind: 'all'});
};

/** An answer to a question about the time or the date; undefined for anything else. */
export const readClockQuestion = (text: string, times: TimeReader): Request | undefined => {
  if (text.length > LONGEST) return undefined;
  const said = plainly(text);
  const {now, zone} = times;
  const wall = wallTimeAt(now, zone);
  if (TIME.test(said)) return say(`It is ${clock(wall)} ${zoneName(now, zone)}, ${dayOf(wall)}.`);
  if (TODAY.test(said)) return say(`Today is ${dayOf(wall)} ${wall.year}.`);
  if (ZONE.test(said)) return say(`I reckon in ${zone}, where it is ${clock(wall)} ${zoneName(now, zone)}.`);
  if (WEEK.test(said)) return say(`This is week ${isoWeek(wall)} of the year; today is ${dayOf(wall)}.`);
  const [, place] = ELSEWHERE.exec(said) ?? [];
  if (place !== undefined) return say(timeIn(place, now));
  const [, day, on] = WHICH_DAY.exec(said) ?? [];
  const asked = times.whole((day ?? on ?? '').replace(/^the (\d{1,2}(?:st|nd|rd|th)?) of /iu, '$1 '));
  if (asked !== undefined) {
    const then = wallTimeAt(asked.at, zone);
    return say(`That is ${dayOf(then)} ${then.year}.`);
  }
  const [, unit, goal] = UNTIL.exec(said) ?? [];
  if (goal === undefined) return undefined;
  const moment = times.whole(goal);
  if (moment === undefined) return undefined;
  const left = moment.at - now;
  if (left <= 0) return say(`That is over: it was ${spokenTime(moment.at, times)}.`);
  if (/^days?$/iu.test(unit ?? '')) {
    const then = wallTimeAt(moment.at, zone);
    return say(`${daysBetween(wall, then)} until ${dayOf(then)} ${then.year}.`);
  }
  const length = durationInWords(left < MINUTE ? left : Math.round(left / MINUTE) * MINUTE);
  return say(`${length} until ${spokenTime(moment.at, times).replace(/^on /u, '')}.`);
};

/** Without courtesies and the full stop. */
const plainly = (text: string): string =>
  text
    .trim()
    .replace(POLITE, '')
    .replace(/[\s.!?]+$/u, '')
    .replaceAll('’', "'")
    .replace(/^(when|where)'s\b/iu, '$1 is');

/** The time in a place whose name a zone bears. */
const timeIn = (place: string, now: EpochMs): string => {
  const wanted = place.trim().toLowerCase().replaceAll(/\s+/gu, '_');
  const known = Intl.supportedValuesOf('timeZone').find(zone => zone.toLowerCase().split('/').at(-1) === wanted);
  const zone = known ?? (isZone(place) ? place : undefined);
  if (zone === undefined) return `I do not know the time zone of ${place}; name a zone, such as Asia/Tokyo.`;
  const wall = wallTimeAt(now, zone);
  return `It is ${clock(wall)} ${zoneName(now, zone)} in ${place}, ${dayOf(wall)}.`;
};

const say = (text: string): Request => ({kind: 'say', text: text.charAt(0).toUpperCase() + text.slice(1)});
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
    name: /^(?:to|this|next)/iu.test(name) ? name : `on ${name.charAt(0).toUpperCase()}${name.slice(1)}`,
  };
};

const midnight = (wall: WallTime): WallTime => ({...wall, hour: 0, minute: 0, second: 0, millisecond: 0});

const clock = ({hour, minute}: WallTime): string => `${two(hour)}:${two(minute)}`;
const two = (value: number): string => String(value).padStart(2, '0');
const dayOf = (wall: WallTime): string => `${WEEKDAYS[weekdayOf(wall)]}, ${wall.day} ${MONTHS[wall.month - 1]}`;

const daysBetween = (from: WallTime, to: WallTime): string => {
  const days = Math.round((instantAt(midnight(to), 'UTC') - instantAt(midnight(from), 'UTC')) / DAY);
  return `${days} day${days === 1 ? '' : 's'}`;
};

/** The week by ISO 8601: the one that holds its Thursday. */
const isoWeek = (wall: WallTime): number => {
  const thursday = plusDays(wall, 4 - (weekdayOf(wall) || 7));
  const first = instantAt({...midnight(thursday), month: 1, day: 1}, 'UTC');
  return Math.floor((instantAt(midnight(thursday), 'UTC') - first) / (7 * 24 * HOUR)) + 1;
};

const POLITE =
  /^(?:(?:hey|hi|hello|ok|okay|please|pls|so|and|also|then|now|well|rooster|(?:can|could|would|will) you(?: please)?(?: tell me| show me| list)?|tell me|show me|do you know|let me (?:see|know)|remind me|i(?:'d| would) like to (?:see|know)|i want to (?:see|know))[\s,!]+)*/iu;

const NEXT =
  /^(?:(?:and )?what(?:'s| is| comes)? (?:up )?next(?: up)?(?: reminder| on (?:my|the) (?:list|agenda|schedule))?|what(?:'s| is) (?:my|the) next(?: (?:one|reminder|thing|up))?|when(?:'s| is) (?:my|the) next (?:one|reminder|thing|appointment|event)|(?:my |the )?next(?: (?:one|reminder|thing|appointment|event|up))?|what do i have next|what comes next)$/iu;

const SHOW = '(?:list|show|see|display|print|ls|view)';
const WHICH = '(?: (?:all|my|the|of|pending|open|upcoming|current|any|existing|active))';
const THINGS = '(?:reminders?|timers?|alarms?)';
const THING = '(?:reminders?|timers?|alarms?)';
const LISTING: readonly RegExp[] = [
  new RegExp(
    `^${SHOW}(?: me)?${WHICH}*(?: (?:${THINGS}|ones|list|schedule|agenda|everything))?(?: (?:for|on|of|due|this|next|today|tonight|tomorrow)\b.*)?$`,
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

const TIME =
  /^(?:(?:and )?what(?:'s| is)? (?:the )?(?:current |exact |local )?time(?: is it| now| is it now|(?: it)? is)?(?: (?:right )?now)?|what time (?:is it|it is|do we have)(?: (?:right )?now)?|(?:the )?time(?: now)?(?: please)?|how late is it|got the time|current time|clock|date and time|(?:the )?time and date)$/iu;
const TODAY =
  /^(?:what(?:'s| is)? (?:the )?(?:current |today's )?(?:day|date)(?: is it| today| is it today| is today|(?: it)? is)?(?: (?:today|now|of the week))?|what (?:day|date|weekday)(?: of the week)? (?:is it|is today|do we have|it is)(?: (?:today|now))?|which (?:day|weekday|date) is (?:it|today)|(?:the |today's )?date(?: please)?|what(?:'s| is) today|(?:what|which) (?:month|year) is (?:it|this))$/iu;
const ZONE = /^(?:what(?:'s| is)|which)(?: is)? (?:(?:my|the|your) )?time ?zone(?: .*)?$/iu;
const ELSEWHERE = /^(?:what time is it|what(?:'s| is) the time)(?: (?:right )?now)? in ([\p{L}_/ -]{2,40})$/iu;
const WHICH_DAY =
  /^(?:what|which)(?:'s| is| was| will be)? (?:the )?(?:day|date|weekday)(?: of the week)? (?:(?:(?:is|was|will) (?:it|be|it be) |is |was |will be |does |of |on |for )+(.+?)(?: fall on| on)?|(tomorrow|yesterday|\w+day|next .+))$/iu;
const WEEK =
  /^(?:what|which) (?:calendar )?week(?: number)? (?:is it|is this|of the year is it|do we have|it is)(?: now)?$|^week(?: number)?$/iu;
const UNTIL =
  /^how (?:long|much time|much longer|many (minutes|hours|days|day|weeks))(?: (?:is it|is|are|do i have|have i got|there|left|is there|are there|it is))*\s+(?:until|till|til|to|before)\s+(.+)$/iu;
const LONGEST = 200;

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
