// Finds a contact by user name, number, id or address, and whether a reply is owed to them. Every command, tool and
// door asks here, so that a person has one address, whichever name of theirs somebody uses.

import {type Address, channelOf, isAddress, isPushable, signalGroupId} from '../../shared/records/address.ts';
import {mailSession, mailThreadIn, type SessionKey} from '../../shared/records/session-key.ts';
import {GatewayError} from '../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import type {Config} from '../config/config-schema.ts';
import type {Ledger, LedgerEntry, LedgerStore} from '../ports/delivery-store.ts';
import {userAt, userNamed} from './conversation.ts';

/**
 * The one address of the person at an address: a number, an ID and a username may belong together. Any other address
 * stays as it is.
 */
export type Canonical = (address: Address) => Address;

/**
 * The addresses of a contact, the preferred one first, then a user's others on the same channel, then the address as it
 * was given. Throws `not_found`.
 */
export const addressesOf = (
  config: Config,
  contact: string,
  canonical: Canonical,
): readonly [Address, ...Address[]] => {
  const given = addressIn(contact);
  if (given !== undefined) {
    const address = canonical(given);
    const others = userAt(config, address)?.match.filter(other => channelOf(other) === channelOf(address)) ?? [];
    const rest = new Set([...others, given]);
    rest.delete(address);
    return [address, ...rest];
  }
  const user = userNamed(config, contact);
  if (user === undefined) {
    const sentence = `Unknown contact "${contact}". Use a person's name, a number (+1555…), an ID or an address (signal:…).`;
    throw new GatewayError('not_found', sentence);
  }
  const [first, ...others] = user.match.filter(isPushable);
  if (first === undefined) throw new GatewayError('not_found', `${contact} has no address besides the terminal.`);
  return [first, ...others];
};

/** The ledgers of a contact: those of their addresses, or that of one mail thread. Throws `not_found`. */
export const ledgersOf = (
  config: Config,
  contact: string,
  {canonical, isThread}: {readonly canonical: Canonical; readonly isThread: (session: SessionKey) => boolean},
): readonly [Address, ...Address[]] => {
  const thread = mailThreadIn(contact);
  if (thread === undefined) return addressesOf(config, contact, canonical);
  const session = mailSession(config.agent.id, thread);
  if (!isThread(session)) throw new GatewayError('not_found', `No mail thread ${thread}.`);
  return [session];
};

/** State of the reply: owed if the newest message is theirs, and nobody marked it as needing none. */
export const replyOwed = (ledger: LedgerStore, addresses: readonly Address[]): Owed => {
  const entries = addresses.map(address => ledger.of(address));
  const newestIn = newest(entries.map(entry => entry.newestIn));
  const newestOut = newest(entries.map(entry => entry.newestOut));
  return {
    owed: newestIn !== undefined && entries.every(entry => answeredAt(entry) < newestIn.at),
    newestIn,
    newestOut,
  };
};

/**
 * Until when the messages of an address need no reply: the newest one out, or what somebody marked. Minus infinity
 * without either.
 */
export const answeredAt = ({newestOut, clearedAt}: Ledger): EpochMs =>
  Math.max(newestOut?.at ?? Number.NEGATIVE_INFINITY, clearedAt ?? Number.NEGATIVE_INFINITY);

export type Owed = {readonly owed: boolean; readonly newestIn?: LedgerEntry; readonly newestOut?: LedgerEntry};

/** Parses an address, or a Signal address without its channel. */
const addressIn = (text: string): Address | undefined => {
  if (OF_SIGNAL.test(text)) return `signal:${text.startsWith('+') ? text.replaceAll(/[\s().-]/gu, '') : text}`;
  const group = /^(?:signal:)?group:(.+)$/u.exec(text)?.[1];
  if (group !== undefined) return `signal:group:${signalGroupId(group) ?? group}`;
  return isAddress(text) ? text : undefined;
};

const newest = (entries: readonly (LedgerEntry | undefined)[]): LedgerEntry | undefined =>
  entries.reduce((best, entry) => (entry !== undefined && (best === undefined || entry.at > best.at) ? entry : best));

/** A number, an ACI, a username. */
const OF_SIGNAL = /^(?:\+[\d\s().-]{5,24}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}|u:\S+)$/iu;
