// Debian's OpenSSH server on loopback, for the same account, with keys of its own: the machine on which a daemon runs.
import {type ChildProcess, execFileSync, spawn} from 'node:child_process';
import {chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {connect} from 'node:net';
import {userInfo} from 'node:os';
import {join} from 'node:path';
import {freePort} from './free-port.ts';
import type {OwnNetwork} from './own-network.ts';
import {ROOT} from './rooster-home.ts';
import {tempDir} from './temp-dir.ts';
import {until} from './until.ts';

/** The reason why none can run here; undefined where it can. */
export const whyNoSshServer = (): string | undefined =>
  existsSync(SSHD) ? undefined : 'sshd is missing, run: apt-get install openssh-server';

export type SshServer = AsyncDisposable & {
  /** `ssh://account@127.0.0.1:port` */
  readonly address: string;
  /** A folder for PATH, whose `ssh` knows the key and the server. */
  readonly client: string;
  /** The same with a key that the server doesn't accept, and without knowing the server: it is refused, or a person is asked. */
  readonly strangers: {readonly wrongKey: string; readonly unknownServer: string; readonly asksAboutServer: string};
  /** A `rooster` of the server, on this home there. */
  readonly programFor: (home: string, entry?: string) => string;
  /** Logins with the client's key run this from now on, as a line of `authorized_keys` says it. */
  readonly bindsKey: (command: string) => void;
  /** Cuts all connections. */
  readonly cut: () => void;
  /** Its connections stay open, and say nothing any more. */
  readonly silence: () => void;
  readonly speak: () => void;
  /** Stops listening, and cuts all connections. */
  readonly stop: () => Promise<void>;
  readonly start: () => Promise<void>;
};

/** `network`: server and client are in it. @default this machine's */
export const startSshServer = async (network?: OwnNetwork): Promise<SshServer> => {
  const within = network?.words ?? [];
  const folder = tempDir();
  const port = await freePort();
  const file = (name: string, text?: string, mode = 0o600): string => {
    const path = join(folder.path, name);
    if (text !== undefined) writeFileSync(path, text, {mode});
    return path;
  };
  for (const key of ['server', 'own', 'other'])
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', '', '-f', file(key)]);
  const publicKey = (name: string): string => readFileSync(file(`${name}.pub`), 'utf8').trim();
  file('authorized', `${publicKey('own')}\n`);
  const config = file(
    'sshd_config',
    [
      `Port ${port}`,
      'ListenAddress 127.0.0.1',
      `HostKey ${file('server')}`,
      `AuthorizedKeysFile ${file('authorized')}`,
      'PidFile none',
      'StrictModes no',
      'PasswordAuthentication no',
      'KbdInteractiveAuthentication no',
      'UsePAM no',
      'PermitRootLogin yes',
      '',
    ].join('\n'),
  );
  const known = file('known', `[127.0.0.1]:${port} ${publicKey('server')}\n`);
  const clientWith = (name: string, key: string, knownHosts: string, asks = false): string => {
    const options = file(
      `${name}.conf`,
      `Host *\n  IdentityFile ${file(key)}\n  IdentitiesOnly yes\n  UserKnownHostsFile ${knownHosts}\n  StrictHostKeyChecking ${asks ? 'ask' : 'yes'}\n`,
    );
    const bin = join(folder.path, name);
    mkdirSync(bin);
    writeFileSync(join(bin, 'ssh'), `#!/bin/sh\nexec ${[...within, '/usr/bin/ssh'].join(' ')} -F ${options} "$@"\n`, {
      mode: 0o755,
    });
    return bin;
  };

  let server: ChildProcess | undefined;
  const start = async (): Promise<void> => {
    // A server of root keeps its children apart in this folder.
    if (process.getuid?.() === 0) mkdirSync('/run/sshd', {recursive: true, mode: 0o755});
    const [program = SSHD, ...words] = [...within, SSHD, '-D', '-e', '-f', config];
    const child = spawn(program, words, {stdio: ['ignore', 'ignore', 'pipe'], detached: true});
    let said = '';
    child.stderr.on('data', bytes => {
      said += bytes;
    });
    server = child;
    await until(
      () => `sshd listens: ${said}`,
      () => said.includes('Server listening') || child.exitCode !== null,
    );
    if (network === undefined) await reachable(port);
  };
  /** The processes of its connections are not in its group, but its descendants. */
  const toAll = (signal: NodeJS.Signals): void => {
    for (const pid of descendants(server?.pid ?? 0)) kill(pid, signal);
  };
  const stop = async (): Promise<void> => {
    const child = server;
    if (child?.pid === undefined) return;
    const pids = descendants(child.pid);
    server = undefined;
    const ended = new Promise(resolve => child.once('exit', resolve));
    kill(child.pid);
    for (const pid of pids) kill(pid);
    await ended;
  };
  const client = clientWith('client', 'own', known);
  const strangers = {
    wrongKey: clientWith('wrong-key', 'other', known),
    unknownServer: clientWith('unknown-server', 'own', file('known-none', '')),
    asksAboutServer: clientWith('asks-about-server', 'own', file('known-none', ''), true),
  };
  await start();
  return {
    address: `ssh://${userInfo().username}@127.0.0.1:${port}`,
    client,
    strangers,
    programFor: (home, entry = join(ROOT, 'dist/rooster.js')) => {
      const path = file(`rooster-${home.replaceAll('/', '-')}`);
      writeFileSync(path, `#!/bin/sh\nexport ROOSTER_HOME=${home} TZ=UTC\nexec ${process.execPath} ${entry} "$@"\n`);
      chmodSync(path, 0o755);
      return path;
    },
    bindsKey: command => void file('authorized', `command="${command}" ${publicKey('own')}\n`),
    cut: () => toAll('SIGKILL'),
    silence: () => toAll('SIGSTOP'),
    speak: () => toAll('SIGCONT'),
    start,
    stop,
    [Symbol.asyncDispose]: async () => {
      await stop();
      folder[Symbol.dispose]();
    },
  };
};

const reachable = (port: number): Promise<void> =>
  new Promise((resolve, reject) => {
    const socket = connect({port, host: '127.0.0.1'}, () => {
      socket.destroy();
      resolve();
    });
    socket.once('error', reject);
  });

/** sshd and its sessions, but not what was started in them: a daemon there has a session of its own. */
const descendants = (pid: number): readonly number[] => {
  const listed = execFileSync('ps', ['-eo', 'pid=,ppid=,comm='], {encoding: 'utf8'});
  const processes = listed
    .trim()
    .split('\n')
    .map(line => line.trim().split(/\s+/u));
  const below = (parent: number): readonly number[] =>
    processes
      .filter(([, ppid, name]) => Number(ppid) === parent && name?.startsWith('sshd') === true)
      .flatMap(([child]) => [Number(child), ...below(Number(child))]);
  return below(pid);
};

const kill = (pid: number, signal: NodeJS.Signals = 'SIGKILL'): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
};

const SSHD = '/usr/sbin/sshd';
