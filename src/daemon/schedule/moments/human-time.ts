// When people mean: words into an instant, in the person's zone. The one door of chrono-node, which only finds dates and
// times of day: it works in a calendar without a zone, and what it found becomes an instant through zone.ts. Lengths of time
// are counted from now, to the millisecond; a date without a time of day means 09:00, and says so.
import {createRequire} from 'node:module';
import type {Chrono, ParsedResult} from 'chrono-node/en';
import {present} from '../../../shared/fields/present.ts';
import {formatIn} from '../../../shared/time/format-time.ts';
import {type EpochMs, instantOfIso} from '../../../shared/time/time.ts';
import {instantAt, type WallTime, wallTimeAt} from '../../../shared/time/zone.ts';
import {instantOfDate, MORNING_HOUR, NINE_ASSUMED, type OffsetTime, type ParsedDate} from '../words/calendar-dates.ts';
import {onceOnly} from '../words/recurring.ts';
import {beginsTheMatter, hasLeadIn, restOf} from '../words/reminder-sentence.ts';
import {type SaidZone, withoutZone, zonesIn} from '../words/said-zones.ts';
import {findSpans, readSpan, type Span} from '../words/spans-of-time.ts';
import {reword} from '../words/spoken-times.ts';
import {type NotedTime, noteOf} from '../words/time-notes.ts';

export type When =
  | {
      readonly kind: 'at';
      readonly at: EpochMs;
      /** What is not plain from the instant and has to be said back with it: what was assumed, a zone that was named, a gap. */
      readonly note?: string;
    }
  | {
      readonly kind: 'unclear';
      /** A sentence that says why, and how to say it. */
      readonly reason: string;
      /** Not even a time: no one instant is named, as it is by one that is past or too far ahead. */
      readonly isNoTime?: true;
      /** It says how often, not when. */
      readonly isRecurring?: true;
    };

type TimeContext = {readonly now: EpochMs; readonly zone: string};

type FoundWhen = {
  /** May lie in the past: resolveWhen says so in words. */
  readonly at: EpochMs;
  /** The words that say the time, as they were written. */
  readonly when: string;
  /** The rest of the sentence: what is to be said at that time. */
  readonly rest: string;
};

/** The instant a text names; every word of it has to belong to the time. Never throws. */
export const resolveWhen = (text: string, context: TimeContext): When => {
  const {now} = context;
  const said = text.trim().replaceAll(/\s+/gu, ' ');
  if (said === '') return unclear('No time was given.');
  if (said.length > LONGEST_WHEN) return noTime('That is too long to be a time.');
  if (RECURRING.test(said)) {
    return {...unclear(onceOnly(said)), isNoTime: true, isRecurring: true};
  }
  if (/^(?:right )?now$/iu.test(said)) return unclear(`"${said}" leaves no time to wait.`);
  const reading = read(said, context);
  if (reading === undefined && NAIVE.test(said)) return unclear(`"${said}" is in no calendar and on no clock.`);
  if (reading === undefined) return noTime(`"${said}" is no time that is understood here.`);
  if (!Number.isFinite(reading.at) || reading.at > LAST_INSTANT) return unclear(`"${said}" is too far ahead.`);
  if (reading.at > now) {
    const note = noteOf(reading, context.zone);
    return {kind: 'at', at: reading.at, ...present({note})};
  }
  const words = formatIn(reading.at, now, reading.zone, {zoned: true});
  if (reading.assumed !== undefined && /^(?:later )?today$/iu.test(said))
    return unclear(`"${said}" needs a time of day.`);
  return unclear(reading.at === now ? `"${said}" is right now.` : `"${said}" was ${words}, which is past.`);
};

/** The time in a sentence, and the rest of it. Undefined when no time is said. Never throws. */
export const findWhen = (text: string, context: TimeContext): FoundWhen | undefined => {
  const sentence = text.slice(0, LONGEST_SENTENCE);
  const found = surest(mentions(sentence, context), sentence);
  if (found === undefined || !Number.isFinite(found.at)) return undefined;
  const when = sentence.slice(found.start, found.end).replace(/[\s,;:]+$/u, '');
  return {at: found.at, when, rest: restOf(sentence.slice(0, found.start), text.slice(found.start + when.length))};
};

const read = (said: string, context: TimeContext): NotedTime | undefined => {
  const {zone} = context;
  const instant = instantOfIso(said.replace(/^(\S+) (\d)/u, '$1T$2').toUpperCase());
  if (instant !== undefined) return {at: instant, zone};
  const [place] = zonesIn(said);
  if (place !== undefined) {
    const there = read(withoutZone(said, place).trim(), {...context, zone: place.zone});
    if (there !== undefined) return {...there, named: place.name};
  }
  if (NAIVE.test(said)) return readNaive(said, zone);
  const span = readSpan(said);
  if (span !== undefined) return {at: later(span, context), zone};
  const [mention, another] = datesIn(said, context);
  if (mention === undefined || another !== undefined) return undefined;
  if (!FILLER.test(said.slice(0, mention.start) + said.slice(mention.end))) return undefined;
  const {at, assumed, wall, there} = mention;
  return {
    at,
    zone,
    ...present({assumed, wall, there}),
  };
};

/** `2026-12-01`, `2026-12-01T09:00`, `2026-12-01 09:00:30`: wall time in the zone. Undefined when the calendar has no such day. */
const readNaive = (said: string, zone: string): NotedTime | undefined => {
  const fields = (NAIVE.exec(said) ?? []).slice(1).map(field => (field === undefined ? undefined : Number(field)));
  const [year = 0, month = 0, day = 0, hour, minute = 0, second = 0] = fields;
  const exists = month >= 1 && month <= 12 && day >= 1 && day <= lastDayOf(year, month);
  if (!exists || (hour ?? 0) > 23 || minute > 59 || second > 59) return undefined;
  const wall = {year, month, day, hour: hour ?? MORNING_HOUR, minute, second, millisecond: 0};
  return {at: instantAt(wall, zone), zone, wall, ...(hour === undefined ? {assumed: NINE_ASSUMED} : {})};
};

/** Counted on the clock, months on the calendar: 31 January and a month is the last of February. */
const later = ({ms, months}: Span, {now, zone}: TimeContext): EpochMs => {
  if (months === 0) return now + ms;
  if (months > MOST_MONTHS) return Number.POSITIVE_INFINITY;
  const wall = wallTimeAt(now, zone);
  const month = wall.month + months;
  return instantAt({...wall, month, day: Math.min(wall.day, lastDayOf(wall.year, month))}, zone) + ms;
};

const lastDayOf = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

type Mention = {
  readonly start: number;
  readonly end: number;
  readonly at: EpochMs;
  readonly assumed?: string;
  readonly wall?: WallTime;
  readonly there?: OffsetTime;
  /** How surely it is meant as the time: 0 is not at all, a bare "sun" may be the one in the sky. */
  readonly weight: number;
};

/** Every way in which the sentence may say when. */
const mentions = (sentence: string, context: TimeContext): readonly Mention[] => {
  const placed = zonesIn(sentence).flatMap(place => datesBeside(place, sentence, context));
  const here = datesIn(sentence, context);
  const dates = [
    ...placed,
    ...here.filter(date => !placed.some(other => date.start < other.end && other.start < date.end)),
  ];
  const spans = findSpans(sentence).map(({start, end, span, manner}): Mention => {
    const first = beginsTheMatter(sentence.slice(0, start));
    const last = hasLeadIn(sentence) && /^[\s.!?]*$/u.test(sentence.slice(end));
    const weight = manner === 'in' ? 3 : manner === 'bare' && first ? 2 : last ? 1 : 0;
    return {start, end, at: later(span, context), weight};
  });
  // "in 2 days at 9am" is one time, and the calendar's.
  const alone = spans.filter(span => !dates.some(date => date.start <= span.start && date.end > span.end));
  const free = dates.filter(date => !alone.some(span => span.start < date.end && date.start < span.end));
  return [...alone, ...free].filter(({weight}) => weight > 0);
};

/** Among equals the one that begins the matter, else the last: "… to call Bob tomorrow". */
const surest = (found: readonly Mention[], sentence: string): Mention | undefined => {
  const most = Math.max(0, ...found.map(({weight}) => weight));
  const sure = found.filter(({weight}) => weight === most).sort((one, other) => one.start - other.start);
  const [first] = sure;
  return first !== undefined && beginsTheMatter(sentence.slice(0, first.start)) ? first : sure.at(-1);
};

/** The times that stand directly before, behind or around the zone, as clocks there show them. */
const datesBeside = (place: SaidZone, sentence: string, context: TimeContext): readonly Mention[] =>
  datesIn(withoutZone(sentence, place), {...context, zone: place.zone}).flatMap((date): Mention[] => {
    const start = Math.min(date.start, place.start);
    const end = Math.max(date.end, place.end);
    const between =
      date.end <= place.start ? sentence.slice(date.end, place.start) : sentence.slice(place.end, date.start);
    return between.trim() === '' ? [{...date, start, end}] : [];
  });

const datesIn = (text: string, {now, zone}: TimeContext): readonly Mention[] => {
  const today = wallTimeAt(now, zone);
  const {text: reworded, origin, twelveHour} = reword(text, today, zone);
  // The parser is told that the zone is UTC and that the wall time is now: it then reckons with the calendar alone.
  const reference = {instant: new Date(instantAt(today, 'UTC')), timezone: 0};
  const context = {now, zone, twelveHour, morning: /\bwake\b/iu.test(text)};
  return parser()
    .parse(reworded, reference, {forwardDate: true})
    .flatMap((result): Mention[] => {
      const dated = instantOfDate(plainly(result), context);
      if (dated === undefined) return [];
      return [
        {...origin(result.index, result.index + result.text.length), ...dated, weight: weightOf(result, reworded)},
      ];
    });
};

const plainly = ({text, start}: ParsedResult): ParsedDate => {
  const tags = start.tags();
  return {text, get: part => start.get(part) ?? 0, said: part => start.isCertain(part), has: tag => tags.has(tag)};
};

const weightOf = ({text, index, start}: ParsedResult, sentence: string): number => {
  const before = sentence.slice(0, index);
  if (/\b(?:every|each|all)\s+$/iu.test(before)) return 0;
  if (start.isCertain('hour') || !DOUBTFUL.test(text.trim())) return 3;
  return beginsTheMatter(before) || /\b(?:on|next|this|by|until|till|in)\s+$/iu.test(before) ? 3 : 0;
};

const noTime = (what: string): When => ({...unclear(what), isNoTime: true});

const unclear = (what: string): Extract<When, {readonly kind: 'unclear'}> => ({
  kind: 'unclear',
  reason: `${what} Say for example "in 20 minutes" or "tomorrow 9:00".`,
});

/** Loaded at the first text that needs it: an idle daemon, and one that is only asked for "20m", never pays for it. */
const parser = (): Chrono => {
  const {casual} = createRequire(import.meta.url)('chrono-node/en') as typeof import('chrono-node/en');
  return casual;
};

const NAIVE = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ,]+(?:at )?(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?)?$/iu;
const RECURRING =
  /\b(?:every|each|daily|weekly|monthly|yearly|hourly|weekdays|(?:mon|tues|wednes|thurs|fri|satur|sun)days)\b/iu;
const FILLER = /^(?:[\s,.!?]|\b(?:on|at|by|around|about|the|please|for|in|o'clock|sharp|exactly|then)\b)*$/iu;
/** Words that are a date only in some company. */
const DOUBTFUL =
  /^(?:sun|sat|mon|wed|mar|may|march|jan|dec|august|(?:the )?second|today|weekend|morning|night|evening|afternoon|noon|january|february|april|june|july|september|october|november|december)$/iu;
const LONGEST_WHEN = 200;
const LONGEST_SENTENCE = 1_000;
const MOST_MONTHS = 7_000 * 12;
const LAST_INSTANT = Date.UTC(9999, 0, 1);
