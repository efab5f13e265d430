// Counts how often conversations have passed messages on since a person wrote. Bounds loops of conversations that
// answer each other.
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {World} from '../../ports/system.ts';
import type {ActingSession} from './cross-session-actions.ts';

/** The depth of what the acting session sends now. Throws beyond the limit, and records the refusal. */
export const nextDepth = (
  {store, log}: Pick<World, 'store' | 'log'>,
  {session, trust, turnId}: ActingSession,
): number => {
  const asked = turnId === undefined ? undefined : store.messages.ofTurn(turnId)[0];
  const depth = asked?.frame !== undefined && 'depth' in asked.frame ? asked.frame.depth : 0;
  if (depth < DEEPEST) return depth + 1;
  const source = {kind: 'session', name: session} as const;
  store.transact(emit => emit({type: 'policy.refused', session, trust, reason: TOO_DEEP, source}));
  log.warn({session}, TOO_DEEP);
  throw new GatewayError('refused', TOO_DEEP);
};

const DEEPEST = 3;
const TOO_DEEP = `Conversations passed this on ${DEEPEST} times since a person wrote. Tell the person here instead.`;
