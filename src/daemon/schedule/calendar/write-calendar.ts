// Writes planned reminders and jobs as a calendar file.
import ical, {ICalAlarmType} from 'ical-generator';
import {DAY, type EpochMs} from '../../../shared/time/time.ts';
import {compactWall} from '../recurrence/rule-walls.ts';
import {zoneOffset} from '../recurrence/wall-instants.ts';
import {vtimezone} from './vtimezone.ts';

export type CalendarEntry = {
  /** The same in every export. */
  readonly uid: string;
  readonly title: string;
  readonly description?: string;
  readonly zone: string;
  /** Its wall times hold in every zone: the other calendar shows them wherever the person is. */
  readonly isFloating?: boolean;
  /** The first instant. */
  readonly at: EpochMs;
  /** The recurrence: a rule with its end, or further instants. */
  readonly repeats?: {readonly rule: string} | {readonly instants: readonly EpochMs[]};
  readonly without: readonly EpochMs[];
  readonly rings: boolean;
  /** A task that is due at `at`, instead of an event: nobody knows when it comes again. */
  readonly isTask?: true;
};

export const writeCalendar = (entries: readonly CalendarEntry[], now: EpochMs): string => {
  const earliest = Math.min(now, ...entries.map(({at}) => at));
  const calendar = ical({name: 'Rooster', prodId: {company: 'Rooster', product: 'Rooster'}});
  calendar.timezone({
    name: null,
    generator: zone => vtimezone(zone, Math.floor(earliest / DAY - 1) * DAY, now + YEARS_AHEAD),
  });
  const written = Temporal.Instant.fromEpochMilliseconds(now).toZonedDateTimeISO('UTC');
  for (const entry of entries.filter(({isTask}) => isTask === undefined)) {
    const {uid, title, description = null, zone, at, isFloating = false} = entry;
    // The library writes a floating time as it is in UTC.
    const start = isFloating
      ? Temporal.Instant.fromEpochMilliseconds(at + zoneOffset(at, zone)).toZonedDateTimeISO('UTC')
      : Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
    const where = isFloating ? {floating: true, timezone: null} : {timezone: zone};
    const event = calendar.createEvent({id: uid, stamp: written, start, ...where, summary: title, description});
    const lines = repeatLines(entry);
    if (lines.length > 0) event.repeating(lines.join('\r\n'));
    if (entry.rings) event.createAlarm({type: ICalAlarmType.display, trigger: 0, description: title});
  }
  // The library adds RRULE: to every repetition line that doesn't start with RRULE:.
  const file = `${calendar.toString().replaceAll('\r\nRRULE:RDATE', '\r\nRDATE')}\r\n`;
  const tasks = entries.flatMap(entry => (entry.isTask === true ? taskLines(entry, now) : []));
  return file.replace('END:VCALENDAR', () => [...tasks.map(folded), 'END:VCALENDAR'].join('\r\n'));
};

/** The library writes events only. In UTC, which needs no VTIMEZONE. */
const taskLines = ({uid, title, description = '', at}: CalendarEntry, now: EpochMs): readonly string[] => [
  'BEGIN:VTODO',
  `UID:${uid}`,
  `DTSTAMP:${compactWall(now)}Z`,
  `DUE:${compactWall(at)}Z`,
  `SUMMARY:${escaped(title)}`,
  `DESCRIPTION:${escaped(description)}`,
  'STATUS:NEEDS-ACTION',
  'BEGIN:VALARM',
  'ACTION:DISPLAY',
  'TRIGGER;RELATED=END:PT0S',
  `DESCRIPTION:${escaped(title)}`,
  'END:VALARM',
  'END:VTODO',
];

const escaped = (text: string): string => text.replaceAll(/[\\;,]/gu, '\\$&').replaceAll(/\r?\n/gu, '\\n');

/** At most 75 bytes a line, never within a character. */
const folded = (line: string): string => {
  const lines = [''];
  for (const character of line) {
    const next = `${lines.at(-1)}${character}`;
    if (Buffer.byteLength(next) > LONGEST_LINE) lines.push(` ${character}`);
    else lines[lines.length - 1] = next;
  }
  return lines.join('\r\n');
};
const LONGEST_LINE = 75;

const repeatLines = ({at, repeats, without, zone, isFloating}: CalendarEntry): readonly string[] => {
  const listed = (name: string, instants: readonly EpochMs[]): readonly string[] => {
    const walls = instants.map(instant => compactWall(instant + zoneOffset(instant, zone)));
    if (walls.length === 0) return [];
    if (isFloating === true) return [`${name}:${walls.join()}`];
    return [
      zone === 'UTC' ? `${name}:${walls.map(wall => `${wall}Z`).join()}` : `${name};TZID=${zone}:${walls.join()}`,
    ];
  };
  if (repeats === undefined) return [];
  // With the first instant: some programs take a list of dates as the whole series, without DTSTART.
  const lines = 'rule' in repeats ? [`RRULE:${repeats.rule}`] : listed('RDATE', [at, ...repeats.instants]);
  return [...lines, ...listed('EXDATE', without)];
};

/** Clocks of later years follow the last exported change. */
const YEARS_AHEAD = 10 * 366 * DAY;
