// Between a noun and its row: one list of columns for each noun, which says how a field is written, and readers that say how it is
// read. Absent is NULL in a row and absent in a record. What comes out of our own database is trusted to be what went in.
import {type Address, isAddress} from '../../shared/records/address.ts';
import {GatewayError} from '../../shared/records/gateway-error.ts';
import {type EpochMs, isoOf} from '../../shared/time/time.ts';
import type {Row, Value} from './database/queries.ts';

/** How each column of a table is filled from a record. */
type Columns<T> = Readonly<Record<string, (record: T) => Value>>;

export type Table<T> = {
  /** Columns that say which record it is; the first one is its id. */
  readonly fixed: readonly Column<T>[];
  /** Columns that say what has become of it. */
  readonly changing: readonly Column<T>[];
  /** `(a, b) VALUES (?, ?)`; columns that are not the record's own come last. */
  insertion(...more: readonly string[]): string;
  inserted(record: T): Value[];
};
type Column<T> = {readonly name: string; readonly fill: (record: T) => Value};

export const tableOf = <T>(of: {readonly fixed: Columns<T>; readonly changing: Columns<T>}): Table<T> => {
  const [fixed, changing] = [columnsOf(of.fixed), columnsOf(of.changing)];
  const columns = [...fixed, ...changing];
  return {
    fixed,
    changing,
    insertion: (...more) => {
      const all = [...columns.map(({name}) => name), ...more];
      return `(${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`;
    },
    inserted: record => columns.map(({fill}) => fill(record)),
  };
};

const columnsOf = <T>(columns: Columns<T>): readonly Column<T>[] =>
  Object.entries(columns).map(([name, fill]) => ({name, fill}));

/** An instant as it is kept. Outside the years 0 to 9999 the texts would no longer sort as the instants do. */
export const instant = (at: EpochMs): string => {
  if (at >= FIRST_INSTANT && at <= LAST_INSTANT) return isoOf(at);
  throw new GatewayError('invalid', 'An instant must lie in the years 0 to 9999.');
};

export const maybeInstant = (at: EpochMs | undefined): string | null => (at === undefined ? null : instant(at));
export const flag = (value: boolean): number => (value ? 1 : 0);
export const json = (value: unknown): string | null => (value === undefined ? null : JSON.stringify(value));

export const textIn = <T extends string = string>(row: Row, column: string): T => {
  const value = row[column];
  if (typeof value === 'string') return value as T;
  throw unreadable(column);
};

/** One of a closed list of words. */
export const wordIn = <T extends string>(row: Row, column: string, words: readonly T[]): T => {
  const word = words.find(one => one === row[column]);
  if (word === undefined) throw unreadable(column);
  return word;
};

/** Where something is to be delivered: a list of addresses, as JSON. */
export const addressesIn = (row: Row, column: string): readonly Address[] => {
  const addresses = jsonIn<unknown>(row, column);
  const isList = Array.isArray(addresses) && addresses.every(one => typeof one === 'string' && isAddress(one));
  if (!isList) throw unreadable(column);
  return addresses as readonly Address[];
};

export const maybeTextIn = <T extends string = string>(row: Row, column: string): T | undefined =>
  row[column] === null ? undefined : textIn<T>(row, column);

export const numberIn = (row: Row, column: string): number => {
  const value = row[column];
  if (typeof value === 'number') return value;
  throw unreadable(column);
};

export const maybeNumberIn = (row: Row, column: string): number | undefined =>
  row[column] === null ? undefined : numberIn(row, column);

export const instantIn = (row: Row, column: string): EpochMs => {
  const at = Date.parse(textIn(row, column));
  if (!Number.isNaN(at)) return at;
  throw unreadable(column);
};

export const maybeInstantIn = (row: Row, column: string): EpochMs | undefined =>
  row[column] === null ? undefined : instantIn(row, column);

export const flagIn = (row: Row, column: string): boolean => numberIn(row, column) !== 0;

const jsonIn = <T>(row: Row, column: string): T => {
  try {
    return JSON.parse(textIn(row, column)) as T;
  } catch (error) {
    throw unreadable(column, error);
  }
};

export const maybeJsonIn = <T>(row: Row, column: string): T | undefined =>
  row[column] === null ? undefined : jsonIn<T>(row, column);

/** What is thrown where a row is not what was written. */
export const unreadable = (column: string, cause?: unknown): GatewayError =>
  new GatewayError(
    'failed',
    `The database is damaged: a row cannot be read (${column}).`,
    cause === undefined ? undefined : {cause},
  );

const FIRST_INSTANT = Date.parse('0000-01-01T00:00:00.000Z');
const LAST_INSTANT = Date.parse('9999-12-31T23:59:59.999Z');
