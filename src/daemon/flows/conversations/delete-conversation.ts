// Deletes a conversation for good, with the sessions in which the agent worked on it. One transaction: a crash leaves it whole or gone. Its
// readable copies are removed after that, at the latest at the next start.
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import {
  heartbeatSession,
  isIsolated,
  isOwnerRecorded,
  reflectionSession,
  type SessionKey,
} from '../../../shared/records/session-key.ts';
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
  return store.transact(emit => {
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
};

const whyNot = ({ownSession, store, neededBy}: ConversationDeps, session: SessionKey): string | undefined => {
  const kept = store.sessions.get(session);
  if (isIsolated(session)) return `${session} belongs to a job. Remove the job instead.`;
  if (kept?.kind === 'main' || session === ownSession(kept?.user))
    return `"${kept?.title ?? session}" can't be deleted. Archive its messages, then delete the archived conversation.`;
  return neededBy(session);
};
