// Reads a calendar file in a worker thread, so that a hostile one doesn't hold the daemon.
import {SECOND} from '../../../shared/time/time.ts';
import type {ReadCalendarFile} from '../../flows/calendar/import-calendar.ts';
import {OverBudget, openWorker} from '../../system/worker/budgeted-worker.ts';
import type {CALENDAR_JOBS, OwnQuestion} from './calendar-jobs.ts';

export const readCalendarFile: ReadCalendarFile = async (ics, {isKnown, ...options}) => {
  await using worker = openWorker<typeof CALENDAR_JOBS>({
    program: PROGRAM,
    answer: async question => (question as OwnQuestion).ids.filter(isKnown),
    processorMs: {read: LONGEST_WORK},
    memoryMb: 512,
  });
  try {
    return await worker.run('read', {...options, ics});
  } catch (error) {
    if (error instanceof OverBudget) return {problem: 'The file takes too much work to read. Split it.'};
    throw error;
  }
};

const LONGEST_WORK = 10 * SECOND;
/** The build names the file that it made of the program. */
const PROGRAM = new URL(process.env['ROOSTER_CALENDAR_WORKER'] ?? './calendar-worker.ts', import.meta.url);
