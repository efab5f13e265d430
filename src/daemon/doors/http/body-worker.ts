// The program of the worker thread that reads big bodies.
import {serveJobs} from '../../system/worker/serve-jobs.ts';
import {BODY_JOBS} from './body-jobs.ts';

serveJobs(BODY_JOBS);
