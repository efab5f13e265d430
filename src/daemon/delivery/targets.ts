// Chooses the addresses of scheduled messages: the original conversation first, else the person's addresses. Pure.
import {type Address, isPushable, TERMINAL} from '../../shared/records/address.ts';
import {addressOfSession, kindOfSession, type SessionKey} from '../../shared/records/session-key.ts';

/**
 * The addresses of a reminder set in `session` for a person with these `addresses`. A direct conversation on a channel: only that one.
 * Otherwise all addresses that reach the person while away. Without any: the terminal, if it is one of theirs; the main session then
 * shows the reminder. Empty without an address.
 */
export const reminderTargets = (session: SessionKey, addresses: readonly Address[]): readonly Address[] => {
  const origin = kindOfSession(session) === 'dm' ? addressOfSession(session) : undefined;
  if (origin !== undefined && isPushable(origin)) return [origin];
  const pushable = addresses.filter(isPushable);
  return pushable.length > 0 ? pushable : addresses.filter(address => !isPushable(address)).slice(0, 1);
};

/**
 * The addresses of a message that the agent starts in a conversation. The conversation itself; for the terminal's, also the person's
 * addresses while away. Empty if the conversation has no address.
 */
export const verbatimTargets = (session: SessionKey, addresses: readonly Address[]): readonly Address[] => {
  const here = addressOfSession(session);
  if (here === undefined) return [];
  return here === TERMINAL ? [...new Set([here, ...reminderTargets(session, addresses)])] : [here];
};
