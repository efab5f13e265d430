// Schedules of jobs in words, on Saturday 21 November 2026.
import {createJobSchedules} from '../../src/daemon/bootstrap/jobs/job-schedules.ts';

export const jobSchedules = createJobSchedules(() => ({now: Date.UTC(2026, 10, 21, 13)}));
