// Answers questions about the time, the date and the time left until an instant, in the user's zone. Pure.

import {MONTH_NAMES, WEEKDAY_NAMES} from '../../../shared/time/calendar-names.ts';
import {formatDuration} from '../../../shared/time/format-time.ts';
import {zoneOfPlace} from '../../../shared/time/place-zones.ts';
import {DAY, type EpochMs, MINUTE} from '../../../shared/time/time.ts';
import {isZone, plusDays, type WallTime, wallTimeAt, weekdayOf, zoneName} from '../../../shared/time/zone.ts';
import {capitalized, spokenTime} from './sentences.ts';
import {midnight, type TimeReader} from './times.ts';
import {questionIn} from './wording/courtesy.ts';

/** The answer to a question about the time or the date. Undefined for any other text. */
export const clockAnswer = (text: string, times: TimeReader): string | undefined => {
  const question = questionIn(text);
  if (question === undefined) return undefined;
  const {now, zone} = times;
  const wall = wallTimeAt(now, zone);
  if (TIME.test(question)) return `It is ${clock(now, zone)}, ${dayOf(wall)}.`;
  if (TODAY.test(question)) return `Today is ${dayOf(wall)} ${wall.year}.`;
  if (ZONE.test(question)) return `Your time zone is ${zone}, where it is ${clock(now, zone)}.`;
  if (WEEK.test(question)) return `This is week ${isoWeek(wall)} of the year; today is ${dayOf(wall)}.`;
  const [, place] = ELSEWHERE.exec(question) ?? [];
  if (place !== undefined) return timeIn(place, now);
  const [, day, on] = WHICH_DAY.exec(question) ?? [];
  const asked = times.whole((day ?? on ?? '').replace(/^the (\d{1,2}(?:st|nd|rd|th)?) of /iu, '$1 '));
  if (asked !== undefined) return `That is ${dateOf(wallTimeAt(asked.at, zone))}.`;
  const [, unit, goal] = UNTIL.exec(question) ?? [];
  const moment = goal === undefined ? undefined : times.whole(goal);
  return moment && untilAnswer(moment.at, /^days?$/iu.test(unit ?? ''), times);
};

const untilAnswer = (at: EpochMs, inDays: boolean, times: TimeReader): string => {
  const {now, zone} = times;
  const left = at - now;
  const when = spokenTime(at, times);
  if (left <= 0) return `That is over: it was ${when}.`;
  const then = wallTimeAt(at, zone);
  if (inDays) return `${daysBetween(wallTimeAt(now, zone), then)} until ${dateOf(then)}.`;
  const length = formatDuration(left < MINUTE ? left : Math.round(left / MINUTE) * MINUTE);
  return capitalized(`${length} until ${when.replace(/^on /u, '')}.`);
};

const timeIn = (place: string, now: EpochMs): string => {
  const zone = zoneOfPlace(place) ?? (isZone(place) ? place : undefined);
  return zone === undefined
    ? `I don't know the time zone of ${place}. Name a zone, such as Asia/Tokyo.`
    : `It is ${clock(now, zone)} in ${place}, ${dayOf(wallTimeAt(now, zone))}.`;
};

const clock = (at: EpochMs, zone: string): string => {
  const {hour, minute} = wallTimeAt(at, zone);
  return `${two(hour)}:${two(minute)} ${zoneName(at, zone)}`;
};
const two = (value: number): string => String(value).padStart(2, '0');
const dayOf = (wall: WallTime): string =>
  `${WEEKDAY_NAMES[weekdayOf(wall)]}, ${wall.day} ${MONTH_NAMES[wall.month - 1]}`;
const dateOf = (wall: WallTime): string => `${dayOf(wall)} ${wall.year}`;

const daysBetween = (from: WallTime, to: WallTime): string => {
  const days = Math.round((midnight(to, 'UTC') - midnight(from, 'UTC')) / DAY);
  return `${days} day${days === 1 ? '' : 's'}`;
};

/** The ISO 8601 week, which contains its Thursday. */
const isoWeek = (wall: WallTime): number => {
  const thursday = plusDays(wall, 4 - (weekdayOf(wall) || 7));
  const first = {...thursday, month: 1, day: 1};
  return Math.floor((midnight(thursday, 'UTC') - midnight(first, 'UTC')) / (7 * DAY)) + 1;
};

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
