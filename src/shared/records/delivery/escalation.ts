// Escalation: an unprompted message for a person, and the channels that it was sent on until the person confirmed it.
import type {EpochMs} from '../../time/time.ts';
import type {Address} from '../address.ts';
import type {InternalSource} from '../message.ts';
import {
  address,
  fixed,
  flag,
  type Infer,
  id,
  instant,
  json,
  list,
  number,
  oneOf,
  optional,
  record,
  sessionKey,
  text,
} from '../record.ts';

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

/**
 * `held`: it waits for the end of quiet hours. `open`: the next way is tried in time. `arrived`: a client showed it, or
 * the phone has it; nobody answered yet. `over`: it ended.
 */
const ESCALATION_STATES = ['held', 'open', 'arrived', 'over'] as const;

/**
 * The reason for the end of an escalation. `unanswered`: nothing within 12 hours. `superseded`: it was sent again as a
 * repeat. `digest`: it came with others after quiet hours.
 */
const ESCALATION_ENDS = ['answered', 'read', 'shown', 'silent', 'unanswered', 'superseded', 'digest'] as const;
export type EscalationEnd = (typeof ESCALATION_ENDS)[number];

/** A message that quiet hours hold back. It is no delivery yet. */
export type HeldMessage = {
  /** The run, turn or request that it is about, by which it can be released. */
  readonly id: Escalation['about'];
  readonly person: string;
  readonly text: string;
  readonly createdAt: EpochMs;
  readonly untilAt: EpochMs;
};

export const escalation = record('escalations', {
  /** The deliveries' key without their address. */
  id: fixed(text),
  person: fixed(text),
  kind: fixed(oneOf(REACH_KINDS)),
  /** The run that it is about, else the turn or the request of another program. */
  about: fixed(id('run', 'turn', 'req')),
  /** The run's id, or the key of a note about it. */
  key: fixed(text),
  /** Number of earlier announcements, for a repetition. */
  repeatNumber: fixed(optional(number)),
  source: fixed(json<InternalSource>()),
  /** It rings in quiet hours. */
  urgent: fixed(flag),
  /** It is a note, which answers nothing. */
  notice: fixed(flag),
  /** The conversation that had the text before the first delivery. */
  alreadyIn: fixed(optional(sessionKey)),
  /** The person's ways in order, fixed at the start. */
  ways: fixed(list(address)),
  afterMs: fixed(number),
  /** In order; empty while it is held. */
  tried: json<readonly WayTried[]>(),
  state: oneOf(ESCALATION_STATES),
  /**
   * When the next way is due, or the wait for an answer ends. Once it is over: when stale copies are withdrawn, if
   * there are any.
   */
  nextAt: optional(instant),
  createdAt: fixed(instant),
  endedAt: optional(instant),
  outcome: optional(oneOf(ESCALATION_ENDS)),
  /** The text that waits. */
  text: optional(text),
  plain: fixed(flag),
  /** The id of the escalation whose delivery is the digest with this item. Items are numbered in order. */
  digest: optional(text),
});
export type Escalation = Infer<typeof escalation>;
