// Parses questions about reminders, jobs and announcements, and answers those about the clock and the calendar. Pure.
import type {CommandWords} from '../../../shared/languages/commands.ts';
import type {AnswerTexts} from '../../../shared/languages/language.ts';
import {partsIn} from '../../../shared/languages/patterns.ts';
import {zoneOfPlace} from '../../../shared/time/place-zones.ts';
import {DAY, type EpochMs, MINUTE, twoDigits} from '../../../shared/time/time.ts';
import {isZone, plusDays, type WallTime, wallTimeAt, weekdayOf, zoneName} from '../../../shared/time/zone.ts';
import type {Announced} from './conversation.ts';
import type {Intent, JobView, ReminderView} from './intent.ts';
import {readTarget} from './target.ts';
import {midnight, type TimeReader} from './times.ts';
import {questionIn} from './wording.ts';

/** A question about reminders. Undefined for any other text. */
export const readListQuestion = (text: string, times: TimeReader): Intent | undefined => {
  const question = questionIn(text, times.words);
  if (question === undefined) return undefined;
  const {about: forms, next, list: listing, timers, timerLeft} = times.words.questions;
  if (timers.some(pattern => pattern.test(question))) return list({kind: 'timers', words: ''});
  const left = partsIn(timerLeft, question);
  if (left !== undefined) return list({kind: 'timers', words: nameOf(left['words'] ?? '', times.words)});
  const about = partsIn(forms, question)?.['words'];
  if (about !== undefined && times.whole(about) === undefined) return list({kind: 'about', words: about});
  if (next.test(question)) return list({kind: 'next'});
  return listing.some(pattern => pattern.test(question)) ? list(daysIn(question, times) ?? {kind: 'all'}) : undefined;
};

/** A question about jobs or about the whole schedule. Undefined for any other text. */
export const readJobQuestion = (text: string, words: CommandWords): Intent | undefined => {
  const question = questionIn(text, words);
  if (question === undefined) return undefined;
  const {nextRun, jobs: forms, schedule} = words.questions;
  const name = partsIn(nextRun, question)?.['name'];
  if (name !== undefined) return jobs({kind: 'named', name});
  if (forms.some(pattern => pattern.test(question))) return jobs({kind: 'jobs'});
  return schedule.test(question) ? jobs({kind: 'all'}) : undefined;
};

/** Announcements about the subject of the text, newest first. Undefined for any other text. */
export const readAnnouncedQuestion = (
  text: string,
  announced: readonly Announced[],
  words: CommandWords,
): Announced | undefined => {
  const question = questionIn(text, words);
  if (question === undefined) return undefined;
  if (words.questions.lastAnnouncement.test(question)) return announced.at(-1);
  const name = plainName(announcerName(question, words) ?? '', words);
  if (name === '') return undefined;
  return (
    announced.findLast(({name: job}) => plainName(job, words) === name) ??
    announced.findLast(({name: job}) => plainName(job, words).split(' ').includes(name))
  );
};

/** The job whose announcement the person asks about. */
export const announcerName = (text: string, words: CommandWords): string | undefined => {
  const name = partsIn(words.questions.announcement, questionIn(text, words) ?? '')?.['name']?.trim();
  return name === undefined || plainName(name, words) === '' ? undefined : name;
};

/** The spoken name of a job: "the standup job" is `standup`. */
export const plainName = (name: string, {questions}: CommandWords): string =>
  questions.aroundName
    .reduce(
      (plain, around) => plain.replace(around, ''),
      name
        .toLowerCase()
        .replace(/^["“']|["”']$/gu, '')
        .replaceAll(/[-_\s]+/gu, ' '),
    )
    .trim();

/** The name of a timer: empty for "the timer". */
const nameOf = (text: string, words: CommandWords): string => {
  const target = readTarget(text, words);
  return target.kind === 'words' ? target.words : '';
};

const list = (view: ReminderView): Intent => ({intent: 'reminder.list', view});
const jobs = (view: JobView): Intent => ({intent: 'cron.list', view});

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
  const {questions: named} = times.words;
  const toSunday = (7 - weekdayOf(today)) % 7;
  if (named.week.test(question)) return days(0, toSunday, 'week');
  if (named.nextWeek.test(question)) return days(toSunday + 1, toSunday + 7, 'next-week');
  if (named.today.test(question)) return days(0, 0, 'today');
  if (named.weekend.test(question)) return days(Math.max(0, toSunday - 1), toSunday, 'weekend');
  const moment = times.find(question)?.moment;
  if (moment === undefined) return undefined;
  const day = wallTimeAt(moment.at, times.zone);
  const from = startOf(0, day);
  return {kind: 'between', from, to: startOf(1, day), days: {kind: 'day', at: from, words: moment.words}};
};

/** The answer to a question about the time or the date. Undefined for any other text. */
export const clockAnswer = (text: string, times: TimeReader): string | undefined => {
  const question = questionIn(text, times.words);
  if (question === undefined) return undefined;
  const {now, zone} = times;
  const wall = wallTimeAt(now, zone);
  const {clock: texts} = times.texts;
  const {clock: forms} = times.words;
  const day = texts.day(wall);
  if (forms.time.test(question)) return texts.now(clock(now, zone), day);
  if (forms.today.test(question)) return texts.today(dateText(wall, texts));
  if (forms.zone.test(question)) return texts.zone(zone, clock(now, zone));
  if (forms.week.test(question)) return texts.week(isoWeek(wall), day);
  const {place} = partsIn(forms.elsewhere, question) ?? {};
  if (place !== undefined) return timeIn(place, times);
  const {date, day: weekday} = partsIn(forms.whichDay, question) ?? {};
  const dayNamed = times.whole((date ?? weekday ?? '').replace(forms.ofMonth, '$1 '));
  if (dayNamed !== undefined) return texts.that(dateText(wallTimeAt(dayNamed.at, zone), texts));
  const {unit, goal} = partsIn(forms.until, question) ?? {};
  const moment = goal === undefined ? undefined : times.whole(goal);
  return moment && untilAnswer(moment.at, forms.days.test(unit ?? ''), times);
};

const untilAnswer = (at: EpochMs, inDays: boolean, times: TimeReader): string => {
  const {now, zone} = times;
  const {clock: texts} = times.texts;
  const left = at - now;
  const when = times.texts.spoken(at, times);
  if (left <= 0) return texts.over(when);
  const then = wallTimeAt(at, zone);
  if (inDays) return texts.daysUntil(daysBetween(wallTimeAt(now, zone), then), dateText(then, texts));
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
const dateText = (wall: WallTime, {day}: AnswerTexts['clock']): string => `${day(wall)} ${wall.year}`;

const daysBetween = (from: WallTime, to: WallTime): number =>
  Math.round((midnight(to, 'UTC') - midnight(from, 'UTC')) / DAY);

/** The ISO 8601 week, which contains its Thursday. */
const isoWeek = (wall: WallTime): number => {
  const thursday = plusDays(wall, 4 - (weekdayOf(wall) || 7));
  const first = {...thursday, month: 1, day: 1};
  return Math.floor((midnight(thursday, 'UTC') - midnight(first, 'UTC')) / (7 * DAY)) + 1;
};
