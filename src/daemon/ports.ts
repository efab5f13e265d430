// Every way the house touches the world, on one page. Each door has one real implementation and one fake, and both pass
// the same contract tests. Nouns and stories see these interfaces and nothing behind them.
import type {LanguageModelV4} from '@ai-sdk/provider';
import type {ChannelStatus, Fact, GatewayEvent} from '../shared/events/gateway-event.ts';
import type {Address} from '../shared/records/address.ts';
import type {Alarm, AlarmState} from '../shared/records/alarm.ts';
import type {Delivery, DeliveryState} from '../shared/records/delivery.ts';
import type {AlarmId, DeliveryId, Ids, MessageId, ReminderId, RunId, TurnId} from '../shared/records/ids.ts';
import type {Inbound, InboundChange, InboundReaction, Outbound, Receipt} from '../shared/records/injection.ts';
import type {Reminder, ReminderState, Run} from '../shared/records/jobs.ts';
import type {Message, MessageSource} from '../shared/records/message.ts';
import type {RunKind} from '../shared/records/run-kinds.ts';
import type {Session} from '../shared/records/session.ts';
import type {Place, SessionKey} from '../shared/records/session-key.ts';
import type {Trust} from '../shared/records/trust.ts';
import type {Turn} from '../shared/records/turn.ts';
import type {Clock} from '../shared/time/clock.ts';
import type {EpochMs} from '../shared/time/time.ts';

export type {Ids} from '../shared/records/ids.ts';
export type {Clock} from '../shared/time/clock.ts';

/** A structured log. Secrets never reach it: what may hold one is redacted by key before it is written. */
export interface Log {
  debug(fields: LogFields, sentence: string): void;
  info(fields: LogFields, sentence: string): void;
  warn(fields: LogFields, sentence: string): void;
  error(fields: LogFields, sentence: string): void;
}
export type LogFields = Readonly<Record<string, unknown>>;

/** A way in and out for people. */
export interface Channel {
  readonly name: string;
  status(): ChannelStatus;
  /**
   * Contract: what was received is kept before anybody is told, and brought again, also by the next daemon, until it was kept or
   * refused: once per platform message id. The ears never reject. Disposing stops the bringing, not the channel.
   */
  listen(handler: InboundHandler): Promise<AsyncDisposable>;
  /**
   * Contract: resolves only when the platform accepted it, with what was not told before; rejects with a SendFailure or another
   * GatewayError otherwise (`unavailable`: try later). One that leaves in several messages tells of each but the last as soon as it
   * is accepted, and waits until that is kept.
   */
  send(outbound: Outbound, signal: AbortSignal, onPart: (part: Receipt) => Promise<void>): Promise<Receipt>;
  /** How long one message may take before its end is doubted. @default a minute */
  readonly sendLimitMs?: number;
}

/** Whom a channel tells what people did there. */
export interface InboundHandler {
  /** Somebody said something. */
  hear(inbound: Inbound): Promise<HandleResult>;
  /** Somebody replaced what they had said, or took it back. */
  change(change: InboundChange): Promise<HandleResult>;
  /** Somebody reacted to what was delivered to them. */
  react(reaction: InboundReaction): Promise<HandleResult>;
}
/** What becomes of a thing that a channel brought. */
export type HandleResult =
  /** Stored: its author may be told that it was read. */
  | {readonly kind: 'kept'}
  | {readonly kind: 'refused'; readonly because: string}
  /** Nothing was kept of it: to be brought again after a while. */
  | {readonly kind: 'later'; readonly because: string};

/** A person answered something in a chat: in words, or by a reaction to what was delivered to them. */
export type ChatAnswer = {
  readonly chat: Address;
  readonly session: SessionKey;
  readonly user: string;
  readonly trust: Trust;
  readonly at: EpochMs;
  /** The answer's own id: who acts on it keeps the key in the transaction that acts, so that twice is once. */
  readonly key: string;
} & (
  | {readonly kind: 'reply'; readonly text: string /** What was quoted, when it is ours. */; readonly to?: DeliveryId}
  | {readonly kind: 'reaction'; readonly emoji: string; readonly removed: boolean; readonly to: DeliveryId}
);

/** Takes an answer that needs no model: `taken` when it was acted on (now or before), durably. Never rejects for an answer that is not its own. */
export type TakeAnswer = (answer: ChatAnswer) => Promise<'taken' | 'not-ours'>;

/** A language model: the AI SDK's own interface, so that any of its providers fits. */
export type Model = LanguageModelV4;

/** A model chosen by configuration, in the order to try. */
export interface Models {
  /** The models to try for a turn, best first: `agent.model` (or the job's own), then the fallbacks. Loads what it needs. */
  candidates(wanted?: string): Promise<readonly ModelChoice[]>;
}
export type ModelChoice = {
  /** As the configuration writes it: `anthropic/<model>`, `offline`, … */
  readonly name: string;
  readonly model: Model;
  /** How many tokens fit into its window, as far as is known. */
  readonly contextTokens: number;
  /** It can be shown pictures. */
  readonly sees?: true;
  /** The variable of the environment that was to hold its key, where it holds none: none is sent. */
  readonly unsetVariable?: string;
};

export type JsonSchema = Readonly<Record<string, unknown>>;

export type ToolSpec = {
  readonly name: string;
  readonly description: string;
  readonly parameters: JsonSchema;
};

/** Who uses a tool, where. */
export type ToolContext = {
  readonly session: SessionKey;
  readonly turnId: TurnId;
  /** Of this use: what it leads to can be keyed by it. */
  readonly callId: string;
  readonly trust: Trust;
  readonly user?: string;
  /** The user's zone. */
  readonly zone: string;
  /** The operator asked for it at the terminal, with the message that this turn answers. */
  readonly atTerminal?: true;
  /** Aborted when the turn is stopped or its time is up; a tool ends, with its children, when it is. */
  readonly signal: AbortSignal;
};

export type ToolOutput = {readonly ok: boolean; readonly text: string};

/** A capability offered to the model. */
export interface Tool {
  readonly spec: ToolSpec;
  /** Sessions below this trust are not offered it. */
  readonly needs: Trust;
  /** In which sessions it belongs; one that speaks to people only where they are spoken with. @default talk and job */
  readonly places?: readonly Place[];
  /** Whether it is of any use at present, there. @default it is */
  readonly isOffered?: (session: SessionKey | undefined) => boolean;
  /** In how many words a call is told on one line: its most telling argument. */
  summarize(input: unknown): string;
  /** Contract: a refusal or a bad argument is an output, not an exception; an exception is caught and becomes one. */
  run(input: unknown, context: ToolContext): Promise<ToolOutput>;
}

/** The agent's folder. */
export interface Workspace {
  readonly root: string;
  /** The text of a file inside it, or undefined when there is none. */
  read(path: string): Promise<string | undefined>;
}

/**
 * The same folder for those who change it. A path is relative to the root (an absolute one inside it will do) and stays
 * inside, through whatever links; one that leads out is refused. Failures are GatewayErrors.
 */
export interface WorkspaceFiles extends Workspace {
  /** Where a path leads, links followed, and what is there. */
  locate(path: string): Promise<Located>;
  /** Part of a file, or undefined when there is none. */
  readBytes(path: string, range: {readonly from: number; readonly limit: number}): Promise<Uint8Array | undefined>;
  /** What a folder holds, by name; links are named and not followed. */
  entries(path: string): Promise<readonly FolderEntry[]>;
  /** Replaces or makes a file, whole or not at all, with the folders on the way to it. */
  write(path: string, text: string): Promise<void>;
  /** Reads, edits and writes with no other change in between. `edit` may throw to leave the file as it is. */
  change(path: string, edit: (text: string | undefined) => string): Promise<void>;
  append(path: string, text: string): Promise<void>;
  /** Removes a file; nothing happens when there is none. */
  remove(path: string): Promise<void>;
}
export type Located = {
  /** Its real path inside the workspace, `.` for the root. */
  readonly path: string;
  readonly kind: 'file' | 'folder' | 'other' | 'missing';
  readonly size: number;
};
export type FolderEntry = {
  readonly name: string;
  readonly kind: 'file' | 'folder' | 'link' | 'other';
  readonly size: number;
  readonly changedAt: EpochMs;
};

/** What web_fetch brings home. */
export type FetchedPage = {
  readonly url: string;
  /** Where redirects led, if they did. */
  readonly finalUrl?: string;
  readonly title?: string;
  readonly text: string;
};

/** A page that was kept. Its size and instant tell whether it is still the same. */
export type CachedPage = Pick<FolderEntry, 'size' | 'changedAt'> & {
  /** In the workspace. */
  readonly path: string;
  readonly url?: string;
  readonly title?: string;
};

/** The pages that were fetched, until somebody has looked through them. */
export interface PageCache {
  /** Keeps a page and says in which file; undefined when it could not be kept, which is logged and hurts nobody. */
  save(page: FetchedPage, session: SessionKey): Promise<string | undefined>;
  /** The pages that were fetched in a conversation, by name; with `strays`, those too that belong to none of these others. */
  pages(session: SessionKey, strays?: {readonly but: readonly SessionKey[]}): Promise<readonly CachedPage[]>;
  /** What a page says: the lines on top of it that may be kept, and the text below. Undefined when there is none. */
  open(path: string): Promise<{readonly url?: string; readonly matter: string; readonly body: string} | undefined>;
  remove(path: string): Promise<void>;
  /** Removes the pages that are still as they were listed; how many. */
  clear(pages: readonly CachedPage[]): Promise<number>;
}

/**
 * Memory. One database, one writer. What must be true together is committed together: `transact` runs its work in one
 * transaction, events get their numbers in it, and are published after the commit. A call inside another joins it.
 */
export interface Store {
  transact<T>(work: (emit: Emit) => T): T;
  /**
   * The same, but works that are waiting at the same time share one commit; resolves after it. One that throws undoes only itself.
   * A work may be done a second time, when another one threw: what it does, it does in the store.
   */
  transactBatched<T>(work: (emit: Emit) => T): Promise<T>;
  /** Called once per committed transaction, in order, with what it made true. */
  onCommitted(listener: (events: readonly GatewayEvent[]) => void): Disposable;
  /** Grows with everything that is written: what was read from the store still holds while it is the same. */
  writes(): number;

  readonly sessions: SessionStore;
  readonly messages: MessageStore;
  readonly turns: TurnStore;
  readonly reminders: ReminderStore;
  readonly alarms: AlarmStore;
  readonly runs: RunStore;
  readonly preTools: PreToolStore;
  readonly deliveries: DeliveryStore;
  readonly events: EventStore;
  readonly cursors: CursorStore;
  readonly inbox: InboxStore;
  readonly ledger: LedgerStore;
}

/** Records a fact in the transaction at hand. */
export type Emit = (fact: Fact) => void;

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

export interface ReminderStore {
  /** `asked`: what was asked for, to tell the same request from another one under the same key. */
  add(reminder: Reminder, key?: string, asked?: string): Reminder;
  get(id: ReminderId): Reminder | undefined;
  byKey(key: string): Reminder | undefined;
  /** What was asked for under a key, where that is known. */
  askedUnder(key: string): string | undefined;
  /**
   * Earliest first; pending and firing without a state. `text`: only those whose message has it in it, small or capital. `after` and
   * `before`: those that stand after or before this one, and next to it; without a cursor the first, of those that are over the last.
   */
  list(filter: {
    readonly user?: string;
    readonly state?: ReminderState;
    readonly text?: string;
    readonly before?: ReminderId;
    readonly after?: ReminderId;
    readonly limit: number;
  }): readonly Reminder[];
  /** Those that were set in a turn, in the order they were set. */
  ofTurn(turnId: TurnId): readonly Reminder[];
  countPending(user?: string): number;
  /** Whom pending reminders are for. */
  people(): readonly string[];
  /** Gives everything of one person to another; how many reminders. */
  reassign(from: string, to: string): number;
  /**
   * Forgets reminders that are over (fired, done, cancelled) and were due before `before`, or are more than the `keep` latest of
   * their state; at most `limit` of each state at a time. One whose run is at work, or still kept, stays.
   */
  prune(of: {readonly keep: number; readonly before: EpochMs; readonly limit: number}): void;
  nextFireAt(): EpochMs | undefined;
  due(now: EpochMs, limit: number): readonly Reminder[];
  /** When the first of the unanswered ones is to be said again. */
  nextNagAt(): EpochMs | undefined;
  dueNags(now: EpochMs, limit: number): readonly Reminder[];
  /** `was`: as it was read; then no more is written than differs. */
  update(reminder: Reminder, was?: Reminder): void;
}

export interface AlarmStore {
  /** `asked`: how its time was said, to know a repetition of one with a key by. Of one user a key is active once. */
  add(alarm: Alarm, asked?: string): void;
  get(id: AlarmId): Alarm | undefined;
  /** The active one that the user set under the key. */
  byKey(user: string, key: string): {readonly alarm: Alarm; readonly asked: string} | undefined;
  /** The active ones, earliest first; of those that are over the latest, the one that ended last at the end. Active without a state. Cursors as of reminders. */
  list(filter: {
    readonly user?: string;
    readonly state?: AlarmState;
    readonly before?: AlarmId;
    readonly after?: AlarmId;
    readonly limit: number;
  }): readonly Alarm[];
  /** Those that were set in a turn, in the order they were set. */
  ofTurn(turnId: TurnId): readonly Alarm[];
  countActive(user?: string): number;
  /** Whose alarms are active. */
  people(): readonly string[];
  /** Gives the active ones of one person to another, but those whose key the other has in use; how many. */
  reassign(from: string, to: string): number;
  /** When the first of the active ones is to be looked at: its instant, or that of a retry. */
  nextDueAt(): EpochMs | undefined;
  due(now: EpochMs, limit: number): readonly Alarm[];
  /** `was`: as it was read; then no more is written than differs. */
  update(alarm: Alarm, was?: Alarm): void;
  /** Forgets alarms that ended before `before`, or are more than the `keep` latest, at most `limit` at a time; gives what was removed. */
  prune(of: {readonly keep: number; readonly before: EpochMs; readonly limit: number}): readonly Alarm[];
}

export interface RunStore {
  /** Claims an instant: undefined when (kind, name, scheduledFor) has been claimed before. */
  claim(run: Run): Run | undefined;
  get(id: RunId): Run | undefined;
  /** `was`: as it was read, or claimed; then no more is written than differs. */
  update(run: Run, was?: Run): void;
  list(filter: {
    readonly kind?: RunKind;
    readonly name?: string;
    readonly status?: Run['status'];
    /** Only those that were claimed before this one. */
    readonly before?: RunId;
    readonly limit: number;
  }): readonly Run[];
  /**
   * Removes the ended runs of a job but the newest `keep`, and those that began before `before`; gives what was removed. The run
   * `spare` stays, however old.
   */
  prune(of: {
    readonly kind: RunKind;
    readonly name: string;
    readonly keep: number;
    readonly before: EpochMs;
    readonly spare?: RunId;
  }): readonly Run[];
  /**
   * The same for the runs of all reminders together, of which each has few; at most `limit` at a time. A run of what is still to
   * come stays.
   */
  pruneOfReminders(of: {readonly keep: number; readonly before: EpochMs; readonly limit: number}): readonly Run[];
}

/** What the pre-tools of runs printed, by their place in the job's list, kept until the run ends. */
export interface PreToolStore {
  /** Without output it has begun, and nobody knows yet how it ended. */
  put(id: RunId, position: number, output?: string): void;
  of(id: RunId): readonly {readonly position: number; readonly output?: string}[];
  forget(id: RunId): void;
}

export interface DeliveryStore {
  /** Enqueueing the same key twice is one Delivery: the first is returned. */
  add(delivery: Delivery): Delivery;
  get(id: DeliveryId): Delivery | undefined;
  byKey(key: string): Delivery | undefined;
  /** `was`: as it was read; then no more is written than differs. */
  update(delivery: Delivery, was?: Delivery): void;
  /** Newest first. `before`: only those that were added before this one. */
  list(filter: {
    readonly state?: DeliveryState;
    readonly before?: DeliveryId;
    readonly limit: number;
  }): readonly Delivery[];
  /** The oldest unsent delivery of each address of the channel that may be tried at `now`; the oldest `limit` of them. */
  ready(channel: string, now: EpochMs, limit?: number): readonly Delivery[];
  /** The oldest delivery to an address that has not ended: no later one leaves before it. */
  head(address: Address): Delivery | undefined;
  /** Those of a channel, oldest first, each with how many messages wait in its chat. */
  heads(channel: string, limit: number): readonly {readonly head: Delivery; readonly messages: number}[];
  nextAttemptAt(): EpochMs | undefined;
  ofRun(id: RunId): readonly Delivery[];
  ofTurn(id: TurnId): readonly Delivery[];
  /** What waits for other channels than these, oldest first. */
  unserved(served: readonly string[], limit: number): readonly Delivery[];
  /** Deliveries to an address that a client has not shown yet. */
  unread(address: Address): readonly Delivery[];
  /** Keeps further ids that the channel gave to the messages of a delivery, in the order of its parts. */
  noteSentIds(delivery: Pick<Delivery, 'id' | 'address'>, channelIds: readonly string[]): void;
  sentIds(id: DeliveryId): readonly string[];
  /** What was sent under that id: a delivery; several only where the channel gave one id twice. */
  sentAs(channel: string, channelId: string): readonly Delivery[];
  /** `dead`: without those that a person discarded. */
  counts(): {readonly waiting: number; readonly dead: number};
  /**
   * Forgets deliveries that arrived (sent, delivered, read) or were discarded by hand, and were made before `before`, or are more
   * than the `keep` newest that ended so; at most `limit` of each end at a time, and how many. What waits, what was given up without
   * a person's word and what belongs to a run at work stays. A key that is forgotten would be delivered again.
   */
  prune(of: {readonly keep: number; readonly before: EpochMs; readonly limit: number}): number;
}

export interface EventStore {
  readonly seq: number;
  /** Events after `since`, in order; undefined when some of them are no longer kept. */
  after(since: number, limit: number): readonly GatewayEvent[] | undefined;
  /** The newest kept events before a number, in order, and whether older ones are kept. */
  before(seq: number, limit: number): {readonly events: readonly GatewayEvent[]; readonly more: boolean};
  /**
   * What is kept of what happened to reminders, alarms and deliveries, where it names one of the ids; in order. It looks through all that
   * is kept since an instant, and for a bounded number of ids: for a person's question, not for daily work.
   */
  about(ids: readonly string[], since?: EpochMs): readonly GatewayEvent[];
}

/** Single values that must outlive the process: what was last seen, how far something got. */
export interface CursorStore {
  get(name: string): string | undefined;
  set(name: string, value: string): void;
}

/** What channels call groups and contacts. */
export interface ContactNames {
  /** Keeps a name; in the transaction at hand. */
  learn(address: Address, name: string, emit: Emit): void;
  /** Whom a channel should be asked about: people to whom something went lately, and of whom no name is known. */
  nameless(channel: string): readonly Address[];
}

/** What tells one received message from every other: who wrote it, by their own clock when, and in which chat. */
export type InboxIdentity = {
  readonly channel: string;
  readonly author: string;
  /** The author's clock. It may be wrong, so it is an id and no instant. */
  readonly timestamp: number;
  /** The address of the conversation it was written in. */
  readonly chat: Address;
};

/** `received`: on disk, and nothing has come of it yet. */
export type InboxState = 'received' | 'handled' | 'ignored';

export type InboxItem = InboxIdentity & {
  /** Rises in the order of arrival. */
  readonly ord: number;
  /** As the channel gave it, unread. */
  readonly raw: string;
  readonly receivedAt: EpochMs;
  readonly state: InboxState;
  /** Why it was ignored. */
  readonly because?: string;
  readonly settledAt?: EpochMs;
  /** Whether its author is to be told that it was read, and has been. */
  readonly receipt: 'none' | 'owed' | 'sent';
};

/**
 * What was received, before anything comes of it. How far a channel's source has been read is a mark, set in the transaction that
 * adds what was read: so nothing is skipped, and what is read again is known.
 */
export interface InboxStore {
  /** Adds a message as received; undefined, and nothing changes, when it is there already. */
  add(message: Pick<InboxItem, keyof InboxIdentity | 'raw' | 'receivedAt'>): InboxItem | undefined;
  get(ord: number): InboxItem | undefined;
  find(identity: InboxIdentity): InboxItem | undefined;
  /** What nothing has come of yet, in the order of arrival; only what came after the item `after`, when it is given. */
  waiting(channel: string, limit: number, after?: number): readonly InboxItem[];
  /** Ends a message that is waiting: false when something has come of it before. A receipt can be owed for a handled one. */
  settle(ord: number, end: InboxEnd, at: EpochMs): boolean;
  /** Messages whose authors are still to be told that they were read, in the order of arrival. */
  receiptsOwed(channel: string, limit: number): readonly InboxItem[];
  receiptSent(ord: number): void;
  /** Forgets what it says, and keeps that it was there. */
  blank(ord: number): void;
  /** Newest first. */
  list(filter: {
    readonly channel: string;
    readonly chat?: Address;
    readonly state?: InboxState;
    readonly limit: number;
  }): readonly InboxItem[];
  counts(channel: string): {readonly received: number; readonly handled: number; readonly ignored: number};
  /** Forgets what was settled before an instant; how many. What is forgotten would be taken for new if it came again. */
  prune(before: EpochMs): number;
}
export type InboxEnd =
  | {readonly state: 'handled'; readonly receipt: 'none' | 'owed'}
  | {readonly state: 'ignored'; readonly because: string};

/** The newest message each way of every address: the ground truth of "has this been answered?". */
export interface LedgerStore {
  of(address: Address): Ledger;
  /** The addresses something was last heard from or said to, newest first. */
  list(limit: number): readonly (Ledger & {readonly address: Address})[];
  /** Notes a message, unless a newer one of its direction is noted already. */
  note(entry: {readonly address: Address; readonly way: 'in' | 'out'} & LedgerEntry): void;
  /** What came in up to an instant needs no reply. */
  clear(address: Address, at: EpochMs): void;
}
export type LedgerEntry = {
  readonly at: EpochMs;
  /** The message's or the delivery's own. */
  readonly id: string;
};
export type Ledger = {
  readonly newestIn?: LedgerEntry;
  readonly newestOut?: LedgerEntry;
  /** What came in up to here needs no reply. */
  readonly clearedAt?: EpochMs;
};

/** What nearly every story needs. */
export type World = {readonly clock: Clock; readonly ids: Ids; readonly log: Log; readonly store: Store};
