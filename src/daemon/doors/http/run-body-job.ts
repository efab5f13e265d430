// Reads the JSON of a body, of a big one in a worker thread: nested or full of numbers, it would hold the daemon.
import {SECOND} from '../../../shared/time/time.ts';
import {OverBudget, openWorker} from '../../system/worker/budgeted-worker.ts';
import {BODY_JOBS} from './body-jobs.ts';
import {type BodyReading, type BodyText, refused} from './read-body.ts';

type Jobs = typeof BODY_JOBS;

export const runBodyJob = async <K extends keyof Jobs>(
  name: K,
  input: Parameters<Jobs[K]>[0],
  {text}: BodyText,
): Promise<Awaited<ReturnType<Jobs[K]>> | Extract<BodyReading<never>, {kind: 'problem'}>> => {
  if (text.length <= LONGEST_HERE) return (BODY_JOBS[name] as (of: unknown) => Promise<never>)(input);
  await using worker = openWorker<Jobs>({
    program: PROGRAM,
    processorMs: {hook: LONGEST_WORK, wake: LONGEST_WORK},
    memoryMb: 256,
  });
  try {
    return await worker.run(name, input);
  } catch (error) {
    if (error instanceof OverBudget) return refused(413, 'The body takes too much work to read. Send less.');
    throw error;
  }
};

const LONGEST_HERE = 65_536;
/** The largest body takes a tenth of it. */
const LONGEST_WORK = 5 * SECOND;
/** The build names the file that it made of the program. */
const PROGRAM = new URL(process.env['ROOSTER_BODY_WORKER'] ?? './body-worker.ts', import.meta.url);
