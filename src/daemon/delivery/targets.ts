// Where something scheduled goes: the conversation it came from first, else the person's addresses. Pure.
import {type Address, isPushable, TERMINAL} from '../../shared/records/address.ts';
import {addressOfSession, kindOfSession, type SessionKey} from '../../shared/records/session-key.ts';

/**
 * The addresses of a reminder set in `session` by a person who is met at `addresses`.
 * From a direct conversation on a channel: there, and only there. From anywhere else: everywhere the person can be reached
 * while away; where there is no such place, the terminal, if they are met there (the daemon outlives it: the reminder is
 * announced in the main session). Nothing when there is no address at all.
 */
export const reminderTargets = (session: SessionKey, addresses: readonly Address[]): readonly Address[] => {
  const origin = kindOfSession(session) === 'dm' ? addressOfSession(session) : undefined;
  if (origin !== undefined && isPushable(origin)) return [origin];
  const pushable = addresses.filter(isPushable);
  return pushable.length > 0 ? pushable : addresses.filter(address => !isPushable(address)).slice(0, 1);
};

/**
 * Where the agent's own word in a conversation goes, to a person who is met at `addresses`: into the conversation itself, and from
 * the terminal's on to wherever they are reached while away. Nothing where the conversation has no address.
 */
export const ownWordTargets = (session: SessionKey, addresses: readonly Address[]): readonly Address[] => {
  const here = addressOfSession(session);
  if (here === undefined) return [];
  return here === TERMINAL ? [...new Set([here, ...reminderTargets(session, addresses)])] : [here];
};
