// Runs in a worker thread: does the jobs that the daemon sends. A program of a worker calls it once.
import {parentPort} from 'node:worker_threads';
import {type Ask, type FromWorker, type Jobs, receivedError, sentError, type ToWorker} from './worker-protocol.ts';

export const serveJobs = (jobs: Jobs): void => {
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let asked = 0;
  const post = (message: FromWorker): void => parentPort?.postMessage(message);
  const ask: Ask = question => {
    asked += 1;
    const waiting = Promise.withResolvers<unknown>();
    open.set(asked, waiting);
    post({kind: 'ask', id: asked, question});
    return waiting.promise;
  };
  const run = async (name: string, input: unknown): Promise<unknown> => {
    const job = jobs[name];
    if (job === undefined) throw new TypeError(`This worker has no job "${name}".`);
    return job(input as never, ask);
  };
  parentPort?.on('message', (message: ToWorker) => {
    if (message.kind === 'job') {
      const {id, name, input} = message;
      run(name, input).then(
        value => post({kind: 'done', id, value}),
        (error: unknown) => post({kind: 'failed', id, error: sentError(error)}),
      );
      return;
    }
    const waiting = open.get(message.id);
    open.delete(message.id);
    if (message.kind === 'answer') waiting?.resolve(message.value);
    else waiting?.reject(receivedError(message.error));
  });
};
