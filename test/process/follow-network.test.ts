// Two machines whose network is cut: nothing waits for the other one, and nothing is lost or taken twice.
// @module-tag deep
import {existsSync} from 'node:fs';
import {join} from 'node:path';
import {DatabaseSync} from 'node:sqlite';
import {beforeAll, describe, expect, test} from 'vitest';
import {startOwnNetwork, whyNoOwnNetwork} from '../support/own-network.ts';
import {ensureBuilt, type RoosterHome, roosterHome} from '../support/rooster-home.ts';
import {startSshServer, whyNoSshServer} from '../support/ssh-server.ts';
import {until, untilGiven} from '../support/until.ts';
import {writeConfig} from '../support/write-config.ts';

beforeAll(ensureBuilt);

const why = whyNoSshServer() ?? whyNoOwnNetwork();

describe.skipIf(why !== undefined)(why === undefined ? 'a cut network' : `a cut network (skipped: ${why})`, () => {
  test('makes the copy old and says so on both; all arrives once it is back, and a takeover is up to the person', async () => {
    await using network = await startOwnNetwork();
    await using server = await startSshServer(network);
    using first = roosterHome('first');
    using second = roosterHome('second');
    writeConfig(second.path, {hosts: {den: {address: server.address, command: server.programFor(first.path)}}});
    const env = {PATH: `${server.client}:${process.env['PATH']}`};
    const here = (argv: readonly string[]) => second.run(argv, {env});
    const behind = async (home: RoosterHome): Promise<number> => {
      const {replica} = await home.json<{replica?: {behindMs: number}}>(['status', '--json']);
      return replica?.behindMs ?? Number.NaN;
    };
    await first.run(['remind', '1h', 'before']);
    expect((await here(['follow', 'den'])).code).toBe(0);

    await network.cut();
    for (const each of ['one', 'two', 'three'])
      expect((await first.run(['remind', '1h', each])).code, 'the first machine waits for nobody').toBe(0);
    await untilGiven('both say how old the copy is', async () =>
      (await behind(first)) > 15_000 && (await behind(second)) > 15_000 ? true : undefined,
    );
    expect((await first.run(['status'])).out).toMatch(/Replica +.* keeps a copy, \d+ seconds behind\./u);
    expect((await here(['follow'])).out).toMatch(
      /Keeps a copy of den, \d+ seconds behind, up to event \d+\.\nCouldn't reach den: /u,
    );
    expect(remindersIn(second.path)).toEqual(['before']);

    await network.restore();
    await until('all has arrived', () => remindersIn(second.path).length === 4);
    await untilGiven('it is up to date', async () =>
      (await behind(first)) < 10_000 && (await behind(second)) < 10_000 ? true : undefined,
    );
    expect(rowsIn(second.path)).toEqual(rowsIn(first.path));
    expect((await here(['takeover'])).err).toContain('den answers, so nothing is taken over.');

    await network.cut();
    await first.run(['remind', '1h', 'known to den only']);
    const taken = await here(['takeover']);
    expect([taken.code, taken.out]).toEqual([0, expect.stringContaining('4 reminders will ring here.')]);
    expect(await first.run(['remind', '1h', 'both work'])).toMatchObject({code: 0});
    await network.restore();
    await untilGiven('the first one is quiet', async () =>
      (await first.run(['status'])).out.includes('nothing happens here any more') ? true : undefined,
    );
    expect((await first.run(['remind', '1h', 'too late'])).err).toContain('has taken over');
    expect((await here(['status'])).out).toMatch(/of den (?:is|are) not here/u);
    expect(remindersIn(second.path)).toEqual(['before', 'one', 'three', 'two']);
  });
});

const query = (home: string, sql: string): readonly object[] => {
  const path = join(home, 'rooster.db');
  if (!existsSync(path)) return [];
  using database = new DatabaseSync(path, {readOnly: true});
  return database.prepare(sql).all();
};

const remindersIn = (home: string): readonly string[] =>
  query(home, 'SELECT message FROM reminders ORDER BY message').map(row => String((row as {message: unknown}).message));

const rowsIn = (home: string): readonly (readonly object[])[] =>
  ['events', 'reminders', 'marks'].map(table => query(home, `SELECT * FROM ${table} ORDER BY 1`));
