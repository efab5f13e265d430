// The conversation that a hook's target means: a conversation's key, or an address. Pure.
import {isAddress, isProgram} from './address.ts';
import {isIsolated, type SessionKey, sessionAt, sessionName} from './session-key.ts';

/** Undefined for another agent's conversation, a job's session, and text that is neither key nor address. */
export const sessionOfTarget = (agent: string, target: string): SessionKey | undefined => {
  const name = sessionName(target);
  const key = target as SessionKey;
  if (name !== undefined) return name.agent === agent && !isIsolated(key) ? key : undefined;
  return isAddress(target) && !isProgram(target) ? sessionAt(agent, target) : undefined;
};
