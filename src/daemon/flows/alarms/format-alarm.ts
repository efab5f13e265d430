// Formats an alarm for the agent that it wakes, and its failure for people. Pure.

import type {AlarmFrame} from '../../../shared/records/frame.ts';
import type {Alarm} from '../../../shared/records/jobs/alarm.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import type {PassedInstants} from '../../../shared/records/jobs/passed-instants.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import {fullMoment} from '../../../shared/time/format-time.ts';
import {type EpochMs, LATE_AFTER_MS} from '../../../shared/time/time.ts';

type Waking = {
  readonly run: Run;
  readonly now: EpochMs;
  /** When the conversation was started over, if that was after the alarm was set. */
  readonly resetAt?: EpochMs | undefined;
  /** Skipped instants before this one. */
  readonly passed?: PassedInstants | undefined;
};

/** The introduction to the alarm's message, for the agent only. */
export const alarmFrame = (alarm: Alarm, {run, now, resetAt, passed}: Waking): AlarmFrame => {
  const {id, zone, createdAt, turnId, cron} = alarm;
  const isLate = run.late || now - run.scheduledFor > LATE_AFTER_MS;
  return {
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
  };
};

/** The note about a failed alarm, shown once to the operator and the agent. */
export const formatGivenUp = ({id, message, cron, state, zone}: Alarm, run: Run, reason: string): string => {
  const goesOn = cron !== undefined && state === 'active' ? ' Its next instants stay as they are.' : '';
  return (
    `Alarm ${id} (“${shortened(message, LONGEST_QUOTE)}”), due ${fullMoment(run.scheduledFor, zone)}, could not wake this agent and ` +
    `was given up: ${reason}${goesOn}`
  );
};

/** The note about an alarm whose turn failed after tool calls. It isn't repeated. */
export const formatBrokenOff = ({id, message, zone}: Alarm, run: Run, reason: string): string =>
  `Alarm ${id} (“${shortened(message, LONGEST_QUOTE)}”), due ${fullMoment(run.scheduledFor, zone)}, failed after its work had begun: ${reason}`;

/** The note about an alarm that another program didn't take. */
export const formatUndelivered = (
  {id, message, cron, state, zone, deliver}: Alarm,
  run: Run,
  reason: string,
): string => {
  const goesOn = cron !== undefined && state === 'active' ? ' Its next instants stay as they are.' : '';
  const quoted = shortened(message, LONGEST_QUOTE);
  const due = fullMoment(run.scheduledFor, zone);
  return `Alarm ${id} (“${quoted}”), due ${due}, could not be delivered to ${deliver}: ${reason}${goesOn}`;
};

/** The beginning of a reason: the first 300 characters of an answer, and the words about it. No character is split. */
export const reasonKept = (reason: string): string =>
  [...reason.slice(0, 2 * MOST_OF_REASON)].slice(0, MOST_OF_REASON).join('');

export const BY_HAND = 'by hand';
const LONGEST_QUOTE = 80;
const MOST_OF_REASON = 600;
