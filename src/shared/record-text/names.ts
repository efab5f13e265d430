// Names: how people know an address or a conversation. A configured person has their name, a group its title, a contact
// their profile name. Commands that need an address or a key show those.
import {type Address, channelOf, groupOf, TERMINAL} from '../records/address.ts';
import {addressOfSession, reservedKind, type SessionKey, sessionName, sessionTitle} from '../records/session-key.ts';

/** Known names by address, and conversation titles by session key. */
export type Names = {readonly [addressOrSession: string]: string};

export const NO_NAMES: Names = {};

/** `alice on signal`, `Family` for a group, `the terminal`; the address itself where no name exists. */
export const addressName = (address: Address, names: Names): string => {
  if (address === TERMINAL) return 'the terminal';
  const name = names[address];
  if (name === undefined) return address;
  return groupOf(address) === undefined ? `${name} on ${channelOf(address)}` : name;
};

/** The name of a conversation as lists show it, even for one that no list has. */
export const conversationName = (session: SessionKey, names: Names): string => {
  const given = names[session];
  if (given !== undefined) return given;
  const name = sessionName(session);
  if (name?.kind === 'cron') return reservedKind(name.name) ?? name.name;
  const address = addressOfSession(session);
  if (address === undefined || address === TERMINAL || names[address] === undefined) return sessionTitle(session);
  return addressName(address, names);
};
