// Shows an announcement once: the agent's message to the person. The job's finding behind it is folded below.

import {saysNothing, spokenIn} from '../../shared/record-text/sentinels.ts';
import type {MessageId} from '../../shared/records/ids.ts';
import type {Message} from '../../shared/records/message.ts';
import type {Session} from '../../shared/records/session.ts';

/**
 * A job's or reminder's result in a person's conversation, for the agent to announce. In the job's own session it is
 * the task.
 */
export const isFinding = ({role, source, runId}: Message, {kind}: Pick<Session, 'kind'>): boolean =>
  kind !== 'cron' && role === 'user' && runId !== undefined && (source.kind === 'cron' || source.kind === 'reminder');

type AnnouncedResults = {
  /** Announced findings, which aren't shown at their own place. */
  readonly ids: ReadonlySet<MessageId>;
  /** The finding folded below a message; absent if the text is the same. */
  readonly below: ReadonlyMap<MessageId, Message>;
};

export const announcedResults = (messages: readonly Message[], session: Pick<Session, 'kind'>): AnnouncedResults => {
  const ids = new Set<MessageId>();
  const below = new Map<MessageId, Message>();
  for (const finding of messages) {
    if (!isFinding(finding, session)) continue;
    const announcement = messages.findLast(message => announces(message, finding));
    if (announcement === undefined) continue;
    ids.add(finding.id);
    if (spokenIn(announcement).trim() !== finding.text.trim()) below.set(announcement.id, finding);
  }
  return {ids, below};
};

/** True if a message announces the finding: it is from the same turn, or the same run's result word for word. */
const announces = (message: Message, finding: Message): boolean => {
  if (message.role !== 'assistant' || saysNothing(message) || spokenIn(message).trim() === '') return false;
  return message.turnId === undefined ? message.runId === finding.runId : message.turnId === finding.turnId;
};
