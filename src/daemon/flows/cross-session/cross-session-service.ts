// Messages between conversations of the agent: sending, delegating and broadcasting in one object.
import {type BroadcastDeps, createBroadcast} from './broadcast.ts';
import type {CrossSessionService} from './cross-session-actions.ts';
import {createDelegating, type DelegateDeps} from './delegate.ts';
import {createSendToSession} from './send-to-session.ts';

export const createCrossSessionService = (deps: BroadcastDeps & DelegateDeps): CrossSessionService => ({
  send: createSendToSession(deps),
  broadcast: createBroadcast(deps),
  ...createDelegating(deps),
});
