// Asks the configured signal-cli program for its version before it is used, and decides which versions are usable.
import {execFile} from 'node:child_process';
import {mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import type {Reason} from '../../../shared/text/sentences.ts';
import {SECOND} from '../../../shared/time/time.ts';
import {exitReasonIn, javaProblemIn} from './exit-reason.ts';
import {cliEnvironment} from './places.ts';

export type ProgramProbe =
  | {readonly kind: 'works'; readonly version: string; readonly warning?: string}
  | {readonly kind: 'absent' | 'notExecutable' | 'noJava' | 'oldJava' | 'noNative'}
  | {readonly kind: 'fails'; readonly because: string};

/** A program that doesn't report its version in time counts as failing. */
export const probeProgram = async (command: string): Promise<ProgramProbe> => {
  const {error, stdout, stderr} = await run(command, ['--version']);
  const version = /(\d+\.\d+\S*)/u.exec(stdout)?.[1];
  return error === null && version !== undefined
    ? {kind: 'works', version, warning: versionWarning(version)}
    : failureIn(error, stderr);
};

/**
 * The same on a machine. The Java build has native libraries for few of them, and its version doesn't show that. Takes
 * twice as long.
 */
export const probeInstallation = async (command: string, {platform, arch}: Machine): Promise<ProgramProbe> => {
  const program = await probeProgram(command);
  if (program.kind !== 'works' || platform !== 'linux' || arch === 'x64') return program;
  const folder = mkdtempSync(join(tmpdir(), 'signal-cli-'));
  try {
    const {stderr} = await run(command, ['--config', folder, '-o', 'json', 'listAccounts']);
    return javaProblemIn(stderr.split('\n')) === 'noNative' ? {kind: 'noNative'} : program;
  } finally {
    rmSync(folder, {recursive: true, force: true});
  }
};

type Machine = {readonly platform: string; readonly arch: string};

/** The operator's warning about a version. Undefined if the version is fine. */
export const versionWarning = (version: string): string | undefined => {
  if (!isBelow(version, FLOOR)) return undefined;
  return `signal-cli ${version} is older than ${OLDEST_VERSION}: Signal's servers silently drop messages for it. Update signal-cli.`;
};

/** The reason why a program can't use a version, with what to do. Undefined if the version is fine. */
export const versionRefusal = (version: string, program: string): Required<Reason> | undefined => {
  if (!isBelow(version, FLOOR)) return undefined;
  return {
    what: `signal-cli ${version} is too old: ${program} needs ${OLDEST_VERSION} or newer, because Signal's servers let an older one miss messages`,
    advice: 'Update signal-cli (https://github.com/AsamK/signal-cli/releases).',
  };
};

/** An unreadable version counts as new. */
const isBelow = (version: string, floor: readonly number[]): boolean => {
  const parts = /^(\d+)\.(\d+)(?:\.(\d+))?/u
    .exec(version)
    ?.slice(1)
    .map(part => Number(part ?? 0));
  if (parts === undefined) return false;
  for (const [index, least] of floor.entries()) {
    const part = parts[index] ?? 0;
    if (part !== least) return part < least;
  }
  return false;
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
/** The oldest version that receives all messages from Signal's servers. */
const OLDEST_VERSION = '0.14.5';
const FLOOR = OLDEST_VERSION.split('.').map(Number);
