// Reads reminders from a calendar file: each alarm of an event or task. Without alarms, an event's start or a task's
// due time.
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import {DAY, type EpochMs, HOUR, isoOf, MINUTE} from '../../../shared/time/time.ts';
import {checkRule} from '../recurrence/check-rule.ts';
import {type CalendarEntry, changesLater, entriesOf, newestOf, whyNotRepeated, whyOver} from './calendar-entries.ts';
import {type Component, propertyOf, readComponents, textOf} from './calendar-lines.ts';
import {
  type CalendarSpan,
  type CalendarTime,
  instantOf,
  readDuration,
  readTime,
  wallOf,
  wallText,
  type Zones,
  zonesOf,
} from './calendar-times.ts';

export type CalendarItem = {
  readonly uid: string;
  /** The same in every file with this item. */
  readonly key: string;
  readonly text: string;
  readonly zone: string;
} & (
  | {readonly kind: 'once'; readonly at: EpochMs}
  | {
      readonly kind: 'series';
      readonly rule: Omit<Recurrence, 'words'>;
      /** The instants that the file excludes. */
      readonly without: readonly EpochMs[];
    }
);

export type Skipped = {readonly uid: string; readonly reason: string};
export type ReadCalendar = {
  readonly items: readonly CalendarItem[];
  readonly skipped: readonly Skipped[];
  /** The number of entries that were exported from here. */
  readonly own: number;
  /** Each entry with the number of its items now. An older file may have had more items of it. */
  readonly sizes: readonly {readonly name: string; readonly items: number}[];
};

export type ReadOptions = {
  /** The zone of times without a zone. */
  readonly zone: string;
  /** The time of dates without a time. @default 09:00 */
  readonly morning?: string;
  /** True for an entry that was exported from here. @default none */
  readonly isOwn?: (uid: string) => boolean;
};

export const readCalendar = (
  text: string,
  {zone, morning = USUAL_MORNING, isOwn = () => false}: ReadOptions,
): ReadCalendar | {readonly problem: string} => {
  const read = readComponents(text);
  if ('problem' in read) return read;
  const calendars = read.filter(({name}) => name === 'VCALENDAR');
  if (calendars.length === 0) return {problem: 'The file holds no calendar: it must begin with BEGIN:VCALENDAR.'};
  const zones = {...zonesOf(calendars, zone), morningMs: timeOfDay(morning)};
  const all = entriesOf(calendars);
  const entries = all.filter(({uid}) => !isOwn(uid));
  const newest = newestOf(entries);
  const moved = movedTimes([...newest], zones);
  const items: CalendarItem[] = [];
  const skipped: Skipped[] = [];
  const sizes: {name: string; items: number}[] = [];
  for (const each of entries) {
    const {entry, uid, name} = each;
    const fault = faultOf(each, newest.has(each));
    const found = fault ?? whyOver(entry) ?? readEntry(each, zones, moved.get(uid) ?? []);
    if (typeof found === 'string') skipped.push({uid, reason: found});
    else items.push(...found);
    if (fault === undefined && (typeof found !== 'string' || whyOver(entry) !== undefined))
      sizes.push({name, items: typeof found === 'string' ? 0 : found.length});
  }
  return {items, skipped, own: all.length - entries.length, sizes};
};

const faultOf = ({uid}: CalendarEntry, isNewest: boolean): string | undefined => {
  if (uid === '') return 'It has no UID, so a second import would add it twice.';
  if (JOB_UID.test(uid)) return 'It is a job of Rooster, not a reminder.';
  return isNewest ? undefined : 'The file has another entry with this UID.';
};

/** The items of an entry, or the reason for skipping the entry. */
const readEntry = (
  {entry, uid, name}: CalendarEntry,
  zones: Reading,
  moved: readonly CalendarTime[],
): readonly CalendarItem[] | string => {
  const text = (textOf(entry, 'SUMMARY') ?? textOf(entry, 'DESCRIPTION') ?? '').trim();
  if (text === '') return 'It has no text.';
  const fault = whyNotRepeated(entry);
  if (fault !== undefined) return fault;
  const times = readTimes(entry, zones);
  if (typeof times === 'string') return times;
  const alarms = readAlarms(entry, times, zones);
  if (typeof alarms === 'string') return alarms;
  const items: CalendarItem[] = [];
  for (const [index, alarm] of alarms.entries()) {
    const item = readItem(entry, alarm, {uid, key: `${name} ${index}`, text}, {zones, moved});
    if (typeof item === 'string') return item;
    items.push(item);
  }
  return items;
};

type Reading = Zones & {readonly morningMs: number};

type Times = {readonly start: CalendarTime; readonly end: CalendarTime; readonly usual: CalendarTime};

/** `usual` is the reminder's time if the entry has no alarm. */
const readTimes = (entry: Component, zones: Reading): Times | string => {
  const [start, end, due] = ['DTSTART', 'DTEND', 'DUE'].map(name => {
    const property = propertyOf(entry, name);
    return property === undefined ? undefined : (readTime(property, zones) ?? `Its ${name} isn't a date.`);
  });
  for (const time of [start, end, due]) if (typeof time === 'string') return time;
  const [first, last] = [start ?? due, end ?? due] as readonly (CalendarTime | undefined)[];
  if (first === undefined) return 'It has no date.';
  const usual = {daysMs: first.isDay ? DAY : 0, timeMs: 0};
  const duration = readDuration(propertyOf(entry, 'DURATION')?.value ?? '');
  const {daysMs, timeMs} = duration ?? usual;
  const until = last ?? {...first, wall: first.wall + daysMs + timeMs};
  const isDue = entry.name === 'VTODO' && (last ?? duration) !== undefined;
  return {start: first, end: until, usual: isDue ? until : first};
};

type Alarm = {readonly of: CalendarTime; readonly offset: CalendarSpan; readonly isFixed: boolean};

const readAlarms = (entry: Component, times: Times, zones: Reading): readonly Alarm[] | string => {
  // Apple writes an alarm without an action where there is none.
  const parts = entry.parts.filter(
    part => part.name === 'VALARM' && textOf(part, 'ACTION')?.trim().toUpperCase() !== 'NONE',
  );
  // A date without a time means the morning, as in typed reminders.
  const morning = {daysMs: 0, timeMs: times.usual.isDay ? zones.morningMs : 0};
  if (parts.length === 0) return [alarmOf(times, times.usual, morning)];
  if (parts.length > MOST_ALARMS) return `It has too many alarms: ${MOST_ALARMS} are the most.`;
  const alarms: Alarm[] = [];
  for (const part of parts) {
    const trigger = propertyOf(part, 'TRIGGER');
    const offset = readDuration(trigger?.value ?? '');
    const fixed = trigger === undefined ? undefined : readTime(trigger, zones);
    const isOfEnd = trigger?.params.get('RELATED')?.toUpperCase() === 'END';
    const again = repeatsOf(part);
    if (typeof again === 'string') return again;
    if (offset !== undefined)
      alarms.push(...again.map(by => alarmOf(times, isOfEnd ? times.end : times.start, sumOf(offset, by))));
    else if (typeof fixed === 'object') alarms.push(...again.map(by => ({of: fixed, offset: by, isFixed: true})));
    else return "The trigger of its alarm isn't a time.";
  }
  return alarms;
};

/** The spans after its trigger at which an alarm rings: at once, and again after each DURATION, REPEAT times. */
const repeatsOf = (alarm: Component): readonly CalendarSpan[] | string => {
  const times = Number(propertyOf(alarm, 'REPEAT')?.value.trim() ?? 0);
  const every = readDuration(propertyOf(alarm, 'DURATION')?.value ?? '');
  if (times === 0 || every === undefined) return [NOTHING];
  if (!Number.isInteger(times) || times < 0 || times > MOST_REPEATS)
    return `Its alarm repeats too often: ${MOST_REPEATS} times are the most.`;
  const {daysMs, timeMs} = every;
  return Array.from({length: times + 1}, (_, time) => ({daysMs: time * daysMs, timeMs: time * timeMs}));
};

const sumOf = (a: CalendarSpan, b: CalendarSpan): CalendarSpan => ({
  daysMs: a.daysMs + b.daysMs,
  timeMs: a.timeMs + b.timeMs,
});

/** Counted from the start, because the rule and its exclusions are about that. */
const alarmOf = ({start}: Times, of: CalendarTime, {daysMs, timeMs}: CalendarSpan): Alarm =>
  start.zone === of.zone && start.isDay === of.isDay
    ? {of: start, offset: {daysMs: daysMs + of.wall - start.wall, timeMs}, isFixed: false}
    : {of, offset: {daysMs, timeMs}, isFixed: false};

type Naming = {readonly uid: string; readonly key: string; readonly text: string};

const readItem = (
  entry: Component,
  {of, offset, isFixed}: Alarm,
  naming: Naming,
  {zones, moved}: {readonly zones: Reading; readonly moved: readonly CalendarTime[]},
): CalendarItem | string => {
  const {zone} = of;
  const rule = propertyOf(entry, 'RRULE')?.value;
  if (rule === undefined || isFixed) return {...naming, zone, kind: 'once', at: alarmAt(of, offset)};
  const checked = checkRule(rule, zone);
  if ('problem' in checked) return `Its rule can't be kept. ${checked.problem}`;
  const offsetMs = offset.daysMs + offset.timeMs;
  const wall = of.wall + offsetMs;
  if (!canMove(checked.rule, of.wall, wall)) {
    return "Its alarm is on another day than the event, which a rule can't say.";
  }
  const {until, count} = checked;
  const dates = (entry.properties.get('EXDATE') ?? []).flatMap(({value, params}) =>
    value.split(',').map(date => ({value: date, params})),
  );
  if (dates.length + moved.length > MOST_EXCLUDED)
    return `It leaves out or moves too many dates: ${MOST_EXCLUDED} are the most.`;
  const excluded = dates.flatMap(date => readTime(date, zones) ?? []);
  // A rule repeats wall times, so everything about it moves in wall time. Steps of an hour or less are elapsed time.
  const isElapsed = /^FREQ=(?:MINUTELY|HOURLY)/u.test(checked.rule);
  const moving = (time: CalendarTime): EpochMs =>
    isElapsed || offsetMs === 0
      ? instantOf(time) + offsetMs
      : instantOf({...of, wall: (time.zone === zone ? time.wall : wallOf(instantOf(time), zone)) + offsetMs});
  return {
    ...naming,
    zone,
    kind: 'series',
    rule: {
      rule: checked.rule,
      zone,
      start: wallText(wall),
      until: until && movedEnd(until, dayOf(wall) - dayOf(of.wall), moving),
      count,
    },
    without: [...excluded, ...moved].flatMap(time => (typeof time === 'string' ? [] : [moving(atTimeOf(time, of))])),
  };
};

/** The instant of an alarm. A date without a time has no elapsed hours: nine hours after its midnight are 09:00. */
const alarmAt = (of: CalendarTime, {daysMs, timeMs}: CalendarSpan): EpochMs =>
  of.isDay ? instantOf({...of, wall: of.wall + daysMs + timeMs}) : instantOf({...of, wall: of.wall + daysMs}) + timeMs;

/** The end of a rule that moves by `days`: a date, or an instant. */
const movedEnd = (until: string, days: number, moving: (time: CalendarTime) => EpochMs): string =>
  until.includes('T')
    ? isoOf(moving({wall: Date.parse(until), zone: 'UTC', isDay: false}))
    : isoOf(Date.parse(until) + days * DAY).slice(0, 10);

const dayOf = (wall: number): number => Math.floor(wall / DAY);

/** True if the rule keeps its days and times when its start moves from `from` to `to`. */
const canMove = (rule: string, from: number, to: number): boolean => {
  if (from === to) return true;
  if (/BYHOUR|BYMINUTE|X-/u.test(rule)) return false;
  return dayOf(from) === dayOf(to) || /^FREQ=(?:MINUTELY|HOURLY|DAILY|WEEKLY)(?:;INTERVAL=\d+)?$/u.test(rule);
};

/** An excluded date takes the time of the event. */
const atTimeOf = (time: CalendarTime, of: CalendarTime): CalendarTime =>
  time.isDay && !of.isDay ? {...of, wall: time.wall + (of.wall % DAY)} : time;

/** Occurrences with their own entry, by the UID of their series. */
const movedTimes = (
  entries: readonly CalendarEntry[],
  zones: Reading,
): ReadonlyMap<string, readonly CalendarTime[]> => {
  const moved = new Map<string, CalendarTime[]>();
  for (const {entry, uid} of entries) {
    const property = propertyOf(entry, 'RECURRENCE-ID');
    const time = property && !changesLater(entry) ? readTime(property, zones) : undefined;
    if (typeof time !== 'object') continue;
    const same = moved.get(uid);
    if (same === undefined) moved.set(uid, [time]);
    else same.push(time);
  }
  return moved;
};

const timeOfDay = (text: string): number => {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return hour * HOUR + minute * MINUTE;
};

const NOTHING: CalendarSpan = {daysMs: 0, timeMs: 0};
const USUAL_MORNING = '09:00';
const MOST_REPEATS = 20;
const MOST_ALARMS = 50;
const MOST_EXCLUDED = 1_000;
const JOB_UID = /^job-.+@rooster$/u;
