// Formats the agent's status for a chat: a few lines, and nothing about other people's conversations.

import type {SessionKey} from '../../../shared/records/session-key.ts';
import {formatDuration} from '../../../shared/time/format-time.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Store} from '../../ports/store.ts';
import type {Sessions} from '../../sessions/session-registry.ts';

type ChatStatusDeps = {
  readonly store: Store;
  readonly sessions: Pick<Sessions, 'busy' | 'queued'>;
  readonly now: EpochMs;
  readonly startedAt: EpochMs;
  readonly model: {readonly name: string; readonly ready: boolean; readonly detail?: string};
};

export const chatStatus = (
  {store, sessions, now, startedAt, model}: ChatStatusDeps,
  session: SessionKey,
): readonly string[] => {
  const queued = sessions.queued(session);
  const behind = queued === 0 ? '' : `, ${queued} more ${queued === 1 ? 'message waits' : 'messages wait'}`;
  const {user} = store.sessions.get(session) ?? {};
  const pending = user === undefined ? 0 : store.reminders.countPending(user);
  return [
    `Up for ${formatDuration(now - startedAt)}.`,
    `Model: ${model.name}${model.ready ? '' : ` (${model.detail ?? 'it cannot be used'})`}`,
    `This conversation: ${sessions.busy(session) ? 'busy' : 'idle'}${behind}.`,
    `Reminders: ${pending} pending.`,
  ];
};
