// Instants and durations. Inside the program both are numbers of milliseconds; on the wire an instant is ISO 8601 UTC.

/** Milliseconds since 1970-01-01T00:00:00Z. */
export type EpochMs = number;

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** A firing later than this after its instant is called late (contract, section 4). */
export const LATE_AFTER_MS = MINUTE;

/** The wire form of an instant: `2026-11-21T20:03:00.000Z`. */
export const isoOf = (at: EpochMs): string => new Date(at).toISOString();

/** The instant an ISO 8601 text with a zone names; undefined for anything else (a text without a zone names no instant). */
export const instantOfIso = (text: string): EpochMs | undefined => {
  if (!ISO_WITH_ZONE.test(text)) return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
};

const ISO_WITH_ZONE = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})$/u;
