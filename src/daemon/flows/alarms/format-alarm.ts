// What is said about an alarm: to the agent that it wakes, and to people when it was given up. Pure.
import type {Alarm} from '../../../shared/records/alarm.ts';
import type {Run} from '../../../shared/records/jobs.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import {formatDuration, zonedTime} from '../../../shared/time/format-time.ts';
import {type EpochMs, LATE_AFTER_MS} from '../../../shared/time/time.ts';
import type {Passed} from '../../schedule/alarm-timetable.ts';
import {formatPassed} from '../../schedule/alarm-timetable.ts';

type Waking = {
  readonly run: Run;
  readonly now: EpochMs;
  /** What was said in the conversation until then is no longer in it. */
  readonly resetAt?: EpochMs | undefined;
  /** Instants that were passed over before this one. */
  readonly passed?: Passed | undefined;
};

/** What only the agent reads, before its own message. */
export const alarmFrame = (alarm: Alarm, {run, now, resetAt, passed}: Waking): string => {
  const {id, zone, createdAt, turnId, cron, payload} = alarm;
  const time = (at: EpochMs): string => zonedTime(at, zone);
  const setBy =
    turnId === undefined
      ? `It was set by hand, by the operator, on ${time(createdAt)}`
      : `You set it yourself, on ${time(createdAt)}`;
  const rhythm = cron === undefined ? '' : `, and it comes again (${cron} in ${zone})`;
  const lateMs = now - run.scheduledFor;
  const sentences = [
    `Alarm ${id} has woken you: a timer did, and nobody typed this.`,
    `${setBy}${rhythm}.`,
    run.late || lateMs > LATE_AFTER_MS
      ? `It was due ${time(run.scheduledFor)} and comes late, by ${formatDuration(lateMs)}: it is ${time(now)} now, so look whether it still holds.`
      : `It was due ${time(run.scheduledFor)}.`,
    run.schedule === BY_HAND ? 'It was set off by hand.' : '',
    passed === undefined ? '' : formatPassed(passed, zone, 'nobody was there to be woken'),
    resetAt === undefined
      ? ''
      : `This conversation was begun anew on ${time(resetAt)}: what was said when it was set is no longer in it.`,
    `What follows is ${turnId === undefined ? 'what was written for you then' : 'your note to yourself'}, word for word${payload === undefined ? '' : ', and behind it the data that was kept with it'}.`,
    'Go on with the task at once, without a greeting. The person need not have seen this note: your answer has to make sense without it. Where there is nothing for them to hear, end with NO_ACTION_NEEDED alone.',
  ];
  return `[${sentences.filter(sentence => sentence !== '').join(' ')}]`;
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
