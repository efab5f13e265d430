// The terminal UI on the daemon of another machine, in a real terminal: cut off, it stays readable, and what was sent meanwhile leaves once.
// @module-tag deep
import {existsSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {beforeAll, describe, expect, test} from 'vitest';
import {hasTmux} from '../../scripts/screens/tmux.ts';
import {installedRooster, packagesFolder, VERSION} from '../support/packages.ts';
import {ensureBuilt, type RoosterHome, roosterHome} from '../support/rooster-home.ts';
import {slowness} from '../support/slowness.ts';
import {type SshServer, startSshServer, whyNoSshServer} from '../support/ssh-server.ts';
import {terminalHome} from '../support/terminal-program.ts';
import {until, untilGiven} from '../support/until.ts';
import {writeConfig} from '../support/write-config.ts';

beforeAll(ensureBuilt);

const why = hasTmux() ? whyNoSshServer() : 'there is no tmux here';

describe.skipIf(why !== undefined)(why === undefined ? 'a daemon elsewhere' : `elsewhere (skipped: ${why})`, () => {
  test('is named in the header, is read while it is cut off, and gets each message once', async () => {
    await using server = await startSshServer();
    using there = roosterHome('server');
    await using home = elsewhere(server, there);
    await using screen = await home.open({columns: 100, rows: 24});
    await screen.shows(/rooster@den ● live/u);
    await screen.type('remind me in 3 hours to water the plants');
    await screen.press('Enter');
    await screen.shows(/in 3 hours[\s\S]*water the plants/u);
    await server.stop();
    expect(await screen.shows(/rooster@den ◌ reconnecting/u)).toContain('water the plants');
    await screen.type('remind me in 5 hours to close the windows');
    await screen.press('Enter');
    await screen.shows(/sent after reconnecting/u);
    await server.start();
    await screen.shows(/rooster@den ● live/u);
    await screen.shows(/in 5 hours[\s\S]*close the windows/u);
    expect(await remindersIn(there, 2)).toEqual(['water the plants', 'close the windows']);
    expect(existsSync(join(home.path, 'rooster.db'))).toBe(false);
    await screen.press('C-d');
    await screen.shows(/The daemon keeps running on den\. To come back: .*--host den/u);
  });

  test('goes on after a sleep on another network: what happened meanwhile is there, once', async () => {
    await using server = await startSshServer();
    using there = roosterHome('server');
    await using home = elsewhere(server, there);
    await using screen = await home.open({columns: 100, rows: 24});
    await screen.shows(/rooster@den ● live/u);
    await screen.type('a draft');
    const asleep = [screen.pid, ...childrenOf(screen.pid)];
    for (const pid of asleep) process.kill(pid, 'SIGSTOP');
    // The address of this machine changes while it sleeps, so its connections are gone.
    server.cut();
    expect((await there.run(['remind', '1s', 'the night train'])).code).toBe(0);
    await until('it has rung there', () => readDatabase(there.path).includes('fired'));
    for (const pid of asleep) process.kill(pid, 'SIGCONT');
    const shown = await screen.shows(/rooster@den ● live[\s\S]*the night train/u);
    expect(shown).toContain('a draft');
  });

  test('follows its daemon: one that died there comes back, one that was stopped says how to start it', async () => {
    await using server = await startSshServer();
    using there = roosterHome('server');
    await using home = elsewhere(server, there);
    await using screen = await home.open({columns: 100, rows: 24});
    const died = there.pid();
    process.kill(died, 'SIGKILL');
    await screen.shows(/rooster@den ◌ reconnecting/u);
    await screen.shows(/rooster@den ● live/u);
    expect(there.pid()).not.toBe(died);
    await there.run(['daemon', 'stop']);
    await screen.shows(/The daemon on den is not running\. Start it: rooster --host den daemon start/u);
    await there.run(['daemon', 'start']);
    await screen.shows(/rooster@den ● live/u);
  });

  test('notices within 15 seconds that the network is silent, and sends the message on its way once', async () => {
    await using server = await startSshServer();
    using there = roosterHome('server');
    await using home = elsewhere(server, there);
    await using screen = await home.open({columns: 100, rows: 24});
    const slow = await slowness(() => there.run(['status']));
    server.silence();
    await screen.type('remind me in 3 hours to water the plants');
    await screen.press('Enter');
    await screen.shows(/rooster@den ◌ reconnecting/u, 15_000 * slow);
    // The message arrives there after all, although nobody here knows it.
    server.speak();
    await screen.shows(/rooster@den ● live[\s\S]*in 3 hours[\s\S]*water the plants/u);
    expect(await remindersIn(there, 1)).toEqual(['water the plants']);
  });

  test('never lets ssh ask a question on the screen', async () => {
    await using server = await startSshServer();
    using there = roosterHome('server');
    await using home = elsewhere(server, there, {ssh: server.strangers.asksAboutServer});
    await using screen = await home.open({columns: 100, rows: 24}, /Host key verification failed/u);
    expect(await screen.text()).not.toContain('authenticity of host');
  });

  test('stays with its daemon while that is updated there, and says nothing about a neighbouring release', async () => {
    using packages = packagesFolder();
    const [major = 0, minor = 0] = VERSION.split('.').map(Number);
    const next = `${major}.${minor + 1}.0`;
    for (const version of [VERSION, next]) packages.add(version);
    await using server = await startSshServer();
    using there = installedRooster(packages);
    await using home = elsewhere(server, there, {program: server.programFor(there.path, there.entry)});
    await using screen = await home.open({columns: 100, rows: 24});
    await screen.type('a draft');
    await screen.shows(/a draft/u);
    expect((await there.ask('update')).out).toContain(next);
    expect(await screen.shows(/rooster@den ● live/u)).toContain('a draft');
    await screen.press('C-u');
    await screen.type('remind me in 3 hours to water the plants');
    await screen.press('Enter');
    expect(await screen.shows(/in 3 hours[\s\S]*water the plants/u)).not.toContain('Update the older one');
    const {version} = JSON.parse((await there.ask('status', '--json')).out);
    expect(version).toBe(next);
  });
});

/** A terminal here, which uses the daemon of the home there. */
const elsewhere = (server: SshServer, there: RoosterHome, {ssh = server.client, program = ''} = {}) => {
  const home = terminalHome({env: {ROOSTER_HOST: 'den', PATH: `${ssh}:${process.env['PATH']}`}});
  const command = program || server.programFor(there.path);
  writeConfig(home.path, {hosts: {den: {address: server.address, command}}});
  return home;
};

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);

const readDatabase = (home: string): string => {
  using database = new DatabaseSync(join(home, 'rooster.db'), {readOnly: true});
  return database
    .prepare('SELECT state FROM reminders')
    .all()
    .map(({state}) => String(state))
    .join();
};

/** The words of a message are on the screen before its answer is: so many reminders are waited for. */
const remindersIn = async (home: RoosterHome, count: number): Promise<readonly string[]> =>
  await untilGiven(`${count} reminders`, async () => {
    const {reminders} = await home.json<{reminders: readonly {message: string}[]}>(['reminders', '--json']);
    return reminders.length < count ? undefined : reminders.map(({message}) => message);
  });
