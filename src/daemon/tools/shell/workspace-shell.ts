// A shell in the workspace folder, for the bash tool and the commands of jobs. Both have the same limits and no secrets
// in their environment.
import os from 'node:os';
import {isAbsolute} from 'node:path';
import {makeFolder} from '../../../ipc/socket/make-folder.ts';
import type {Environment} from '../../../shared/records/places.ts';
import {assertNever, GatewayError} from '../../../shared/text/gateway-error.ts';
import {isSecretVariable} from '../../../shared/text/secret-variable.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import type {CommandRequest, RunCommand} from '../../ports/command.ts';
import type {Sandbox} from '../../ports/sandbox.ts';
import {withinLimit} from '../output-limit.ts';
import {type CommandEnd, type CommandResult, runCommand} from './run-command.ts';

export type ShellDeps = {
  readonly clock: Clock;
  /** The root of the workspace. */
  readonly root: string;
  readonly environment: Environment;
  /** Environment variables that the configuration names as secrets. */
  readonly secretNames: () => readonly string[];
  readonly sandbox: Sandbox;
};

/** `refusedHosts`: the hosts that the sandbox kept from a command. */
type ShellResult = CommandResult & {readonly refusedHosts?: readonly string[]};

/** Rejects with a sentence if the command has to run in a sandbox that can't start: it never runs without it. */
type Shell = (request: CommandRequest) => Promise<ShellResult>;

export const createShell =
  ({clock, root, environment, secretNames, sandbox}: ShellDeps): Shell =>
  async ({command, input, variables, zone, limitMs, signal, sandbox: rights}) => {
    makeFolder(root);
    const inside = rights === undefined ? undefined : await sandbox.wrap({...rights, command});
    const result = await runCommand({
      command: inside?.command ?? command,
      cwd: root,
      environment: {...commandEnvironment(environment, {secretNames: secretNames(), zone}), ...variables},
      input,
      timeLimitMs: limitMs,
      signal,
      clock,
      onGone: inside?.release,
    });
    return {...result, refusedHosts: inside?.refusedHosts()};
  };

/** Runs the commands of jobs. Their output is shorter, because it goes to people. */
export const createJobShell =
  (shell: Shell, withoutSecrets: (text: string) => string, tooLong = TOO_LONG): RunCommand =>
  async request => {
    const result = await shell(request).catch(expected);
    if (result instanceof GatewayError) return {ok: false, output: '', error: result.message};
    const {end, output} = result;
    const written = withinLimit(withoutSecrets(output.toWellFormed()).trimEnd(), RESULT_LIMIT);
    const error = formatEnd(end, tooLong);
    if (error === undefined) return {ok: true, output: written};
    return {ok: false, output: written, error, exitCode: end.kind === 'exited' ? end.code : undefined};
  };

/** An expected failure, as a value. */
const expected = (error: unknown): GatewayError => {
  if (error instanceof GatewayError) return error;
  throw error;
};

/** Describes the failure of a command. Undefined if it succeeded. */
export const formatEnd = (end: CommandEnd, tooLong: string): string | undefined => {
  switch (end.kind) {
    case 'exited':
      return end.code === 0 ? undefined : `Exit code ${end.code}${formatSignal(end.code)}.`;
    case 'killed':
      return `Ended by ${end.signal} from outside.`;
    case 'timed-out':
      return tooLong;
    case 'flooded':
      return 'It wrote far too much and was ended. Write to a file, or filter the output.';
    case 'stopped':
      return 'Stopped before it was done.';
    case 'not-started':
      return `The shell could not be started: ${end.reason}.`;
    default:
      return assertNever(end);
  }
};

/** A shell reports a signal as exit code 128 plus the signal's number. */
const formatSignal = (code: number): string => {
  const name = Object.entries(os.constants.signals).find(([, number]) => number === code - 128)?.[0];
  return name === undefined ? '' : ` (ended by ${name})`;
};

/** A few messages at most, because people read it on a phone. */
const RESULT_LIMIT = {characters: 8_000, lines: 200};
const TOO_LONG = 'It took too long and was ended. The key timeout sets the limit.';

/**
 * The environment of a command: the daemon's without secrets. Drops variables whose name or value looks like a secret,
 * and those that the configuration names as secrets. A folder of PATH that is relative would be one of the workspace,
 * where the agent writes.
 */
export const commandEnvironment = (
  own: Environment,
  {secretNames, zone}: {readonly secretNames: readonly string[]; readonly zone: string},
): Readonly<Record<string, string>> => {
  const kept: Record<string, string> = {};
  for (const [name, value] of Object.entries(own)) {
    if (value === undefined || secretNames.includes(name) || isSecretVariable(name, value) || MISLEADING.has(name))
      continue;
    kept[name] = value;
  }
  const {PATH: path} = kept;
  if (path !== undefined) kept['PATH'] = path.split(':').filter(isAbsolute).join(':');
  return {...kept, ...QUIET, TZ: zone};
};

/** They would run other files in every shell or program, or only concern the daemon itself. */
const MISLEADING: ReadonlySet<string> = new Set([
  'BASH_ENV',
  'ENV',
  'NODE_OPTIONS',
  'NODE_CHANNEL_FD',
  'PWD',
  'OLDPWD',
  'INIT_CWD',
]);

/** No person is present: no pager, editor, question or colours. */
const QUIET = {
  TERM: 'dumb',
  PAGER: 'cat',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  GIT_EDITOR: 'true',
  DEBIAN_FRONTEND: 'noninteractive',
  NO_COLOR: '1',
};
