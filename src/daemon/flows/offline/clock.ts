// Answers questions about the time, the date and the time left until an instant, in the user's zone. Pure.

import type {AnswerTexts} from '../../../shared/languages/answers.ts';
import {zoneOfPlace} from '../../../shared/time/place-zones.ts';
import {DAY, type EpochMs, MINUTE, twoDigits} from '../../../shared/time/time.ts';
import {isZone, plusDays, type WallTime, wallTimeAt, weekdayOf, zoneName} from '../../../shared/time/zone.ts';
import {spokenTime} from './sentences.ts';
import {midnight, type TimeReader} from './times.ts';
import {questionIn} from './wording/courtesy.ts';

/** The answer to a question about the time or the date. Undefined for any other text. */
export const clockAnswer = (text: string, times: TimeReader): string | undefined => {
  const question = questionIn(text);
  if (question === undefined) return undefined;
  const {now, zone} = times;
  const wall = wallTimeAt(now, zone);
  const {clock: texts} = times.texts;
  const day = texts.day(wall);
  if (TIME.test(question)) return texts.now(clock(now, zone), day);
  if (TODAY.test(question)) return texts.today(dateOf(wall, texts));
  if (ZONE.test(question)) return texts.zone(zone, clock(now, zone));
  if (WEEK.test(question)) return texts.week(isoWeek(wall), day);
  const [, place] = ELSEWHERE.exec(question) ?? [];
  if (place !== undefined) return timeIn(place, times);
  const [, named, on] = WHICH_DAY.exec(question) ?? [];
  const asked = times.whole((named ?? on ?? '').replace(/^the (\d{1,2}(?:st|nd|rd|th)?) of /iu, '$1 '));
  if (asked !== undefined) return texts.that(dateOf(wallTimeAt(asked.at, zone), texts));
  const [, unit, goal] = UNTIL.exec(question) ?? [];
  const moment = goal === undefined ? undefined : times.whole(goal);
  return moment && untilAnswer(moment.at, /^days?$/iu.test(unit ?? ''), times);
};

const untilAnswer = (at: EpochMs, inDays: boolean, times: TimeReader): string => {
  const {now, zone} = times;
  const {clock: texts} = times.texts;
  const left = at - now;
  const when = spokenTime(at, times);
  if (left <= 0) return texts.over(when);
  const then = wallTimeAt(at, zone);
  if (inDays) return texts.daysUntil(daysBetween(wallTimeAt(now, zone), then), dateOf(then, texts));
  return texts.until(left < MINUTE ? left : Math.round(left / MINUTE) * MINUTE, when);
};

const timeIn = (place: string, {now, texts}: TimeReader): string => {
  const zone = zoneOfPlace(place) ?? (isZone(place) ? place : undefined);
  return zone === undefined
    ? texts.clock.unknownPlace(place)
    : texts.clock.elsewhere(place, clock(now, zone), texts.clock.day(wallTimeAt(now, zone)));
};

const clock = (at: EpochMs, zone: string): string => {
  const {hour, minute} = wallTimeAt(at, zone);
  return `${twoDigits(hour)}:${twoDigits(minute)} ${zoneName(at, zone)}`;
};
const dateOf = (wall: WallTime, {day}: AnswerTexts['clock']): string => `${day(wall)} ${wall.year}`;

const daysBetween = (from: WallTime, to: WallTime): number =>
  Math.round((midnight(to, 'UTC') - midnight(from, 'UTC')) / DAY);

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
