// A daemon with every door off, as a process: it listens on no port and has loaded no package for them. The same daemon with them on shows
// that the test would see it.
// @module-tag deep
import {existsSync, readdirSync, readFileSync, readlinkSync, writeFileSync} from 'node:fs';
import {expect, test} from 'vitest';
import {mailConfig} from '../support/mail/mail-fixture.ts';
import {type RealDaemon, startRealDaemon} from '../support/real-daemon.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';

const isLinux = existsSync('/proc/self/net/tcp');
const SECRET = 'a-long-secret-of-the-test';

test.skipIf(!isLinux)('with every door off no port is open and no package for them is loaded', async () => {
  const off = await cost({});
  expect(off).toEqual({ports: 0, loaded: []});
  const on = await cost({
    http: {listen: '127.0.0.1:0'},
    mail: mailConfig(9, 9),
    targets: {neo: {url: 'http://127.0.0.1:9/wake', secret: SECRET}},
  });
  expect(on.ports).toBe(1);
  expect(on.loaded).toEqual(OF_DOORS);
});

test.skipIf(!isLinux)('in no fleet the client of PostgreSQL is not loaded', async () => {
  expect(await modulesOf({})).not.toContain(OF_POSTGRES);
  const fleet = {postgres: 'postgres://rooster@127.0.0.1:9/rooster?sslmode=disable', cells: ['one']};
  expect(await modulesOf({fleet})).toContain(OF_POSTGRES);
});

/** The modules of a daemon that has answered. */
const modulesOf = async (config: object): Promise<readonly string[]> => {
  using home = tempDir();
  await using daemon = await noting(home.path, config);
  await daemon.call('daemon.status', {});
  return readFileSync(`${home.path}/loaded`, 'utf8').split('\n');
};

const noting = (home: string, config: object): Promise<RealDaemon> => {
  writeFileSync(`${home}/config.json`, JSON.stringify(config), {mode: 0o600});
  writeFileSync(`${home}/note.mjs`, NOTE);
  const env = {LOADED: `${home}/loaded`};
  return startRealDaemon({home, env, nodeFlags: ['--import', `${home}/note.mjs`]});
};

/** The ports and modules of a running daemon with this configuration. */
const cost = async (config: object): Promise<{readonly ports: number; readonly loaded: readonly string[]}> => {
  using home = tempDir();
  const list = `${home.path}/loaded`;
  await using daemon = await noting(home.path, config);
  // The channels open after the first answer.
  const areOpen = () => loadedIn(list).length === OF_DOORS.length && portsOf(daemon) > 0;
  if (Object.keys(config).length > 0) await until('the doors are open', areOpen);
  await daemon.call('daemon.status', {});
  return {ports: portsOf(daemon), loaded: loadedIn(list)};
};

const loadedIn = (list: string): readonly string[] => {
  const urls = readFileSync(list, 'utf8').split('\n');
  return OF_DOORS.filter(name => urls.some(url => url.includes(name)));
};

/** The TCP ports on which the process listens. */
const portsOf = ({pid}: RealDaemon): number => {
  const sockets = new Set(readdirSync(`/proc/${pid}/fd`).flatMap(fd => inodeOf(`/proc/${pid}/fd/${fd}`) ?? []));
  const lines = ['tcp', 'tcp6'].flatMap(kind => readFileSync(`/proc/${pid}/net/${kind}`, 'utf8').split('\n').slice(1));
  const listening = lines.map(line => line.trim().split(/\s+/u)).filter(fields => fields[3] === LISTEN);
  return listening.filter(fields => sockets.has(fields[9] ?? '')).length;
};

const inodeOf = (path: string): string | undefined => {
  try {
    return /^socket:\[(\d+)\]$/u.exec(readlinkSync(path))?.[1];
  } catch {
    // It was closed meanwhile.
    return undefined;
  }
};

/** Writes down every module that is loaded. */
const NOTE = `
import {appendFileSync} from 'node:fs';
import {registerHooks} from 'node:module';
registerHooks({load: (url, context, next) => (appendFileSync(process.env.LOADED, url + '\\n'), next(url, context))});
`;
/** A mailbox needs imapflow, and a door or a target Node's http, which brings its fetch client along. */
const OF_DOORS = ['imap-flow', 'node:http'];
/** Its package asks for names of hosts by itself. */
const OF_POSTGRES = 'node:dns';
const LISTEN = '0A';
