// The schedule tool: lists a person's upcoming jobs and reminders, earliest first. Changes nothing.
import * as z from 'zod/mini';
import {type CronJob, formatSchedule} from '../../shared/records/jobs/cron-job.ts';
import type {Reminder} from '../../shared/records/jobs/jobs.ts';
import {joinLimits} from '../../shared/records/trust.ts';
import {shortened} from '../../shared/text/shortened.ts';
import {type EpochMs, isoOf} from '../../shared/time/time.ts';
import type {Tool, ToolContext} from '../ports/tool.ts';
import {defineTool, success} from './define-tool.ts';

export type ScheduleToolDeps = {
  /** Jobs whose results go to the user. */
  readonly jobs: (by: ToolContext) => Soon<readonly CronJob[]>;
  readonly reminders: (by: ToolContext) => Soon<readonly Reminder[]>;
  /** Formats an instant for the user, with the zone. */
  readonly formatMoment: (at: EpochMs, zone: string) => string;
};

type Soon<T> = T | Promise<T>;

export const createScheduleTool = (deps: ScheduleToolDeps): Tool =>
  defineTool({
    name: 'schedule',
    description:
      'Show what is scheduled for the user: jobs with when each runs next, and pending reminders, earliest first. It only ' +
      'reads: a job is changed with the cron tool, a reminder with the reminder tool.',
    needs: 'inner',
    isReadOnly: true,
    schema: z.strictObject({}),
    summary: () => '',
    run: async (_, by) => {
      const own = (await deps.reminders(by)).filter(({state, user}) => state === 'pending' && user === by.user);
      return success(await listed(deps, own, by), joinLimits(...own.map(({limits}) => limits)));
    },
  });

const listed = async (
  {jobs, formatMoment}: ScheduleToolDeps,
  pending: readonly Reminder[],
  by: ToolContext,
): Promise<string> => {
  const own = (await jobs(by)).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  const coming = [
    ...own.flatMap(job => (job.nextAt === undefined ? [] : [{at: job.nextAt, what: formatJob(job)}])),
    ...pending.map(({fireAt, id, message}) => ({at: fireAt, what: `reminder ${id} "${onLine(message)}"`})),
  ].toSorted((a, b) => a.at - b.at);
  const still = own.filter(({nextAt}) => nextAt === undefined);
  const lines = [
    ...coming.slice(0, LISTED_AT_MOST).map(({at, what}) => `- ${isoOf(at)} (${formatMoment(at, by.zone)}): ${what}`),
    ...(coming.length > LISTED_AT_MOST ? [`… and ${coming.length - LISTED_AT_MOST} more, later than these.`] : []),
    ...still.slice(0, LISTED_AT_MOST).map(job => `- ${whyStill(job)}: ${formatJob(job)}`),
  ];
  return lines.length === 0 ? 'Nothing is scheduled.' : lines.join('\n');
};

const formatJob = (job: CronJob): string => `job "${job.name}", ${formatSchedule(job)}`;

const whyStill = ({enabled, paused, after, at}: CronJob): string => {
  if (!enabled) return 'disabled';
  if (paused) return 'paused';
  if (after !== undefined) return `follows "${after}"`;
  return at === undefined ? 'never runs' : 'over';
};

/** On one line, because the list has one line per entry. */
const onLine = (message: string): string => shortened(message, LONGEST_QUOTE);

const LISTED_AT_MOST = 100;
const LONGEST_QUOTE = 200;
