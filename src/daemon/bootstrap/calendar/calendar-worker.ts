// The program of the worker thread that reads calendar files.
import {serveJobs} from '../../system/worker/serve-jobs.ts';
import {CALENDAR_JOBS} from './calendar-jobs.ts';

serveJobs(CALENDAR_JOBS);
