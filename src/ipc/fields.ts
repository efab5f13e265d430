// What a field may hold: small parsers that either return the typed value or say in a sentence what was expected.
import {type Address, isAddress} from '../shared/records/address.ts';
import {isSessionKey, type SessionKey} from '../shared/records/session-key.ts';
import {isTrust, TRUST_LEVELS, type Trust} from '../shared/records/trust.ts';
import {instantOfIso, isoOf, SECOND} from '../shared/time/time.ts';
import {InvalidParams} from './error-codes.ts';

/** Reads one value; `fail` never returns. */
export type Field<T> = (value: unknown, fail: Fail) => T;
type Fail = (expected: string) => never;

/** A field for each parameter; those that may be left out are `optional`. */
export type Fields = {readonly [name: string]: Field<unknown>};

/** What fields read: the type of the parameters. */
export type Parsed<S extends Fields> = {[K in RequiredIn<S>]: ReadBy<S[K]>} & {
  [K in Exclude<keyof S, RequiredIn<S>>]?: Exclude<ReadBy<S[K]>, undefined>;
} extends infer P
  ? {[K in keyof P]: P[K]}
  : never;

type ReadBy<F> = F extends Field<infer T> ? T : never;
type RequiredIn<S> = {[K in keyof S]: undefined extends ReadBy<S[K]> ? never : K}[keyof S];

/** The parser of a method's parameters. No parameters at all, or an empty list of them, are an object without fields. */
export const shape = <S extends Fields>(method: string, spec: S): ((params: unknown) => Parsed<S>) => {
  const fields = Object.entries(spec);
  return given => {
    const params = Array.isArray(given) && given.length === 0 ? undefined : given;
    if (params !== undefined && !isObject(params))
      throw new InvalidParams(`${method}: the parameters must be an object.`);
    const result: Record<string, unknown> = {};
    for (const [field, read] of fields) {
      const value = params !== undefined && Object.hasOwn(params, field) ? params[field] : undefined;
      const parsed = read(value, expected => {
        throw new InvalidParams(`${method}: '${field}' must be ${expected}.`);
      });
      if (parsed !== undefined) result[field] = parsed;
    }
    return result as Parsed<S>;
  };
};

/** Absent and null are the same. */
export const optional =
  <T>(field: Field<T>): Field<T | undefined> =>
  (value, fail) =>
    value === undefined || value === null ? undefined : field(value, fail);

/** Words of a person: anything but nothing, kept as they are. */
export const text: Field<string> = (value, fail) => {
  if (typeof value !== 'string' || value.trim() === '') return fail('a non-empty text');
  if (Buffer.byteLength(value) > LONGEST_TEXT) return fail('a text of 1 MiB at most');
  // Half of a character is none, and could not be kept: it is replaced before anybody sees it.
  return value.toWellFormed();
};

/** A short text that names something: no control characters, since it ends up in logs, file names and on the screen. */
export const name: Field<string> = (value, fail) =>
  typeof value === 'string' && isName(value) ? value : fail(`a text of 1 to ${LONGEST_NAME} characters in one line`);

/** The same where whoever uses it has a better sentence about an empty one. */
export const nameOrEmpty: Field<string> = (value, fail) =>
  typeof value === 'string' && value.trim() === '' ? '' : name(value, fail);

/** A stretch of time in people's words; a number is milliseconds, as every duration on the wire. */
export const span: Field<string> = (value, fail) => {
  if (typeof value === 'string' && isName(value)) return value;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return `${value / SECOND} seconds`;
  return fail('a stretch of time such as 20m, or a whole number of milliseconds above 0');
};

/** A URI, which may be long. */
export const link: Field<string> = (value, fail) =>
  typeof value === 'string' && value.length <= LONGEST_LINK && /^[\x21-\x7e]+$/u.test(value)
    ? value
    : fail('a URI as it was given');

/** The absolute path of a file. */
export const filePath: Field<string> = (value, fail) =>
  typeof value === 'string' && value.startsWith('/') && value.length <= LONGEST_PATH && !value.includes('\0')
    ? value
    : fail('the absolute path of a file');

/** Any JSON; whoever uses it knows what fits. */
export const anything: Field<unknown> = value => value;

export const flag: Field<boolean> = (value, fail) => (typeof value === 'boolean' ? value : fail('true or false'));

/** Both bounds are within. */
export const integer =
  (least: number, most: number): Field<number> =>
  (value, fail) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? value
      : fail(
          most === Number.MAX_SAFE_INTEGER
            ? `a whole number, ${least} or above`
            : `a whole number from ${least} to ${most}`,
        );

export const oneOf =
  <T extends string>(choices: readonly T[]): Field<T> =>
  (value, fail) =>
    choices.find(choice => choice === value) ?? fail(`one of ${choices.join(', ')}`);

export const trust: Field<Trust> = (value, fail) =>
  isTrust(value) ? value : fail(`one of ${TRUST_LEVELS.join(', ')}`);

export const sessionKey: Field<SessionKey> = (value, fail) =>
  typeof value === 'string' && isName(value) && isSessionKey(value)
    ? value
    : fail('a session key such as rooster:main or rooster:dm:signal:…');

export const address: Field<Address> = (value, fail) =>
  typeof value === 'string' && isName(value) && isAddress(value)
    ? value
    : fail('an address such as signal:… or terminal:default');

/** An id of one of the nouns. */
export const id =
  <P extends string>(...prefixes: readonly P[]): Field<`${P}_${string}`> =>
  (value, fail) =>
    isIdOf(value, prefixes) ? value : fail(`an id such as ${prefixes.map(prefix => `${prefix}_…`).join(', ')}`);

const isIdOf = <P extends string>(value: unknown, prefixes: readonly P[]): value is `${P}_${string}` =>
  typeof value === 'string' && ID.test(value) && prefixes.some(prefix => value.startsWith(`${prefix}_`));

/**
 * A day and a time of day, with a zone or without one: then it is meant in the user's. Kept as it was written; whether it
 * lies ahead is not the wire's to say.
 */
export const instant: Field<string> = (value, fail) =>
  typeof value === 'string' && isInstant(value)
    ? value
    : fail('a date and time such as 2026-12-01T09:00 or 2026-12-01T08:00:00Z');

const isInstant = (value: string): boolean => {
  const [, day] = DAY.exec(value) ?? [];
  if (day === undefined) return false;
  const midnight = instantOfIso(`${day}T00:00Z`);
  // The 31st of April would be taken for the 1st of May.
  if (midnight === undefined || !isoOf(midnight).startsWith(day)) return false;
  return instantOfIso(value) !== undefined || instantOfIso(`${value}Z`) !== undefined;
};

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isName = (value: string): boolean => value.length <= LONGEST_NAME && value.trim() !== '' && NAME.test(value);

const LONGEST_TEXT = 1024 * 1024;
const LONGEST_NAME = 256;
const LONGEST_LINK = 2_048;
const LONGEST_PATH = 4_096;
/** No control character and no end of a line. */
const NAME = /^[ -~\u00a0-\u2027\u202a-\u{10ffff}]+$/u;
const ID = /^[a-z]+_[\w-]{1,128}$/u;
const DAY = /^(\d{4}-\d{2}-\d{2})T/u;
