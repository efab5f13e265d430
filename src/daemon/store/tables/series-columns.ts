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
    const at = instantFrom(text, from);
    if (at === undefined) throw unreadable(column);
    instants.push(at);
  }
  return instants;
};

/** Reads `2026-11-21T20:03:00.000Z` by its places: each firing reads several, and Date.parse takes twice as long. */
const instantFrom = (text: string, from: number): EpochMs | undefined => {
  const number = (place: number, digits: number): number => {
    let value = 0;
    for (let at = from + place; at < from + place + digits; at += 1) {
      const digit = text.charCodeAt(at) - ZERO;
      if (digit < 0 || digit > 9) return Number.NaN;
      value = value * 10 + digit;
    }
    return value;
  };
  const [month, day, hour] = [number(5, 2), number(8, 2), number(11, 2)];
  const [minute, second] = [number(14, 2), number(17, 2)];
  const isTime = hour <= 23 && minute <= 59 && second <= 59;
  if (text[from + INSTANT_LENGTH - 1] !== 'Z' || !isTime || !(month >= 1 && month <= 12 && day >= 1 && day <= 31))
    return undefined;
  const at = Date.UTC(number(0, 4), month - 1, day, hour, minute, second, number(20, 3));
  return Number.isNaN(at) ? undefined : at;
};

const ZERO = 48;

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
