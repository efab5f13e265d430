import {isRecord} from '../../fields/is-record.ts';

/** The recurrence of a reminder: `repeat` in `reminder.list` and in the database. */
export interface Recurrence {
  /**
   * An RFC 5545 RRULE without its name (`FREQ=WEEKLY;BYDAY=MO,WE`) and without UNTIL, COUNT and DTSTART, which are the
   * fields below. Extensions to RFC 5545 are parts that begin with `X-`.
   */
  readonly rule: string;
  /** The same for people, without the time zone: `every Monday and Wednesday at 09:00`. */
  readonly words: string;
  /** IANA name of the zone in which `start` and the rule are read. */
  readonly zone: string;
  /** Wall time of the first occurrence, `2026-11-30T09:00:00`. */
  readonly start: string;
  /** Last day, inclusive, `2027-03-28`; or a last instant, ISO 8601 in UTC. */
  readonly until?: string;
  /** The total number of occurrences. */
  readonly count?: number;
  /** The next occurrence counts from the instant at which the last one was done. Until then none is known. */
  readonly from?: 'done';
  /** For `from`: the instant from which `start` is counted, ISO 8601 in UTC: it was done then, or skipped. */
  readonly counted?: string;
}

/** Enough of it for its readers: a database may be damaged. */
export const isRecurrence = (value: unknown): value is Recurrence =>
  isRecord(value) &&
  [value['rule'], value['words'], value['zone'], value['start']].every(part => typeof part === 'string');
