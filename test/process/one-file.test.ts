// Rooster as one file without Node, from the Debian package where there is dpkg: built, looked into, unpacked, and used in an empty home.
// @module-tag deep
import {execFile, execFileSync, spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';
import {afterAll, beforeAll, expect, test} from 'vitest';
import manifest from '../../package.json' with {type: 'json'};
import {buildOneFile} from '../../scripts/one-file.ts';
import {buildDeb} from '../../scripts/package-deb.ts';
import {ensureBuilt} from '../support/rooster-home.ts';
import {tempDir} from '../support/temp-dir.ts';
import {until} from '../support/until.ts';

const isDebian = spawnSync('dpkg-deb', ['--version']).status === 0;
const folder = tempDir();
const deb = join(folder.path, 'rooster.deb');
const root = join(folder.path, 'root');
const file = join(root, 'usr/bin/rooster');
const dpkg = (...argv: readonly string[]): string => execFileSync('dpkg-deb', argv, {encoding: 'utf8'});

beforeAll(async () => {
  ensureBuilt();
  const node = process.execPath;
  if (!isDebian) return buildOneFile({out: file, node, installedBy: 'apt'});
  await buildDeb({out: deb, node, arch: 'amd64', compression: 'none'});
  dpkg('--extract', deb, root);
});
afterAll(() => folder[Symbol.dispose]());

/** A home in which nothing was ever run, and no Node that could be found. */
const emptyHome = (name: string) => {
  const home = join(folder.path, name);
  mkdirSync(home);
  const env: Record<string, string> = {
    HOME: home,
    PATH: '/bin',
    TZ: 'UTC',
    LANG: 'C.UTF-8',
    ROOSTER_HOME: join(home, 'r'),
  };
  const run = async (...argv: readonly string[]): Promise<string> =>
    (await promisify(execFile)(file, argv, {env, timeout: 60_000})).stdout;
  return {home, env, run, cache: join(home, '.cache/rooster')};
};

test('it sets a reminder through a daemon that is the same file', async () => {
  const {home, run} = emptyHome('first');
  expect(statSync(file).mode & 0o777).toBe(0o755);
  expect(await run('--version')).toBe(`${manifest.version}\n`);
  try {
    expect(await run('remind', '20m', 'tea')).toContain('tea');
    expect(await run('reminders')).toContain('tea');
    const pid = readFileSync(join(home, 'r/rooster.db.pid'), 'utf8').trim().split('\n')[0];
    if (process.platform === 'linux') expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')[0]).toBe(file);
    // Its trial of the sandbox runs JavaScript with the same file.
    expect(await run('status')).toContain('Sandbox');
  } finally {
    expect(await run('daemon', 'stop')).toContain('Stopped');
  }
});

test('its files are unpacked once, with the name of the package manager, and again when some are missing', async () => {
  const {run, cache} = emptyHome('cached');
  await Promise.all([run('--version'), run('--version'), run('--version')]);
  const [unpacked = ''] = readdirSync(cache);
  expect(readdirSync(cache)).toEqual([unpacked]);
  expect(unpacked).toMatch(new RegExp(`^${RegExp.escape(manifest.version)}-[0-9a-f]{12}$`, 'u'));
  expect(readFileSync(join(cache, unpacked, 'installed-by'), 'utf8')).toBe('apt\n');
  const mark = join(cache, unpacked, 'mark');
  writeFileSync(mark, '');
  await run('--version');
  expect(existsSync(mark)).toBe(true);
  rmSync(join(cache, unpacked, 'dist/daemon.js'));
  await run('--version');
  expect(existsSync(join(cache, unpacked, 'dist/daemon.js'))).toBe(true);
  expect(readdirSync(cache)).toEqual([unpacked]);
});

test('a cache folder that cannot be written gives one sentence', () => {
  const {env, home} = emptyHome('locked');
  writeFileSync(join(home, 'file'), '');
  const ran = spawnSync(file, ['--version'], {env: {...env, XDG_CACHE_HOME: join(home, 'file')}, encoding: 'utf8'});
  expect(ran.status).toBe(1);
  expect(ran.stderr).toMatch(/^error: Couldn't unpack Rooster into .*ENOTDIR.*Set XDG_CACHE_HOME.*\n$/u);
});

test('called with a script, it is a Node', () => {
  const {env, home} = emptyHome('script');
  const script = join(home, 'script.mjs');
  writeFileSync(script, 'await null; console.log(JSON.stringify(process.argv.slice(1)))');
  const ran = spawnSync(file, ['--disable-sigusr1', script, '--version'], {env, encoding: 'utf8'});
  expect(ran.stderr).toBe('');
  expect(JSON.parse(ran.stdout)).toEqual([script, '--version']);
});

test('its service runs the file itself, which unpacks again what a tidied cache has lost', async () => {
  const {home, env, run} = emptyHome('service');
  const daemon = spawn(file, ['daemon.js', 'run'], {env, stdio: 'ignore'});
  const ended = once(daemon, 'exit');
  await until('the socket', () => existsSync(join(home, 'r/run/rooster.sock')));
  expect(JSON.parse(await run('status', '--json'))).toMatchObject({pid: daemon.pid});
  daemon.kill();
  await ended;
  if (process.platform === 'linux')
    expect(await run('daemon', 'install', '--print')).toContain(`ExecStart="${file}" "daemon.js" "run"\n`);
});

test.skipIf(!isDebian)('the Debian package says what it is, and everything in it belongs to root', () => {
  const fields = dpkg('--field', deb, 'Package', 'Version', 'Architecture', 'Depends');
  expect(fields).toContain(`Package: rooster\nVersion: ${manifest.version}\nArchitecture: amd64\n`);
  // The one file brings its Node.
  expect(fields).not.toContain('nodejs');
  const listed = dpkg('--contents', deb).trim().split('\n');
  expect(listed.filter(line => !/^[d-]rw[x-]r-[x-]r-[x-] root\/root /u.test(line))).toEqual([]);
  const files = listed.flatMap(line => /^-\S+ .* \.\/(\S+)$/u.exec(line)?.[1] ?? []);
  expect(files.sort()).toEqual([
    'usr/bin/rooster',
    'usr/lib/systemd/user/rooster.service',
    'usr/lib/systemd/user/rooster.socket',
    'usr/share/bash-completion/completions/rooster',
    'usr/share/doc/rooster/THIRD-PARTY-NOTICES.txt',
    'usr/share/doc/rooster/copyright',
    'usr/share/fish/vendor_completions.d/rooster.fish',
    'usr/share/man/man1/rooster.1.gz',
    'usr/share/zsh/vendor-completions/_rooster',
  ]);
});

test.skipIf(!isDebian)('the user units of the Debian package are those that "rooster daemon install" writes', () => {
  const run = (name: string): string => readFileSync(join(root, 'usr/lib/systemd/user', name), 'utf8');
  const env = {HOME: '/home/alice', PATH: '', XDG_RUNTIME_DIR: '/run/user/1000'};
  const argv = ['daemon', 'install', '--print'];
  const printed = execFileSync(file, argv, {
    env: {...env, XDG_CACHE_HOME: join(folder.path, 'cache')},
    encoding: 'utf8',
  });
  const [, socket = '', service = ''] = printed.split(/^# .*\n/mu);
  expect(run('rooster.socket').replace('%t', '/run/user/1000').trim()).toBe(socket.trim());
  const packaged = run('rooster.service').replace('%E', '/home/alice/.config');
  const own = service.replaceAll('"', '').replace(file, '/usr/bin/rooster');
  expect(packaged.trim()).toBe(own.trim());
});
