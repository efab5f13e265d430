// Debian's PostgreSQL as an unprivileged user in a folder of its own, on a Unix socket and a port of 127.0.0.1. It is
// gone with its test.
import {execFileSync, spawn} from 'node:child_process';
import {chmodSync, chownSync, globSync, mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {readPostgresAddress} from '../../src/daemon/fleet/postgres-address.ts';
import {openPostgres} from '../../src/daemon/fleet/postgres-client.ts';
import type {Sql} from '../../src/daemon/fleet/sql.ts';
import {freePort} from './free-port.ts';
import {WITH_US} from './mail/server-process.ts';
import {TEST_CERT, TEST_KEY} from './mail/test-cert.ts';
import {tempDir} from './temp-dir.ts';
import {untilGiven} from './until.ts';

/** The reason why none can run here; undefined where it can. */
export const whyNoPostgres = (): string | undefined =>
  PROGRAMS === undefined ? 'PostgreSQL is missing, run: apt-get install postgresql' : undefined;

export type PostgresServer = AsyncDisposable & {
  /** Over the Unix socket, with the password. */
  readonly address: string;
  readonly port: number;
  readonly password: string;
  /** The file of the certificate that it shows on its port, for 127.0.0.1 and localhost. Nothing trusts it by itself. */
  readonly certificate: string;
  /** Ends all its processes, as a crash of the machine does. */
  readonly kill: () => Promise<void>;
  readonly start: () => Promise<void>;
  /** Stops and continues all its processes: a server that no longer answers. */
  readonly freeze: () => void;
  readonly thaw: () => void;
};

export const startPostgres = async (settings: Readonly<Record<string, string>> = {}): Promise<PostgresServer> => {
  const folder = tempDir('pg');
  const port = await freePort();
  const own = join(folder.path, 'own');
  const data = join(own, 'data');
  const certificate = join(folder.path, 'server.crt');
  if (IS_ROOT) chmodSync(folder.path, 0o711);
  mkdirSync(own, {mode: 0o700});
  writeFileSync(certificate, TEST_CERT);
  for (const [name, text] of Object.entries({'server.crt': TEST_CERT, 'server.key': TEST_KEY, password: PASSWORD}))
    writeFileSync(join(own, name), text, {mode: 0o600});
  if (IS_ROOT)
    for (const path of [own, ...['server.crt', 'server.key', 'password'].map(name => join(own, name))])
      chownSync(path, NOBODY, NOBODY);
  const program = (name: string, ...words: readonly string[]): readonly [string, readonly string[]] => {
    const [first = '', ...rest] = [...AS_USER, join(PROGRAMS ?? '', name), ...words];
    return [first, rest];
  };
  const [initdb, words] = program(
    'initdb',
    '-D',
    data,
    '-U',
    'rooster',
    '-A',
    'scram-sha-256',
    '--no-sync',
    '-E',
    'UTF8',
    '--locale=C',
    `--pwfile=${join(own, 'password')}`,
  );
  execFileSync(initdb, words, {stdio: 'pipe', cwd: '/'});
  const options = Object.entries({
    port: String(port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: own,
    unix_socket_permissions: '0777',
    max_connections: '100',
    ssl: 'on',
    ssl_cert_file: join(own, 'server.crt'),
    ssl_key_file: join(own, 'server.key'),
    ...settings,
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);

  let server: number | undefined;
  const start = async (): Promise<void> => {
    const [postgres, given] = program('postgres', '-D', data, ...options);
    const child = spawn(postgres, given, {stdio: ['ignore', 'pipe', 'pipe'], cwd: '/'});
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += String(chunk)));
    server = child.pid;
    await untilGiven(`PostgreSQL listens on port ${port}`, async () => {
      if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}: ${output}`);
      return output.includes('database system is ready to accept connections') || undefined;
    });
  };
  const toAll = (signal: NodeJS.Signals): void => {
    for (const pid of server === undefined ? [] : [server, ...childrenOf(server)]) send(pid, signal);
  };
  const kill = async (): Promise<void> => {
    const pids = server === undefined ? [] : [server, ...childrenOf(server)];
    toAll('SIGKILL');
    server = undefined;
    await untilGiven('PostgreSQL has ended', async () => pids.every(pid => !isAlive(pid)) || undefined);
  };
  await start();
  return {
    address: `postgres://rooster:${PASSWORD}@localhost:${port}/postgres?host=${own}`,
    port,
    password: PASSWORD,
    certificate,
    kill,
    start,
    freeze: () => toAll('SIGSTOP'),
    thaw: () => toAll('SIGCONT'),
    [Symbol.asyncDispose]: async () => {
      await kill();
      folder[Symbol.dispose]();
    },
  };
};

/** A client of the server, as a daemon has it. */
export const clientOf = ({address}: Pick<PostgresServer, 'address'>): Promise<Sql & AsyncDisposable> =>
  openPostgres(readPostgresAddress(address, {}, '/nowhere'));

const childrenOf = (pid: number): readonly number[] => {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
};

/** A process that nobody has waited for yet has ended, too. */
const isAlive = (pid: number): boolean => {
  try {
    return !/^\d+ \(.*\) Z /u.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
};

const send = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {
    // It has ended.
  }
};

const PASSWORD = 'a-word-that-nobody-sees';
/** The folder of the newest version's programs. */
const PROGRAMS = globSync('/usr/lib/postgresql/*/bin/postgres')
  .toSorted()
  .at(-1)
  ?.replace(/\/postgres$/u, '');
const IS_ROOT = process.getuid?.() === 0;
/** PostgreSQL refuses to run as root. */
const NOBODY = 65_534;
const AS_USER = [...WITH_US, ...(IS_ROOT ? [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] : [])];
