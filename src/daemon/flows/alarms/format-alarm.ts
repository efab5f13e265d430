// What is known and said about an alarm: to the agent that it wakes, and to people when it was given up. Pure.

import {present} from '../../../shared/fields/present.ts';
import type {Alarm} from '../../../shared/records/alarm.ts';
import type {AlarmFrame} from '../../../shared/records/frame.ts';
import type {Run} from '../../../shared/records/jobs.ts';
import type {PassedInstants} from '../../../shared/records/passed-instants.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import {zonedTime} from '../../../shared/time/format-time.ts';
import {type EpochMs, LATE_AFTER_MS} from '../../../shared/time/time.ts';

type Waking = {
  readonly run: Run;
  readonly now: EpochMs;
  /** What was said in the conversation until then is no longer in it. */
  readonly resetAt?: EpochMs | undefined;
  /** Instants that were passed over before this one. */
  readonly passed?: PassedInstants | undefined;
};

/** What only the agent is told, before its own message. */
export const alarmFrame = (alarm: Alarm, {run, now, resetAt, passed}: Waking): AlarmFrame => {
  const {id, zone, createdAt, turnId, cron} = alarm;
  const isLate = run.late || now - run.scheduledFor > LATE_AFTER_MS;
  return present({
    kind: 'alarm' as const,
    id,
    zone,
    setAt: createdAt,
    setBy: turnId === undefined ? ('operator' as const) : ('agent' as const),
    cron,
    dueAt: run.scheduledFor,
    lateAt: isLate ? now : undefined,
    byHand: run.schedule === BY_HAND ? (true as const) : undefined,
    passed,
    resetAt,
  });
};

/** Told once, where the operator and the agent find it. */
export const formatGivenUp = ({id, message, cron, state, zone}: Alarm, run: Run, reason: string): string => {
  const goesOn = cron !== undefined && state === 'active' ? ' Its next instants stay as they are.' : '';
  return (
    `Alarm ${id} (“${shortened(message, LONGEST_QUOTE)}”), due ${zonedTime(run.scheduledFor, zone)}, could not wake this agent and ` +
    `was given up: ${reason}${goesOn}`
  );
};

/** The same of one whose turn had done something before it failed: it is not begun again. */
export const formatBrokenOff = ({id, message, zone}: Alarm, run: Run, reason: string): string =>
  `Alarm ${id} (“${shortened(message, LONGEST_QUOTE)}”), due ${zonedTime(run.scheduledFor, zone)}, failed after its work had begun: ${reason}`;

/** The first 300 characters of a reason, none of them torn. */
export const reasonKept = (reason: string): string =>
  [...reason.slice(0, 2 * MOST_OF_REASON)].slice(0, MOST_OF_REASON).join('');

export const BY_HAND = 'by hand';
const LONGEST_QUOTE = 80;
const MOST_OF_REASON = 300;
