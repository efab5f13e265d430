// Tables of conversations: sessions, messages and turns.

import type {MessageId, RunId, TurnId} from '../../shared/records/ids.ts';
import type {RunKind} from '../../shared/records/jobs/run-kinds.ts';
import type {Message, MessageSource} from '../../shared/records/message.ts';
import type {KeptSession} from '../../shared/records/session.ts';
import type {SessionKey, SessionKind} from '../../shared/records/session-key.ts';
import type {Turn} from '../../shared/records/turn.ts';
import type {EpochMs} from '../../shared/time/time.ts';

type Counts = {readonly messages: number; readonly unread: number};

export interface SessionStore {
  get(key: SessionKey): KeptSession | undefined;
  /** Sessions, or those of a kind; last active first. */
  list(kind?: SessionKind): readonly KeptSession[];
  counts(key: SessionKey): Counts;
  /** A session with its counts, in one read. */
  counted(key: SessionKey): (KeptSession & Counts) | undefined;
  /**
   * People's conversations, groups excepted, with activity since `since`, newest first. Activity is a person's message
   * or the answer to it. Skips a conversation whose many latest messages all come from programs.
   */
  spokenIn(of: {
    readonly since: EpochMs;
    readonly limit: number;
  }): readonly {readonly key: SessionKey; readonly spokenAt: EpochMs}[];
  /** `was`: the session as it is stored. Then only what differs is written. */
  put(session: KeptSession, was?: KeptSession): void;
  resetAt(key: SessionKey): EpochMs | undefined;
  /** Takes all messages out of the conversation. They stay in the database. */
  reset(key: SessionKey, at: EpochMs): void;
  /** The conversation that was made with this key. */
  madeWith(key: string): KeptSession | undefined;
  /** True if no conversation has this key, and no work goes on with messages of one that had it. */
  isFree(key: SessionKey): boolean;
  /**
   * Moves the messages since the last reset into another conversation, which must exist and be empty, with its unread
   * count and summary. Messages of turns that wait or run stay. The emptied conversation is as after a reset. The
   * messages follow as `work`.
   */
  moveMessages(from: SessionKey, to: SessionKey, at: EpochMs): void;
  /**
   * Copies messages since the last reset, up to and including one, for a conversation that doesn't exist yet. The
   * copies have ids of their own and belong to no turn, run or key. Messages of waiting turns are left out. A copy that
   * the daemon's end interrupts is removed at the next start.
   */
  startCopy(from: SessionKey, to: SessionKey, upTo: MessageId): SessionCopying;
  /**
   * Deletes conversations. Their messages, turns, search index and readable events, and the texts of their deliveries
   * and runs follow as `work`. Reminders and alarms that were set there belong to `heir` from now on.
   */
  purge(keys: readonly SessionKey[], heir: SessionKey): Purged;
  /** Moving and deleting messages, in slices of some milliseconds. Outlives the process. */
  readonly work: {
    isWaiting(): boolean;
    isMoving(): boolean;
    /** In a transaction: one slice. Moves come first, because people wait for them. */
    doSome(): void;
    /** At the start, before any copy: what a former process left incomplete is deleted as work. */
    abandonCopies(): void;
  };
  /** Purged conversations whose readable copies may still exist. */
  readonly purged: {
    list(): readonly SessionKey[];
    forget(keys: readonly SessionKey[]): void;
    /** Removes deleted text from the database's log, too. Call it outside a transaction. */
    scrub(): void;
  };
  /** Deletes a conversation that has never had a message. */
  removeEmpty(key: SessionKey): void;
  /** Marks everything up to and including a message as seen. */
  read(key: SessionKey, upTo: MessageId): void;
}

/** Each call belongs in a transaction. */
type SessionCopying = {
  /**
   * Copies a slice. Returns false when nothing is left. Throws `conflict` if the conversation was emptied or deleted
   * meanwhile.
   */
  copySome(nextId: () => MessageId): boolean;
  /** Adds the conversation with the copies. */
  finish(session: KeptSession): void;
  /** Deletes the copies, as work. */
  abandon(): void;
};

/** Numbers of records that were moved to the heir. */
export type Purged = {readonly reminders: number; readonly alarms: number};

/** At most one of `before`, `after` and `oldest` is set. */
export type MessagePage = {
  readonly before?: MessageId;
  readonly after?: MessageId;
  readonly oldest?: boolean;
  readonly limit: number;
};

/** The fields of a message that a person can change. */
export type Written = Pick<Message, 'text' | 'attachments' | 'details'>;

/** The words of a message as other records repeat them. */
export type Repetitions = {
  /** As another message or a delivery quotes it. */
  readonly quotes: readonly string[];
  /** As the title of a conversation. */
  readonly titles: readonly string[];
  /** As the daemon's lines name a request, in quotation marks. */
  readonly named: readonly string[];
  /** As the material of a reflection has it. */
  readonly passages: readonly string[];
};

export type Forgotten = Repetitions & {
  /** The text in its place. */
  readonly text: string;
  /** The title instead of one of the titles, in events. */
  readonly title: string;
  /** The first event that names the message. */
  readonly since: number;
};

export interface MessageStore {
  /** Adds a message. A key that was used before returns its first message and changes nothing. */
  add(message: Message, key?: string): Message;
  get(id: MessageId): Message | undefined;
  byKey(key: string): Message | undefined;
  /** The key that the message was added with. */
  keyOf(id: MessageId): string | undefined;
  /** Gives the message another key. */
  rekey(id: MessageId, key: string): void;
  remove(id: MessageId): void;
  /**
   * Replaces the text, the files and the details. Returns the changed message, or undefined when the message doesn't
   * exist.
   */
  rewrite(id: MessageId, written: Written): Message | undefined;
  /**
   * The texts that a message has had, as far as the stored events tell, and the number of the first event that names
   * it.
   */
  versions(id: MessageId): {readonly texts: readonly string[]; readonly since: number};
  /**
   * Removes a message from the database: its text, files and details, also in its copies in forks, in quotes, in the
   * material of reflections, in lines that name it, in deliveries, and in all events. `text` takes their place. Returns
   * the changed messages, or none when the message doesn't exist. Scans the messages and events since then, and all
   * deliveries, so use it rarely.
   */
  forget(id: MessageId, forgotten: Forgotten): readonly Message[];
  /**
   * Messages older than `before`, newer than `after`, or the conversation's first ones (`oldest`), oldest first.
   * Without any of them: the newest `limit`. `more`: there are further messages in that direction.
   */
  page(
    session: SessionKey,
    options: MessagePage,
  ): {
    readonly messages: readonly Message[];
    readonly more: boolean;
  };
  /** Moves the messages of a turn to the end of its conversation, because the turn starts now. */
  placeLast(session: SessionKey, turnId: TurnId): void;
  /**
   * The model's context: messages after the last reset and summary, by turn, without turns that haven't started. With
   * `seenBy`, that turn's messages come last; messages that arrived after its start are for the next turn. `newest`:
   * only so many, the last ones.
   */
  context(session: SessionKey, seenBy?: TurnId, newest?: number): readonly Message[];
  ofTurn(turnId: TurnId): readonly Message[];
  /** All messages of a conversation that hold text from elsewhere, in order of arrival, also those before a reset. */
  fromElsewhere(session: SessionKey): readonly Message[];
  /** The messages that a run added, and those that its turns answer. Oldest first. */
  ofRun(runId: RunId): readonly Message[];
  /** A message and its copies in forks are found once, unless one conversation is searched. */
  search(text: string, options: {readonly session?: SessionKey; readonly limit: number}): readonly Message[];
  /**
   * True if the text of a message has all of these words, whole and as the search knows them; words in quotes belong
   * together.
   */
  hasWords(id: MessageId, words: string): boolean;
  /** True if this person has written in the conversation. */
  hasWritten(session: SessionKey, user: string): boolean;
  /** Messages since the last reset that contain the literal text, ignoring case. Newest first, older than `before`. */
  searchLiteral(
    session: SessionKey,
    text: string,
    options: {readonly before?: MessageId; readonly limit: number},
  ): readonly Message[];
  /** The newest message of a conversation, including messages before a reset. */
  newest(session: SessionKey): Message | undefined;
  /** The newest message from one of these sources, if it came after `after`. Copies in a fork don't count. */
  newestOf(session: SessionKey, by: readonly MessageSource['kind'][], after?: MessageId): Message | undefined;
  /**
   * The newest `limit` messages after `after` (or from the start) up to and including `upTo`, in reading order.
   * Includes messages before a reset, and not the copies of a fork. `older`: how many more the range has.
   */
  between(
    session: SessionKey,
    range: {readonly after?: MessageId; readonly upTo: MessageId; readonly limit: number},
  ): {readonly messages: readonly Message[]; readonly older: number};
}

/** The scope of the daily limit: a conversation, or all conversations of a person whose keys start like this. */
export type WokenPlace = {readonly session: SessionKey} | {readonly sessionsFrom: SessionKey; readonly person: string};

export interface TurnStore {
  put(turn: Turn): void;
  get(id: TurnId): Turn | undefined;
  /** Turns in the state, oldest first. */
  inState(state: Turn['state']): readonly Turn[];
  /** Turns to run again, oldest first. */
  toRetry(): readonly Turn[];
  /**
   * Counts turns that alarms, timers and other conversations started in a session between two instants, both exclusive.
   */
  countWakes(there: WokenPlace, after: EpochMs, before: EpochMs): number;
  /** The turns that a job started, oldest first. */
  ofJob(kind: RunKind, name: string): readonly Turn[];
  remove(id: TurnId): void;
}
