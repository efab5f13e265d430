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
 * together from parts, at a fifth of what a Date takes; the days are few.
 */
export const isoOf = (at: EpochMs): string => {
  const day = Math.floor(at / DAY);
  const inDay = Math.floor(at) - day * DAY;
  const second = Math.floor(inDay / SECOND);
  const minute = Math.floor(second / 60);
  const time = `${TWO_DIGITS[Math.floor(minute / 60)]}:${TWO_DIGITS[minute % 60]}:${TWO_DIGITS[second % 60]}`;
  return `${dateOf(day)}${time}.${String(inDay % SECOND).padStart(3, '0')}Z`;
};

const dateOf = (day: number): string => {
  const known = dates.get(day);
  if (known !== undefined) return known;
  const date = new Date(day * DAY).toISOString().slice(0, -'00:00:00.000Z'.length);
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

/** Days since 1970 and how they are written, up to the `T`. */
const dates = new Map<number, string>();
const MOST_DATES = 1_000;
const TWO_DIGITS = Array.from({length: 60}, (_, number) => String(number).padStart(2, '0'));
const ISO_WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/u;
