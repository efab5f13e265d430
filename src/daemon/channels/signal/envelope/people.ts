// Who is who: one identity rule. The ACI decides where both sides have one; only otherwise does the number.
import {type EveryField, present} from '../../../../shared/fields/present.ts';
import {type Fields, textOf} from './fields.ts';
import type {SignalPerson} from './heard.ts';

/** The account's own identity, as far as it is known. `name` is what the agent is called where it is mentioned. */
export type Own = {readonly uuid?: string; readonly number?: string; readonly name?: string};

/** The one name under which a person is kept: their ACI, else their number. */
export const personId = (person: SignalPerson): string | undefined => person.uuid ?? person.number;

export const isSamePerson = (one: SignalPerson, other: SignalPerson): boolean => {
  if (one.uuid !== undefined && other.uuid !== undefined) return one.uuid.toLowerCase() === other.uuid.toLowerCase();
  return one.number !== undefined && one.number === other.number;
};

/**
 * The person in three fields of a record; `either` is a field that holds a number or an ACI. Undefined when there is neither:
 * a name alone is nobody.
 */
export const personIn = (fields: Fields, names: PersonFields): SignalPerson | undefined => {
  const either = textOf(fields[names.either]);
  const uuid = uuidOf(fields[names.uuid]) ?? uuidOf(either);
  const number = numberOf(fields[names.number]) ?? numberOf(either);
  if (uuid === undefined && number === undefined) return undefined;
  return present({
    uuid,
    number,
    name: names.name === undefined ? undefined : textOf(fields[names.name]),
  } satisfies EveryField<SignalPerson>);
};

export type PersonFields = {
  readonly uuid: string;
  readonly number: string;
  readonly either: string;
  readonly name?: string;
};

const uuidOf = (value: unknown): string | undefined => {
  const [whole, pni, uuid] = UUID.exec(textOf(value) ?? '') ?? [];
  if (whole === undefined || uuid === undefined) return undefined;
  return pni === undefined ? uuid.toLowerCase() : `PNI:${uuid.toLowerCase()}`;
};

const numberOf = (value: unknown): string | undefined => {
  const number = textOf(value);
  return number !== undefined && NUMBER.test(number) ? number : undefined;
};

const UUID = /^(PNI:)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/iu;
const NUMBER = /^\+?\d{1,20}$/u;
