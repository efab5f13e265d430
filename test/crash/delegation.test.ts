// A daemon killed before each commit while a task is delegated, worked on and reported: the result comes back exactly once.
// @module-tag deep
import {readFileSync, writeFileSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {buildCrashPrograms, type CrashPrograms} from '../support/crash-programs.ts';
import {commitsToDieAt} from '../support/crash-steps.ts';
import {connectTo} from '../support/daemon-client.ts';
import {spawnDaemon} from '../support/real-daemon.ts';
import {sideBySide} from '../support/side-by-side.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';

const PATIENCE_MS = 30_000;

test('killed before each commit of a delegated task: one result', {timeout: 300_000}, async () => {
  using programs = await buildCrashPrograms();
  const steps = await stepsOf(programs);
  expect(steps.length).toBeGreaterThanOrEqual(6);
  const ends = await sideBySide(steps, step => liveThrough(programs, step));
  expect(ends.filter(({isDead}) => isDead).length).toBeGreaterThan(steps.length / 2);
  for (const {runs, results, open} of ends) expect({runs, results, open}).toEqual({runs: 1, results: 1, open: 0});
});

const stepsOf = async (programs: CrashPrograms): Promise<readonly string[]> => {
  using home = tempDir();
  configure(home.path);
  await live(programs, home.path);
  return commitsToDieAt(readFileSync(`${home.path}/notes`, 'utf8').split('\n'));
};

const liveThrough = async (programs: CrashPrograms, step: string) => {
  using home = tempDir();
  configure(home.path);
  const isDead = await live(programs, home.path, step);
  if (isDead) await live(programs, home.path);
  return {isDead, ...countsIn(home.path)};
};

const configure = (home: string): void => {
  const off = {enabled: false};
  writeFileSync(`${home}/config.json`, JSON.stringify({heartbeat: off, reflection: off}), {mode: 0o600});
};

/** Asks until the daemon dies, or the result is there and its turn is over. True if it died. */
const live = async ({knife, daemon, compiled}: CrashPrograms, home: string, at?: string): Promise<boolean> => {
  await using running = spawnDaemon({
    home,
    env: {NODE_COMPILE_CACHE: compiled, CRASH_NOTES: `${home}/notes`, ...(at === undefined ? {} : {CRASH_AT: at})},
    through: [process.execPath, '--import', knife, daemon, 'run'],
  });
  const request = {session: 'rooster:main', task: 'Say hello.', key: 'k'} as const;
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

const countsIn = (home: string) => {
  using database = new DatabaseSync(`${home}/rooster.db`, {readOnly: true, timeout: 1_000});
  const count = (sql: string): number => Number(database.prepare(sql).get()?.['n']);
  return {
    runs: count(`SELECT count(*) AS n FROM runs WHERE kind = 'delegation' AND status <> 'running'`),
    results: count(`SELECT count(*) AS n FROM messages WHERE sourceKind = 'delegation' AND session = 'rooster:main'`),
    open: count(`SELECT count(*) AS n FROM turns WHERE state <> 'ended'`),
  };
};
