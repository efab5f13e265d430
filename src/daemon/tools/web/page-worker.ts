// The program of the worker thread that reads big pages.
import {serveJobs} from '../../system/worker/serve-jobs.ts';
import {PAGE_JOBS} from './page-text.ts';

serveJobs(PAGE_JOBS);
