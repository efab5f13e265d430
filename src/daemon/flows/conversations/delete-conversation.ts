// Deletes a conversation for good, with the sessions in which the agent worked on it. One transaction takes it away
// from everybody: a crash leaves it whole or gone. Its rows and readable copies are removed after that; the next start
// carries on.

import {
  heartbeatSession,
  isIsolated,
  isOwnerRecorded,
  reflectionSession,
  type SessionKey,
} from '../../../shared/records/session-key.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {Purged} from '../../ports/conversation-store.ts';
import type {ConversationDeps} from './conversation-deps.ts';
import {endTurns} from './end-turns.ts';

/** Numbers of reminders and alarms that were set there, and the conversation that has them now. */
export type Deleted = Purged & {readonly heir: SessionKey};

export const deleteConversation = async (deps: ConversationDeps, session: SessionKey): Promise<Deleted> => {
  const {store, index} = deps;
  const refusal = whyNot(deps, session);
  if (refusal !== undefined) throw new GatewayError('refused', refusal);
  await endTurns(deps, session, 'The conversation was deleted.');
  const deleted = store.transact(emit => {
    const kept = store.sessions.get(session);
    // A dm comes back with the next message, so its reminders stay with it.
    const heir = isOwnerRecorded(session) ? deps.ownSession(kept?.user) : session;
    const gone = [session, heartbeatSession(session), reflectionSession(session)];
    const later = store.sessions.list().filter(({earlier, key}) => earlier === session && key !== session);
    const moved = store.sessions.purge(gone, heir);
    emit({type: 'session.deleted', session, gone, heir});
    for (const {key} of later) index.changed(key, emit);
    return {...moved, heir};
  });
  // A long conversation takes minutes, because its words are overwritten in the search index. It goes on without the
  // caller.
  using limit = deadline(deps);
  await Promise.race([deps.worker.finished(), limit.passed]);
  return deleted;
};

const deadline = ({clock}: Core): Disposable & {readonly passed: Promise<void>} => {
  const {promise: passed, resolve} = Promise.withResolvers<void>();
  return Object.assign(clock.after(LONGEST_WAIT_MS, resolve), {passed});
};

const LONGEST_WAIT_MS = 10 * SECOND;

const whyNot = ({ownSession, store, neededBy}: ConversationDeps, session: SessionKey): string | undefined => {
  const kept = store.sessions.get(session);
  if (isIsolated(session)) return `${session} belongs to a job. Remove the job instead.`;
  if (kept?.kind === 'main' || session === ownSession(kept?.user))
    return `"${kept?.title ?? session}" can't be deleted. Archive its messages, then delete the archived conversation.`;
  return neededBy(session);
};
