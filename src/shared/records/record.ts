// The language of stored records: a record is a list of fields, and a field has a kind. From the list follow the
// record's type (`Infer`), the columns of its table, how a row is written, updated and read
// (`src/daemon/store/record-table.ts`), and what `test/daemon/store/records.test.ts` compares with the migrations, the
// wire and the sanitizer. A new field is one line in its record, and one step in `migrations.ts` for its column.
//
//   export const delivery = record('deliveries', {
//     id: fixed(id('dlv')),              // written once
//     state: oneOf(DELIVERY_STATES),
//     onHold: flag,                      // true or absent
//     sentAt: optional(instant),
//   });
//   export type Delivery = Infer<typeof delivery>;
import {type Address, isAddress} from './address.ts';
import type {IdPrefix} from './ids.ts';
import {isSessionKey, type SessionKey} from './session-key.ts';
import {TRUST_LEVELS, type Trust} from './trust.ts';

/** A kind of value; `T` is its type inside the program. */
export type Field<T> = {
  /** The expected value, as in "must be …". */
  readonly says: string;
  readonly is: (value: unknown) => value is T;
  /** Its form in a column. An instant is ISO 8601 text there, and a boolean 0 or 1. */
  readonly stored: 'text' | 'number' | 'boolean' | 'instant' | 'json';
  /** The only values, where they are a closed list. */
  readonly choices?: readonly T[];
  readonly optional?: true;
  /** The column's value if the field is absent. @default null */
  readonly absent?: 0;
  /** Never changes, so an update doesn't write it. */
  readonly fixed?: true;
  /** People change it by editing the record. */
  readonly editable?: true;
};

type Optional = {readonly optional: true};
type Editable = {readonly editable: true};
type Fields = {readonly [name: string]: Field<unknown>};

export type RecordSchema<F extends Fields = Fields> = {readonly table: string; readonly fields: F};

/** A record that is stored in a table of this name. */
export const record = <F extends Fields>(table: string, fields: F): RecordSchema<F> => ({table, fields});

/** The type of a record. */
export type Infer<R> =
  R extends RecordSchema<infer F>
    ? Flat<
        {readonly [K in keyof F as F[K] extends Optional ? never : K]: ValueOf<F[K]>} & {
          readonly [K in keyof F as F[K] extends Optional ? K : never]?: ValueOf<F[K]>;
        }
      >
    : never;

type ValueOf<F> = F extends Field<infer T> ? T : never;
type Flat<T> = {[K in keyof T]: T[K]};

/** The names of the fields that an edit can change. */
export type EditableField<R> =
  R extends RecordSchema<infer F> ? {[K in keyof F]: F[K] extends Editable ? K : never}[keyof F] : never;

export const editableFields = <R extends RecordSchema>({fields}: R): readonly EditableField<R>[] =>
  Object.keys(fields).filter(name => fields[name]?.editable) as EditableField<R>[];

// The use of a field

export const optional = <F extends Field<unknown>>(field: F): F & Optional => ({...field, optional: true});

export const fixed = <F extends Field<unknown>>(field: F): F => ({...field, fixed: true});

export const editable = <F extends Field<unknown>>(field: F): F & Editable => ({...field, editable: true});

// Kinds of values

const isText = (value: unknown): value is string => typeof value === 'string';

export const text: Field<string> = {says: 'text', stored: 'text', is: isText};

export const number: Field<number> = {
  says: 'a number',
  stored: 'number',
  is: value => typeof value === 'number',
};

/** A number that is absent instead of 0. */
export const count: Field<number> & Optional = {...number, optional: true, absent: 0};

export const boolean: Field<boolean> = {
  says: 'true or false',
  stored: 'boolean',
  is: value => typeof value === 'boolean',
};

/** True, or absent. */
export const flag: Field<true> & Optional = {
  says: 'true',
  stored: 'boolean',
  is: value => value === true,
  optional: true,
  absent: 0,
};

/** In milliseconds inside, ISO 8601 in columns and on the wire. */
export const instant: Field<number> = {
  says: 'an instant',
  stored: 'instant',
  is: (value): value is number => Number.isSafeInteger(value),
};

export const oneOf = <const T extends string>(choices: readonly T[]): Field<T> => ({
  says: `one of ${choices.join(', ')}`,
  stored: 'text',
  is: (value): value is T => choices.some(choice => choice === value),
  choices,
});

export const trust: Field<Trust> = oneOf(TRUST_LEVELS);

/** An id of a kind of record: `id('dlv')` is a delivery's. */
export const id = <P extends IdPrefix>(...prefixes: readonly P[]): Field<`${P}_${string}`> => ({
  says: `an id such as ${prefixes.map(prefix => `${prefix}_…`).join(', ')}`,
  stored: 'text',
  is: (value): value is `${P}_${string}` =>
    isText(value) && ID.test(value) && prefixes.some(prefix => value.startsWith(`${prefix}_`)),
});

export const address: Field<Address> = {
  says: 'an address such as signal:… or terminal:default',
  stored: 'text',
  is: (value): value is Address => isText(value) && isAddress(value),
};

export const sessionKey: Field<SessionKey> = {
  says: 'a session key such as rooster:main or rooster:dm:signal:…',
  stored: 'text',
  is: (value): value is SessionKey => isText(value) && isSessionKey(value),
};

/** A list of plain values; instants stay numbers in it. */
export const list = <T>(item: Field<T>): Field<readonly T[]> => ({
  says: `a list, each ${item.says}`,
  stored: 'json',
  is: (value): value is readonly T[] => Array.isArray(value) && value.every(item.is),
});

/** Data with parts. `is` checks as much as a damaged row could break. */
export const json = <T>(is: (value: unknown) => boolean = () => true): Field<T> => ({
  says: 'data',
  stored: 'json',
  is: (value): value is T => is(value),
});

const ID = /^[a-z]+_[\w-]{1,128}$/u;
