// Instants and durations. Inside the program both are numbers of milliseconds; on the wire an instant is ISO 8601 UTC.

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A firing later than this after its instant is called late (contract, section 4). */
export const LATE_AFTER_MS = MINUTE;

/**
 * The wire form of an instant: `2026-11-21T20:03:00.000Z`. A fired reminder is written with some twenty of them, so they are put
 * together from signs, at a fifth of what a Date takes; the days are few. From signs and not from shorter texts, because
 * V8 keeps a sum of texts as a sum, and JSON.stringify leaves its quick way for good when it meets one.
 */
export const isoOf = (at: EpochMs): string => {
  const whole = Math.floor(at);
  if (whole < YEAR_0 || whole >= YEAR_10000) return new Date(whole).toISOString();
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
/** Without a remainder, which takes longer than all the rest when the numbers are no small integers to V8. */
const ones = (number: number): number => ZERO + number - Math.floor(number / 10) * 10;

const dateOf = (day: number): string => {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * DAY).toISOString();
  if (dates.size >= MOST_DATES) dates.clear();
  dates.set(day, date);
  return date;
};

/** The instant an ISO 8601 text with a zone names; undefined for anything else (a text without a zone names no instant). */
export const instantOfIso = (text: string): EpochMs | undefined => {
  if (!ISO_WITH_ZONE.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
};

/** Days since 1970 and how their first instants are written. */
const dates = new Map<number, string>();
const MOST_DATES = 1_000;
/** Between them a year has four digits. */
const YEAR_0 = Date.parse('0000-01-01T00:00:00Z');
const YEAR_10000 = Date.parse('+010000-01-01T00:00:00Z');
const [ZERO, DASH, T, COLON, POINT, Z] = [48, 45, 84, 58, 46, 90] as const;
const ISO_WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/u;
