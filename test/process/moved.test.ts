// A command at the wrong daemon: the one here stands by, and sends it to the one that does the work.
// @module-tag deep
import {cpSync, existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, describe, expect, test} from 'vitest';
import {ensureBuilt, ROOT, roosterHome} from '../support/rooster-home.ts';
import {startSshServer, whyNoSshServer} from '../support/ssh-server.ts';
import {startStandby} from '../support/standby.ts';
import {until} from '../support/until.ts';
import {writeConfig} from '../support/write-config.ts';

beforeAll(ensureBuilt);

const socketOf = (home: {readonly path: string}): string => join(home.path, 'run/rooster.sock');
const hasDatabase = (home: {readonly path: string}): boolean => existsSync(join(home.path, 'rooster.db'));

test('every verb goes on to the daemon at another socket of this machine', {tags: ['fast']}, async () => {
  using here = roosterHome('here');
  using there = roosterHome('there');
  await there.run(['daemon', 'start']);
  await using standby = await startStandby(here.path, socketOf(there));
  const set = await here.run(['remind', '20m', 'tea']);
  expect([set.code, set.err]).toEqual([0, '']);
  expect((await there.run(['reminders'])).out).toContain('tea');
  expect((await here.run(['reminders'])).out).toContain('tea');
  expect(await here.json(['status', '--json'])).toMatchObject({
    pid: there.pid(),
    home: {config: `${there.path}/config.json`},
  });
  expect((await here.run(['config', 'set', 'timezone', 'Asia/Tokyo'])).code).toBe(0);
  expect((await there.run(['config', 'get', 'timezone'])).out).toBe('Asia/Tokyo\n');
  expect(standby.asked.filter(method => method !== 'daemon.status')).toEqual([]);
  expect(hasDatabase(here)).toBe(false);
});

test('"rooster daemon" is about the daemon of this machine, although that stands by', async () => {
  using here = roosterHome('here');
  using there = roosterHome('there');
  await there.run(['daemon', 'start']);
  await using standby = await startStandby(here.path, socketOf(there));
  const own = await here.json<{readonly pid: number}>(['daemon', 'status', '--json']);
  expect(own).toMatchObject({bootId: 'boot_standby', home: {config: `${here.path}/config.json`}});
  expect((await here.run(['daemon', 'start'])).out).toBe(`The daemon was already running, pid ${own.pid}.\n`);
  expect(await here.run(['daemon', 'stop'])).toMatchObject({code: 0, out: `Stopped the daemon (pid ${own.pid}).\n`});
  expect(standby.asked.at(-1)).toBe('daemon.stop');
  expect((await there.run(['status'])).code).toBe(0);
});

test('nothing of this machine replaces the database of the daemon that does the work', async () => {
  using here = roosterHome('here');
  using there = roosterHome('there');
  await there.run(['remind', '2h', 'tea']);
  const file = join(there.path, 'copy.db');
  await there.run(['backup', file]);
  await using _standby = await startStandby(here.path, socketOf(there));
  const pid = there.pid();
  const {code, err} = await here.run(['restore', file, '--yes']);
  expect([code, err]).toEqual([1, expect.stringContaining(`Another daemon does the work, in ${there.path}.`)]);
  expect([there.pid(), hasDatabase(here)]).toEqual([pid, false]);
});

test.each([
  {address: '-oProxyCommand=touch', shown: '-oProxyCommand=touch'},
  {address: 'ssh://-oProxyCommand=touch', shown: 'ssh://-oProxyCommand=touch'},
  {address: 'ssh://me@server/;touch', shown: 'ssh://me@server/;touch'},
  {address: 'ssh://', shown: 'ssh://'},
  {address: 'server', shown: 'server'},
  {address: 'run/rooster.sock', shown: 'run/rooster.sock'},
  {address: 'https://server', shown: 'https://server'},
  {address: '/tmp/a\u001b[2Jb', shown: '/tmp/a'},
  {address: '', shown: ''},
])('the address $shown is never used', async ({address, shown}) => {
  using here = roosterHome('here');
  await using _standby = await startStandby(here.path, address);
  const {code, err} = await here.run(['remind', '20m', 'tea']);
  expect([code, err]).toEqual([
    1,
    expect.stringContaining(`error: The daemon of this machine names a place that can't be used from here: ${shown}`),
  ]);
  expect(err).not.toContain('\u001b');
});

test('daemons that send each other in a circle are one sentence, and so is a way that is too long', async () => {
  using first = roosterHome('first');
  using second = roosterHome('second');
  await using one = await startStandby(first.path, socketOf(second));
  await using two = await startStandby(second.path, socketOf(first));
  const {code, err} = await first.run(['reminders']);
  const way = `this machine → ${two.socket} → ${one.socket}`;
  expect([code, err]).toEqual([
    3,
    `error: The daemons send each other in a circle (${way}), so none of them does the work now. Try again in some seconds.\n`,
  ]);
  one.movesTo(one.socket);
  expect((await first.run(['reminders'])).err).toContain(`(this machine → ${one.socket})`);
  using third = roosterHome('third');
  using fourth = roosterHome('fourth');
  using fifth = roosterHome('fifth');
  await fifth.run(['daemon', 'start']);
  one.movesTo(two.socket);
  await using three = await startStandby(third.path);
  await using _four = await startStandby(fourth.path, socketOf(fifth));
  two.movesTo(three.socket);
  three.movesTo(socketOf(fifth));
  expect((await first.run(['reminders'])).code).toBe(0);
  three.movesTo(socketOf(fourth));
  expect(await first.run(['reminders'])).toMatchObject({
    code: 3,
    err: expect.stringContaining('More than 3 daemons sent this terminal on'),
  });
});

test('without anybody who does the work, and with one who is gone, a command says so', async () => {
  using here = roosterHome('here');
  await using standby = await startStandby(here.path);
  expect(await here.run(['reminders'])).toMatchObject({code: 1, err: 'error: No daemon does the work now.\n'});
  const gone = join(here.path, 'gone.sock');
  standby.movesTo(gone);
  expect(await here.run(['reminders'])).toMatchObject({
    code: 3,
    err: `error: The daemon at ${gone} does the work, and can't be reached: The daemon is not running at ${gone}. Try again in some seconds.\n`,
  });
});

test('"rooster watch" goes on where the daemon has moved, without a gap', async () => {
  using here = roosterHome('here');
  using there = roosterHome('there');
  await here.run(['remind', '2h', 'before']);
  using watching = here.start(['watch', '--json', '--since', '0']);
  await until('the first event', () => watching.out().includes('before'));
  await here.run(['daemon', 'stop']);
  mkdirSync(there.path);
  cpSync(join(here.path, 'rooster.db'), join(there.path, 'rooster.db'));
  await there.run(['remind', '3h', 'meanwhile']);
  await using _standby = await startStandby(here.path, socketOf(there));
  await until('the event from there', () => watching.out().includes('meanwhile'));
  await there.run(['remind', '4h', 'afterwards']);
  await until('a live event', () => watching.out().includes('afterwards'));
  const seqs = [...watching.out().matchAll(/"seq":(\d+)/gu)].map(([, seq]) => Number(seq));
  expect(seqs).toEqual(seqs.map((_, index) => index + 1));
});

const why = whyNoSshServer();

describe.skipIf(why !== undefined)(why === undefined ? 'over ssh' : `over ssh (skipped: ${why})`, () => {
  const scene = async () => {
    await using stack = new AsyncDisposableStack();
    const server = stack.use(await startSshServer());
    const there = stack.use(roosterHome('server'));
    const here = stack.use(roosterHome('here'));
    await there.run(['daemon', 'start']);
    writeConfig(here.path, {hosts: {den: {address: server.address, command: server.programFor(there.path)}}});
    const standby = stack.use(await startStandby(here.path, server.address));
    const moved = stack.move();
    return {
      ...{server, there, here, standby},
      ask: (...argv: readonly string[]) => here.run(argv, {env: {PATH: `${server.client}:${process.env['PATH']}`}}),
      [Symbol.asyncDispose]: () => moved.disposeAsync(),
    };
  };

  test('a verb goes on to another machine, and says where', {tags: ['fast']}, async () => {
    await using place = await scene();
    const {there, here, ask} = place;
    const set = await ask('remind', '20m', 'tea');
    expect([set.code, set.err]).toEqual([0, 'On den.\n']);
    expect((await there.run(['reminders'])).out).toContain('tea');
    expect(await ask('reminders')).toMatchObject({code: 0, err: '', out: expect.stringContaining('tea')});
    expect(hasDatabase(here)).toBe(false);
  });

  test('a verb that needs the machine of the daemon runs there', async () => {
    await using place = await scene();
    const {there, here, ask} = place;
    const set = await ask('config', 'set', 'timezone', 'Asia/Tokyo');
    expect([set.code, set.err]).toEqual([0, 'On den.\n']);
    expect((await there.run(['config', 'get', 'timezone'])).out).toBe('Asia/Tokyo\n');
    await ask('remind', '2h', 'tea');
    const file = join(here.path, 'copy.db');
    expect(await ask('backup', file)).toMatchObject({code: 0, out: expect.stringContaining('Backup of den: ')});
    expect(existsSync(file)).toBe(true);
    expect(await ask('restore', file, '--yes')).toMatchObject({code: 0, err: expect.stringContaining('On den.')});
    expect((await ask('daemon', 'status', '--json')).out).toContain('boot_standby');
  });

  test('a machine that is gone is one sentence, with exit code 3', async () => {
    await using place = await scene();
    const {server, ask} = place;
    await server.stop();
    expect(await ask('reminders')).toMatchObject({code: 3, err: expect.stringContaining("Couldn't reach den: ")});
  });

  test('two machines that send each other on end after one look, also for verbs that run there', async () => {
    await using place = await scene();
    const {server, there, ask} = place;
    await there.run(['daemon', 'stop']);
    await using _other = await startStandby(there.path, server.address);
    for (const argv of [['reminders'], ['config', 'show']])
      expect(await ask(...argv)).toMatchObject({code: 3, err: expect.stringContaining('(this machine → den → den)')});
  });

  test('a key that is bound to the home of a cell, as docs/scale.md says, reaches that one', async () => {
    await using place = await scene();
    const {server, there, here, ask} = place;
    const program = join(here.path, 'rooster');
    writeFileSync(program, `#!/bin/sh\nexec ${process.execPath} ${join(ROOT, 'dist/rooster.js')} "$@"\n`, {
      mode: 0o755,
    });
    writeConfig(here.path, {hosts: {den: {address: server.address, command: program}}});
    const [, command = ''] = /^ *command="(.*)" ssh-/mu.exec(readFileSync('docs/scale.md', 'utf8')) ?? [];
    expect(command).toContain('/var/lib/rooster/anna');
    server.bindsKey(command.replace('/var/lib/rooster/anna', there.path));
    expect(await ask('remind', '20m', 'tea')).toMatchObject({code: 0, err: 'On den.\n'});
    expect((await ask('config', 'set', 'timezone', 'Asia/Tokyo')).code).toBe(0);
    expect((await there.run(['reminders'])).out).toContain('tea');
    expect((await there.run(['config', 'get', 'timezone'])).out).toBe('Asia/Tokyo\n');
  });

  test('with --host, the daemon there goes on to the right socket of its machine', async () => {
    await using place = await scene();
    const {there, ask} = place;
    using right = roosterHome('right');
    await right.run(['daemon', 'start']);
    await there.run(['daemon', 'stop']);
    await using _other = await startStandby(there.path, socketOf(right));
    expect(await ask('--host', 'den', 'remind', '20m', 'tea')).toMatchObject({code: 0, err: 'On den.\n'});
    expect((await right.run(['reminders'])).out).toContain('tea');
  });
});
