// A daemon killed before each commit while an alarm wakes another program, and in the middle of its requests: the program gets
// the wake-up, and every repeat has the same key and the same body.
// @module-tag deep
import {writeFileSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {commitsIn, liveUntil} from '../support/armed-daemon.ts';
import {copyDatabase, kept, NOWHERE, openToRead} from '../support/crash-home.ts';
import {everyRound, everyThird, killsIn, PATIENCE_MS, PLAYED, roundsMs} from '../support/crash-steps.ts';
import {startRealDaemon} from '../support/real-daemon.ts';
import {sideBySide} from '../support/side-by-side.ts';
import {startTargetServer, type TargetServer} from '../support/target-server.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';

const PAYLOAD = '{"a": 1.0, "a": 9007199254740993}';
const LONG_AGO = '2026-01-01T00:00:00.000Z';

test(`killed before commits of a wake-up: one occurrence, never lost${PLAYED}`, {
  timeout: roundsMs(300_000),
}, async () => {
  using due = await dueHome();
  const commits = await stepsOf(due.path);
  expect(commits.length).toBeGreaterThanOrEqual(4);
  const steps = everyRound(everyThird(commits));
  const ends = await sideBySide(steps, step => liveThrough(due.path, step));
  expect(killsIn('a wake-up for another program', ends)).toBeGreaterThan(steps.length / 2);
  for (const {keys, bodies, repeats, alarms, runs, deliveries} of ends) {
    // A second request may follow one that arrived, and says so.
    expect(repeats.slice(1).filter(mark => mark !== 'true')).toEqual([]);
    expect({keys: new Set(keys).size, bodies: new Set(bodies).size}).toEqual({keys: 1, bodies: 1});
    expect(bodies[0]).toContain(`"payload":${PAYLOAD}`);
    expect({alarms, runs, deliveries}).toEqual({alarms: ['fired'], runs: ['ran'], deliveries: ['sent']});
  }
});

test('killed in the middle of three requests: the fourth is accepted, and each is marked', async () => {
  using due = await dueHome();
  using home = tempDir();
  await using program = await startTargetServer('hang');
  setUp(due.path, home.path, program);
  for (let nth = 1; nth <= 3; nth += 1) {
    await using daemon = await startRealDaemon({home: home.path});
    await until(`request ${nth}`, () => program.requests.length === nth, PATIENCE_MS);
    await daemon.kill('SIGKILL');
  }
  program.answer({status: 202});
  await using _daemon = await startRealDaemon({home: home.path});
  await until('the alarm is settled', () => isOver(home.path), PATIENCE_MS);
  expect(new Set(program.requests.map(({headers}) => headers['idempotency-key'])).size).toBe(1);
  expect(new Set(program.requests.map(({body}) => body)).size).toBe(1);
  expect(program.requests.map(({headers}) => headers['x-rooster-repeat'])).toEqual([undefined, 'true', 'true', 'true']);
});

const stepsOf = async (from: string): Promise<readonly string[]> => {
  using home = tempDir();
  await using program = await startTargetServer();
  setUp(from, home.path, program);
  await live(home.path);
  return commitsIn(home.path);
};

const liveThrough = async (from: string, step: string) => {
  using home = tempDir();
  await using program = await startTargetServer();
  setUp(from, home.path, program);
  const isDead = await live(home.path, step);
  if (isDead) await live(home.path);
  return {
    isDead,
    keys: program.requests.map(({headers}) => headers['idempotency-key']),
    bodies: program.requests.map(({body}) => body),
    repeats: program.requests.map(({headers}) => headers['x-rooster-repeat']),
    alarms: valuesIn(home.path, 'SELECT state AS v FROM alarms'),
    runs: valuesIn(home.path, `SELECT status AS v FROM runs WHERE kind = 'alarm'`),
    deliveries: valuesIn(home.path, 'SELECT state AS v FROM deliveries'),
  };
};

/** A database with an alarm that is due when its daemon starts. */
const dueHome = async (): Promise<Disposable & {readonly path: string}> => {
  using home = tempDir();
  configure(home.path, NOWHERE);
  await using daemon = await startRealDaemon({home: home.path});
  await daemon.call('alarm.set', {in: '1d', message: 'Go on.', payload: PAYLOAD, deliver: 'hook:neo'});
  await daemon.kill('SIGKILL');
  const database = new DatabaseSync(`${home.path}/rooster.db`, {timeout: 5_000});
  database.prepare('UPDATE alarms SET dueAt = ?, nextAt = ?, at = ?').run(LONG_AGO, LONG_AGO, LONG_AGO);
  database.close();
  return kept(home.path);
};

/** A home with a copy of that database, and a target of its own. */
const setUp = (from: string, home: string, {url}: TargetServer): void => {
  copyDatabase(from, home);
  configure(home, url);
};

const configure = (home: string, url: string): void => {
  const off = {enabled: false};
  const config = {targets: {neo: {url, secret: 'the-secret-of-the-target'}}, heartbeat: off, reflection: off};
  writeFileSync(`${home}/config.json`, JSON.stringify(config), {mode: 0o600});
};

/** True if the daemon died before the alarm was settled. */
const live = (home: string, at?: string): Promise<boolean> => liveUntil(home, () => isOver(home), at);

const isOver = (home: string): boolean =>
  valuesIn(home, `SELECT state AS v FROM alarms`).every(state => state !== 'active');

const valuesIn = (home: string, sql: string): readonly string[] => {
  using database = openToRead(home);
  return database
    .prepare(sql)
    .all()
    .map(({v}) => String(v));
};
