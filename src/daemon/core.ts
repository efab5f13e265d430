// The context of every flow. It is built once, at the start, and nothing in it is set later. Pure functions get values
// instead.
import type {Address} from '../shared/records/address.ts';
import type {SessionKey} from '../shared/records/session-key.ts';
import type {Trust} from '../shared/records/trust.ts';
import type {EpochMs} from '../shared/time/time.ts';
import type {Config} from './config/config-schema.ts';
import type {Outbox} from './delivery/outbox.ts';
import type {Reach} from './delivery/reach/aim.ts';
import type {World} from './ports/system.ts';
import type {Person} from './routing/actor.ts';
import type {Canonical} from './routing/contacts.ts';
import type {Conversations} from './routing/conversation.ts';
import type {ChatUser} from './routing/resolve-route.ts';
import type {ResolveWhen} from './schedule/moments/read-moment.ts';
import type {PriceOf} from './schedule/run-cost.ts';
import type {Instants} from './schedule/series/advance.ts';
import type {Reading, SentenceContext} from './schedule/words/index.ts';
import type {SessionIndex} from './sessions/session-index.ts';
import type {Sessions} from './sessions/session-registry.ts';

export type Core = World & {
  readonly config: () => Config;
  /** The name of the agent in the configuration. */
  readonly agent: () => string;
  readonly people: People;
  readonly times: Times;
  readonly priceOf: PriceOf;
  readonly outbox: Outbox;
  readonly reach: Reach;
  readonly sessions: Sessions;
  readonly index: SessionIndex;
  /** When this daemon started. */
  readonly startedAt: EpochMs;
  /** Aborted when the daemon begins to close. Nothing new starts after that. */
  readonly closing: AbortSignal;
  /** The scheduler calculates its next instant again. With `at`, only if that is earlier. */
  readonly reschedule: (at?: EpochMs) => void;
  /** Schedules a cleanup of old records, after something new was stored. */
  readonly schedulePrune: () => void;
};

/** The people of the current configuration. */
export type People = Conversations & {
  /** The one address of a person, whichever name of theirs is given. */
  readonly canonical: Canonical;
  /** A configured person. Without a name: the owner. */
  readonly person: (name?: string) => Person | undefined;
  readonly personAt: (address: Address) => Person | undefined;
  /** The name of the owner, who uses the terminal. */
  readonly owner: () => string | undefined;
  /** The conversation of a configured person: the one over all their addresses, else that of their first address. */
  readonly conversationOf: (name: string) => SessionKey | undefined;
  /** The user that the agent talks with in a session. */
  readonly userIn: (session: SessionKey) => string | undefined;
  /** The highest trust of a turn in a session. */
  readonly ceilingOf: (session: SessionKey) => Trust;
  readonly chatUser: ChatUser;
  /** The current trust of a user. Undefined if the user isn't configured. */
  readonly trustOf: (user: string | undefined) => Trust | undefined;
  readonly zoneOf: (user: string | undefined) => string;
  readonly localeOf: (user: string | undefined) => string | undefined;
  readonly addressesOf: (user: string) => readonly Address[];
  /** True if the agent answers and sends there. */
  readonly isServed: (address: Address) => boolean;
};

/** Reads and computes times, with the person's settings. */
export type Times = {
  /** When recurrences occur. */
  readonly instants: Instants;
  readonly resolveWhen: ResolveWhen;
  readonly readWords: (text: string, context: SentenceContext) => Reading;
};
