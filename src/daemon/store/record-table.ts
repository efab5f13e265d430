// The table of a record: its columns, and how a record becomes a row and a row a record. Each field has a column with
// its name, unless the table says otherwise. An absent field is NULL.
import type {Field, Infer, RecordSchema} from '../../shared/records/record.ts';
import {flag, instant, json, readInstant, readJson, readNumber, readText, unreadable, valueIn} from './columns.ts';
import type {Row, Value} from './database/queries.ts';

type Column<T> = {
  readonly name: string;
  readonly fill: (record: T) => Value;
  /** True for the column of the field with its name. Then equal fields have equal columns. */
  readonly isField: boolean;
};

export type RecordTable<T> = {
  readonly name: string;
  /** Columns that identify the record. The first one is its id. */
  readonly fixed: readonly Column<T>[];
  /** Columns that change over the record's life. */
  readonly changing: readonly Column<T>[];
  /** `INSERT INTO name (a, b) VALUES (?, ?)`. Columns outside the record come last. */
  insertion(...more: readonly string[]): string;
  inserted(record: T): Value[];
  read(row: Row): T;
};

type Fill<T> = (record: T) => Value;

/** A field with other columns than one of its name. */
type OwnColumns<T, V> = {readonly columns: {readonly [column: string]: Fill<T>}; readonly read: (row: Row) => V};

type Exceptions<T> = {
  /** Columns for queries alone, computed from the record. */
  readonly computed?: {readonly [column: string]: Fill<T>};
  readonly own?: {readonly [K in keyof T]?: OwnColumns<T, T[K]>};
};

export const tableOf = <R extends RecordSchema>(
  {table, fields}: R,
  {computed = {}, own = {}}: Exceptions<Infer<R>> = {},
): RecordTable<Infer<R>> => {
  type T = Infer<R>;
  const exceptions = own as Readonly<Record<string, OwnColumns<T, unknown> | undefined>>;
  const [fixed, changing]: [Column<T>[], Column<T>[]] = [[], []];
  const readers: {readonly name: string; readonly read: (row: Row) => unknown}[] = [];
  for (const [name, field] of Object.entries<Field<unknown>>(fields)) {
    const exception = exceptions[name];
    const columns =
      exception === undefined
        ? [{name, fill: fillOf<T>(name, field), isField: true}]
        : Object.entries(exception.columns).map(([column, fill]) => ({name: column, fill, isField: false}));
    (field.fixed === true ? fixed : changing).push(...columns);
    readers.push({name, read: exception?.read ?? readerOf(name, field)});
  }
  for (const [name, fill] of Object.entries(computed)) changing.push({name, fill, isField: false});
  const columns = [...fixed, ...changing];
  /** Copying it is much faster than adding the fields one by one. */
  const empty = Object.fromEntries(readers.map(({name}) => [name, undefined]));
  return {
    name: table,
    fixed,
    changing,
    insertion: (...more) => {
      const all = [...columns.map(({name}) => name), ...more];
      return `INSERT INTO ${table} (${all.join(', ')}) VALUES (${all.map(() => '?').join(', ')})`;
    },
    inserted: record => columns.map(({fill}) => fill(record)),
    read: row => {
      const result: Record<string, unknown> = {...empty};
      for (const {name, read} of readers) {
        const value = read(row);
        if (value !== undefined) result[name] = value;
      }
      // The readers are made from the fields of T, one for each.
      return result as T;
    },
  };
};

const fillOf = <T>(name: string, {stored, absent}: Field<unknown>): Fill<T> => {
  const write = WRITERS[stored];
  return record => {
    const value = (record as Readonly<Record<string, unknown>>)[name];
    return value === undefined ? (absent ?? null) : write(value as never);
  };
};

const WRITERS: Record<Field<unknown>['stored'], (value: never) => Value> = {
  text: (value: string) => value,
  number: (value: number) => value,
  boolean: flag,
  instant,
  json,
};

/**
 * Rows are trusted, because only Rooster writes them. Closed lists and JSON are checked, since a wrong value there
 * would fail far from here.
 */
const readerOf = (name: string, {stored, optional, absent, choices, is}: Field<unknown>): ((row: Row) => unknown) => {
  const read = READERS[stored];
  const isChecked = choices !== undefined || stored === 'json';
  return row => {
    const raw = valueIn(row, name);
    if (optional === true && (raw === null || raw === absent)) return undefined;
    const value = read(raw, name);
    if (isChecked && !is(value)) throw unreadable(name);
    return value;
  };
};

const READERS: Record<Field<unknown>['stored'], (raw: unknown, name: string) => unknown> = {
  text: readText,
  number: readNumber,
  boolean: (raw, name) => readNumber(raw, name) !== 0,
  instant: readInstant,
  json: readJson,
};
