// Maps a person's number and ACI to one address. Signal reports either or both. Pairs are stored, and the configured
// name wins, so that a person has one conversation.
import {type Address, channelOf, targetOf} from '../../../../shared/records/address.ts';
import type {UserConfig} from '../../../config/config-schema.ts';
import type {CursorStore} from '../../../ports/store.ts';
import type {SignalPerson} from '../../signal-cli/envelope/signal-event.ts';
import {isSamePerson} from '../../signal-cli/index.ts';

export type People = {
  /** Stores that a number and an ACI belong to one person, in the current transaction. */
  readonly learn: (person: SignalPerson & {readonly username?: string}) => void;
  /** Adds the other name, if known. */
  readonly whole: (person: SignalPerson) => SignalPerson;
  /** A person's address: as configured, otherwise by ACI, otherwise by number. */
  readonly addressOf: (person: SignalPerson) => Address | undefined;
  /** The person behind an address's target. */
  readonly personAt: (target: string) => SignalPerson;
};

type PeopleDeps = {
  readonly users: () => readonly UserConfig[];
  readonly cursors: CursorStore;
};

export const createPeople = ({users, cursors}: PeopleDeps): People => {
  const keep = (mark: string, value: string): void => {
    if (cursors.get(mark) !== value) cursors.set(mark, value);
  };

  const uuidOf = (number: string): string | undefined => cursors.get(`${UUID_OF}${number}`);

  /** A number can change its owner, so both directions must agree. */
  const numberOf = (uuid: string): string | undefined => {
    const number = cursors.get(`${NUMBER_OF}${uuid}`);
    return number !== undefined && uuidOf(number) === uuid ? number : undefined;
  };

  const whole = (person: SignalPerson): SignalPerson => {
    const uuid = person.uuid ?? (person.number === undefined ? undefined : uuidOf(person.number));
    const number = person.number ?? (uuid === undefined ? undefined : numberOf(uuid));
    return {...person, uuid: uuid ?? person.uuid, number: number ?? person.number};
  };

  const personAt = (target: string): SignalPerson => {
    if (target.startsWith(USERNAME)) {
      const uuid = cursors.get(`${UUID_OF}${target.toLowerCase()}`);
      return uuid === undefined ? {} : whole({uuid});
    }
    return whole(target.startsWith('+') ? {number: target} : {uuid: target.toLowerCase().replace(/^pni:/u, 'PNI:')});
  };

  return {
    learn: ({uuid, number, username}) => {
      if (uuid === undefined) return;
      if (username !== undefined) keep(`${UUID_OF}${USERNAME}${username.toLowerCase()}`, uuid);
      if (number === undefined) return;
      keep(`${UUID_OF}${number}`, uuid);
      keep(`${NUMBER_OF}${uuid}`, number);
    },
    whole,
    addressOf: someone => {
      const person = whole(someone);
      const configured = users()
        .flatMap(({match}) => match)
        .find(address => channelOf(address) === CHANNEL && isSamePerson(personAt(targetOf(address)), person));
      const id = person.uuid ?? person.number;
      return configured ?? (id === undefined ? undefined : `${CHANNEL}:${id}`);
    },
    personAt,
  };
};

const CHANNEL = 'signal';
/** Prefix of a username in a recipient. */
const USERNAME = 'u:';
const UUID_OF = 'signal.uuid:';
const NUMBER_OF = 'signal.number:';
