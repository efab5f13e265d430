// The network between a holder and PostgreSQL is cut: another daemon takes the cell over, and the first one says nothing
// more.
// @module-tag deep
import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {beforeAll, describe, expect, test} from 'vitest';
import {freePort} from '../support/free-port.ts';
import {type OwnNetwork, startOwnNetwork, whyNoOwnNetwork} from '../support/own-network.ts';
import {type PostgresServer, startPostgres, whyNoPostgres} from '../support/postgres.ts';
import {ensureBuilt} from '../support/rooster-home.ts';
import {writeShellCommand} from '../support/shell-command.ts';
import {signalFleet} from '../support/signal-fleet.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until, untilGiven} from '../support/until.ts';

beforeAll(ensureBuilt);

const why = whyNoPostgres() ?? whyNoOwnNetwork();

describe.skipIf(why !== undefined)(
  why === undefined ? 'a holder without network' : `a holder without network (skipped: ${why})`,
  () => {
    test('is silent past its lease, ends once it is back, and stands by; each reminder rang once', async () => {
      await using postgres = await startPostgres();
      await using network = await startOwnNetwork();
      await using relay = await startRelay(network, postgres);
      using programs = tempDir();
      const node = join(programs.path, 'node');
      writeShellCommand(node, [...network.words, process.execPath]);
      await using world = await signalFleet(postgres, 'anna', {address: relay.address, node});
      const {one, two} = world;
      const ringing = (home: typeof one): readonly string[] =>
        home.sends().flatMap(message => /milk|tea|jam|butter/u.exec(message)?.[0] ?? []);
      await one.run(['daemon', 'start']);
      await two.run(['daemon', 'start']);
      expect([await one.role(), await two.role()]).toEqual(['holder', 'standby']);
      await one.run(['remind', '20m', 'bread']);
      await one.run(['remind', '1s', 'milk']);
      await until('milk rings', () => ringing(one).includes('milk'));
      // Files that have changed are sent within a second.
      await new Promise(resolve => setTimeout(resolve, 2_000));
      const pid = one.pid();
      // It comes due before the lease is over.
      await one.run(['remind', '6s', 'tea']);
      await network.cut();
      let isAnswered = false;
      const asked = one.run(['remind', '30m', 'butter'], {env: {ROOSTER_HOST: ''}}).finally(() => {
        isAnswered = true;
      });
      await untilGiven('the other one holds the cell', async () =>
        (await two.role()) === 'holder' ? true : undefined,
      );
      await until('tea rings there', () => ringing(two).includes('tea'));
      const status = await one.run(['status']);
      expect(status.out).toContain('PostgreSQL');
      await two.run(['remind', '1s', 'jam']);
      await until('jam rings there', () => ringing(two).includes('jam'));
      expect([one.pid(), isAnswered, ringing(one)]).toEqual([pid, false, ['milk']]);

      await network.restore();
      await untilGiven('the first one stands by', async () => ((await one.role()) === 'standby' ? true : undefined));
      expect(one.pid()).not.toBe(pid);
      expect(one.cli()).toBeUndefined();
      const {code} = await asked;
      expect(ringing(one)).toEqual(['milk']);
      expect(ringing(two)).toEqual(['milk', 'tea', 'jam']);
      const {reminders} = await two.json<{reminders: readonly {message: string}[]}>(['reminders', '--json']);
      // An acknowledged one is there once, another one nowhere.
      expect(reminders.map(({message}) => message)).toEqual(code === 0 ? ['bread', 'butter'] : ['bread']);
    });
  },
);

/** The only way from the network to PostgreSQL, whose Unix socket is in every network. */
const startRelay = async (
  network: OwnNetwork,
  postgres: PostgresServer,
): Promise<AsyncDisposable & {readonly address: string}> => {
  const port = await freePort();
  const socket = join(new URL(postgres.address).searchParams.get('host') ?? '', `.s.PGSQL.${postgres.port}`);
  const [program = '', ...words] = [...network.words, process.execPath, '-e', RELAY, String(port), socket];
  const child = spawn(program, words, {stdio: ['ignore', 'pipe', 'inherit']});
  await once(child.stdout, 'data');
  return {
    address: `postgres://rooster:${postgres.password}@127.0.0.1:${port}/postgres`,
    [Symbol.asyncDispose]: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
};

const RELAY = `
  const {connect, createServer} = require('node:net');
  const [port, path] = process.argv.slice(1);
  createServer(one => {
    const other = connect(path);
    for (const [from, to] of [[one, other], [other, one]])
      from.on('error', () => to.destroy()).on('close', () => to.destroy()).pipe(to);
  }).listen(Number(port), '127.0.0.1', () => console.log('listens'));
`;
