// Two homes of one fleet whose cell is on Signal: the account is linked in the first one, and the stand-in for
// signal-cli runs in both.
import {mkdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {writeAccount} from '../signal-stand-in/program/data-dir.ts';
import {ALICE, OWN} from '../signal-stand-in/signal/samples.ts';
import {openServer} from '../signal-stand-in/signal/server.ts';
import {builtProgram} from './built-program.ts';
import {type EchoModel, startEchoModel} from './echo-model.ts';
import type {PostgresServer} from './postgres.ts';
import {type RoosterHome, roosterHome} from './rooster-home.ts';
import {writeShellCommand} from './shell-command.ts';
import {text} from './signal-home.ts';
import {tempDir} from './temp-dir.ts';
import {until} from './until.ts';
import {modelAt, writeConfig} from './write-config.ts';

export type SignalFleet = AsyncDisposable & {
  readonly one: SignalCellHome;
  readonly two: SignalCellHome;
  readonly model: EchoModel;
};

export type SignalCellHome = RoosterHome & {
  /** The role of its daemon; undefined if none answers. */
  readonly role: () => Promise<string | undefined>;
  /** The messages that its signal-cli was asked to send, in the account that it has now. */
  readonly sends: () => readonly string[];
  /** A message of Alice waits at Signal from now on. */
  readonly enqueue: (words: string, number: number) => void;
  /** The number of messages that wait at Signal. */
  readonly waiting: () => number;
  /** Resolves when a message of Alice with this number has its answer. */
  readonly receive: (words: string, number: number) => Promise<void>;
  /** The process of its signal-cli; undefined if none runs. */
  readonly cli: () => number | undefined;
  readonly endCli: () => void;
};

/**
 * `first`: how the first home reaches PostgreSQL, and the program that runs its commands in place of Node. @default as
 * the second one
 */
export const signalFleet = async (
  postgres: Pick<PostgresServer, 'address'>,
  cell: string,
  first: {readonly address: string; readonly node?: string} = postgres,
): Promise<SignalFleet> => {
  await using stack = new AsyncDisposableStack();
  const model = stack.use(await startEchoModel());
  const programs = stack.use(tempDir());
  const command = join(programs.path, 'signal-cli');
  writeShellCommand(command, [process.execPath, STAND_IN]);
  const homeWith = (name: string, {address, node}: typeof first): SignalCellHome => {
    const own = stack.use(roosterHome(name));
    const home = signalCellHome({...own, run: (argv, options) => own.run(argv, {node, ...options})});
    stack.defer(async () => {
      await home.run(['daemon', 'stop']);
      home.endCli();
    });
    const secret = join(programs.path, name);
    writeFileSync(secret, address, {mode: 0o600});
    writeConfig(home.path, {
      ...modelAt(model.baseUrl),
      fleet: {postgres: {file: secret}, cells: [cell], address: join(home.path, 'run/rooster.sock')},
      users: [{name: 'alice', trust: 'full', match: ['terminal:default', `signal:${ALICE.uuid}`]}],
      signal: {account: OWN.number, command},
    });
    return home;
  };
  const [one, two] = [homeWith('one', first), homeWith('two', {address: postgres.address})];
  mkdirSync(dataOf(one.path), {recursive: true, mode: 0o700});
  writeAccount(dataOf(one.path), OWN);
  const all = stack.move();
  return {one, two, model, [Symbol.asyncDispose]: () => all.disposeAsync()};
};

const signalCellHome = (home: RoosterHome): SignalCellHome => {
  const sends = (): readonly string[] => {
    using server = openServer(dataOf(home.path));
    return server
      .calls()
      .filter(({method}) => method === 'send')
      .map(({params}) => String((params as {readonly message?: unknown}).message));
  };
  const cli = (): number | undefined => {
    try {
      const pid = Number.parseInt(readFileSync(join(home.path, 'signal', OWN.number, 'signal-cli.pid'), 'utf8'), 10);
      // Of this home: the file is one of those that a takeover brings.
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(home.path) ? pid : undefined;
    } catch {
      return undefined;
    }
  };
  const enqueue = (words: string, number: number): void => {
    using server = openServer(dataOf(home.path));
    server.enqueue(text(words, number));
  };
  return {
    ...home,
    role: async () => {
      const {code, out} = await home.run(['daemon', 'status', '--json']);
      return code === 0 ? (JSON.parse(out) as {replica?: {role: string}}).replica?.role : undefined;
    },
    sends,
    enqueue,
    waiting: () => {
      using server = openServer(dataOf(home.path));
      return server.queueLength();
    },
    receive: async (words, number) => {
      enqueue(words, number);
      await until(`an answer to ${words}`, () => sends().includes(`You said: ${words}`));
    },
    cli,
    endCli: () => {
      const pid = cli();
      if (pid !== undefined) process.kill(-pid, 'SIGKILL');
    },
  };
};

const dataOf = (home: string): string => join(home, 'signal', OWN.number, 'data');

const STAND_IN = await builtProgram(new URL('../signal-stand-in/main.ts', import.meta.url));
