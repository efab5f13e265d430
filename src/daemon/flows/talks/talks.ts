// Messages between conversations of the agent: sending, delegating and broadcasting in one object.
import {type BroadcastDeps, createBroadcast} from './broadcast.ts';
import {createDelegating, type DelegateDeps} from './delegate.ts';
import {createSendToSession} from './send-to-session.ts';
import type {Talks} from './talk-actions.ts';

export const createTalks = (deps: BroadcastDeps & DelegateDeps): Talks => ({
  send: createSendToSession(deps),
  broadcast: createBroadcast(deps),
  ...createDelegating(deps),
});
