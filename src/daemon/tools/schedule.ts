// The schedule tool: what is to come for a person, jobs and reminders together, earliest first. It changes nothing.
import * as z from 'zod/mini';
import type {CronJob} from '../../shared/records/cron-job.ts';
import type {Reminder} from '../../shared/records/jobs.ts';
import {onOneLine} from '../../shared/text/one-line.ts';
import {shortened} from '../../shared/text/shortened.ts';
import {type EpochMs, isoOf} from '../../shared/time/time.ts';
import type {Tool, ToolContext} from '../ports/tool.ts';
import {defineTool, success} from './define-tool.ts';

export type ScheduleToolDeps = {
  /** Those whose results are the user's. */
  readonly jobs: (by: ToolContext) => Soon<readonly CronJob[]>;
  /** The user's own. */
  readonly reminders: (by: ToolContext) => Soon<readonly Reminder[]>;
  /** An instant as its person would say it, with the zone. */
  readonly formatIn: (at: EpochMs, zone: string) => string;
};

type Soon<T> = T | Promise<T>;

export const createScheduleTool = (deps: ScheduleToolDeps): Tool =>
  defineTool({
    name: 'schedule',
    description:
      'Show what is scheduled for the user: cron jobs with when each runs next, and pending reminders, earliest first. It only ' +
      'reads: a job is changed in its file in the cron folder of the workspace, a reminder with the reminder tool.',
    needs: 'inner',
    schema: z.strictObject({}),
    summary: () => '',
    run: async (_, by) => success(await listed(deps, by)),
  });

const listed = async ({jobs, reminders, formatIn}: ScheduleToolDeps, by: ToolContext): Promise<string> => {
  const own = (await jobs(by)).toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const pending = (await reminders(by)).filter(({state}) => state === 'pending');
  const coming = [
    ...own.flatMap(job => (job.nextAt === undefined ? [] : [{at: job.nextAt, what: formatJob(job)}])),
    ...pending.map(({fireAt, id, message}) => ({at: fireAt, what: `reminder ${id} "${onLine(message)}"`})),
  ].toSorted((one, other) => one.at - other.at);
  const still = own.filter(({nextAt}) => nextAt === undefined);
  const lines = [
    ...coming.slice(0, LISTED_AT_MOST).map(({at, what}) => `- ${isoOf(at)} (${formatIn(at, by.zone)}): ${what}`),
    ...(coming.length > LISTED_AT_MOST ? [`… and ${coming.length - LISTED_AT_MOST} more, later than these.`] : []),
    ...still.slice(0, LISTED_AT_MOST).map(job => `- ${whyStill(job)}: ${formatJob(job)}`),
  ];
  return lines.length === 0 ? 'Nothing is scheduled.' : lines.join('\n');
};

const formatJob = ({name, cron, zone}: CronJob): string => `job "${name}", ${cron} in ${zone}`;

const whyStill = ({enabled, paused}: CronJob): string => (!enabled ? 'disabled' : paused ? 'paused' : 'never comes');

/** On one line, since a list is read line by line. */
const onLine = (message: string): string => shortened(onOneLine(message), LONGEST_QUOTE);

const LISTED_AT_MOST = 100;
const LONGEST_QUOTE = 200;
