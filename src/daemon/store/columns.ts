// The forms of values in columns, and readers of single columns. Rows are trusted, because only Rooster writes them.
import {GatewayError} from '../../shared/text/gateway-error.ts';
import {type EpochMs, isoOf} from '../../shared/time/time.ts';
import type {Row} from './database/queries.ts';

/** Formats an instant for a column. Outside the years 0 to 9999 the texts would sort differently from the instants. */
export const instant = (at: EpochMs): string => {
  if (at >= FIRST_INSTANT && at <= LAST_INSTANT) return isoOf(at);
  throw new GatewayError('invalid', 'An instant must lie in the years 0 to 9999.');
};

export const maybeInstant = (at: EpochMs | undefined): string | null => (at === undefined ? null : instant(at));
export const flag = (value: boolean): number => (value ? 1 : 0);
export const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

/** A missing column isn't one damaged row: the table has the wrong schema. */
export class MissingColumn extends GatewayError {
  constructor(column: string) {
    super('failed', `The database is damaged: a table has lost a column (${column}).`);
  }
}

export const valueIn = (row: Row, column: string): NonNullable<Row[string]> | null => {
  const value = row[column];
  if (value === undefined) throw new MissingColumn(column);
  return value;
};

export const readText = (value: unknown, column: string): string => {
  if (typeof value === 'string') return value;
  throw unreadable(column);
};

export const textIn = <T extends string = string>(row: Row, column: string): T =>
  readText(valueIn(row, column), column) as T;

/** Reads one of a closed list of values. */
export const nameIn = <T extends string>(row: Row, column: string, names: readonly T[]): T => {
  const value = valueIn(row, column);
  const word = names.find(name => name === value);
  if (word === undefined) throw unreadable(column);
  return word;
};

export const maybeTextIn = <T extends string = string>(row: Row, column: string): T | undefined =>
  valueIn(row, column) === null ? undefined : textIn<T>(row, column);

export const readNumber = (value: unknown, column: string): number => {
  if (typeof value === 'number') return value;
  throw unreadable(column);
};

export const numberIn = (row: Row, column: string): number => readNumber(valueIn(row, column), column);

export const maybeNumberIn = (row: Row, column: string): number | undefined =>
  valueIn(row, column) === null ? undefined : numberIn(row, column);

export const readInstant = (value: unknown, column: string): EpochMs => {
  const at = Date.parse(readText(value, column));
  if (!Number.isNaN(at)) return at;
  throw unreadable(column);
};

export const instantIn = (row: Row, column: string): EpochMs => readInstant(valueIn(row, column), column);

export const maybeInstantIn = (row: Row, column: string): EpochMs | undefined =>
  valueIn(row, column) === null ? undefined : instantIn(row, column);

export const readJson = (value: unknown, column: string): unknown => {
  try {
    return JSON.parse(readText(value, column));
  } catch (error) {
    throw unreadable(column, error);
  }
};

export const maybeJsonIn = <T>(row: Row, column: string): T | undefined =>
  valueIn(row, column) === null ? undefined : (readJson(row[column], column) as T);

/** The error for a row that differs from what was written. */
export const unreadable = (column: string, cause?: unknown): GatewayError =>
  new GatewayError(
    'failed',
    `The database is damaged: a row cannot be read (${column}).`,
    cause === undefined ? undefined : {cause},
  );

const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');
