// Instants are numbers inside and ISO 8601 on the wire. One rule (contract: a field ending in `At` or `For`; also `at` and
// `now`) is one function and one mapped type, so no record is written out twice.
import {type EpochMs, instantOfIso, isoOf} from '../time/time.ts';

type InstantKey = `${string}At` | `${string}For` | 'at' | 'now';

/** The wire shape of a record: the same fields, its instants as ISO 8601 texts. */
export type Wire<T> = T extends readonly (infer Item)[]
  ? readonly Wire<Item>[]
  : T extends object
    ? {[K in keyof T]: K extends InstantKey ? Iso<T[K]> : Wire<T[K]>}
    : T;

type Iso<V> = V extends number ? string : V;

/** Fields that are undefined are left out. */
export const toWire = <T>(value: T): Wire<T> => wired(value) as Wire<T>;

const wired = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(wired);
  if (value === null || typeof value !== 'object') return value;
  const result: Record<string, unknown> = {};
  // Every event and answer goes through here: keys are cheaper to walk than entries are to make.
  for (const key of Object.keys(value)) {
    const field = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof field === 'string') result[key] = field;
    else if (typeof field === 'number') result[key] = INSTANT.test(key) ? isoOf(field as EpochMs) : field;
    // What a tool was called with is the model's own JSON: nothing in it is ours to read as an instant.
    else if (field !== undefined) result[key] = key === 'input' ? field : wired(field);
  }
  return result;
};

/** The way back: a record from the wire with its instants as numbers. What is no ISO 8601 text stays as it is. */
export const fromWire = <T>(value: Wire<T>): T => unwired(value) as T;

const unwired = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(unwired);
  if (value === null || typeof value !== 'object') return value;
  const result: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(value)) {
    result[key] =
      key === 'input'
        ? field
        : typeof field === 'string' && INSTANT.test(key)
          ? (instantOfIso(field) ?? field)
          : unwired(field);
  }
  return result;
};

const INSTANT = /^(?:at|now|[a-z]\w*(?:At|For))$/u;
