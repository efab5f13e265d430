// Alarm: a durable wake-up that an agent sets for itself. Its message is delivered unchanged into the agent's conversation.

import type {EpochMs} from '../../time/time.ts';
import type {Address} from '../address.ts';
import type {AlarmId, RunId, TurnId} from '../ids.ts';
import type {SessionKey} from '../session-key.ts';

export type AlarmKind = 'once' | 'cron';

/** `active` until the last occurrence (`fired`), a cancellation, or too many failures (`failed`). */
export const ALARM_STATES = ['active', 'fired', 'cancelled', 'failed'] as const;
export type AlarmState = (typeof ALARM_STATES)[number];

export type Alarm = {
  readonly id: AlarmId;
  readonly kind: AlarmKind;
  readonly state: AlarmState;
  /** For kind `once`: the instant it was set for. */
  readonly at?: EpochMs;
  /** For kind `cron`: five fields, or a name such as `@daily`, in the alarm's zone. */
  readonly cron?: string;
  /** The zone in which its instants are shown. */
  readonly zone: string;
  /** The next instant of the schedule, unaffected by retries; absent when none follows. */
  readonly nextAt?: EpochMs;
  /** Passed to the agent byte for byte. */
  readonly message: string;
  /** JSON text, kept byte for byte: it is never parsed and serialized again. */
  readonly payload?: string;
  /** The conversation it wakes. */
  readonly session: SessionKey;
  /** A target of the configuration (`hook:NAME`): the alarm wakes that program and not the conversation. If it fails, the conversation gets a note. */
  readonly deliver?: Address;
  /** The conversation of the other program that it wakes. */
  readonly conversation?: string;
  /** The owner. The alarm runs with the owner's trust at that time. */
  readonly user: string;
  /** Its answer rings in quiet hours. */
  readonly urgent?: true;
  readonly createdAt: EpochMs;
  /** The turn that set the alarm; absent when a person set it. */
  readonly turnId?: TurnId;
  /** Setting an alarm with the key of an active one returns that alarm. */
  readonly key?: string;
  /** The current run, or the last one. */
  readonly runId?: RunId;
  /** When a claimed run is tried (again); absent once the run was accepted. */
  readonly retryAt?: EpochMs;
  /** Number of refusals of the current run. */
  readonly failures: number;
  /** The last refusal, at most 300 characters. Cleared when a run is accepted. */
  readonly lastError?: string;
  readonly lastFiredAt?: EpochMs;
  /** Skipped instants: the daemon was down, or the previous run was still pending. */
  readonly skipped: number;
  /** When the alarm stopped being active. */
  readonly endedAt?: EpochMs;
};

/** When the alarm needs action next: a retry, or the next instant of its schedule. */
export const wakeAtOf = ({state, retryAt, nextAt}: Pick<Alarm, 'state' | 'retryAt' | 'nextAt'>): EpochMs | undefined =>
  state === 'active' ? (retryAt ?? nextAt) : undefined;

/** An alarm to set: an instant (`at`, `in` or `when`) or a cron expression, exactly one. */
export type AlarmRequest = {
  /** An ISO 8601 instant. */
  readonly at?: string;
  /** A duration. */
  readonly in?: string;
  /** Words. */
  readonly when?: string;
  /** Five fields, or a name such as `@daily`. */
  readonly cron?: string;
  /** The zone of the cron expression, or of an instant without one. @default the user's */
  readonly timezone?: string;
  readonly message: string;
  /** JSON as text. */
  readonly payload?: string;
  /** The conversation to wake. @default the current one */
  readonly session?: SessionKey;
  /** A configured target (`hook:NAME`): the alarm wakes that program. */
  readonly deliver?: Address;
  /** The program's own conversation. Only with `deliver`. */
  readonly conversation?: string;
  readonly key?: string;
  /** Its answer rings in quiet hours. */
  readonly urgent?: boolean;
};

/** An alarm with a note on how its time was understood. */
export type TimedAlarm = Alarm & {readonly note?: string};
