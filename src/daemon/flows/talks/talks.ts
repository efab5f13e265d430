// Messages between conversations of the agent: sending, delegating and broadcasting in one object.
import {type BroadcastDeps, createBroadcast} from './broadcast.ts';
import {createDelegating, type DelegateDeps} from './delegate.ts';
import {createSendOn} from './send-on.ts';
import type {Talks} from './talk-actions.ts';

export const createTalks = (deps: BroadcastDeps & DelegateDeps): Talks => ({
  send: createSendOn(deps),
  broadcast: createBroadcast(deps),
  ...createDelegating(deps),
});
