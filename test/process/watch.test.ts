// Two daemons as processes watch each other over loopback, each with three lines of configuration. Their time runs faster.
// @module-tag deep
import {mkdirSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {fasterTime} from '../support/faster-time.ts';
import {freePorts} from '../support/free-port.ts';
import {type RealDaemon, startRealDaemon} from '../support/real-daemon.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until, untilGiven} from '../support/until.ts';

test('of two Roosters that watch each other one dies, and the other tells; it comes back, and that is told, too', async () => {
  using dir = tempDir();
  const [ports, home] = [await freePorts(2), (name: string) => `${dir.path}/${name}`];
  const configure = (name: string, other: string, [own = 0, its = 0]: readonly number[]): void => {
    mkdirSync(home(name));
    const config = {
      http: {listen: `127.0.0.1:${own}`},
      hooks: {[other]: {secret: `${SECRET}-${other}`, expect: '4m'}},
      ping: {url: `http://127.0.0.1:${its}/hooks/${name}`, every: '1m', secret: `${SECRET}-${name}`},
    };
    writeFileSync(`${home(name)}/config.json`, JSON.stringify(config), {mode: 0o600});
  };
  configure('attic', 'cellar', ports);
  configure('cellar', 'attic', ports.toReversed());
  const start = (name: string): Promise<RealDaemon> =>
    startRealDaemon({home: home(name), nodeFlags: fasterTime(dir.path)});
  const told = (daemon: RealDaemon): readonly string[] =>
    daemon.events.flatMap(event =>
      event.type === 'message.added' && event.message.source.kind === 'system' ? [event.message.text] : [],
    );
  const isHeard = async (daemon: RealDaemon): Promise<boolean> =>
    (await daemon.call('daemon.status', {})).expected?.[0]?.lastAt !== undefined;

  await using attic = await start('attic');
  await attic.call('events.subscribe', {since: 0});
  await using cellar = await start('cellar');
  await untilGiven(
    'each hears the other',
    async () => ((await isHeard(attic)) && (await isHeard(cellar))) || undefined,
  );
  await cellar.kill('SIGKILL');
  await until('the death is told', () => told(attic).length > 0);
  expect(told(attic)[0]).toContain('No ping from cellar');
  await using _again = await start('cellar');
  await until('the return is told', () => told(attic).length > 1);
  expect(told(attic)[1]).toContain('cellar pings again');
  expect(told(attic)).toHaveLength(2);
});

const SECRET = 'a-long-secret-of-the-test';
