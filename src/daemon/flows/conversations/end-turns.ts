// Ends the running turn of a conversation and withdraws the queued ones, before it is emptied or deleted.

import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {Core} from '../../core.ts';
import type {ConversationDeps} from './conversation-deps.ts';

/** Resolves when nothing runs or waits there. A message that arrives meanwhile is ended too. */
export const endTurns = async (
  {sessions, withdrawQueued}: Core & Pick<ConversationDeps, 'withdrawQueued'>,
  session: SessionKey,
  reason: string,
): Promise<void> => {
  do {
    withdrawQueued(session);
    await sessions.stopped(session, reason);
  } while (sessions.busy(session));
};
