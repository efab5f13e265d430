// Finds the zone that a calendar file defines by its clock changes, for names that only the file's program knows.
import {readRule} from '../../../shared/recurrence/read-rule.ts';
import {HOUR, MINUTE} from '../../../shared/time/time.ts';
import {isZone} from '../../../shared/time/zone.ts';
import {wallsOfRule} from '../recurrence/rule-walls.ts';
import {zoneOffset} from '../recurrence/wall-instants.ts';
import {type Component, propertyOf} from './calendar-lines.ts';

/** A zone with the clock changes that the VTIMEZONE has in its last year. `candidates`: tried first to last. */
export const definedZone = (part: Component, candidates: readonly string[]): string | undefined => {
  const changes = part.parts.slice(0, MOST_PARTS).flatMap(lastChange);
  const newest = Math.max(...changes.map(({at}) => at));
  const inForce = changes.filter(({at}) => newest - at < YEAR);
  const [first] = inForce;
  if (first === undefined) return undefined;
  if (inForce.every(({to}) => to === first.to)) return fixedZone(first.to);
  return candidates.find(zone =>
    inForce.every(({at, from, to}) => zoneOffset(at - HOUR, zone) === from && zoneOffset(at + HOUR, zone) === to),
  );
};

type Change = {readonly at: number; readonly from: number; readonly to: number};

/** The change of a recent year, or the only one. */
const lastChange = (part: Component): readonly Change[] => {
  const [from, to] = ['TZOFFSETFROM', 'TZOFFSETTO'].map(name => offsetIn(propertyOf(part, name)?.value ?? ''));
  const [, year, month, day, hour, minute] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/u.exec(propertyOf(part, 'DTSTART')?.value ?? '') ?? [];
  const start = Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
  if (from === undefined || to === undefined || Number.isNaN(start)) return [];
  const rule = readRule(propertyOf(part, 'RRULE')?.value ?? '');
  if ('problem' in rule) return [{at: start - from, from, to}];
  if (rule.until !== undefined && Date.parse(rule.until) < SOME_YEAR) return [];
  const [wall] = wallsOfRule(rule.parts, start, SOME_YEAR).take(1);
  return wall === undefined ? [] : [{at: wall - from, from, to}];
};

const offsetIn = (text: string): number | undefined => {
  const [, sign, hours, minutes] = /^([+-])(\d\d)(\d\d)/u.exec(text.trim()) ?? [];
  return sign === undefined ? undefined : (sign === '-' ? -1 : 1) * (Number(hours) * HOUR + Number(minutes) * MINUTE);
};

/** The zones of `Etc` count to the west. */
const fixedZone = (offsetMs: number): string | undefined => {
  if (offsetMs === 0) return 'UTC';
  const hours = offsetMs / HOUR;
  if (Number.isInteger(hours)) return `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
  const same = HALF_HOURS.find(zone => isZone(zone) && zoneOffset(SOME_YEAR, zone) === offsetMs);
  return same;
};

const HALF_HOURS = ['Asia/Kolkata', 'Asia/Kathmandu', 'Asia/Yangon', 'Asia/Tehran', 'Asia/Kabul', 'Australia/Darwin'];
const MOST_PARTS = 50;
const SOME_YEAR = Date.UTC(2026, 0);
const YEAR = 366 * 24 * HOUR;
