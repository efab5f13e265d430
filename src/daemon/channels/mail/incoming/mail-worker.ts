// The program of the worker thread that reads mail.
import {serveJobs} from '../../../system/worker/serve-jobs.ts';
import {MAIL_JOBS} from './mail-jobs.ts';

serveJobs(MAIL_JOBS);
