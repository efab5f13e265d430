// Reads and writes the JSON columns of a repeating reminder: instants, recurrence and open occurrence.
import {fromWire, type Wire} from '../../../shared/events/wire.ts';
import type {Occurrence} from '../../../shared/records/jobs.ts';
import type {Recurrence} from '../../../shared/records/recurrence.ts';
import {type EpochMs, isoOf} from '../../../shared/time/time.ts';
import {maybeJsonIn, unreadable} from '../columns.ts';
import type {Row} from '../database/queries.ts';

/** Built without JSON.stringify: each firing writes this column, and instants need no escaping. */
export const instantsText = (instants: readonly EpochMs[] | undefined): string | null =>
  instants === undefined ? null : `[${instants.map(at => `"${isoOf(at)}"`).join(',')}]`;

export const instantsIn = (row: Row, column: string): readonly EpochMs[] | undefined => {
  const texts = maybeJsonIn<unknown>(row, column);
  if (texts === undefined) return undefined;
  if (!Array.isArray(texts)) throw unreadable(column);
  return texts.map((text: unknown) => {
    // Each firing reads this column and only Rooster writes it, so the check rejects only invalid instants.
    const at = typeof text === 'string' ? Date.parse(text) : Number.NaN;
    if (Number.isNaN(at)) throw unreadable(column);
    return at;
  });
};

export const recurrenceIn = (row: Row, column: string): Recurrence | undefined => {
  const found = maybeJsonIn<Partial<Recurrence>>(row, column);
  if (found === undefined) return undefined;
  const isWhole = [found.rule, found.words, found.zone, found.start].every(text => typeof text === 'string');
  if (!isWhole) throw unreadable(column);
  return found as Recurrence;
};

export const occurrenceIn = (row: Row, column: string): Occurrence | undefined => {
  const found = maybeJsonIn<Wire<Occurrence>>(row, column);
  if (found === undefined) return undefined;
  const occurrence = fromWire<Occurrence>(found);
  if (typeof occurrence.n !== 'number' || typeof occurrence.at !== 'number') throw unreadable(column);
  return occurrence;
};
