// The bash tool: runs a shell command in the workspace. When it is stopped, times out or the daemon ends, all its
// processes end. It has all rights of the daemon's user; trust is the only limit.

import * as z from 'zod/mini';
import {joinLimits, storedLimits} from '../../../shared/records/trust.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {Tool, ToolOutput} from '../../ports/tool.ts';
import type {WorkspaceFiles} from '../../ports/workspace.ts';
import {defineTool} from '../define-tool.ts';
import {createCommandOrigins} from '../files/command-origins.ts';
import type {FileLimits} from '../files/file-limits.ts';
import {PROPOSED, runLimited} from '../files/limited-command.ts';
import {whyNotStanding} from '../files/standing-files.ts';
import {masked} from '../masked.ts';
import type {CommandResult} from './run-command.ts';
import {createShell, formatEnd, type ShellDeps} from './workspace-shell.ts';

/** `files`: the workspace, where a turn that has read text from elsewhere changes no standing file. */
export const createBash = ({
  files,
  limits: fileLimits,
  ...deps
}: ShellDeps & {readonly files: WorkspaceFiles; readonly limits: FileLimits}): Tool => {
  const shell = createShell(deps);
  const origins = createCommandOrigins({files, limits: fileLimits});
  return defineTool({
    name: 'bash',
    description:
      'Run a shell command (bash if installed) in the workspace folder, without a terminal or standard input. The result is stdout and ' +
      'stderr (the middle of long output is cut) and the exit code if it is not 0. The environment holds no passwords or keys of the ' +
      'daemon. Background processes end with the command; to keep one running, use setsid and redirect its output.',
    needs: 'full',
    schema: z.strictObject({
      command: z.string().check(z.minLength(1), z.maxLength(100_000), z.describe('The command.')),
      timeout_seconds: z.optional(
        z
          .int()
          .check(z.gte(1), z.lte(LONGEST_SECONDS), z.describe(`Time limit in seconds, ${USUAL_SECONDS} by default.`)),
      ),
    }),
    summary: ({command}) => masked(command),
    run: async ({command, timeout_seconds: seconds = USUAL_SECONDS}, by) => {
      const {signal, zone} = by;
      const run = (): Promise<CommandResult> => shell({command, zone, limitMs: seconds * SECOND, signal});
      const limits = joinLimits(by.limits, await origins.ofLine(command, by));
      const {result, putBack} =
        limits.length === 0 ? {result: await run(), putBack: []} : await runLimited({files, fileLimits, limits}, run);
      const read = storedLimits(await origins.ofOutput(command, result.output, by));
      const output = {...toOutput(result, seconds), limits: read};
      if (putBack.length === 0) return output;
      const why = `${putBack.join(', ')} was put back; the changed text is in ${PROPOSED}/.`;
      return {...output, ok: false, text: `${output.text}\n${why} ${whyNotStanding('It', limits)}`};
    },
  });
};

const toOutput = ({end, output}: CommandResult, seconds: number): ToolOutput => {
  const written = output.trimEnd();
  const tooLong = `Timed out after ${seconds} s and was ended. timeout_seconds can be up to ${LONGEST_SECONDS}.`;
  const sentence = formatEnd(end, tooLong);
  if (sentence === undefined) return {ok: true, text: written === '' ? 'Done; it wrote nothing.' : written};
  return {ok: false, text: written === '' ? sentence : `${written}\n${sentence}`};
};

const USUAL_SECONDS = 120;
const LONGEST_SECONDS = 600;
