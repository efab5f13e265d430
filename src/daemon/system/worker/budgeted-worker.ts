// Reads foreign input in a worker thread, with a budget of processor time and memory. Libraries read in one piece, so a
// hostile mail or page would hold the daemon for seconds. The thread starts with the first job and ends when there was
// none for a while.

import {Worker} from 'node:worker_threads';
import {type Clock, systemClock} from '../../../shared/time/clock.ts';
import {SECOND} from '../../../shared/time/time.ts';
import {type FromWorker, type Jobs, receivedError, sentError, type ToWorker} from './worker-protocol.ts';

export type BudgetedWorker<J extends Jobs> = AsyncDisposable & {
  /** Does one job after another. Rejects with OverBudget if a job uses up its budget, and with the job's own error. */
  readonly run: <K extends keyof J & string>(name: K, input: Parameters<J[K]>[0]) => Promise<Awaited<ReturnType<J[K]>>>;
};

type Options<J extends Jobs> = {
  /** The file of the program, which calls `serveJobs`. */
  readonly program: URL;
  /** Answers what a job asks. @default nothing may be asked */
  readonly answer?: (question: unknown) => Promise<unknown>;
  /** The processor time of each job, by its name. */
  readonly processorMs: Readonly<Record<keyof J & string, number>>;
  /** Memory for the objects of a job. */
  readonly memoryMb: number;
};

/** The job was ended, because it used up its processor time or memory. */
export class OverBudget extends Error {
  constructor() {
    super('The input takes too much work to read.');
  }
}

export const openWorker = <J extends Jobs>({
  program,
  answer = NO_ANSWER,
  processorMs,
  memoryMb,
}: Options<J>): BudgetedWorker<J> => {
  // The budget is the processor's, so a clock that tests move doesn't count it.
  const clock = systemClock();
  let worker: Worker | undefined;
  let last: Promise<unknown> = Promise.resolve();
  let idle: Disposable | undefined;
  let jobs = 0;
  let isClosed = false;

  const stop = async (): Promise<void> => {
    const ended = worker;
    worker = undefined;
    await ended?.terminate();
  };

  const runNow = async (name: keyof J & string, input: unknown): Promise<unknown> => {
    if (isClosed) throw new Error(ENDED);
    idle?.[Symbol.dispose]();
    const current = worker ?? (await startWorker(program, memoryMb));
    worker = current;
    jobs += 1;
    try {
      return await doJob(
        current,
        {clock, answer, processorMs: processorMs[name]},
        {kind: 'job', id: jobs, name, input},
      );
    } catch (error) {
      // Whatever the thread still does, the next job gets a new one.
      if (!(error instanceof JobFailed)) await stop();
      throw error instanceof JobFailed ? error.cause : error;
    } finally {
      if (!isClosed) idle = clock.after(IDLE_MS, () => void stop());
    }
  };

  return {
    run: async (name, input) => {
      const result = last.then(() => runNow(name, input));
      last = result.catch(() => {});
      return result as never;
    },
    [Symbol.asyncDispose]: async () => {
      isClosed = true;
      idle?.[Symbol.dispose]();
      await stop();
      await last;
    },
  };
};

const startWorker = async (program: URL, memoryMb: number): Promise<Worker> => {
  const started = new Worker(program, {
    env: {},
    execArgv: [],
    resourceLimits: {maxOldGenerationSizeMb: memoryMb},
  });
  started.unref();
  // Without a listener an error of the idle thread would end the daemon.
  started.on('error', () => {});
  return started;
};

type Circumstances = {
  readonly clock: Clock;
  readonly answer: (question: unknown) => Promise<unknown>;
  readonly processorMs: number;
};

const doJob = async (
  worker: Worker,
  {clock, answer, processorMs}: Circumstances,
  job: Extract<ToWorker, {kind: 'job'}>,
): Promise<unknown> => {
  const post = (message: ToWorker): void => worker.postMessage(message);
  const ended = Promise.withResolvers<unknown>();
  let questions = 0;
  const onMessage = (message: FromWorker): void => {
    if (message.kind === 'ask') {
      const {id, question} = message;
      questions += 1;
      answer(question)
        .then(
          value => post({kind: 'answer', id, value}),
          (error: unknown) => post({kind: 'no-answer', id, error: sentError(error)}),
        )
        .finally(() => {
          questions -= 1;
        });
    } else if (message.id === job.id) {
      if (message.kind === 'done') ended.resolve(message.value);
      else ended.reject(new JobFailed(receivedError(message.error)));
    }
  };
  const onError = (error: Error & {readonly code?: string}): void =>
    ended.reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new OverBudget() : error);
  const onExit = (): void => ended.reject(new Error(ENDED));
  worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  using _watch = watchBudget(worker, {clock, processorMs, isWaiting: () => questions > 0}, () =>
    ended.reject(new OverBudget()),
  );
  try {
    post(job);
    return await ended.promise;
  } finally {
    worker.off('message', onMessage).off('error', onError).off('exit', onExit);
  }
};

type Watched = {
  readonly clock: Clock;
  readonly processorMs: number;
  /** The job waits for an answer, which costs nothing. */
  readonly isWaiting: () => boolean;
};

/**
 * A thread inside of native code, such as a regular expression, doesn't tell its time. Then all time counts, with
 * patience.
 */
const watchBudget = (worker: Worker, {clock, processorMs, isWaiting}: Watched, onOver: () => void): Disposable => {
  let before: number | undefined;
  let silentMs = 0;
  let timer: Disposable;
  const usage = async (): Promise<void> => {
    const {user, system} = await worker.cpuUsage();
    const used = (user + system) / 1_000;
    before ??= used;
    silentMs = 0;
    if (used - before > processorMs) onOver();
  };
  const look = (): void => {
    if (!isWaiting()) silentMs += LOOK_MS;
    if (silentMs > LONGEST_SILENCE_MS) onOver();
    else usage().catch(() => {});
    timer = clock.after(LOOK_MS, look);
  };
  timer = clock.after(LOOK_MS, look);
  return {[Symbol.dispose]: () => timer[Symbol.dispose]()};
};

/** The job's own error. The thread is sound. */
class JobFailed extends Error {
  override readonly cause: Error;

  constructor(cause: Error) {
    super('The job failed.');
    this.cause = cause;
  }
}

const NO_ANSWER = async (): Promise<unknown> => {
  throw new TypeError('Nothing may be asked here.');
};

const ENDED = 'The worker thread has ended.';
const IDLE_MS = 30 * SECOND;
const LOOK_MS = 100;
const LONGEST_SILENCE_MS = 30 * SECOND;
