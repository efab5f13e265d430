// Instants are numbers inside and ISO 8601 on the wire. The rule is by name: fields that end in `At`, `For` or `Until`, also `at`, `now`
// and the lists `next` and `skipped`. One function and one mapped type apply it, so no record is written twice.
import {type EpochMs, instantOfIso, isoOf} from '../time/time.ts';

type InstantKey = `${string}At` | `${string}For` | `${string}Until` | 'at' | 'now';
/** Lists of instants. */
type InstantsKey = 'next' | 'skipped';

/** The wire shape of a record: the same fields, instants as ISO 8601 text. */
export type Wire<T> = T extends readonly (infer Item)[]
  ? readonly Wire<Item>[]
  : T extends object
    ? {[K in keyof T]: K extends InstantKey ? Iso<T[K]> : K extends InstantsKey ? IsoList<T[K]> : Wire<T[K]>}
    : T;

type Iso<V> = V extends number ? string : V;
type IsoList<V> = V extends readonly number[] ? readonly string[] : Wire<V>;

/** Leaves out fields that are undefined. */
export const toWire = <T>(value: T): Wire<T> => wired(value) as Wire<T>;

const wired = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(wired);
  if (value === null || typeof value !== 'object') return value;
  const result: Record<string, unknown> = {};
  // A hot path: walking keys is cheaper than creating entries.
  for (const key of Object.keys(value)) {
    const field = (value as Readonly<Record<string, unknown>>)[key];
    if (typeof field === 'string') result[key] = field;
    else if (typeof field === 'number') result[key] = INSTANT.test(key) ? isoOf(field as EpochMs) : field;
    // Tool arguments are the model's own JSON, so their fields are never converted to instants.
    else if (field !== undefined)
      result[key] = key === 'input' ? field : LISTS.has(key) ? wiredList(field) : wired(field);
  }
  return result;
};

const wiredList = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(one => (typeof one === 'number' ? isoOf(one) : wired(one))) : wired(value);

/** A record from the wire, instants as numbers. Text that isn't ISO 8601 stays unchanged. */
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
          : LISTS.has(key)
            ? unwiredList(field)
            : unwired(field);
  }
  return result;
};

const unwiredList = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(one => (typeof one === 'string' ? (instantOfIso(one) ?? one) : unwired(one)))
    : unwired(value);

const INSTANT = /^(?:at|now|[a-z]\w*(?:At|For|Until))$/u;
const LISTS: ReadonlySet<string> = new Set(['next', 'skipped']);
