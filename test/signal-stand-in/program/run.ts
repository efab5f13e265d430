// The effect of a command line, and its exit.
import {existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync} from 'node:fs';
import {homedir, tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {setTimeout as sleep} from 'node:timers/promises';
import {type ControlServer, serveControl} from '../control/control-server.ts';
import {createReceiving} from '../receiving/receiving.ts';
import type {World} from '../rpc/context.ts';
import {openServer, type Server} from '../signal/server.ts';
import {type Invocation, parseInvocation, refusedBy} from './arguments.ts';
import {
  type Account,
  accountsIn,
  attachmentFolder,
  cacheFolder,
  isOurs,
  lockAccount,
  writeAccount,
} from './data-dir.ts';
import {Exit, notRegistered, offline, tooOld} from './exit.ts';
import {runJsonRpc} from './run-json-rpc.ts';
import {runSignalDaemon} from './run-signal-daemon.ts';

/** Runs until the command is done; returns the exit code. */
export const run = async (argv: readonly string[]): Promise<number> => {
  const invocation = parseInvocation(argv);
  if (typeof invocation === 'string') return complain(1, invocation);
  try {
    return await start(invocation, argv);
  } catch (error) {
    if (error instanceof Exit) return complain(error.code, error.message);
    return complain(2, `Unexpected: ${error instanceof Error ? error.stack : String(error)}`);
  }
};

const start = async (invocation: Invocation, argv: readonly string[]): Promise<number> => {
  const misled = misledBy(globalConfig());
  if (misled !== undefined) return misled;
  const dataDir = dataDirOf(invocation);
  if (!isOurs(dataDir)) return complain(1, `${dataDir} belongs to a real signal-cli; the stand-in leaves it alone.`);
  const {command} = invocation;
  using server = openServer(dataDir);
  if (command.kind === 'version') {
    process.stdout.write(`signal-cli ${server.get('level')}\n`);
    return 0;
  }
  const refused = refusedBy(server.get('level'), argv);
  if (refused !== undefined) return complain(1, refused);
  const early = server.get('start');
  if (early !== null && early.left > 0) {
    server.set('start', {...early, left: early.left - 1});
    return complain(early.exit, early.stderr);
  }
  await sleep(server.get('slowStartMs'));
  if (command.kind === 'listAccounts') return listAccounts(invocation, dataDir);
  if (command.kind === 'link') return await link(server, dataDir);
  if (
    command.kind === 'daemon' &&
    command.socket === undefined &&
    command.tcp === undefined &&
    command.http === undefined
  ) {
    return complain(1, 'At least one channel parameter is required, e.g. --socket or --dbus.');
  }
  const account = await loadAccount(invocation.account, server, dataDir);
  const ended = Promise.withResolvers<number>();
  const world = worldOf(server, dataDir, account, ended.resolve);
  const running = {command, world, json: invocation.json, ended};
  await using control = await serveControl(world);
  // Awaited here: the resources above are released only after its end.
  if (command.kind === 'daemon') return await runSignalDaemon({...running, command, control});
  return await runJsonRpc({...running, command, control});
};

export type Running = {
  readonly world: World;
  readonly json: boolean;
  readonly ended: PromiseWithResolvers<number>;
  readonly control: ControlServer;
};

/** Since 0.14.4: `SIGNAL_CLI_CONFIG` in place of the person's own file. */
const globalConfig = (): unknown => {
  const own = join(process.env['XDG_CONFIG_HOME'] ?? join(homedir(), '.config'), 'signal-cli', 'config.json');
  const path = process.env['SIGNAL_CLI_CONFIG'] || own;
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {};
};

/** The exit that the file leads to, if it names D-Bus or an unknown key. */
const misledBy = (config: unknown): number | undefined => {
  const entries = Object.entries(config ?? {});
  const unknown = entries.find(([key]) => !KEYS.has(key));
  if (unknown !== undefined)
    return complain(1, `Failed to parse configuration file(s): Unrecognized field "${unknown[0]}"`);
  const isBus = entries.some(([key, value]) => key.startsWith('dbus') && value === true);
  return isBus ? complain(2, 'Dbus client failed: Could not connect to the bus') : undefined;
};

const KEYS = new Set([
  ...['verbose', 'logFile', 'scrubLog', 'dataDir', 'busName', 'dbus', 'dbusSystem', 'output'],
  ...['serviceEnvironment', 'trustNewIdentities', 'disableSendLog', 'account'],
]);

/** Without -c, a new folder: never that of a real signal-cli. */
const dataDirOf = ({dataDir}: Invocation): string => {
  const given = dataDir ?? process.env['SIGNAL_STAND_IN_DATA'];
  if (given !== undefined) {
    mkdirSync(given, {recursive: true, mode: 0o700});
    return resolve(given);
  }
  const made = mkdtempSync(join(tmpdir(), 'signal-stand-in-'));
  process.on('exit', () => rmSync(made, {recursive: true, force: true}));
  return made;
};

const loadAccount = async (
  number: string | undefined,
  server: Server,
  dataDir: string,
): Promise<Account | undefined> => {
  if (number === undefined) return undefined;
  const account = accountsIn(dataDir).find(one => one.number === number || one.uuid === number);
  if (account === undefined || !server.get('linked')) throw notRegistered(number);
  if (server.get('tooOld')) throw tooOld();
  let lock = lockAccount(dataDir, account);
  if (lock === undefined) {
    log('INFO  SignalAccount - Config file is in use by another instance, waiting…');
    // It waits forever; only the end of the other process, or a signal, changes that.
    while (lock === undefined) {
      await sleep(LOOK_AGAIN_MS);
      lock = lockAccount(dataDir, account);
    }
    log('INFO  SignalAccount - Config file lock acquired.');
  }
  if (server.get('network') === 'down') throw offline(number);
  return account;
};

const worldOf = (
  server: Server,
  dataDir: string,
  account: Account | undefined,
  exit: (code: number) => void,
): World => {
  const cache = cacheFolder(dataDir, account ?? accountsIn(dataDir)[0] ?? {path: 'none', number: '', uuid: ''});
  return {
    server,
    dataDir,
    account,
    accounts: () => accountsIn(dataDir),
    receiving: createReceiving({server, cache, attachments: attachmentFolder(dataDir), log}),
    log,
    now: () => Date.now(),
    exit,
  };
};

const listAccounts = ({json}: Invocation, dataDir: string): number => {
  const numbers = accountsIn(dataDir).map(({number}) => ({number}));
  process.stdout.write(
    json ? `${JSON.stringify(numbers)}\n` : numbers.map(({number}) => `Number: ${number}\n`).join(''),
  );
  return 0;
};

const link = async (server: Server, dataDir: string): Promise<number> => {
  if (server.get('network') === 'down') return complain(3, 'Link request error: Connection closed!');
  process.stdout.write(`sgnl://linkdevice?uuid=${process.pid}&pub_key=BXyz\n`);
  const scanAfterMs = server.get('scanAfterMs');
  if (scanAfterMs === null) return complain(1, 'Link request timed out, please try again.');
  await sleep(scanAfterMs);
  const {number} = writeAccount(dataDir, server.get('phone'));
  process.stdout.write(`Associated with: ${number}\n`);
  return 0;
};

const log = (line: string): void => void process.stderr.write(`${line}\n`);

const complain = (code: number, sentence: string): number => {
  log(sentence);
  return code;
};

const LOOK_AGAIN_MS = 50;
