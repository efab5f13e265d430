// The operations on a job. Running one has another result, and deleting one leaves no record: they aren't operations.
import {printableLine} from '../text/sanitize.ts';
import {whenOf} from '../time/format-time.ts';
import {operations} from './operation.ts';

/** The usual keys that only jobs have. */
export const JOB_KEYS = {
  'dry-run': {key: 'T', refused: 'run dry'},
  'last-run': {key: 'l', refused: 'asked for its last run'},
} as const;

/** The rows of jobs with keys of their own, as the help names them. */
export const JOB_ROWS = {'on-cron': 'job', 'on-paused': 'job', 'on-invalid': 'job file'} as const;

export const JOB_OPERATIONS = operations('job', {
  'cron.pause': {
    about: 'Pauses a job until it is resumed, or until a time, at which it goes on by itself.',
    help: 'pause a job until you resume it, or until a time',
    printed: ({name, pausedUntil}, {now}) =>
      pausedUntil === undefined
        ? `Paused ${printableLine(name)}: rooster cron resume ${printableLine(name)}`
        : `Paused ${printableLine(name)} until ${whenOf(pausedUntil, now)}; earlier: rooster cron resume ${printableLine(name)}`,
    key: 'pause',
    rows: [{on: 'on-cron', hint: 'pause', rank: 2}],
    label: 'pause',
    done: ({name, pausedUntil}, now) =>
      pausedUntil === undefined
        ? `Paused ${name}. p resumes it.`
        : `Paused ${name} until ${whenOf(pausedUntil, now)}. p resumes it earlier.`,
  },
  'cron.resume': {
    help: 'resume a paused job',
    printed: ({name, enabled, nextAt, origin}, {now}) =>
      enabled
        ? `Resumed ${printableLine(name)}; next ${whenOf(nextAt, now)}`
        : `Resumed ${printableLine(name)}, but it stays disabled. To enable it, set enabled: true in ${printableLine(origin)}.`,
    key: 'pause',
    rows: [{on: 'on-paused', hint: 'resume', rank: 2}],
    label: 'resume',
    applies: ({paused}) => paused,
    done: ({name}) => `Resumed ${name}.`,
  },
});
