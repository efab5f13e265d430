// The run that `cron.run` started.
import type {Result} from '../../src/ipc/method-table.ts';
import type {RunId} from '../../src/shared/records/ids.ts';

export const startedRun = async (answer: Promise<Result<'cron.run'>>): Promise<RunId> => {
  const result = await answer;
  if ('dry' in result) throw new Error('nothing was started');
  return result.runId;
};
