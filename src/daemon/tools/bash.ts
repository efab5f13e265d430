// bash: a shell command in the workspace. It ends with everything it started when it is stopped, out of time, or the daemon goes.
// It is as powerful as the person who runs the daemon; trust is the only fence around it.

import os from 'node:os';
import * as z from 'zod/mini';
import {makeFolder} from '../../ipc/make-folder.ts';
import {assertNever} from '../../shared/records/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import type {Tool, ToolOutput} from '../ports/tool.ts';
import {defineTool} from './define-tool.ts';
import {masked} from './masked.ts';
import {commandEnvironment, type Environment} from './shell/environment.ts';
import {type CommandResult, runCommand} from './shell/run-command.ts';

type BashDeps = {
  readonly clock: Clock;
  /** The workspace. */
  readonly root: string;
  readonly environment: Environment;
  /** The variables that the configuration names as secrets. */
  readonly secretNames: () => readonly string[];
};

export const createBash = ({clock, root, environment, secretNames}: BashDeps): Tool =>
  defineTool({
    name: 'bash',
    description:
      'Run a shell command (bash where there is one) in the workspace folder. It has no terminal and no standard input, so it cannot ask ' +
      'anything. You get stdout and stderr as they were written, the middle cut out of what is long, and the exit code when it is not 0. ' +
      'Passwords and keys of the daemon are not in its environment. What it leaves running in the background is ended with it; to ' +
      'start something that lives on, use setsid and redirect its output.',
    needs: 'full',
    schema: z.strictObject({
      command: z.string().check(z.minLength(1), z.maxLength(100_000), z.describe('The command.')),
      timeout_seconds: z.optional(
        z.int().check(z.gte(1), z.lte(LONGEST_SECONDS), z.describe(`When to give up; ${USUAL_SECONDS} if left out.`)),
      ),
    }),
    summary: ({command}) => masked(command),
    run: async ({command, timeout_seconds: seconds = USUAL_SECONDS}, {signal, zone}) => {
      makeFolder(root);
      const result = await runCommand({
        command,
        cwd: root,
        environment: commandEnvironment(environment, {secretNames: secretNames(), zone}),
        timeLimitMs: seconds * SECOND,
        signal,
        clock,
      });
      return told(result, seconds);
    },
  });

const told = ({end, output}: CommandResult, seconds: number): ToolOutput => {
  const written = output.trimEnd();
  const but = (sentence: string): ToolOutput => ({
    ok: false,
    text: written === '' ? sentence : `${written}\n${sentence}`,
  });
  switch (end.kind) {
    case 'exited':
      if (end.code === 0) return {ok: true, text: written === '' ? 'Done; it wrote nothing.' : written};
      return but(`Exit code ${end.code}${formatSignal(end.code)}.`);
    case 'killed':
      return but(`Ended by ${end.signal} from outside.`);
    case 'timed-out':
      return but(`Timed out after ${seconds} s and was ended. timeout_seconds can be up to ${LONGEST_SECONDS}.`);
    case 'flooded':
      return but('It wrote far too much and was ended. Write to a file, or filter the output.');
    case 'stopped':
      return but('Stopped before it was done.');
    case 'not-started':
      return but(`The shell could not be started: ${end.reason}.`);
    default:
      return assertNever(end);
  }
};

/** A shell reports a command that was ended by a signal as 128 and the signal's number. */
const formatSignal = (code: number): string => {
  const name = Object.entries(os.constants.signals).find(([, number]) => number === code - 128)?.[0];
  return name === undefined ? '' : ` (ended by ${name})`;
};

const USUAL_SECONDS = 120;
const LONGEST_SECONDS = 600;
