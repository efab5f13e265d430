// Job operations for the agent's cron tool, available to sessions with full trust.

import type {NewCronJob} from '../../../shared/records/jobs/cron-request.ts';
import {checkZone} from '../../../shared/time/check-zone.ts';
import type {ToolContext} from '../../ports/tool.ts';
import {actorOf} from '../../routing/actor.ts';
import type {CronJobs} from './cron-jobs.ts';
import type {CronStarter} from './cron-starter.ts';
import type {CronEditor} from './edit-cron.ts';

type AgentCronDeps = {
  readonly cronJobs: CronJobs;
  readonly editor: CronEditor;
  readonly starter: CronStarter;
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
  edit: async (...change: Parameters<CronEditor['edit']>) => {
    await whenRead();
    return await editor.edit(...change);
  },
  remove: async (name: string) => {
    await whenRead();
    return await editor.remove(name);
  },
  setPaused: async (name: string, paused: boolean) => {
    await whenRead();
    return starter.setPaused(name, paused);
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
