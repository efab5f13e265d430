// A daemon killed before each commit while a task is delegated, worked on and reported: the result comes back exactly once.
// @module-tag deep
import {writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {commitsIn, spawnArmed} from '../support/armed-daemon.ts';
import {count, openTurns} from '../support/crash-home.ts';
import {everyThird, PATIENCE_MS, PLAYED} from '../support/crash-steps.ts';
import {connectTo} from '../support/daemon-client.ts';
import {putNewDatabase} from '../support/new-database.ts';
import {sideBySide} from '../support/side-by-side.ts';
import {type TempDir, tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';

test(`killed before commits of a delegated task: one result${PLAYED}`, async () => {
  const commits = await stepsOf();
  expect(commits.length).toBeGreaterThanOrEqual(6);
  const steps = everyThird(commits);
  const ends = await sideBySide(steps, liveThrough);
  expect(ends.filter(({isDead}) => isDead).length).toBeGreaterThan(steps.length / 2);
  for (const {runs, results, open} of ends) expect({runs, results, open}).toEqual({runs: 1, results: 1, open: 0});
});

const stepsOf = async (): Promise<readonly string[]> => {
  using home = newHome();
  await live(home.path);
  return commitsIn(home.path);
};

const liveThrough = async (step: string) => {
  using home = newHome();
  const isDead = await live(home.path, step);
  if (isDead) await live(home.path);
  return {isDead, ...countsIn(home.path)};
};

const newHome = (): TempDir => {
  const home = tempDir();
  const off = {enabled: false};
  writeFileSync(`${home.path}/config.json`, JSON.stringify({heartbeat: off, reflection: off}), {mode: 0o600});
  putNewDatabase(`${home.path}/rooster.db`);
  return home;
};

/** Asks until the daemon dies, or the result is there and its turn is over. True if it died. */
const live = async (home: string, at?: string): Promise<boolean> => {
  await using running = spawnArmed(home, at);
  const request = {session: MAIN, task: 'Say hello.', key: 'k'} as const;
  const isAsked = async (): Promise<boolean> => {
    try {
      await using client = await connectTo(`${home}/run/rooster.sock`);
      await client.call('session.delegate', request);
      return true;
    } catch {
      // The daemon is starting, or was killed: the same key asks for the same task.
      return false;
    }
  };
  while (!running.isOver() && !(await isAsked())) await new Promise(resolve => setTimeout(resolve, 20));
  const isOver = (): boolean => {
    const {results, open} = countsIn(home);
    return results > 0 && open === 0;
  };
  await until(`the result is there, armed at ${at}`, () => running.isOver() || isOver(), PATIENCE_MS);
  return running.isOver();
};

const countsIn = (home: string) => ({
  runs: count(home, `SELECT count(*) AS n FROM runs WHERE kind = 'delegation' AND status <> 'running'`),
  results: count(home, `SELECT count(*) AS n FROM messages WHERE sourceKind = 'delegation' AND session = '${MAIN}'`),
  open: openTurns(home),
});

const MAIN = 'rooster:main';
