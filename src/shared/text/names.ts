// Names: how people know an address or a conversation. A configured person is their name, a group is its title, a contact is what
// they call themselves. Addresses and keys stay where a command needs them.
import {type Address, channelOf, groupOf, TERMINAL} from '../records/address.ts';
import {addressOfSession, type SessionKey, selfNamed, sessionName, sessionTitle} from '../records/session-key.ts';

/** What is known by name, by its address; and the titles that a person gave to conversations, by their keys. */
export type Names = {readonly [addressOrSession: string]: string};

export const NO_NAMES: Names = {};

/** `alice on signal`, `Family` for a group, `the terminal`; the address itself where no name is known. */
export const addressName = (address: Address, names: Names): string => {
  if (address === TERMINAL) return 'the terminal';
  const name = names[address];
  if (name === undefined) return address;
  return groupOf(address) === undefined ? `${name} on ${channelOf(address)}` : name;
};

/** The name of a conversation as lists show it, also of one that no list has. */
export const conversationName = (session: SessionKey, names: Names): string => {
  const given = names[session];
  if (given !== undefined) return given;
  const name = sessionName(session);
  if (name?.kind === 'cron') return selfNamed(name.name) ?? name.name;
  const address = addressOfSession(session);
  if (address === undefined || address === TERMINAL || names[address] === undefined) return sessionTitle(session);
  return addressName(address, names);
};
