// Ports of the operations on conversations.

import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {Core} from '../../core.ts';
import type {SessionWorker} from './session-worker.ts';

export type ConversationDeps = Core & {
  readonly worker: Pick<SessionWorker, 'finished' | 'moved'>;
  /** The conversation in which a person always is. Without a name: the owner's. */
  readonly ownSession: (user: string | undefined) => SessionKey;
  /** Withdraws the queued turns of a conversation. */
  readonly withdrawQueued: (session: SessionKey) => void;
  /** Names the configuration entry that needs the conversation, as a sentence. Undefined if there is none. */
  readonly neededBy: (session: SessionKey) => string | undefined;
  /** The reason why a model's name can't be used, as a sentence. */
  readonly modelProblem: (model: string) => string | undefined;
};
