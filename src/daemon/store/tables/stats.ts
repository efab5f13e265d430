// Counts over turns and runs, of the newest ones only.
import {instantOfIso} from '../../../shared/time/time.ts';
import type {StatsStore} from '../../ports/stats-store.ts';
import {instant, numberIn, textIn} from '../columns.ts';
import type {Database} from '../database/database.ts';

export const createStats = (database: Database): StatsStore => {
  const tokens = database.query(`
SELECT substr(queuedAt, 1, 15) AS slot, sum(inputTokens + outputTokens) AS tokens FROM (
  SELECT queuedAt, inputTokens, outputTokens FROM turns ORDER BY ord DESC LIMIT 0 + ?
) WHERE queuedAt >= ? AND inputTokens IS NOT NULL GROUP BY slot`);
  const jobs = database.query(`
SELECT name, count(*) AS runs, sum(status = 'failed') AS failed FROM (
  SELECT name, status, startedAt FROM runs WHERE kind = 'cron' ORDER BY ord DESC LIMIT 0 + ?
) WHERE startedAt >= ? GROUP BY name ORDER BY failed DESC, runs DESC LIMIT 0 + ?`);
  return {
    tokens: since =>
      tokens.all(MOST_ROWS, instant(since)).map(row => ({
        at: instantOfIso(`${textIn(row, 'slot')}0:00.000Z`) ?? since,
        tokens: numberIn(row, 'tokens'),
      })),
    jobs: (since, limit) =>
      jobs.all(MOST_ROWS, instant(since), limit).map(row => ({
        name: textIn(row, 'name'),
        runs: numberIn(row, 'runs'),
        failed: numberIn(row, 'failed'),
      })),
  };
};

const MOST_ROWS = 20_000;
