// An announcement stands once: what the agent said of it to the person. What a job had found, which it said that of, is folded up
// below.
import type {MessageId} from '../../shared/records/ids.ts';
import type {Message} from '../../shared/records/message.ts';
import type {Session} from '../../shared/records/session.ts';
import {saysNothing, spokenIn} from '../../shared/text/sentinels.ts';

/** What a job or a reminder brought into a person's conversation, for the agent to tell. In the job's own one it is the task. */
export const isFinding = ({role, source, runId}: Message, {kind}: Pick<Session, 'kind'>): boolean =>
  kind !== 'cron' && role === 'user' && runId !== undefined && (source.kind === 'cron' || source.kind === 'reminder');

export type Retold = {
  /** Findings that were told: they don't stand in their place. */
  readonly told: ReadonlySet<MessageId>;
  /** What is folded up below a message; missing where it says the same. */
  readonly below: ReadonlyMap<MessageId, Message>;
};

export const retold = (messages: readonly Message[], session: Pick<Session, 'kind'>): Retold => {
  const told = new Set<MessageId>();
  const below = new Map<MessageId, Message>();
  for (const finding of messages) {
    if (!isFinding(finding, session)) continue;
    const telling = messages.findLast(one => tells(one, finding));
    if (telling === undefined) continue;
    told.add(finding.id);
    if (spokenIn(telling).trim() !== finding.text.trim()) below.set(telling.id, finding);
  }
  return {told, below};
};

/** The agent's words in the turn that was asked to tell it, or the same run's result word for word. */
const tells = (one: Message, finding: Message): boolean => {
  if (one.role !== 'assistant' || saysNothing(one) || spokenIn(one).trim() === '') return false;
  return one.turnId === undefined ? one.runId === finding.runId : one.turnId === finding.turnId;
};
