// Tables of conversations: sessions, messages and turns.

import type {MessageId, RunId, TurnId} from '../../shared/records/ids.ts';
import type {Message, MessageSource} from '../../shared/records/message.ts';
import type {RunKind} from '../../shared/records/run-kinds.ts';
import type {Session} from '../../shared/records/session.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Turn} from '../../shared/records/turn.ts';
import type {EpochMs} from '../../shared/time/time.ts';

export type KeptSession = Omit<Session, 'messages' | 'unread' | 'busy' | 'queued'> & {
  /** Stands in the model's context for everything up to `summarizedTo`. */
  readonly summary?: string;
  readonly summarizedTo?: MessageId;
};

export interface SessionStore {
  get(key: SessionKey): KeptSession | undefined;
  /** Sessions, last active first. */
  list(): readonly KeptSession[];
  counts(key: SessionKey): {readonly messages: number; readonly unread: number};
  /**
   * When a person was last there, or was last answered, in the main and direct conversations of which that was since an instant; the
   * newest first. A conversation in which the latest of very many messages are nobody's is left out.
   */
  heard(of: {
    readonly since: EpochMs;
    readonly limit: number;
  }): readonly {readonly key: SessionKey; readonly heardAt: EpochMs}[];
  put(session: KeptSession): void;
  /** When it was last begun anew. */
  resetAt(key: SessionKey): EpochMs | undefined;
  /** Everything said so far leaves the conversation (and stays in the database). */
  reset(key: SessionKey, at: EpochMs): void;
  /** Forgets a conversation in which nothing is kept, ever. */
  removeEmpty(key: SessionKey): void;
  /** Marks as seen everything up to and including a message. */
  read(key: SessionKey, upTo: MessageId): void;
}

/** At most one of the three directions. */
export type MessagePage = {
  readonly before?: MessageId;
  readonly after?: MessageId;
  readonly oldest?: boolean;
  readonly limit: number;
};

export interface MessageStore {
  /** Adds a message; with a key that was used before, nothing happens and the first one is returned. */
  add(message: Message, key?: string): Message;
  get(id: MessageId): Message | undefined;
  byKey(key: string): Message | undefined;
  /** The key it was added with. */
  keyOf(id: MessageId): string | undefined;
  remove(id: MessageId): void;
  /** Replaces what it says; the message as it now is, or undefined when there is none. */
  retext(id: MessageId, text: string): Message | undefined;
  /**
   * Forgets what it said, and its files: these words stand in its place, also in the events that are kept. The message as it now is,
   * or undefined when there is none. It looks through the events since the message: for what is rare.
   */
  forget(id: MessageId, text: string): Message | undefined;
  /**
   * Messages of the conversation older than `before`, or newer than `after`, or its first ones (`oldest`), oldest first; the newest
   * `limit` without any of them. `more`: there are further ones in that direction.
   */
  page(
    session: SessionKey,
    options: MessagePage,
  ): {
    readonly messages: readonly Message[];
    readonly more: boolean;
  };
  /** Puts the messages of a turn that starts behind everything in its conversation. */
  placeLast(session: SessionKey, turnId: TurnId): void;
  /**
   * What the model sees: messages after the last reset and summary, turn by turn, without turns that have not started. For a turn,
   * its own messages come last: what came in after its start is for the next one.
   */
  context(session: SessionKey, seenBy?: TurnId): readonly Message[];
  ofTurn(turnId: TurnId): readonly Message[];
  /** What a run put into conversations, and the messages that its turns answer; oldest first. */
  ofRun(runId: RunId): readonly Message[];
  search(text: string, options: {readonly session?: SessionKey; readonly limit: number}): readonly Message[];
  /** Messages since the last reset that have the text as it stands, whatever its case; newest first, older than `before`. */
  searchLiteral(
    session: SessionKey,
    text: string,
    options: {readonly before?: MessageId; readonly limit: number},
  ): readonly Message[];
  /** The last message ever put into a conversation, also one that a reset took out of it. */
  newest(session: SessionKey): Message | undefined;
  /** The newest message that came in from one of these sources, where it came after `after`. */
  newestOf(session: SessionKey, by: readonly MessageSource['kind'][], after?: MessageId): Message | undefined;
  /**
   * What was said after `after` (or ever) up to and including `upTo`, in reading order, whatever a reset took out: the newest
   * `limit` messages, and how many older ones there are.
   */
  between(
    session: SessionKey,
    range: {readonly after?: MessageId; readonly upTo: MessageId; readonly limit: number},
  ): {readonly messages: readonly Message[]; readonly older: number};
}

export interface TurnStore {
  put(turn: Turn): void;
  get(id: TurnId): Turn | undefined;
  /** Turns in the state, oldest first. */
  inState(state: Turn['state']): readonly Turn[];
  /** The turns that are to be asked again, oldest first. */
  toRetry(): readonly Turn[];
  /** How many turns alarms have begun in a session after an instant and before another one. */
  countOfAlarms(session: SessionKey, after: EpochMs, before: EpochMs): number;
  /** The turns that a job started, by their source, oldest first. */
  ofJob(kind: RunKind, name: string): readonly Turn[];
  remove(id: TurnId): void;
}
