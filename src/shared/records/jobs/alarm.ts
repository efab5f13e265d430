// Alarm: a durable wake-up that an agent sets for itself. Its message is delivered unchanged into the agent's
// conversation.

import type {EpochMs} from '../../time/time.ts';
import type {Address} from '../address.ts';
import {
  address,
  fixed,
  flag,
  type Infer,
  id,
  instant,
  json,
  number,
  oneOf,
  optional,
  record,
  sessionKey,
  text,
} from '../record.ts';
import type {SessionKey} from '../session-key.ts';
import type {TextLimit} from '../trust.ts';

const ALARM_KINDS = ['once', 'cron'] as const;

/** `active` until the last occurrence (`fired`), a cancellation, or too many failures (`failed`). */
export const ALARM_STATES = ['active', 'fired', 'cancelled', 'failed'] as const;
export type AlarmState = (typeof ALARM_STATES)[number];

export const alarm = record('alarms', {
  id: fixed(id('alm')),
  kind: fixed(oneOf(ALARM_KINDS)),
  state: oneOf(ALARM_STATES),
  /** For kind `once`: the instant it was set for. */
  at: fixed(optional(instant)),
  /** For kind `cron`: five fields, or a name such as `@daily`, in the alarm's zone. */
  cron: fixed(optional(text)),
  /** The zone in which its instants are shown. */
  zone: fixed(text),
  /** The next instant of the schedule, unaffected by retries; absent when none follows. */
  nextAt: optional(instant),
  /** Passed to the agent byte for byte. */
  message: fixed(text),
  /** JSON text, kept byte for byte: it is never parsed and serialized again. */
  payload: fixed(optional(text)),
  /** The conversation it wakes. */
  session: fixed(sessionKey),
  /**
   * A target of the configuration (`hook:NAME`): the alarm wakes that program and not the conversation. If it fails,
   * the conversation gets a note.
   */
  deliver: fixed(optional(address)),
  /** The conversation of the other program that it wakes. */
  conversation: fixed(optional(text)),
  /** The owner. The alarm runs with the owner's trust at that time. */
  user: fixed(text),
  /** Its answer rings in quiet hours. */
  urgent: fixed(flag),
  createdAt: fixed(instant),
  /** The turn that set the alarm; absent when a person set it. */
  turnId: fixed(optional(id('turn'))),
  /** The texts from elsewhere that the turn had read. */
  limits: fixed(optional(json<readonly TextLimit[]>())),
  /** Setting an alarm with the key of an active one returns that alarm. */
  key: fixed(optional(text)),
  /** The current run, or the last one. */
  runId: optional(id('run')),
  /** When a claimed run is tried (again); absent once the run was accepted. */
  retryAt: optional(instant),
  /** Number of refusals of the current run. */
  failures: number,
  /** The last refusal, at most 300 characters. Cleared when a run is accepted. */
  lastError: optional(text),
  lastFiredAt: optional(instant),
  /** Skipped instants: the daemon was down, or the previous run was still pending. */
  skipped: number,
  /** When the alarm stopped being active. */
  endedAt: optional(instant),
});
export type Alarm = Infer<typeof alarm>;

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
