// Field parsers: each returns the typed value or fails with a sentence about the expected value.
import type {IdPrefix} from '../shared/records/ids.ts';
import {type Enclosed, isEnclosed} from '../shared/records/message-details.ts';
import type {Field} from '../shared/records/record.ts';
import * as kinds from '../shared/records/record.ts';
import {instantOfIso, isoOf, SECOND} from '../shared/time/time.ts';
import type {ParamField} from './wire/index.ts';

/** Treats null as absent. */
export const optional =
  <T>(field: ParamField<T>): ParamField<T | undefined> =>
  (value, fail) =>
    value === undefined || value === null ? undefined : field(value, fail);

/** Text of a person: not empty. Half surrogate pairs are replaced, because they can't be stored. */
export const text: ParamField<string> = (value, fail) =>
  typeof value !== 'string' || value.trim() === '' ? fail('non-empty text') : fileText(value, fail);

/** The text of a file, which may be empty. */
export const fileText: ParamField<string> = (value, fail) => {
  if (typeof value !== 'string') return fail('text');
  if (Buffer.byteLength(value) > LONGEST_TEXT) return fail('a text of 1 MiB at most');
  return value.toWellFormed();
};

/** A calendar file, as large as a line of the protocol lets it be. */
export const calendarText: ParamField<string> = (value, fail) =>
  typeof value === 'string' ? value.toWellFormed() : fail('the text of a calendar file');

/**
 * A short text that names something. Control characters are refused, since names go to logs, file names and the screen.
 */
export const name: ParamField<string> = (value, fail) =>
  typeof value === 'string' && isName(value) ? value : fail(`a text of 1 to ${LONGEST_NAME} characters in one line`);

/** Up to 50 names. */
export const names: ParamField<readonly string[]> = (value, fail) =>
  Array.isArray(value) && value.length > 0 && value.length <= MOST_NAMES && value.every(isName)
    ? value
    : fail(`a list of 1 to ${MOST_NAMES} names`);

/** Also accepts an empty name, for methods with a better error sentence for it. */
export const nameOrEmpty: ParamField<string> = (value, fail) =>
  typeof value === 'string' && value.trim() === '' ? '' : name(value, fail);

/** A duration as people write it. A number is milliseconds, as on all of the wire. */
export const span: ParamField<string> = (value, fail) => {
  if (typeof value === 'string' && isName(value)) return value;
  if (typeof value === 'number' && Number.isSafeInteger(value) && value > 0) return `${value / SECOND} seconds`;
  return fail('a duration such as 20m, or a whole number of milliseconds above 0');
};

/** A URI of any length. */
export const link: ParamField<string> = (value, fail) =>
  typeof value === 'string' && value.length <= LONGEST_LINK && /^[\x21-\x7e]+$/u.test(value)
    ? value
    : fail(`a URI without spaces, at most ${LONGEST_LINK} characters`);

/** The absolute path of a file. */
export const filePath: ParamField<string> = (value, fail) =>
  typeof value === 'string' && value.startsWith('/') && value.length <= LONGEST_PATH && !value.includes('\0')
    ? value
    : fail('the absolute path of a file');

/** Parts of a text, in order and apart. */
export const enclosed: ParamField<readonly Enclosed[]> = (value, fail) =>
  Array.isArray(value) &&
  value.length <= MOST_NAMES &&
  value.every(isEnclosed) &&
  value.every(({from}, index) => from >= (value[index - 1]?.to ?? 0))
    ? value
    : fail('a list of the parts of the text, each with kind, name, from, to and files');

/** Any JSON; the method checks it. */
export const anything: ParamField<unknown> = value => value;

/** A kind of value as records have it, with the same sentence. */
const ofKind =
  <T>({is, says}: Field<T>): ParamField<T> =>
  (value, fail) =>
    is(value) ? value : fail(says);

/** The same for text that may go to logs, file names and the screen. */
const nameOfKind =
  <T extends string>({is, says}: Field<T>): ParamField<T> =>
  (value, fail) =>
    is(value) && isName(value) ? value : fail(says);

export const flag = ofKind(kinds.boolean);
export const trust = ofKind(kinds.trust);
export const sessionKey = nameOfKind(kinds.sessionKey);
export const address = nameOfKind(kinds.address);

export const oneOf = <T extends string>(choices: readonly T[]): ParamField<T> => ofKind(kinds.oneOf(choices));

/** An id with the noun's prefix. */
export const id = <P extends IdPrefix>(...prefixes: readonly P[]): ParamField<`${P}_${string}`> =>
  ofKind(kinds.id(...prefixes));

/** Both bounds are inclusive. */
export const integer =
  (least: number, most: number): ParamField<number> =>
  (value, fail) =>
    typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most
      ? value
      : fail(
          most === Number.MAX_SAFE_INTEGER
            ? `a whole number, ${least} or above`
            : `a whole number from ${least} to ${most}`,
        );

/**
 * A date and time. Without a zone, the user's zone applies. Kept as written; the method decides whether it must be in
 * the future.
 */
export const instant: ParamField<string> = (value, fail) =>
  typeof value === 'string' && isInstant(value)
    ? value
    : fail('a date and time such as 2026-12-01T09:00 or 2026-12-01T08:00:00Z');

const isInstant = (value: string): boolean => {
  const [, day] = DAY.exec(value) ?? [];
  if (day === undefined) return false;
  const midnight = instantOfIso(`${day}T00:00Z`);
  // Date.parse would turn the 31st of April into the 1st of May.
  if (midnight === undefined || !isoOf(midnight).startsWith(day)) return false;
  return instantOfIso(value) !== undefined || instantOfIso(`${value}Z`) !== undefined;
};

const isName = (value: string): boolean => value.length <= LONGEST_NAME && value.trim() !== '' && NAME.test(value);

/** The maximum number of records. */
export const limit = optional(integer(1, 1_000));

/** A moment, in one of three forms. */
export const moment = {at: optional(instant), in: optional(span), when: optional(name)};

const LONGEST_TEXT = 1024 * 1024;
const LONGEST_NAME = 256;
const LONGEST_LINK = 2_048;
const LONGEST_PATH = 4_096;
/** No control characters and no line ends. */
const NAME = /^[ -~\u00a0-\u2027\u202a-\u{10ffff}]+$/u;
const DAY = /^(\d{4}-\d{2}-\d{2})T/u;
const MOST_NAMES = 50;
