// Job operations for the agent's cron tool, available to sessions with full trust.

import type {CronChange, NewCronJob} from '../../../shared/records/jobs/cron-request.ts';
import {checkZone} from '../../../shared/time/check-zone.ts';
import type {ToolContext} from '../../ports/tool.ts';
import {actorOf, changerOf} from '../../routing/actor.ts';
import type {CronJobs} from './cron-jobs.ts';
import type {CronEditor} from './edit-cron.ts';
import type {CronSource} from './fire-cron.ts';

type AgentCronDeps = {
  readonly cronJobs: CronJobs;
  readonly editor: CronEditor;
  readonly starter: Pick<CronSource, 'runNow' | 'pauseJob' | 'resumeJob' | 'dryRun'>;
  readonly whenRead: () => Promise<void>;
};

export const agentCron = ({cronJobs, editor, starter, whenRead}: AgentCronDeps) => ({
  list: async () => {
    await whenRead();
    return cronJobs.list();
  },
  preview: async (schedule: string, zone: string) => await editor.preview(schedule, checkZone(zone), SHOWN_INSTANTS),
  create: async (request: NewCronJob, by: ToolContext) => {
    await whenRead();
    return await editor.create(request, actorOf(by));
  },
  edit: async (name: string, change: CronChange, by: ToolContext) => {
    await whenRead();
    return await editor.edit(name, change, changerOf(actorOf(by)));
  },
  remove: async (name: string, by: ToolContext) => {
    await whenRead();
    return await editor.remove(name, changerOf(actorOf(by)));
  },
  pause: async (name: string, until: string | undefined, by: ToolContext) => {
    await whenRead();
    return await starter.pauseJob(name, until, changerOf(actorOf(by)));
  },
  resume: async (name: string, by: ToolContext) => {
    await whenRead();
    return starter.resumeJob(name, changerOf(actorOf(by)));
  },
  run: async (name: string) => {
    await whenRead();
    return starter.runNow(name);
  },
  dryRun: async (name: string) => {
    await whenRead();
    return starter.dryRun(name);
  },
});

const SHOWN_INSTANTS = 3;
