// Quiet hours of a person, in which non-urgent messages are held back: by configuration or by command. Pure.
import type {PlannedQuiet} from '../../../shared/records/delivery/presence.ts';
import {type EpochMs, HOUR, instantOfIso, MINUTE, minuteOfDay} from '../../../shared/time/time.ts';
import {atMinute, instantAt, plusDays, wallTimeAt, weekdayOf} from '../../../shared/time/zone.ts';
import type {QuietConfig, QuietDay} from '../../config/config-schema.ts';

/** A person's command: quiet until an instant, or not quiet before it. */
export type QuietOverride = {readonly kind: 'quiet' | 'loud'; readonly until: EpochMs};

type QuietRules = {
  readonly quiet: QuietConfig | undefined;
  readonly override?: QuietOverride | undefined;
  /** Sorted, and apart from each other. */
  readonly planned?: readonly PlannedQuiet[];
  /** The person's zone. */
  readonly zone: string;
};

/** The end of the quiet hours around an instant. Undefined outside of them. */
export const quietUntil = (rules: QuietRules, now: EpochMs): EpochMs | undefined => {
  const {override} = rules;
  if (override !== undefined && override.until > now) {
    if (override.kind === 'loud') return undefined;
    return expectedEnd(rules, override.until) ?? override.until;
  }
  return expectedEnd(rules, now);
};

/** By the plan and the configuration: a span that ends inside the other lasts until the other's end. */
const expectedEnd = ({quiet, planned = [], zone}: QuietRules, now: EpochMs): EpochMs | undefined => {
  const byPlan = (at: EpochMs) => planned.find(({fromAt, untilAt}) => fromAt <= at && at < untilAt)?.untilAt;
  const first = byPlan(now);
  const end = byConfig(quiet, zone, first ?? now) ?? first;
  const second = end === undefined ? undefined : byPlan(end);
  return second === undefined ? end : (byConfig(quiet, zone, second) ?? second);
};

/** Sorted; spans that touch are one, and those that have ended are gone. */
export const joinPlanned = (spans: readonly PlannedQuiet[], now: EpochMs): readonly PlannedQuiet[] => {
  const joined: PlannedQuiet[] = [];
  for (const span of spans.filter(({untilAt}) => untilAt > now).toSorted((a, b) => a.fromAt - b.fromAt)) {
    const last = joined.at(-1);
    if (last === undefined || span.fromAt > last.untilAt) joined.push(span);
    else joined[joined.length - 1] = {...last, untilAt: Math.max(last.untilAt, span.untilAt)};
  }
  return joined;
};

/** `2h`, `90 minutes`, `until 07:00`, `off`; undefined for anything else. `off` ends the quiet that holds now. */
export const readQuietOverride = (text: string, rules: QuietRules, now: EpochMs): QuietOverride | undefined => {
  const given = text.trim().toLowerCase();
  if (given === 'off') return {kind: 'loud', until: quietUntil({...rules, override: undefined}, now) ?? now};
  const minutes = minuteOfDay(/^(?:until|till)\s+(\S+)$/u.exec(given)?.[1] ?? '');
  if (minutes !== undefined) return {kind: 'quiet', until: nextTime(minutes, now, rules.zone)};
  const [, count, unit = ''] = /^(?:for\s+)?(\d{1,3})\s*(m|min|minutes?|h|hours?|d|days?)$/u.exec(given) ?? [];
  if (count === undefined || Number(count) === 0) return undefined;
  const ms = unit.startsWith('d') ? 24 * HOUR : unit.startsWith('h') ? HOUR : MINUTE;
  return {kind: 'quiet', until: now + Number(count) * ms};
};

/** The next instant at a minute of the day. */
export const nextTime = (minutes: number, now: EpochMs, zone: string): EpochMs => {
  const today = wallTimeAt(now, zone);
  const candidates = [0, 1].map(days => instantAt(atMinute(plusDays(today, days), minutes), zone));
  return candidates.find(at => at > now) ?? now;
};

const byConfig = (quiet: QuietConfig | undefined, ownZone: string, now: EpochMs): EpochMs | undefined => {
  if (quiet === undefined) return undefined;
  const {hours, days, zone = ownZone, until} = typeof quiet === 'string' ? {hours: quiet} : quiet;
  const end = until === undefined ? undefined : instantOfIso(until);
  if (end !== undefined && now < end) return end;
  return hours === undefined ? undefined : endOfHours(hours, days, zone, now);
};

/** The hours belong to the day on which they begin. */
const endOfHours = (
  hours: string,
  days: readonly QuietDay[] | undefined,
  zone: string,
  now: EpochMs,
): EpochMs | undefined => {
  const [from = 0, to = 0] = hours.split('-').map(minuteOfDay);
  const today = wallTimeAt(now, zone);
  const ends = [plusDays(today, -1), today].flatMap(day => {
    if (days !== undefined && !days.some(name => DAYS.indexOf(name) === weekdayOf(day))) return [];
    const start = instantAt(atMinute(day, from), zone);
    const end = instantAt(atMinute(to <= from ? plusDays(day, 1) : day, to), zone);
    return start <= now && now < end ? [end] : [];
  });
  return ends[0];
};

/** By their numbers. */
const DAYS: readonly QuietDay[] = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];
