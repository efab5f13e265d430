// The name of what the built-in assistant remembers of a conversation: its open question and what it has listed.
import type {SessionKey} from '../../shared/records/session-key.ts';

export const offlineMemory = (session: SessionKey): string => `offline.memory:${session}`;
