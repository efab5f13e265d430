// Escalation: an unprompted message for a person, and the channels that it was sent on until the person confirmed it.
import type {EpochMs} from '../../time/time.ts';
import type {Address} from '../address.ts';
import type {RequestId, RunId, TurnId} from '../ids.ts';
import type {InternalSource} from '../message.ts';
import type {SessionKey} from '../session-key.ts';

/** `reminder`: calls the person at a time. `announce`: a result, a report or a note. */
export const REACH_KINDS = ['reminder', 'announce'] as const;
export type ReachKind = (typeof REACH_KINDS)[number];

/** The reason why a way was chosen. */
export type WayReason =
  /** The person was there: a focused terminal with a key in the last 3 minutes. */
  | {readonly kind: 'there'}
  /** It is the first of their ways. */
  | {readonly kind: 'first'}
  /** Nobody was at the terminal. `lastKeyAt`: the last key there, if known. */
  | {readonly kind: 'away'; readonly lastKeyAt?: EpochMs}
  /** The way before it didn't confirm in time. */
  | {readonly kind: 'unconfirmed'; readonly before: Address; readonly afterMs: number; readonly lastKeyAt?: EpochMs}
  /** The channel before it failed permanently. */
  | {readonly kind: 'failed'; readonly before: Address};

export type WayTried = {
  readonly address: Address;
  readonly at: EpochMs;
  readonly why: WayReason;
  /** Set for a copy that was still unread when the person knew. */
  readonly stale?: StaleCopy;
};

/** `due`: its channel is to take it back. `left`: the channel can't. */
type StaleCopy = {readonly state: 'due'} | {readonly state: StaleEnd; readonly at: EpochMs};

/** `deleted` from the phone, or `marked` there as answered. */
export type StaleEnd = 'deleted' | 'marked' | 'left';

/** `held`: it waits for the end of quiet hours. `open`: the next way is tried in time. `arrived`: a client showed it, or the phone has it; nobody answered yet. `over`: it ended. */
export type EscalationState = 'held' | 'open' | 'arrived' | 'over';

/**
 * The reason for the end of an escalation. `unanswered`: nothing within 12 hours. `superseded`: it was sent again as a repeat. `digest`: it
 * came with others after quiet hours.
 */
export type EscalationEnd = 'answered' | 'read' | 'shown' | 'silent' | 'unanswered' | 'superseded' | 'digest';

/** A message that quiet hours hold back. It is no delivery yet. */
export type HeldMessage = {
  /** The run, turn or request that it is about, by which it can be released. */
  readonly id: Escalation['about'];
  readonly person: string;
  readonly text: string;
  readonly createdAt: EpochMs;
  readonly untilAt: EpochMs;
};

export type Escalation = {
  /** The deliveries' key without their address. */
  readonly id: string;
  readonly person: string;
  readonly kind: ReachKind;
  /** The run that it is about, else the turn or the request of another program. The database's column is called runId. */
  readonly about: RunId | TurnId | RequestId;
  /** The run's id, or the key of a note about it. */
  readonly key: string;
  /** Number of earlier announcements, for a repetition. The database's column is called again. */
  readonly repeatNumber?: number;
  readonly source: InternalSource;
  /** It rings in quiet hours. */
  readonly urgent?: true;
  /** It is a note, which answers nothing. */
  readonly notice?: true;
  /** The conversation that had the text before the first delivery. The database's column is called saidIn. */
  readonly alreadyIn?: SessionKey;
  /** The person's ways in order, fixed at the start. */
  readonly ways: readonly Address[];
  readonly afterMs: number;
  /** In order; empty while it is held. */
  readonly tried: readonly WayTried[];
  readonly state: EscalationState;
  /** When the next way is due, or the wait for an answer ends. Once it is over: when stale copies are withdrawn, if there are any. */
  readonly nextAt?: EpochMs;
  readonly createdAt: EpochMs;
  readonly endedAt?: EpochMs;
  readonly outcome?: EscalationEnd;
  /** The text that waits. */
  readonly text?: string;
  readonly plain?: true;
  /** The id of the escalation whose delivery is the digest with this item. Items are numbered in order. */
  readonly digest?: string;
};
