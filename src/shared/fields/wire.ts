// Instants are numbers inside and ISO 8601 on the wire. The rule is by name: fields that end in `At`, `For` or `Until`,
// also `at`, `now` and the lists `next` and `skipped`. One function and one mapped type apply it, so no record is
// written twice.
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
    else if (typeof field === 'number') result[key] = isInstant(key) ? isoOf(field as EpochMs) : field;
    // Tool arguments are the model's own JSON, so their fields are never converted to instants.
    else if (field !== undefined)
      result[key] = key === 'input' ? field : LISTS.has(key) ? wiredList(field) : wired(field);
  }
  return result;
};

const wiredList = (value: unknown): unknown =>
  Array.isArray(value) ? value.map(item => (typeof item === 'number' ? isoOf(item) : wired(item))) : wired(value);

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
        : typeof field === 'string' && isInstant(key)
          ? (instantOfIso(field) ?? field)
          : LISTS.has(key)
            ? unwiredList(field)
            : unwired(field);
  }
  return result;
};

const unwiredList = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(item => (typeof item === 'string' ? (instantOfIso(item) ?? item) : unwired(item)))
    : unwired(value);

/** By its ending, without a regular expression: every number of every event is asked about. */
const isInstant = (key: string): boolean => {
  if (key === 'at' || key === 'now') return true;
  const first = key.charCodeAt(0);
  const isName = first >= LOWER_A && first <= LOWER_Z && key.length > 2;
  if (!isName || !(key.endsWith('At') || key.endsWith('For') || key.endsWith('Until'))) return false;
  for (let at = 1; at < key.length; at += 1) if (!isWordCharacter(key.charCodeAt(at))) return false;
  return true;
};

const isWordCharacter = (code: number): boolean =>
  (code >= LOWER_A && code <= LOWER_Z) ||
  (code >= UPPER_A && code <= UPPER_Z) ||
  (code >= DIGIT_0 && code <= DIGIT_9) ||
  code === UNDERSCORE;

const DIGIT_0 = 48;
const DIGIT_9 = 57;
const UPPER_A = 65;
const UPPER_Z = 90;
const UNDERSCORE = 95;
const LOWER_A = 97;
const LOWER_Z = 122;
const LISTS: ReadonlySet<string> = new Set(['next', 'skipped']);
