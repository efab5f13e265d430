// Parses signal-cli's contacts, groups, identities and devices. Lenient, because these records grow with each version;
// an entry without its key fields is dropped.
import type {EveryField} from '../../../../shared/fields/every-field.ts';
import {type EnvelopeFields, readFields, readList, readText, readWhole} from '../envelope/fields.ts';
import type {SignalPerson} from '../envelope/signal-event.ts';

type SignalContact = SignalPerson & {readonly username?: string; readonly blocked: boolean};

type SignalGroupInfo = {
  readonly id: string;
  readonly name?: string;
  readonly isMember: boolean;
  readonly blocked: boolean;
  readonly members: readonly SignalPerson[];
};

export type SignalIdentity = SignalPerson & {
  /** 60 digits, to compare with those on the person's phone. */
  readonly safetyNumber: string;
  readonly trust: 'untrusted' | 'trusted' | 'verified';
};

type SignalDevice = {readonly id: number; readonly name?: string; readonly lastSeenAt?: number};

export const readContacts = (result: unknown): readonly SignalContact[] | undefined =>
  entries(result, contact => {
    const person = personOf(contact);
    if (person.uuid === undefined && person.number === undefined) return undefined;
    const name = readText(contact['name']) ?? readText(contact['nickName']) ?? profileName(contact);
    const username = readText(contact['username']);
    return {...person, name: name ?? person.name, username, blocked: contact['isBlocked'] === true};
  });

export const readGroups = (result: unknown): readonly SignalGroupInfo[] | undefined =>
  entries(result, group => {
    const id = readText(group['id']);
    if (id === undefined) return undefined;
    return {
      id,
      name: readText(group['name']),
      isMember: group['isMember'] === true,
      blocked: group['isBlocked'] === true,
      members: readList(group['members']).map(member => personOf(readFields(member) ?? {})),
    } satisfies EveryField<SignalGroupInfo>;
  });

export const readIdentities = (result: unknown): readonly SignalIdentity[] | undefined =>
  entries(result, identity => {
    const safetyNumber = readText(identity['safetyNumber'])?.replaceAll(/\s/gu, '');
    if (safetyNumber === undefined) return undefined;
    return {
      ...personOf(identity),
      safetyNumber,
      trust: TRUST.get(readText(identity['trustLevel']) ?? '') ?? 'untrusted',
    };
  });

export const readDevices = (result: unknown): readonly SignalDevice[] | undefined =>
  entries(result, device => {
    const id = readWhole(device['id']);
    if (id === undefined) return undefined;
    const lastSeenAt = readWhole(device['lastSeenTimestamp']);
    return {id, name: readText(device['name']), lastSeenAt} satisfies EveryField<SignalDevice>;
  });

const entries = <T>(result: unknown, read: (entry: EnvelopeFields) => T | undefined): readonly T[] | undefined =>
  Array.isArray(result) ? result.flatMap(entry => read(readFields(entry) ?? {}) ?? []) : undefined;

const personOf = (fields: EnvelopeFields): SignalPerson =>
  ({
    uuid: readText(fields['uuid'])?.toLowerCase(),
    number: readText(fields['number']),
    name: undefined,
  }) satisfies EveryField<SignalPerson>;

const profileName = (contact: EnvelopeFields): string | undefined => {
  const profile = readFields(contact['profile']) ?? {};
  return readText([profile['givenName'], profile['familyName']].flatMap(part => readText(part) ?? []).join(' '));
};

const TRUST: ReadonlyMap<string, SignalIdentity['trust']> = new Map([
  ['UNTRUSTED', 'untrusted'],
  ['TRUSTED_UNVERIFIED', 'trusted'],
  ['TRUSTED_VERIFIED', 'verified'],
]);
