// Diagnoses the connection to Signal for the doctor, with or without a daemon. Starts nothing lasting, changes and
// receives nothing.
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {socketPathTooLong} from '../../../ipc/socket/dial.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import type {SignalConfig} from '../../config/config-schema.ts';
import {createHttpCaller} from './bridge/attach/http-caller.ts';
import {failureOf, type SignalCaller} from './bridge/calls/call.ts';
import {createLineCaller} from './bridge/calls/line-caller.ts';
import {createSignalRpc} from './bridge/calls/signal-rpc.ts';
import {connectTo} from './bridge/connect.ts';
import {placesIn} from './bridge/places.ts';
import {lacksNative, type ProgramProbe, probeProgram, warningOf} from './bridge/program.ts';
import {readEndpoint} from './bridge/start-bridge.ts';
import {accountFolder} from './linked-account.ts';
import {hasAccount} from './people/own-identity.ts';

type EndpointProbe =
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
  /** True if signal-cli has data of the configured account. */
  readonly linked?: boolean;
  /** signal-cli's socket path is too long: a sentence. */
  readonly tooLong?: string;
};

type ProbeDeps = {
  readonly config: Pick<SignalConfig, 'account' | 'endpoint' | 'command'>;
  readonly database: string;
  readonly clock: Clock;
  /** @default this machine */
  readonly machine?: {readonly platform: string; readonly arch: string};
};

/** Never rejects. Takes 20 s at most. */
export const probeSignal = async ({config, database, clock, machine = process}: ProbeDeps): Promise<SignalProbe> => {
  const {account, command} = config;
  const where = readEndpoint(config.endpoint);
  switch (where.kind) {
    case 'spawn': {
      const folder = accountFolder(database, account ?? LONGEST_NUMBER);
      const tooLong = socketPathTooLong(placesIn(folder).socket);
      return {
        program: await probeWhole(command, machine),
        tooLong,
        linked: account === undefined ? undefined : hasAccount(join(accountFolder(database, account), 'data'), account),
      };
    }
    case 'http':
      return {endpoint: await probeCaller(createHttpCaller({base: where.base, clock}))};
    case 'socket':
      try {
        const transport = await connectTo(where.place, clock);
        await using line = createLineCaller({transport, clock, onReceived: () => {}});
        return {endpoint: await probeCaller(line)};
      } catch (error) {
        return {endpoint: {kind: 'silent', because: errorMessage(error)}};
      }
  }
};

/** The Java build has native libraries for few machines, and its version doesn't show that. */
const probeWhole = async (
  command: string,
  {platform, arch}: NonNullable<ProbeDeps['machine']>,
): Promise<ProgramProbe> => {
  const program = await probeProgram(command);
  if (program.kind !== 'works' || platform !== 'linux' || arch === 'x64') return program;
  const folder = mkdtempSync(join(tmpdir(), 'rooster-signal-'));
  try {
    return (await lacksNative(command, folder)) ? {kind: 'noNative'} : program;
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
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
    // A signal-cli with a single account doesn't report it.
    accounts: accounts.kind === 'result' ? accounts.result : undefined,
  };
};

/** The longest possible account, if none is linked yet. */
const LONGEST_NUMBER = '+000000000000000';
