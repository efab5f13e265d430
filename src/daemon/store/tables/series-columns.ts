// Reads and writes the JSON columns of a repeating reminder: instants, recurrence and open occurrence.
import {fromWire, type Wire} from '../../../shared/events/wire.ts';
import type {Occurrence} from '../../../shared/records/jobs/jobs.ts';
import type {Recurrence} from '../../../shared/records/jobs/recurrence.ts';
import {type EpochMs, isoOf} from '../../../shared/time/time.ts';
import {maybeJsonIn, maybeTextIn, unreadable} from '../columns.ts';
import type {Row} from '../database/queries.ts';

/** Built without JSON.stringify: each firing writes this column, and instants need no escaping. */
export const instantsText = (instants: readonly EpochMs[] | undefined): string | null => {
  if (instants === undefined) return null;
  let text = '';
  for (const at of instants) text += text === '' ? `["${isoOf(at)}"` : `,"${isoOf(at)}"`;
  return text === '' ? '[]' : `${text}]`;
};

/** Each firing reads this column, and all its instants have one length: so they are read by their places, without JSON.parse. */
export const instantsIn = (row: Row, column: string): readonly EpochMs[] | undefined => {
  const text = maybeTextIn(row, column);
  if (text === undefined) return undefined;
  if (text !== '[]' && text.length % STEP !== 1) throw unreadable(column);
  const instants: EpochMs[] = [];
  for (let from = 2; from < text.length - 1; from += STEP) {
    const at = Date.parse(text.slice(from, from + INSTANT_LENGTH));
    if (Number.isNaN(at)) throw unreadable(column);
    instants.push(at);
  }
  return instants;
};

/** `2026-11-21T20:03:00.000Z`, and with quotes and comma. */
const INSTANT_LENGTH = 24;
const STEP = INSTANT_LENGTH + 3;

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
