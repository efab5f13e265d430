// A home whose daemon runs the stand-in for signal-cli: the program, its server, and a configuration in which Alice is on Signal and at the
// terminal.

import {mkdirSync, readFileSync} from 'node:fs';
import {join} from 'node:path';
import {writeAccount} from '../signal-stand-in/program/data-dir.ts';
import {ALICE, data, type Json, OWN, received, type Sender} from '../signal-stand-in/signal/samples.ts';
import {openServer, type Server} from '../signal-stand-in/signal/server.ts';
import {builtProgram} from './built-program.ts';
import {type EchoModel, startEchoModel} from './echo-model.ts';
import {NOTHING_ASKS} from './nothing-asks.ts';
import {type RealDaemon, startRealDaemon} from './real-daemon.ts';
import {writeShellCommand} from './shell-command.ts';
import {tempDir} from './temp-dir.ts';
import {modelAt, writeConfig} from './write-config.ts';

export type SignalHome = AsyncDisposable & {
  readonly path: string;
  readonly server: Server;
  readonly model: EchoModel;
  readonly start: () => Promise<RealDaemon>;
  /** Writes the configuration again; `signal` false takes Signal out of it. */
  readonly configure: (changes?: Json) => void;
  /** The messages that signal-cli was asked to send. */
  readonly sends: () => readonly Json[];
};

/** `at`: in this folder, which stays. @default its own folder, which is removed with it */
export const signalHome = async (changes: Json = {}, at?: string): Promise<SignalHome> => {
  const dir = at === undefined ? tempDir() : undefined;
  const home = at ?? dir?.path ?? '';
  const model = await startEchoModel();
  const command = join(home, 'signal-cli');
  const dataDir = join(home, 'signal', OWN.number, 'data');
  mkdirSync(dataDir, {recursive: true, mode: 0o700});
  writeShellCommand(command, [process.execPath, STAND_IN]);
  const server = openServer(dataDir);
  writeAccount(dataDir, OWN);
  const configure = (more: Json = {}): void =>
    writeConfig(home, {
      ...modelAt(model.baseUrl),
      users: [{name: 'alice', trust: 'full', match: ['terminal:default', `signal:${ALICE.uuid}`]}],
      signal: {account: OWN.number, command},
      policy: NOTHING_ASKS,
      ...changes,
      ...more,
    });
  configure();
  return {
    path: home,
    server,
    model,
    start: () => startRealDaemon({home}),
    configure,
    sends: () =>
      server
        .calls()
        .filter(({method}) => method === 'send')
        .map(({params}) => params as Json),
    [Symbol.asyncDispose]: async () => {
      endSignalCli(join(dataDir, '..', 'signal-cli.pid'));
      await model[Symbol.asyncDispose]();
      server[Symbol.dispose]();
      dir?.[Symbol.dispose]();
    },
  };
};

/** A text message of a person, at an instant derived from the number. */
export const text = (words: string, number: number, from: Sender = ALICE, more: Json = {}): Json => {
  const at = 1_700_000_000_000 + number;
  return received({dataMessage: data(words, more, {at})}, from, at);
};

/** A killed daemon leaves its signal-cli behind. */
const endSignalCli = (pidFile: string): void => {
  try {
    process.kill(Number.parseInt(readFileSync(pidFile, 'utf8'), 10), 'SIGKILL');
  } catch {
    // There was none, or it has ended.
  }
};

const STAND_IN = await builtProgram(new URL('../signal-stand-in/main.ts', import.meta.url));
