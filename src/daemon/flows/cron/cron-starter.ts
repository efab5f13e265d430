// Runs, pauses and resumes jobs for modules that are built before the cron service. Every call before `open` throws `unavailable`.

import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {RunId} from '../../../shared/records/ids.ts';
import type {CronJob, JobChanger} from '../../../shared/records/jobs/cron-job.ts';
import type {DryRun} from '../../../shared/records/jobs/cron-request.ts';

type CronControl = {
  readonly runNow: (name: string) => RunId;
  readonly setPaused: (name: string, paused: boolean, by: JobChanger) => CronJob;
  readonly dryRun: (name: string) => DryRun;
};

export type CronStarter = CronControl & {readonly open: (control: CronControl) => void};

export const createCronStarter = (): CronStarter => {
  let opened: CronControl | undefined;
  const control = (): CronControl => {
    if (opened === undefined) throw new GatewayError('unavailable', 'The daemon is still starting. Try again.');
    return opened;
  };
  return {
    open: given => {
      opened = given;
    },
    runNow: name => control().runNow(name),
    setPaused: (name, paused, by) => control().setPaused(name, paused, by),
    dryRun: name => control().dryRun(name),
  };
};
