// @module-tag deep
import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, readdirSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {expect, test} from 'vitest';
import {holdLock} from '../../../src/daemon/system/instance-lock.ts';
import {builtProgram} from '../../support/built-program.ts';
import {tempDir} from '../../support/temp-dir.ts';

const PROGRAM = await builtProgram(new URL('../../support/programs/hold-lock.ts', import.meta.url));

type Holder = {readonly child: ChildProcess; readonly said: string; end(signal?: NodeJS.Signals): Promise<void>};

/** Another process that tries to take the lock; resolves with its printed result. */
const startHolder = async (database: string): Promise<Holder> => {
  const child = spawn(process.execPath, ['--no-warnings', PROGRAM, database], {stdio: ['pipe', 'pipe', 'inherit']});
  // On a busy machine a process has ended before its words are read.
  const ended = once(child, 'exit');
  const [said] = await once(child.stdout, 'data');
  const end = async (signal?: NodeJS.Signals): Promise<void> => {
    if (signal === undefined) child.stdin.end();
    else child.kill(signal);
    await ended;
  };
  return {child, said: String(said).trim(), end};
};

test('a home is locked once, even within one process, and can be locked again after release', {tags: ['fast']}, () => {
  using dir = tempDir();
  const database = join(dir.path, 'rooster.db');
  const first = holdLock(database);
  expect(() => holdLock(database)).toThrow(
    expect.objectContaining({
      code: 'conflict',
      message: `Another daemon (process ${process.pid}) already runs in this home; there can be only one.`,
    }),
  );
  // The failed attempt did not release the first one's lock.
  expect(() => holdLock(database)).toThrow(expect.objectContaining({code: 'conflict'}));
  first[Symbol.dispose]();
  first[Symbol.dispose]();
  using _ = holdLock(database);
});

test('two homes can be locked at the same time', () => {
  using dir = tempDir();
  using _one = holdLock(join(dir.path, 'one', 'rooster.db'));
  using _other = holdLock(join(dir.path, 'other', 'rooster.db'));
  expect(statSync(join(dir.path, 'one')).mode & 0o777).toBe(0o700);
});

test("the lock's files are private, whatever the umask, and the database is untouched", () => {
  using dir = tempDir();
  const before = process.umask(0);
  try {
    using _ = holdLock(join(dir.path, 'rooster.db'));
    const files = readdirSync(dir.path);
    expect(files.sort()).toEqual(['rooster.db.lock', 'rooster.db.pid']);
    expect(files.map(file => statSync(join(dir.path, file)).mode & 0o777)).toEqual([0o600, 0o600]);
  } finally {
    process.umask(before);
  }
});

test("another process can't take the lock, learns its owner, and gets it when that one ends", async () => {
  using dir = tempDir();
  const database = join(dir.path, 'rooster.db');
  const lock = holdLock(database);
  const refused = await startHolder(database);
  expect(refused.said).toBe(
    `conflict: Another daemon (process ${process.pid}) already runs in this home; there can be only one.`,
  );
  lock[Symbol.dispose]();
  expect(existsSync(`${database}.pid`)).toBe(false);
  const holder = await startHolder(database);
  expect(holder.said).toBe('held');
  await holder.end();
  using _ = holdLock(database);
});

test('the lock is free immediately after its process is killed, ten times over', async () => {
  using dir = tempDir();
  const database = join(dir.path, 'rooster.db');
  for (let round = 0; round < 10; round += 1) {
    const holder = await startHolder(database);
    expect(holder.said).toBe('held');
    expect(() => holdLock(database)).toThrow(`process ${holder.child.pid}`);
    await holder.end('SIGKILL');
    // Without any wait: it would throw if the lock weren't free by now.
    const other = new DatabaseSync(`${database}.lock`, {timeout: 0});
    other.exec('BEGIN EXCLUSIVE');
    other.close();
    const lock = holdLock(database);
    lock[Symbol.dispose]();
  }
});

test('the pid file of a dead process names no owner', async () => {
  using dir = tempDir();
  const database = join(dir.path, 'rooster.db');
  const gone = await startHolder(join(dir.path, 'elsewhere.db'));
  await gone.end('SIGKILL');
  using _ = holdLock(database);
  writeFileSync(`${database}.pid`, `${gone.child.pid}\n`);
  expect(() => holdLock(database)).toThrow('Another daemon already runs in this home; there can be only one.');
});

test('of twenty processes that start at once exactly one gets the lock', async () => {
  using dir = tempDir();
  const database = join(dir.path, 'rooster.db');
  const holders = await Promise.all(Array.from({length: 20}, () => startHolder(database)));
  const winners = holders.filter(({said}) => said === 'held');
  expect(winners).toHaveLength(1);
  expect(holders.filter(({said}) => said.startsWith('conflict: Another daemon'))).toHaveLength(19);
  await Promise.all(holders.map(holder => holder.end()));
  using _ = holdLock(database);
});

test.each([
  ['a folder in the place of the lock', (database: string) => mkdirSync(`${database}.lock`)],
  ['a lock that is no lock', (database: string) => writeFileSync(`${database}.lock`, 'something else'.repeat(100))],
])('%s gives one sentence that names it', (_, spoil) => {
  using dir = tempDir();
  const database = join(dir.path, 'rooster.db');
  spoil(database);
  expect(() => holdLock(database)).toThrow(
    expect.objectContaining({
      code: 'failed',
      message: expect.stringContaining(`The lock ${database}.lock cannot be taken`),
    }),
  );
});
