// Questions about the time, the date and how long it still is, answered in the user's zone. Pure.
import {MONTH_NAMES, WEEKDAY_NAMES} from '../../../shared/calendar-names.ts';
import {formatDuration} from '../../../shared/format-time.ts';
import {zoneOfPlace} from '../../../shared/place-zones.ts';
import {DAY, type EpochMs, MINUTE} from '../../../shared/time.ts';
import {instantAt, isZone, plusDays, type WallTime, wallTimeAt, weekdayOf, zoneName} from '../../../shared/zone.ts';
import {questionIn} from './plain-words.ts';
import {spokenTime} from './replies.ts';
import type {Request} from './requests.ts';
import type {TimeReader} from './said-times.ts';

/** An answer to a question about the time or the date; undefined for anything else. */
export const readClockQuestion = (text: string, times: TimeReader): Request | undefined => {
  const said = questionIn(text);
  if (said === undefined) return undefined;
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
  const length = formatDuration(left < MINUTE ? left : Math.round(left / MINUTE) * MINUTE);
  return say(`${length} until ${spokenTime(moment.at, times).replace(/^on /u, '')}.`);
};

const timeIn = (place: string, now: EpochMs): string => {
  const zone = zoneOfPlace(place) ?? (isZone(place) ? place : undefined);
  if (zone === undefined) return `I do not know the time zone of ${place}; name a zone, such as Asia/Tokyo.`;
  const wall = wallTimeAt(now, zone);
  return `It is ${clock(wall)} ${zoneName(now, zone)} in ${place}, ${dayOf(wall)}.`;
};

const say = (text: string): Request => ({kind: 'say', text: text.charAt(0).toUpperCase() + text.slice(1)});
const midnight = (wall: WallTime): WallTime => ({...wall, hour: 0, minute: 0, second: 0, millisecond: 0});

const clock = ({hour, minute}: WallTime): string => `${two(hour)}:${two(minute)}`;
const two = (value: number): string => String(value).padStart(2, '0');
const dayOf = (wall: WallTime): string =>
  `${WEEKDAY_NAMES[weekdayOf(wall)]}, ${wall.day} ${MONTH_NAMES[wall.month - 1]}`;

const daysBetween = (from: WallTime, to: WallTime): string => {
  const days = Math.round((instantAt(midnight(to), 'UTC') - instantAt(midnight(from), 'UTC')) / DAY);
  return `${days} day${days === 1 ? '' : 's'}`;
};

/** The week by ISO 8601: the one that holds its Thursday. */
const isoWeek = (wall: WallTime): number => {
  const thursday = plusDays(wall, 4 - (weekdayOf(wall) || 7));
  const first = instantAt({...midnight(thursday), month: 1, day: 1}, 'UTC');
  return Math.floor((instantAt(midnight(thursday), 'UTC') - first) / (7 * DAY)) + 1;
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
