// Decides whether and when a failed run is retried. The retry stays within the job's period, clear of the next
// occurrence. Pure.
import type {CronDefinition} from '../../../shared/records/jobs/cron-job.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import type {Message} from '../../../shared/records/message.ts';
import {DAY, type EpochMs, MINUTE} from '../../../shared/time/time.ts';
import type {NextOfJobs} from './job-instants.ts';

type Failed = {
  readonly job: CronDefinition;
  readonly run: Run;
  /** The messages of all attempts, including tool calls. */
  readonly transcript: readonly Message[];
  readonly now: EpochMs;
  readonly instantsOf: NextOfJobs;
};

/** Undefined if the run stays failed. */
export const retryAtOf = ({job, run, transcript, now, instantsOf}: Failed): EpochMs | undefined => {
  if (job.retry === 'never' || hasActed(transcript)) return undefined;
  const {startedAt, retries = 0} = run;
  const next = job.at !== undefined ? undefined : instantsOf(job, startedAt, 1)[0];
  const last = startedAt + ((next ?? startedAt + DAY) - startedAt) / 2;
  const at = now + waitMs(retries);
  return at > last ? undefined : at;
};

/** False for the first short retries, so that a brief failure isn't announced. */
export const isLongWait = ({retries = 0}: Run): boolean => retries > SHORT_WAITS.length;

const waitMs = (retries: number): number =>
  SHORT_WAITS[retries] ?? LONG_WAIT * 2 ** Math.min(retries - SHORT_WAITS.length, MOST_DOUBLINGS);

/** A run that changed something isn't retried, because a retry would repeat the change. */
const hasActed = (transcript: readonly Message[]): boolean =>
  transcript.some(({toolCalls = []}) => toolCalls.some(({name}) => !LOOKS.has(name)));

/** Tools that change nothing, here or elsewhere. */
const LOOKS: ReadonlySet<string> = new Set([
  'read_file',
  'list_files',
  'web_fetch',
  'web_search',
  'signal_history',
  'schedule',
]);
const SHORT_WAITS: readonly number[] = [MINUTE, 5 * MINUTE];
const LONG_WAIT = 15 * MINUTE;
const MOST_DOUBLINGS = 12;
