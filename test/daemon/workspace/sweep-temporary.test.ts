import {existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {sweepTemporary} from '../../../src/daemon/workspace/sweep-temporary.ts';
import {memoryLog} from '../../support/memory-log.ts';
import {tempDir} from '../../support/temp-dir.ts';

test('only half-written files of a killed daemon are removed', () => {
  using home = tempDir();
  mkdirSync(join(home.path, 'cron/.state'), {recursive: true});
  mkdirSync(join(home.path, 'sessions'));
  const unfinished = '.rooster-3c0e4c34-0000-4000-8000-000000000000.tmp';
  for (const folder of ['.', 'sessions', 'cron', 'cron/.state']) {
    writeFileSync(join(home.path, folder, unfinished), 'half');
    writeFileSync(join(home.path, folder, '.rooster-notes'), 'mine');
  }
  writeFileSync(join(home.path, 'sessions/rooster_main.jsonl'), '{}');
  sweepTemporary(home.path, memoryLog());
  expect(readdirSync(join(home.path, 'sessions')).sort()).toEqual(['.rooster-notes', 'rooster_main.jsonl']);
  expect(readdirSync(join(home.path, 'cron')).sort()).toEqual(['.rooster-notes', '.state']);
  expect(readdirSync(join(home.path, 'cron/.state'))).toEqual(['.rooster-notes']);
  expect(existsSync(join(home.path, unfinished))).toBe(false);
});

test('a folder that leads elsewhere is left alone, and a missing workspace is fine', () => {
  using home = tempDir();
  using other = tempDir();
  const unfinished = join(other.path, '.rooster-1.tmp');
  writeFileSync(unfinished, 'theirs');
  symlinkSync(other.path, join(home.path, 'sessions'));
  const log = memoryLog();
  sweepTemporary(home.path, log);
  sweepTemporary(join(home.path, 'nowhere'), log);
  expect(existsSync(unfinished)).toBe(true);
  expect(log.lines).toEqual([]);
});
