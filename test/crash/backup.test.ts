// Backup and restore under kill -9: an interrupted copy never looks like a good one, and a restore leaves either the old database or the
// new one.
// @module-tag deep
import {spawnSync} from 'node:child_process';
import {cpSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {describe, expect, test} from 'vitest';
import {listBackups} from '../../src/daemon/store/backup/backup-files.ts';
import {checkFile} from '../../src/daemon/store/backup/check-file.ts';
import {openStore} from '../../src/daemon/store/store.ts';
import {aDelivery, aReminder} from '../daemon/store/store-fixture.ts';
import {builtProgram} from '../support/built-program.ts';
import {ROUNDS} from '../support/crash-steps.ts';
import {fakeClock} from '../support/fake-clock.ts';
import {memoryLog} from '../support/memory-log.ts';
import {ENTRY, startRealDaemon} from '../support/real-daemon.ts';
import {seededRandom} from '../support/seeded-random.ts';
import {tempDir} from '../support/temp-dir.ts';

const KNIFE = await builtProgram(new URL('../support/file-knife.ts', import.meta.url));

const openAt = (path: string) => openStore({path, clock: fakeClock(), log: memoryLog()});

describe('under kill -9', () => {
  test("an unfinished copy doesn't exist, and finished copies are complete", async () => {
    using home = tempDir();
    const path = join(home.path, 'rooster.db');
    {
      using store = openAt(path);
      // Large enough to be interrupted in the middle.
      store.transact(() => store.cursors.set('large', 'x'.repeat(30_000_000)));
    }
    const random = seededRandom(9);
    for (let kill = 0; kill < 4 * ROUNDS; kill += 1) {
      await using daemon = await startRealDaemon({home: home.path});
      await daemon.call('reminder.set', {in: '2h', message: `kept ${kill}`});
      const made = Promise.allSettled([daemon.call('backup.create', {}), daemon.call('backup.create', {})]);
      await new Promise(resolve => setTimeout(resolve, 20 + random() * 400));
      await daemon.kill('SIGKILL');
      await made;
      for (const {path: copy} of listBackups(path)) {
        expect(await checkFile(copy, {depth: 'quick'})).toEqual([]);
        rmSync(copy);
      }
    }
    await using last = await startRealDaemon({home: home.path});
    expect((await last.call('reminder.list', {})).reminders).toHaveLength(4 * ROUNDS);
  });

  test('a restore killed at any step leaves the old or the new database, and the next restore works', async () => {
    using folder = tempDir();
    const before = join(folder.path, 'before');
    const path = (home: string): string => join(home, 'rooster.db');
    {
      using store = openAt(path(before));
      store.transact(() => {
        store.reminders.add(aReminder('old'));
        store.deliveries.add(aDelivery('sent'));
      });
      await store.backups.create({file: join(folder.path, 'copy.db')});
      store.transact(() => {
        store.reminders.add(aReminder('new'));
        store.deliveries.update(aDelivery('sent', {state: 'sent'}));
      });
    }
    const restore = (home: string, env: Readonly<Record<string, string>> = {}) =>
      spawnSync(process.execPath, ['--import', KNIFE, ENTRY, 'restore', join(folder.path, 'copy.db')], {
        env: {PATH: process.env['PATH'], HOME: home, ROOSTER_HOME: home, ...env},
        encoding: 'utf8',
      });
    const contentOf = (home: string): unknown => {
      using store = openAt(path(home));
      const reminders = store.reminders
        .list({limit: 9})
        .map(({id}) => id)
        .sort();
      return [reminders, store.deliveries.get('dlv_sent')?.state];
    };
    const old = [['rem_new', 'rem_old'], 'sent'];
    const restored = [['rem_old'], 'sent'];
    const seen = new Set<string>();
    let steps = 0;
    while (true) {
      const home = join(folder.path, `killed-${steps + 1}`);
      cpSync(before, home, {recursive: true});
      const {signal, status} = restore(home, {KILL_AT: `#${steps + 1}`});
      const content = contentOf(home);
      if (signal !== 'SIGKILL') {
        // The last step was passed: this one finished.
        expect([status, content]).toEqual([0, restored]);
        break;
      }
      steps += 1;
      expect([old, restored]).toContainEqual(content);
      seen.add(JSON.stringify(content));
      // A restore that was killed and started again finishes.
      if (steps % 3 !== 0 && ROUNDS === 1) continue;
      expect(restore(home)).toMatchObject({status: 0});
      expect(contentOf(home)).toEqual(restored);
    }
    expect(seen.size).toBe(2);
    expect(steps).toBeGreaterThan(10);
  });
});
