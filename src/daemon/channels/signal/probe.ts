// Diagnoses the connection to Signal for the doctor, with or without a daemon. Starts nothing lasting, changes and
// receives nothing.
import {join} from 'node:path';
import {socketPathTooLong} from '../../../ipc/socket/dial.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import type {SignalConfig} from '../../config/config-schema.ts';
import {
  type EndpointProbe,
  hasAccount,
  type ProgramProbe,
  placesIn,
  probeEndpoint,
  probeInstallation,
} from '../signal-cli/index.ts';
import {accountFolder, ROOSTER} from './linked-account.ts';

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
  const endpoint = await probeEndpoint(config.endpoint, clock, ROOSTER);
  if (endpoint !== undefined) return {endpoint};
  const folder = accountFolder(database, account ?? LONGEST_NUMBER);
  return {
    program: await probeInstallation(command, machine),
    tooLong: socketPathTooLong(placesIn(folder).socket),
    linked: account === undefined ? undefined : hasAccount(join(folder, 'data'), account),
  };
};

/** The longest possible account, if none is linked yet. */
const LONGEST_NUMBER = '+000000000000000';
