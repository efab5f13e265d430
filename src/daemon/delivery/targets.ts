// Chooses the addresses of scheduled messages: the address that asked first, else the person's addresses. Pure.
import {type Address, isGroup, isPushable, TERMINAL} from '../../shared/records/address.ts';
import type {Reminder} from '../../shared/records/jobs/jobs.ts';
import {addressOfSession, kindOfSession, type SessionKey} from '../../shared/records/session-key.ts';

/** The origin of a request: the conversation, and the address of its message. */
type AskedIn = {readonly session: SessionKey; readonly origin?: Address};

/**
 * The addresses of a reminder for a person with these `addresses`. Set in a direct conversation on a channel: only that
 * address. Otherwise all addresses that reach the person while away. Without any: the terminal, if it is one of theirs;
 * the main session then shows the reminder. Empty without an address.
 */
export const reminderTargets = (of: AskedIn, addresses: readonly Address[]): readonly Address[] => {
  const asked = directChat(of);
  if (asked !== undefined) return [asked];
  const pushable = addresses.filter(isPushable);
  return pushable.length > 0 ? pushable : addresses.filter(address => !isPushable(address)).slice(0, 1);
};

/** The direct chat of a request: the address of its message, else that of its conversation. */
export const directChat = ({session, origin}: AskedIn): Address | undefined => {
  const direct = kindOfSession(session) === 'dm' ? addressOfSession(session) : undefined;
  return [origin, direct].find(address => address !== undefined && isPersonal(address));
};

/** The fields that decide where a reminder rings, also in the wire form. */
type Ringing = Pick<Reminder, 'delivery' | 'addressed' | 'origin' | 'sourceSession' | 'user'>;

/** The present addresses of a person. */
type Reachable = {readonly addresses: readonly Address[]; readonly ways?: readonly Address[]};

/**
 * The addresses of a reminder that rings now: the chosen one, else those that reach its person now. So what was set
 * before Signal was linked rings on Signal too. Never empty: what nobody can get is shown at the terminal.
 */
export const dueTargets = (
  {delivery, addressed, origin, sourceSession}: Ringing,
  person: Reachable | undefined,
): readonly Address[] => {
  if (addressed === true) return delivery;
  const {addresses, ways} = person ?? {addresses: []};
  if (ways !== undefined) return ways;
  const asked = origin !== undefined && (person === undefined || addresses.includes(origin)) ? origin : undefined;
  const targets = reminderTargets({session: sourceSession, origin: asked}, addresses);
  return targets.length > 0 ? targets : [origin ?? TERMINAL];
};

/** Adds where a reminder would ring now, for those who see it. Looks up each person once. */
export const withWays = (person: (name: string) => Reachable | undefined): (<R extends Ringing>(reminder: R) => R) => {
  const known = new Map<string, Reachable | undefined>();
  const reachable = (name: string): Reachable | undefined => {
    if (!known.has(name)) known.set(name, person(name));
    return known.get(name);
  };
  return reminder => {
    const {delivery, user} = reminder;
    if (delivery.length > 0) return reminder;
    return {...reminder, ways: dueTargets(reminder, user === undefined ? undefined : reachable(user))};
  };
};

/**
 * The addresses of a message that the agent starts in a conversation. The conversation itself; for one over several
 * addresses, all that reach its person while away. Empty if the conversation has no address.
 */
export const verbatimTargets = (session: SessionKey, addresses: readonly Address[]): readonly Address[] => {
  if (kindOfSession(session) === 'person') return addresses.filter(isPushable);
  const here = addressOfSession(session);
  if (here === undefined) return [];
  return here === TERMINAL ? [...new Set([here, ...reminderTargets({session}, addresses)])] : [here];
};

const isPersonal = (address: Address): boolean => isPushable(address) && !isGroup(address);
