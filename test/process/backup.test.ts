// `rooster backup` and `rooster restore` as commands, with a running daemon and without one.
// @module-tag deep
import {existsSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {beforeAll, expect, test} from 'vitest';
import {isoOf} from '../../src/shared/time/time.ts';
import {ensureBuilt, type RoosterHome, roosterHome} from '../support/rooster-home.ts';

beforeAll(ensureBuilt);

const messages = async (home: RoosterHome): Promise<readonly string[]> => {
  const {reminders} = await home.json<{reminders: readonly {message: string}[]}>(['reminders', '--json']);
  return reminders.map(({message}) => message).toSorted();
};

test('a backup is made and restored while the daemon runs', {tags: ['fast']}, async () => {
  using home = roosterHome();
  await home.run(['remind', '2h', 'old']);
  const file = join(home.path, 'copy.db');
  expect(await home.run(['backup', file])).toMatchObject({code: 0, out: expect.stringContaining(file), err: ''});
  await home.run(['remind', '3h', 'new']);
  const first = home.pid();

  expect(await home.run(['backup', file])).toMatchObject({code: 1, err: expect.stringContaining('--force')});
  expect(await home.run(['backup', file, '--force'])).toMatchObject({code: 0});
  const undecided = await home.run(['restore', file]);
  expect(undecided).toMatchObject({code: 2, err: expect.stringContaining('--yes')});

  const none = join(home.path, 'none.db');
  expect(await home.run(['restore', none, '--yes'])).toMatchObject({code: 1, err: expect.stringContaining(none)});
  writeFileSync(none, 'no database');
  const spoiled = await home.run(['restore', none, '--yes']);
  expect(spoiled).toMatchObject({code: 1, err: expect.stringContaining(`${none} cannot be restored`)});
  expect(home.pid()).toBe(first);

  await home.run([
    'reminders',
    'cancel',
    (await home.json<{reminders: readonly {id: string}[]}>(['reminders', '--json'])).reminders[0]?.id ?? '',
  ]);
  const restored = await home.run(['restore', file, '--yes']);
  expect(restored).toMatchObject({code: 0, out: expect.stringContaining('.replaced-')});
  expect(restored.err).toMatch(/^The backup is from (?:today|yesterday) \d\d:\d\d/u);
  expect(restored.out).toMatch(/^Restored the database of (?:today|yesterday) \d\d:\d\d/u);
  expect(home.pid()).not.toBe(first);
  expect(await messages(home)).toEqual(['new', 'old']);
  expect(await home.run(['doctor'])).toMatchObject({out: expect.stringContaining('backup')});
});

test('backup and restore work without a daemon, and start none', async () => {
  using home = roosterHome();
  await home.run(['remind', '2h', 'kept']);
  await home.run(['daemon', 'stop']);
  const {file} = await home.json<{file: string}>(['backup', '--json']);
  expect(file).toContain(join(home.path, 'backups/rooster-'));
  for (const ending of ['', '-wal', '-shm']) rmSync(join(home.path, `rooster.db${ending}`), {force: true});
  expect(await home.run(['restore', file, '--yes'])).toMatchObject({code: 0});
  expect(existsSync(join(home.path, 'run/rooster.sock'))).toBe(false);
  await home.run(['daemon', 'start']);
  expect(await messages(home)).toEqual(['kept']);
});

test('a reminder that came due since the backup fires late', async () => {
  using home = roosterHome();
  const file = join(home.path, 'copy.db');
  const {id} = await home.json<{id: string}>(['remind', '2h', 'tea', '--json']);
  await home.run(['backup', file]);
  {
    // It is due when the backup has been made, however long that took.
    using database = new DatabaseSync(file);
    database.prepare('UPDATE reminders SET fireAt = ?').run(isoOf(Date.now()));
  }
  const restored = await home.run(['restore', file, '--yes']);
  expect(restored.err).toContain('1 reminder came due since then and will fire at once, marked as late.');
  expect(restored.out).toContain('1 reminder came due since then and will fire late.');
  const {runs} = await home.json<{runs: readonly {name: string; late: boolean}[]}>(['runs', '--json']);
  expect(runs).toMatchObject([{name: id, late: true}]);
});

test('a configuration value applies as soon as it is set', async () => {
  using home = roosterHome();
  await home.run(['daemon', 'start']);
  for (const minutes of ['11', '12', '13', '14']) {
    await home.run(['config', 'set', 'heartbeat.idleMinutes', minutes]);
    expect(await home.run(['config', 'get', 'heartbeat.idleMinutes'])).toMatchObject({code: 0, out: `${minutes}\n`});
  }
});

test('a drill starts a daemon with the newest backup, beside the running one, and leaves nothing', async () => {
  using home = roosterHome();
  expect(await home.run(['backup', 'verify'])).toMatchObject({code: 1, err: expect.stringContaining('no backup yet')});
  await home.run(['remind', '1h', 'tea']);
  const {file} = await home.json<{file: string}>(['backup', '--json']);
  await home.run(['remind', '1h', 'since then']);
  const pid = home.pid();
  expect(await home.json(['backup', 'verify', '--json'])).toMatchObject({file, reminders: 1});
  const {out} = await home.run(['backup', 'verify']);
  expect(out).toContain('A daemon starts with it, and finds 1 pending reminder');
  expect([home.pid(), readdirSync(home.path).filter(name => name.startsWith('.trial'))]).toEqual([pid, []]);
  writeFileSync(file, 'no database');
  expect(await home.run(['backup', 'verify'])).toMatchObject({code: 1, out: ''});
});
