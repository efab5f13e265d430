// Counts over turns and runs.
import type {StatsStore} from '../../ports/stats-store.ts';
import {instant, numberIn, textIn} from '../columns.ts';
import type {Database} from '../database/database.ts';

export const createStats = (database: Database): StatsStore => {
  // The index holds all three columns, so however long the turns are, only numbers are read.
  const tokens = database.query(`
SELECT ifnull(sum(inputTokens + outputTokens), 0) AS tokens FROM turns
WHERE queuedAt >= ? AND queuedAt < ? AND inputTokens IS NOT NULL`);
  const jobs = database.query(`
SELECT name, count(*) AS runs, sum(status = 'failed') AS failed FROM (
  SELECT name, status, startedAt FROM runs WHERE kind = 'cron' ORDER BY ord DESC LIMIT 0 + ?
) WHERE startedAt >= ? GROUP BY name ORDER BY failed DESC, runs DESC LIMIT 0 + ?`);
  return {
    tokens: (from, until) => numberIn(tokens.get(instant(from), instant(until)) ?? {}, 'tokens'),
    jobs: (since, limit) =>
      jobs.all(MOST_RUNS, instant(since), limit).map(row => ({
        name: textIn(row, 'name'),
        runs: numberIn(row, 'runs'),
        failed: numberIn(row, 'failed'),
      })),
  };
};

const MOST_RUNS = 20_000;
