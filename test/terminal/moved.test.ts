// The terminal UI whose daemon moves: it follows by itself, and keeps the draft and what was sent meanwhile.
// @module-tag deep
import {cpSync, existsSync, mkdirSync, renameSync, rmSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {beforeAll, describe, expect, test} from 'vitest';
import {hasTmux} from '../../scripts/screens/tmux.ts';
import {ensureBuilt, type RoosterHome, roosterHome} from '../support/rooster-home.ts';
import {startSshServer, whyNoSshServer} from '../support/ssh-server.ts';
import {startStandby} from '../support/standby.ts';
import {terminalHome} from '../support/terminal-program.ts';
import {untilGiven} from '../support/until.ts';
import {writeConfig} from '../support/write-config.ts';

beforeAll(ensureBuilt);

const why = hasTmux() ? whyNoSshServer() : 'there is no tmux here';

/** The home that does the work from now on, as after a takeover. The other one has stopped. */
const takeOver = async (from: string, to: RoosterHome): Promise<void> => {
  mkdirSync(to.path, {recursive: true});
  cpSync(join(from, 'rooster.db'), join(to.path, 'rooster.db'));
  await to.run(['daemon', 'start']);
};

const remindersIn = (home: RoosterHome, count: number): Promise<readonly string[]> =>
  untilGiven(`${count} reminders`, async () => {
    using database = new DatabaseSync(join(home.path, 'rooster.db'), {readOnly: true});
    const rows = database.prepare('SELECT message FROM reminders').all();
    return rows.length >= count ? rows.map(({message}) => String(message)) : undefined;
  });

describe.skipIf(why !== undefined)(why === undefined ? 'a daemon that moves' : `moves (skipped: ${why})`, () => {
  test('is followed to another machine and back, with the draft and what was sent meanwhile', async () => {
    await using server = await startSshServer();
    using there = roosterHome('server');
    await using home = terminalHome({env: {PATH: `${server.client}:${process.env['PATH']}`}});
    writeConfig(home.path, {hosts: {den: {address: server.address, command: server.programFor(there.path)}}});
    await using screen = await home.open({columns: 100, rows: 24});
    await screen.type('remind me in 3 hours to water the plants');
    await screen.press('Enter');
    await screen.shows(/in 3 hours[\s\S]*water the plants/u);

    const client = await home.connect();
    await client.call('daemon.stop', {});
    await screen.shows(/rooster ◌ reconnecting|The daemon was stopped/u);
    await screen.type('remind me in 5 hours to close the windows');
    await screen.press('Enter');
    await screen.shows(/sent after reconnecting/u);
    await screen.type('a draft');
    await takeOver(home.path, there);
    {
      await using standby = await startStandby(home.path, server.address);
      await screen.shows(/rooster@den ● live/u);
      const shown = await screen.shows(/in 5 hours[\s\S]*close the windows/u);
      expect(shown).toContain('a draft');
      expect(await remindersIn(there, 2)).toEqual(['water the plants', 'close the windows']);
      expect(standby.asked.filter(method => method !== 'daemon.status')).toEqual([]);
      await there.run(['daemon', 'stop']);
      for (const name of ['rooster.db', 'rooster.db-wal', 'rooster.db-shm'])
        rmSync(join(home.path, name), {force: true});
      renameSync(join(there.path, 'rooster.db'), join(home.path, 'rooster.db'));
      await screen.shows(/rooster(?:@den)? ◌ reconnecting/u);
    }
    // The one of this machine does the work again.
    using here = {...roosterHome(), path: home.path};
    await here.run(['daemon', 'start'], {env: {ROOSTER_HOME: home.path}});
    expect(await screen.shows(/rooster ● live/u)).toContain('a draft');
    expect(existsSync(join(there.path, 'rooster.db'))).toBe(false);
  });

  test('shows why it waits, while nobody does the work and while daemons send it in a circle', async () => {
    using there = roosterHome('there');
    await using home = terminalHome();
    await using standby = await startStandby(home.path);
    await using screen = await home.open({columns: 120, rows: 24}, /No daemon does the work now/u);
    standby.movesTo(standby.socket);
    await screen.shows(/send each other in a circle/u);
    await there.run(['daemon', 'start']);
    standby.movesTo(join(there.path, 'run/rooster.sock'));
    await screen.shows(/rooster@\S+there ● live/u);
    await screen.press('C-d');
    await screen.shows(/The daemon keeps running\. To come back: /u);
  });
});
