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
export const reminderTargets = ({session, origin}: AskedIn, addresses: readonly Address[]): readonly Address[] => {
  const direct = kindOfSession(session) === 'dm' ? addressOfSession(session) : undefined;
  const asked = [origin, direct].find(address => address !== undefined && isPersonal(address));
  if (asked !== undefined) return [asked];
  const pushable = addresses.filter(isPushable);
  return pushable.length > 0 ? pushable : addresses.filter(address => !isPushable(address)).slice(0, 1);
};

/**
 * The addresses of a reminder that is due. A reminder is for a person, so an address that nobody chose counts only
 * while it is theirs and reaches them while away: what was set before Signal was linked rings on Signal too.
 */
export const dueTargets = (
  {delivery, addressed, sourceSession}: Pick<Reminder, 'delivery' | 'addressed' | 'sourceSession'>,
  addresses: readonly Address[],
): readonly Address[] => {
  if (addressed === true) return delivery;
  const kept = delivery.filter(address => isPushable(address) && addresses.includes(address));
  if (kept.length > 0) return kept;
  const theirs = reminderTargets({session: sourceSession}, addresses);
  return theirs.length > 0 ? theirs : delivery;
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
