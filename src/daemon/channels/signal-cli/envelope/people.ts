// Compares people: by ACI if both have one, otherwise by number.
import type {EveryField} from '../../../../shared/fields/every-field.ts';
import {type EnvelopeFields, readText} from './fields.ts';
import type {SignalPerson} from './signal-event.ts';

/** The account's identity, as far as known. `name`: how mentions show the agent. */
export type Own = {readonly uuid?: string; readonly number?: string; readonly name?: string};

/** The id under which a person is stored: the ACI, otherwise the number. */
export const personId = (person: SignalPerson): string | undefined => person.uuid ?? person.number;

export const isSamePerson = (a: SignalPerson, b: SignalPerson): boolean => {
  if (a.uuid !== undefined && b.uuid !== undefined) return a.uuid.toLowerCase() === b.uuid.toLowerCase();
  return a.number !== undefined && a.number === b.number;
};

/**
 * Reads a person from three fields; `either` holds a number or an ACI. Undefined without both, because a name alone
 * identifies nobody.
 */
export const readPerson = (fields: EnvelopeFields, names: PersonFields): SignalPerson | undefined => {
  const either = readText(fields[names.either]);
  const uuid = uuidOf(fields[names.uuid]) ?? uuidOf(either);
  const number = numberOf(fields[names.number]) ?? numberOf(either);
  if (uuid === undefined && number === undefined) return undefined;
  return {
    uuid,
    number,
    name: names.name === undefined ? undefined : readText(fields[names.name]),
  } satisfies EveryField<SignalPerson>;
};

type PersonFields = {
  readonly uuid: string;
  readonly number: string;
  readonly either: string;
  readonly name?: string;
};

const uuidOf = (value: unknown): string | undefined => {
  const [whole, pni, uuid] = UUID.exec(readText(value) ?? '') ?? [];
  if (whole === undefined || uuid === undefined) return undefined;
  return pni === undefined ? uuid.toLowerCase() : `PNI:${uuid.toLowerCase()}`;
};

const numberOf = (value: unknown): string | undefined => {
  const number = readText(value);
  return number !== undefined && NUMBER.test(number) ? number : undefined;
};

const UUID = /^(PNI:)?([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/iu;
const NUMBER = /^\+?\d{1,20}$/u;
