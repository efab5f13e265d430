// A shell in the workspace folder, for the bash tool and the commands of jobs. Both have the same limits and no secrets
// in their environment.
import os from 'node:os';
import {makeFolder} from '../../../ipc/socket/make-folder.ts';
import type {Environment} from '../../../shared/records/places.ts';
import {assertNever} from '../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../shared/time/clock.ts';
import type {CommandRequest, RunCommand} from '../../ports/command.ts';
import {withinLimit} from '../output-limit.ts';
import {commandEnvironment} from './environment.ts';
import {type CommandEnd, type CommandResult, runCommand} from './run-command.ts';

export type ShellDeps = {
  readonly clock: Clock;
  /** The root of the workspace. */
  readonly root: string;
  readonly environment: Environment;
  /** Environment variables that the configuration names as secrets. */
  readonly secretNames: () => readonly string[];
};

type Shell = (request: CommandRequest) => Promise<CommandResult>;

export const createShell =
  ({clock, root, environment, secretNames}: ShellDeps): Shell =>
  async ({command, input, variables, zone, limitMs, signal}) => {
    makeFolder(root);
    return await runCommand({
      command,
      cwd: root,
      environment: {...commandEnvironment(environment, {secretNames: secretNames(), zone}), ...variables},
      input,
      timeLimitMs: limitMs,
      signal,
      clock,
    });
  };

/** Runs the commands of jobs. Their output is shorter, because it goes to people. */
export const createJobShell =
  (shell: Shell, withoutSecrets: (text: string) => string, tooLong = TOO_LONG): RunCommand =>
  async request => {
    const {end, output} = await shell(request);
    const written = withinLimit(withoutSecrets(output.toWellFormed()).trimEnd(), RESULT_LIMIT);
    const error = formatEnd(end, tooLong);
    if (error === undefined) return {ok: true, output: written};
    return {ok: false, output: written, error, exitCode: end.kind === 'exited' ? end.code : undefined};
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
