// Asks the configured signal-cli program for its version before it is used.
import {execFile} from 'node:child_process';
import {SECOND} from '../../../../shared/time/time.ts';
import {exitReasonIn, javaProblemIn} from './exit-reason.ts';
import {cliEnvironment} from './places.ts';
import {versionWarning} from './version.ts';

export type ProgramProbe =
  | {readonly kind: 'works'; readonly version: string; readonly warning?: string}
  | {readonly kind: 'absent' | 'notExecutable' | 'noJava' | 'oldJava' | 'noNative'}
  | {readonly kind: 'fails'; readonly because: string};

/** A program that doesn't report its version in time counts as failing. */
export const probeProgram = async (command: string): Promise<ProgramProbe> => {
  const {error, stdout, stderr} = await run(command, ['--version']);
  const version = /(\d+\.\d+\S*)/u.exec(stdout)?.[1];
  return error === null && version !== undefined
    ? {kind: 'works', version, ...warningOf(version)}
    : failureIn(error, stderr);
};

/**
 * True if signal-cli's native library for this machine is missing, which its version doesn't show. `folder` is empty
 * and stays so.
 */
export const lacksNative = async (command: string, folder: string): Promise<boolean> => {
  const {stderr} = await run(command, ['--config', folder, '-o', 'json', 'listAccounts']);
  return javaProblemIn(stderr.split('\n')) === 'noNative';
};

export const warningOf = (version: string): {readonly warning?: string} => {
  const warning = versionWarning(version);
  return {warning};
};

type Ran = {
  readonly error: (Error & {readonly code?: unknown}) | null;
  readonly stdout: string;
  readonly stderr: string;
};

const run = (command: string, args: readonly string[]): Promise<Ran> =>
  new Promise(resolve => {
    const env = cliEnvironment();
    execFile(command, args, {timeout: PATIENCE_MS, env}, (error, stdout, stderr) => resolve({error, stdout, stderr}));
  });

const failureIn = (error: Ran['error'], stderr: string): ProgramProbe => {
  if (error?.code === 'ENOENT') return {kind: 'absent'};
  if (error?.code === 'EACCES') return {kind: 'notExecutable'};
  const java = javaProblemIn(stderr.split('\n'));
  if (java !== undefined) return {kind: java};
  return {kind: 'fails', because: exitReasonIn(stderr.split('\n')) ?? 'it does not say its version'};
};

const PATIENCE_MS = 10 * SECOND;
