// A daemon whose socket is gone from its folder, as after a logout: every command says so, and the daemon can be stopped and replaced.
// @module-tag deep
import {mkdirSync} from 'node:fs';
import {createConnection} from 'node:net';
import {join} from 'node:path';
import {beforeAll, describe, expect, test} from 'vitest';
import {fasterTime} from '../support/faster-time.ts';
import {startRealDaemon} from '../support/real-daemon.ts';
import {ensureBuilt, type RoosterHome, roosterHome} from '../support/rooster-home.ts';
import {removeFolder, tempDir} from '../support/temp-dir.ts';

beforeAll(ensureBuilt);

const loseSocket = (home: RoosterHome): void => removeFolder(join(home.path, 'run'));

describe.concurrent('a daemon whose socket file is gone', () => {
  test('is waited for by every command, and no second one starts', {tags: ['fast']}, async () => {
    using home = roosterHome();
    await home.run(['daemon', 'start']);
    const pid = home.pid();
    loseSocket(home);
    const verbs = [['status'], ['daemon', 'status'], ['daemon', 'start'], ['doctor'], ['reminders']];
    // At the same time, since the daemon recreates its socket within seconds.
    const ran = await Promise.all(verbs.map(verb => home.run(verb)));
    expect(ran.map(({code}) => code)).toEqual([0, 0, 0, 0, 0]);
    expect(home.pid()).toBe(pid);
  });

  test("is named by every command if it doesn't come back, with a failing exit code", async () => {
    using home = roosterHome();
    await home.run(['daemon', 'start']);
    const pid = home.pid();
    process.kill(pid, 'SIGSTOP');
    loseSocket(home);
    const verbs = [['status'], ['daemon', 'status'], ['doctor'], ['reminders']];
    const env = {NODE_OPTIONS: fasterTime(home.path).join(' ')};
    const ran = await Promise.all(verbs.map(verb => home.run(verb, {env})));
    expect(ran.map(({code}) => code)).toEqual([3, 3, 1, 3]);
    for (const {out, err} of ran) expect(`${out}${err}`).toContain(`(pid ${pid}) has lost its socket`);
  });

  test('stops on request, and can be replaced', async () => {
    using home = roosterHome();
    await home.run(['daemon', 'start']);
    const first = home.pid();
    loseSocket(home);
    expect(await home.run(['daemon', 'stop'])).toMatchObject({
      code: 0,
      out: `Stopped the daemon (pid ${first}).\n`,
    });
    await home.run(['daemon', 'start']);
    const second = home.pid();
    loseSocket(home);
    expect(await home.run(['daemon', 'restart'])).toMatchObject({code: 0});
    expect(home.pid()).not.toBe(second);
  });

  test('is found by its other socket when the folder of the login session is gone', async () => {
    using home = roosterHome();
    using login = tempDir();
    const runtime = join(login.path, 'user');
    mkdirSync(runtime);
    const env = {
      ROOSTER_HOME: '',
      XDG_RUNTIME_DIR: runtime,
      XDG_STATE_HOME: join(home.path, 'state'),
      XDG_CONFIG_HOME: join(home.path, 'config'),
      XDG_DATA_HOME: join(home.path, 'data'),
    };
    const started = JSON.parse((await home.run(['daemon', 'start', '--json'], {env})).out);
    try {
      removeFolder(runtime);
      const {out, code} = await home.run(['status', '--json'], {env});
      expect([code, JSON.parse(out).pid]).toEqual([0, started.pid]);
      // Even from a process without that folder, such as a cron job of the system.
      const {XDG_RUNTIME_DIR: _, ...without} = env;
      expect(JSON.parse((await home.run(['status', '--json'], {env: without})).out).pid).toBe(started.pid);
    } finally {
      process.kill(started.pid, 'SIGKILL');
    }
  });
});

test('debugger signals neither open a port nor end the daemon', async () => {
  using home = tempDir();
  await using daemon = await startRealDaemon({home: home.path});
  daemon.signal('SIGUSR1');
  daemon.signal('SIGUSR2');
  expect(await daemon.call('daemon.status', {})).toMatchObject({pid: daemon.pid});
  await using second = await daemon.connect();
  expect(await second.call('session.list', {})).toEqual({sessions: []});
  expect(await isOpen(9229)).toBe(false);
  expect(daemon.isOver()).toBe(false);
});

const isOpen = (port: number): Promise<boolean> =>
  new Promise(resolve => {
    const socket = createConnection({port, host: '127.0.0.1'});
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
