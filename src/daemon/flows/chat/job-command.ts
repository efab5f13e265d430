// `/jobs` in a chat: the jobs, and one of them run, paused or resumed.

import {type CronJob, formatSchedule, type InvalidJob, type JobChanger} from '../../../shared/records/jobs/cron-job.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../../shared/time/time.ts';

export type ChatJobs = {
  readonly list: () => Promise<{readonly jobs: readonly CronJob[]; readonly invalid: readonly InvalidJob[]}>;
  readonly run: (name: string) => Promise<string>;
  readonly pauseJob: (name: string, until: string | undefined, by: JobChanger) => Promise<CronJob>;
  readonly resumeJob: (name: string, by: JobChanger) => Promise<CronJob>;
};

/** `rest`: the words behind `/jobs`. `user`: who wrote them. */
export const performJobCommand = async (
  jobs: ChatJobs,
  {rest, user}: {readonly rest: string; readonly user: string},
  formatAt: (at: EpochMs) => string,
): Promise<string> => {
  const [, verb = '', name = ''] = /^(\S+)\s*([\s\S]*)$/u.exec(rest) ?? [];
  switch (verb.toLowerCase()) {
    case '':
    case 'list':
      return listed(await jobs.list(), formatAt);
    case 'run':
      await jobs.run(named(name, verb));
      return `Started ${name}. Its result follows.`;
    case 'pause': {
      // "backup until monday"
      const [, job = name, until] = /^(\S+)\s+(\S.*)$/su.exec(named(name, verb)) ?? [];
      const paused = await jobs.pauseJob(job, until, {kind: 'person', user});
      const end = paused.pausedUntil === undefined ? '' : ` until ${formatAt(paused.pausedUntil)}`;
      return `Paused ${paused.name}${end}. /jobs resume ${paused.name} continues it.`;
    }
    case 'resume': {
      const {nextAt} = await jobs.resumeJob(named(name, verb), {kind: 'person', user});
      return `Resumed ${name}. ${nextAt === undefined ? 'It has no next time.' : `Next: ${formatAt(nextAt)}.`}`;
    }
    default:
      throw new GatewayError('invalid', `Unknown: /jobs ${verb}. Use /jobs, or /jobs run, pause or resume and a name.`);
  }
};

const named = (name: string, verb: string): string => {
  if (name !== '') return name;
  throw new GatewayError('invalid', `Name the job: /jobs ${verb} NAME. /jobs lists them.`);
};

const listed = ({jobs, invalid}: Awaited<ReturnType<ChatJobs['list']>>, formatAt: (at: EpochMs) => string): string => {
  const lines = [
    ...jobs.map(job => `- ${job.name}: ${formatSchedule(job)}${stateOf(job, formatAt)}`),
    ...invalid.map(({file, line, reason}) => `- ${file}, line ${line}, does not run: ${reason}`),
  ];
  if (lines.length === 0) return 'No jobs.';
  const more = lines.length - MOST_LISTED;
  return [...lines.slice(0, MOST_LISTED), ...(more > 0 ? [`… and ${more} more.`] : [])].join('\n');
};

const stateOf = (
  {enabled, paused, pausedUntil, nextAt, after, last}: CronJob,
  formatAt: (at: EpochMs) => string,
): string => {
  const next = nextAt === undefined ? ', no next time' : `, ${formatAt(nextAt)}`;
  // A job after another one has no time of its own.
  const state = !enabled
    ? ', disabled'
    : paused
      ? `, paused${pausedUntil === undefined ? '' : ` until ${formatAt(pausedUntil)}`}`
      : after === undefined
        ? next
        : '';
  return last?.status === 'failed' ? `${state}; the last run failed` : state;
};

const MOST_LISTED = 20;
