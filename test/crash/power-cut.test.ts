// A power cut, on every disk that it could leave: acknowledged data is on the disk. With fewer flushes the same test must find losses, or
// it would prove nothing.
// @module-tag deep
import {spawnSync} from 'node:child_process';
import {readFileSync} from 'node:fs';
import {DatabaseSync} from 'node:sqlite';
import {describe, expect, test} from 'vitest';
import {openStore} from '../../src/daemon/store/store.ts';
import {builtProgram} from '../support/built-program.ts';
import {disksIn, TRACED} from '../support/crash-disk.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {memoryLog} from '../support/memory-log.ts';
import {seededRandom} from '../support/seeded-random.ts';
import {whyNoStrace} from '../support/sudden-death.ts';
import {tempDir} from '../support/temp-dir.ts';

const NO_STRACE = whyNoStrace();
const why = NO_STRACE === undefined ? '' : ` (skipped: ${NO_STRACE})`;

describe.skipIf(NO_STRACE !== undefined)(`a power cut${why}`, () => {
  test('loses no acknowledged write and leaves a sound database', () => {
    const {disks, lost, damaged} = cut('FULL');
    expect(disks).toBe(3 * REMINDERS);
    expect(lost).toEqual([]);
    expect(damaged).toEqual([]);
  });

  test('loses acknowledged writes where SQLite flushes less often, so this test can detect a loss', () => {
    const {lost, damaged} = cut('NORMAL');
    expect(lost.length).toBeGreaterThan(REMINDERS / 2);
    expect(damaged).toEqual([]);
  });
});

type Found = {readonly disks: number; readonly lost: readonly string[]; readonly damaged: readonly string[]};

/** Stores reminders under strace, and checks every disk that a cut could leave after each of them. */
const cut = (flushes: 'FULL' | 'NORMAL'): Found => {
  using folder = tempDir();
  const path = `${folder.path}/rooster.db`;
  openStore({path, clock: fakeClock(), log: memoryLog()})[Symbol.dispose]();
  const before = new Map([[path, readFileSync(path)]]);
  const trace = `${folder.path}/trace`;
  const writer = [process.execPath, WRITER, path, flushes, String(REMINDERS)];
  spawnSync('strace', ['-f', '-y', '-xx', '-s', '70000', '-o', trace, '-e', TRACED, ...writer], {timeout: 300_000});
  const lost: string[] = [];
  const damaged: string[] = [];
  let disks = 0;
  for (const {said, left, files} of disksIn(trace, {before, random: seededRandom(7)})) {
    disks += 1;
    using copy = tempDir();
    files(each => `${copy.path}${each.slice(folder.path.length)}`);
    const acknowledged = said.split('\n').slice(0, -1);
    const where = `after ${acknowledged.at(-1)}, with ${left} of what was not flushed`;
    try {
      using database = new DatabaseSync(`${copy.path}/rooster.db`);
      const kept = new Set(
        database
          .prepare('SELECT id FROM reminders')
          .all()
          .map(({id}) => id),
      );
      if (acknowledged.some(id => !kept.has(id))) lost.push(where);
      const sound = database.prepare('PRAGMA integrity_check').get()?.['integrity_check'];
      if (sound !== 'ok') damaged.push(`${where}: ${sound}`);
    } catch (error) {
      damaged.push(`${where}: ${error}`);
    }
  }
  return {disks, lost, damaged};
};

const WRITER = await builtProgram(new URL('../support/crash-writer.ts', import.meta.url));
const REMINDERS = 60;
