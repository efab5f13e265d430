// What stands in the way between this machine and Signal, looked at from outside: nothing is started that stays, nothing changed,
// nothing received. For the doctor, with a daemon or without one.
import {execFile} from 'node:child_process';
import {join} from 'node:path';
import type {Clock} from '../../../shared/clock.ts';
import {wordsFor} from '../../../shared/gateway-error.ts';
import {SECOND} from '../../../shared/time.ts';
import type {SignalConfig} from '../../config/config-schema.ts';
import {accountFolder} from './account-folder.ts';
import {createHttpCaller} from './bridge/attach/http-caller.ts';
import {failureOf, type SignalCaller} from './bridge/calls/call.ts';
import {createLineCaller} from './bridge/calls/line-caller.ts';
import {createSignalRpc} from './bridge/calls/signal-rpc.ts';
import {connectTo} from './bridge/connect.ts';
import {javaTroubleIn} from './bridge/java-words.ts';
import {readEndpoint} from './bridge/start-bridge.ts';
import {versionWarning} from './bridge/version.ts';
import {hasAccount} from './people/own-identity.ts';

export type ProgramProbe =
  | {readonly kind: 'works'; readonly version: string; readonly warning?: string}
  | {readonly kind: 'absent' | 'notExecutable' | 'noJava' | 'oldJava'}
  | {readonly kind: 'fails'; readonly because: string};

export type EndpointProbe =
  | {
      readonly kind: 'answers';
      readonly version: string;
      readonly warning?: string;
      readonly accounts?: readonly string[];
    }
  | {readonly kind: 'silent'; readonly because: string};

export type SignalProbe = {
  readonly program?: ProgramProbe;
  readonly endpoint?: EndpointProbe;
  /** Whether signal-cli's data of the configured account is there. */
  readonly linked?: boolean;
};

export type ProbeDeps = {
  readonly config: Pick<SignalConfig, 'account' | 'endpoint' | 'command'>;
  readonly database: string;
  readonly clock: Clock;
};

/** Never rejects; takes at most about 10 s. */
export const probeSignal = async ({config, database, clock}: ProbeDeps): Promise<SignalProbe> => {
  const {account, command} = config;
  const where = readEndpoint(config.endpoint);
  switch (where.kind) {
    case 'spawn':
      return {
        program: await probeProgram(command),
        ...(account !== undefined && {linked: hasAccount(join(accountFolder(database, account), 'data'), account)}),
      };
    case 'http':
      return {endpoint: await probeCaller(createHttpCaller({base: where.base, clock}))};
    case 'socket':
      try {
        const transport = await connectTo(where.place, clock);
        await using line = createLineCaller({transport, clock, onReceived: () => {}});
        return {endpoint: await probeCaller(line)};
      } catch (error) {
        return {endpoint: {kind: 'silent', because: wordsFor(error)}};
      }
  }
};

/** A program that does not say its version within its time is taken for one that fails. */
export const probeProgram = (command: string): Promise<ProgramProbe> =>
  new Promise(resolve => {
    const env = {...process.env, LANG: 'C.UTF-8'};
    execFile(command, ['--version'], {timeout: PATIENCE_MS, env}, (error, stdout, stderr) => {
      const version = /(\d+\.\d+\S*)/u.exec(stdout)?.[1];
      if (error === null && version !== undefined) resolve({kind: 'works', version, ...warningOf(version)});
      else resolve(failureIn(error, stderr));
    });
  });

const failureIn = (error: (Error & {readonly code?: unknown}) | null, stderr: string): ProgramProbe => {
  if (error?.code === 'ENOENT') return {kind: 'absent'};
  if (error?.code === 'EACCES') return {kind: 'notExecutable'};
  const java = javaTroubleIn(stderr);
  if (java !== undefined) return {kind: java};
  const said = stderr.trim().split('\n').at(-1) ?? '';
  return {kind: 'fails', because: said === '' ? 'it does not say its version' : said};
};

const probeCaller = async (caller: SignalCaller): Promise<EndpointProbe> => {
  const rpc = createSignalRpc(caller);
  const version = await rpc.version();
  if (version.kind !== 'result') return {kind: 'silent', because: failureOf(version)};
  const accounts = await rpc.listAccounts();
  return {
    kind: 'answers',
    version: version.result,
    ...warningOf(version.result),
    // One that serves a single account does not tell which.
    ...(accounts.kind === 'result' && {accounts: accounts.result}),
  };
};

const warningOf = (version: string): {readonly warning?: string} => {
  const warning = versionWarning(version);
  return warning === undefined ? {} : {warning};
};

const PATIENCE_MS = 10 * SECOND;
