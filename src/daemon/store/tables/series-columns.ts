// Reads and writes the JSON columns of a repeating reminder: instants, recurrence and open occurrence. Instants are milliseconds, because
// each firing writes and reads these columns.
import type {Occurrence} from '../../../shared/records/jobs/jobs.ts';
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import {maybeJsonIn, unreadable} from '../columns.ts';
import type {Row} from '../database/queries.ts';

export const instantsText = (instants: readonly EpochMs[] | undefined): string | null =>
  instants === undefined ? null : JSON.stringify(instants);

export const instantsIn = (row: Row, column: string): readonly EpochMs[] | undefined => {
  const found = maybeJsonIn<readonly EpochMs[]>(row, column);
  if (found === undefined) return undefined;
  if (!Array.isArray(found) || !found.every(Number.isSafeInteger)) throw unreadable(column);
  return found;
};

export const recurrenceIn = (row: Row, column: string): Recurrence | undefined => {
  const found = maybeJsonIn<Partial<Recurrence>>(row, column);
  if (found === undefined) return undefined;
  const isWhole = [found.rule, found.words, found.zone, found.start].every(text => typeof text === 'string');
  if (!isWhole) throw unreadable(column);
  return found as Recurrence;
};

export const occurrenceIn = (row: Row, column: string): Occurrence | undefined => {
  const found = maybeJsonIn<Occurrence>(row, column);
  if (found === undefined) return undefined;
  const {n, at, snoozedUntil = at} = found;
  if (![n, at, snoozedUntil].every(Number.isSafeInteger)) throw unreadable(column);
  return found;
};
