// Alarm: a durable wake that an agent sets for itself: a message to its future self, delivered unchanged into its conversation.

import type {EpochMs} from '../time/time.ts';
import type {AlarmId, RunId, TurnId} from './ids.ts';
import type {SessionKey} from './session-key.ts';

export type AlarmKind = 'once' | 'cron';

/** active until it has woken for the last time (`fired`), was cancelled, or was given up (`failed`). */
export const ALARM_STATES = ['active', 'fired', 'cancelled', 'failed'] as const;
export type AlarmState = (typeof ALARM_STATES)[number];

export type Alarm = {
  readonly id: AlarmId;
  readonly kind: AlarmKind;
  readonly state: AlarmState;
  /** Of kind `once`: the instant it was set for. */
  readonly at?: EpochMs;
  /** Of kind `cron`: five fields, or a name such as `@daily`, in its zone. */
  readonly cron?: string;
  /** What is said of its instants is said in it. */
  readonly zone: string;
  /** The next instant of its own timetable, which no retry moves; absent when none is to come. */
  readonly nextAt?: EpochMs;
  /** Said to the agent byte for byte. */
  readonly message: string;
  /** JSON as it was written, byte for byte: it is never read and written anew. */
  readonly payload?: string;
  /** The conversation it wakes. */
  readonly session: SessionKey;
  /** Whose it is: it wakes with the trust they have then. */
  readonly user: string;
  readonly createdAt: EpochMs;
  /** The turn in which the agent set it; absent where it was set by hand. */
  readonly turnId?: TurnId;
  /** The same key again, while it is active, is the same alarm. */
  readonly key?: string;
  /** The firing at hand, or the last one. */
  readonly runId?: RunId;
  /** A firing has been claimed and not been taken up yet: when it is tried (again). */
  readonly retryAt?: EpochMs;
  /** How often the firing at hand was refused. */
  readonly failures: number;
  /** Why, the last time: 300 characters at most. It stays until a firing is taken up. */
  readonly lastError?: string;
  readonly lastFiredAt?: EpochMs;
  /** How many of its instants were passed over, since nobody was there or the one before was still to be taken up. */
  readonly skipped: number;
  /** When it stopped being active. */
  readonly endedAt?: EpochMs;
};

/** When something is to be done about it: it is tried again, or comes by its timetable. */
export const wakeAtOf = ({state, retryAt, nextAt}: Pick<Alarm, 'state' | 'retryAt' | 'nextAt'>): EpochMs | undefined =>
  state === 'active' ? (retryAt ?? nextAt) : undefined;
