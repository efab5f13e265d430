// Reads mail in a worker thread. Only DNS is asked on the daemon's side.
import {SECOND} from '../../../../shared/time/time.ts';
import {type BudgetedWorker, OverBudget, openWorker} from '../../../system/worker/budgeted-worker.ts';
import type {ResolveDns} from './judge-sender.ts';
import type {DnsQuestion, MAIL_JOBS} from './mail-jobs.ts';

export type MailReader = BudgetedWorker<typeof MAIL_JOBS>;

/** Rejects with OverBudget if a job takes too much work. */
export type ReadMail = MailReader['run'];

/** `processorMs`: the budgets of single jobs. */
export const openMailReader = (resolve: ResolveDns, processorMs: Partial<typeof BUDGETS> = {}): MailReader =>
  openWorker<typeof MAIL_JOBS>({
    program: PROGRAM,
    answer: async question => {
      const {domain, type} = question as DnsQuestion;
      return resolve(domain, type);
    },
    processorMs: {...BUDGETS, ...processorMs},
    memoryMb: 512,
  });

/** `otherwise`: the result if the mail takes too much work to read. */
export const withinBudget = async <T>(job: Promise<T>, otherwise: T): Promise<T> => {
  try {
    return await job;
  } catch (error) {
    if (error instanceof OverBudget) return otherwise;
    throw error;
  }
};

/** A mail of 40 MB takes half of it at most, and the HTML of a person's letter a tenth. */
const BUDGETS = {head: 2 * SECOND, judge: 15 * SECOND, content: 15 * SECOND, html: 2 * SECOND, bounce: 2 * SECOND};
/** The build names the file that it made of the program. */
const PROGRAM = new URL(process.env['ROOSTER_MAIL_WORKER'] ?? './mail-worker.ts', import.meta.url);
