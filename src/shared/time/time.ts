// Instants and durations. Inside the program both are numbers of milliseconds; on the wire an instant is ISO 8601 UTC.

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Anything later than this after its instant is called late (contract, section 4). */
export const LATE_AFTER_MS = MINUTE;

/** `07`: a part of a date or a time of day. */
export const twoDigits = (value: number): string => String(value).padStart(2, '0');

/**
 * The wire form of an instant: `2026-11-21T20:03:00.000Z`. Firing one reminder writes about twenty of them, and most
 * are the same few: so the last ones are kept.
 */
export const isoOf = (at: EpochMs): string => {
  const whole = Math.floor(at);
  if (!(whole >= YEAR_0 && whole < YEAR_10000)) return new Date(whole).toISOString();
  const place = whole - Math.floor(whole / PLACES) * PLACES;
  const known = texts[place];
  if (known !== undefined && instants[place] === whole) return known;
  const text = textOf(whole);
  instants[place] = whole;
  texts[place] = text;
  return text;
};

/**
 * Builds the text from character codes, five times faster than Date. Dates are cached. Concatenated strings would be
 * slower: V8 keeps them as ropes, which push JSON.stringify off its fast path.
 */
const textOf = (whole: EpochMs): string => {
  const day = Math.floor(whole / DAY);
  const date = dateOf(day);
  const inDay = whole - day * DAY;
  const minutes = Math.floor(inDay / MINUTE);
  const hour = Math.floor(minutes / 60);
  const minute = minutes - hour * 60;
  const inMinute = inDay - minutes * MINUTE;
  const second = Math.floor(inMinute / SECOND);
  const ms = inMinute - second * SECOND;
  const hundredths = Math.floor(ms / 10);
  return String.fromCharCode(
    date.charCodeAt(0),
    date.charCodeAt(1),
    date.charCodeAt(2),
    date.charCodeAt(3),
    DASH,
    date.charCodeAt(5),
    date.charCodeAt(6),
    DASH,
    date.charCodeAt(8),
    date.charCodeAt(9),
    T,
    tens(hour),
    ones(hour),
    COLON,
    tens(minute),
    ones(minute),
    COLON,
    tens(second),
    ones(second),
    POINT,
    tens(hundredths),
    ones(hundredths),
    ones(ms),
    Z,
  );
};

const tens = (number: number): number => ZERO + Math.floor(number / 10);
/** Without `%`, which is slow for numbers that aren't small integers in V8. */
const ones = (number: number): number => ZERO + number - Math.floor(number / 10) * 10;

const dateOf = (day: number): string => {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * DAY).toISOString();
  if (dates.size >= MOST_DATES) dates.clear();
  dates.set(day, date);
  return date;
};

/** The instant of an ISO 8601 text with a zone; undefined for anything else, including a text without a zone. */
export const instantOfIso = (text: string): EpochMs | undefined => {
  if (!ISO_WITH_ZONE.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
};

/** The last instants and the text of each. A prime number of places, so that whole days apart aren't in one place. */
const PLACES = 127;
const instants: number[] = Array.from({length: PLACES}, () => Number.NaN);
const texts: string[] = [];
/** Cached dates: days since 1970, and the text of each. */
const dates = new Map<number, string>();
const MOST_DATES = 1_000;
/** Between these two instants a year has four digits. */
const YEAR_0 = Date.parse('0000-01-01T00:00:00Z');
const YEAR_10000 = Date.parse('+010000-01-01T00:00:00Z');
const [ZERO, DASH, T, COLON, POINT, Z] = [48, 45, 84, 58, 46, 90] as const;
const ISO_WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/u;

/** The minute of the day of `7`, `07:30` or `7.30`; `24:00` is 0. Undefined for anything else. */
export const minuteOfDay = (text: string): number | undefined => {
  const [, hour, minute = '0'] = /^(\d{1,2})(?:[:.](\d{2}))?$/u.exec(text) ?? [];
  if (hour === undefined || Number(hour) > 24 || Number(minute) > 59) return undefined;
  return (Number(hour) * 60 + Number(minute)) % (24 * 60);
};
