// The terminal UI and webhooks of a fleet: whichever daemon holds the cell, they arrive there.
// @module-tag deep
import {writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {beforeAll, describe, expect, test} from 'vitest';
import {hasTmux} from '../../scripts/screens/tmux.ts';
import {freePort} from '../support/free-port.ts';
import {type PostgresServer, startPostgres, whyNoPostgres} from '../support/postgres.ts';
import {ensureBuilt, roosterHome} from '../support/rooster-home.ts';
import {terminalHome} from '../support/terminal-program.ts';
import {untilGiven} from '../support/until.ts';
import {writeConfig} from '../support/write-config.ts';

beforeAll(ensureBuilt);

const why = hasTmux() ? whyNoPostgres() : 'there is no tmux here';

/** A home of the cell, as docs/scale.md sets it up, with an HTTP port of its own. */
const joinFleet = async (home: string, postgres: PostgresServer, secret: string): Promise<string> => {
  const port = await freePort();
  writeFileSync(secret, postgres.address, {mode: 0o600});
  writeConfig(home, {
    fleet: {
      postgres: {file: secret},
      cells: ['anna'],
      address: join(home, 'run/rooster.sock'),
      http: `http://127.0.0.1:${port}`,
    },
    http: {listen: `127.0.0.1:${port}`},
    hooks: {ci: {secret: 'a-long-secret-of-the-test', scheme: 'github', target: 'rooster:main', reply: 'note'}},
  });
  return `http://127.0.0.1:${port}`;
};

const statusOf = async (origin: string, path: string): Promise<number | undefined> =>
  await fetch(`${origin}${path}`, {redirect: 'manual'}).then(
    ({status}) => status,
    () => undefined,
  );

/** Waits until `/ready` answers so. */
const comesTo = async (what: string, origin: string, wanted: number): Promise<void> => {
  await untilGiven(what, async () => ((await statusOf(origin, '/ready')) === wanted ? true : undefined));
};

describe.skipIf(why !== undefined)(why === undefined ? 'a fleet' : `a fleet (skipped: ${why})`, () => {
  test('the screen follows its cell to the daemon that takes over, and so do requests', async () => {
    await using postgres = await startPostgres();
    using folder = roosterHome('secrets');
    using two = roosterHome('two');
    await using one = terminalHome();
    const secret = join(folder.path, '../postgres');
    const first = await joinFleet(one.path, postgres, secret);
    const second = await joinFleet(two.path, postgres, secret);
    const atOne = (...argv: readonly string[]) => two.run(argv, {env: {ROOSTER_HOME: one.path}});
    await using screen = await one.open({columns: 110, rows: 24});
    await screen.type('remind me in 3 hours to water the plants');
    await screen.press('Enter');
    await screen.shows(/in 3 hours[\s\S]*water the plants/u);
    await two.run(['daemon', 'start']);
    expect([await statusOf(first, '/ready'), await statusOf(second, '/ready')]).toEqual([200, 503]);
    expect((await two.run(['reminders'])).out).toContain('water the plants');

    const {status, headers} = await fetch(`${second}/hooks/ci?wait=1`, {
      method: 'POST',
      body: '{}',
      redirect: 'manual',
    });
    expect([status, headers.get('location')]).toEqual([307, `${first}/hooks/ci?wait=1`]);

    await atOne('daemon', 'stop');
    await screen.type('remind me in 5 hours to close the windows');
    await screen.press('Enter');
    await screen.shows(/sent after reconnecting/u);
    await screen.type('a draft');
    // The configuration belongs to the cell, and so does its port.
    await comesTo('the other one is ready', first, 200);
    await atOne('daemon', 'start');
    await screen.shows(/rooster@\S+two ● live/u);
    expect(await screen.shows(/in 5 hours[\s\S]*close the windows/u)).toContain('a draft');
    const {reminders} = await two.json<{reminders: readonly {message: string}[]}>(['reminders', '--json']);
    expect(reminders.map(({message}) => message)).toEqual(['water the plants', 'close the windows']);

    postgres.freeze();
    expect(await screen.shows(/◌ sends nothing/u)).toContain('Nothing is sent or confirmed until');
    await comesTo('the holder is not ready', first, 503);
    const refusal = await (await fetch(`${first}/ready`)).text();
    expect(refusal).toContain('PostgreSQL has to answer before anything leaves.');
    expect(await statusOf(first, '/health')).toBe(200);
    postgres.thaw();
    await screen.shows(/● live/u);
    await comesTo('it is ready again', first, 200);
    await two.run(['daemon', 'stop']);
    await screen.shows(/rooster ● live/u);
  });
});
