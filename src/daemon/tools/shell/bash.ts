// The bash tool: runs a shell command in the workspace, in the sandbox of the configuration. When it is stopped, times
// out or the daemon ends, all its processes end.

import {existsSync, mkdirSync} from 'node:fs';
import * as z from 'zod/mini';
import {joinLimits, pageLimit, storedLimits, type TextLimit} from '../../../shared/records/trust.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {PolicyConfig} from '../../config/config-schema.ts';
import type {Tool, ToolContext, ToolOutput} from '../../ports/tool.ts';
import type {WorkspaceFiles} from '../../ports/workspace.ts';
import {defineTool, failure} from '../define-tool.ts';
import {createCommandOrigins} from '../files/command-origins.ts';
import type {FileLimits} from '../files/file-limits.ts';
import {PROPOSED, runLimited} from '../files/limited-command.ts';
import {whyNotStanding} from '../files/standing-files.ts';
import {masked} from '../masked.ts';
import {explainRefusal} from './explain-refusal.ts';
import {type CommandPlan, effectsOf, type PlannedCommand, planCommand, realOf} from './plan-command.ts';
import type {CommandResult} from './run-command.ts';
import {createShell, formatEnd, type ShellDeps} from './workspace-shell.ts';

/** `files`: the workspace, where a turn that has read text from elsewhere changes no standing file. */
export const createBash = ({
  files,
  limits: fileLimits,
  policy,
  ...deps
}: ShellDeps & {
  readonly files: WorkspaceFiles;
  readonly limits: FileLimits;
  readonly policy: () => PolicyConfig;
}): Tool => {
  const shell = createShell(deps);
  const {root} = deps;
  const origins = createCommandOrigins({files, limits: fileLimits});

  /** The plans that were shown to the policy, by their call: one that runs has been cleared. */
  const shown = new Map<string, CommandPlan>();
  const plan = (args: PlannedCommand, context: ToolContext): Promise<CommandPlan> =>
    planCommand({policy: policy(), sandbox: deps.sandbox, root}, args, context);

  const tool = defineTool({
    name: 'bash',
    description: '',
    needs: 'full',
    schema: z.strictObject({
      command: z.string().check(z.minLength(1), z.maxLength(100_000), z.describe('The command.')),
      timeout_seconds: z.optional(
        z
          .int()
          .check(z.gte(1), z.lte(LONGEST_SECONDS), z.describe(`Time limit in seconds, ${USUAL_SECONDS} by default.`)),
      ),
      hosts: z.optional(
        names('Hosts that it needs besides the listed ones, such as "example.com" or "*.example.com".'),
      ),
      write: z.optional(
        names(
          'Folders or files outside the workspace that it has to change, as narrow as possible. A missing folder is made.',
        ),
      ),
      outside: z.optional(z.boolean().check(z.describe('True to run it without the sandbox.'))),
    }),
    summary: ({command}) => masked(command),
    effects: async ({command, ...more}, by) => {
      const place = await plan(more, by);
      shown.set(nameOf(by), place);
      // Those that were not cleared stay, so the oldest go.
      const [oldest] = shown.keys();
      if (shown.size > MOST_SHOWN && oldest !== undefined) shown.delete(oldest);
      return effectsOf(place, command);
    },
    run: async ({command, timeout_seconds: seconds = USUAL_SECONDS, ...more}, by) => {
      const {signal, zone} = by;
      // A cleared call runs where it was cleared, however the sandbox is by now.
      const cleared = shown.get(nameOf(by));
      shown.delete(nameOf(by));
      const place = cleared ?? (await plan(more, by));
      if (place.kind === 'refused') return failure(place.why);
      // The person who wrote a job's file chose where the commands before its turn run.
      const mayLeave = cleared !== undefined || by.sandbox !== undefined;
      if (!mayLeave && leaves(place)) return failure(whyNotRun(place));
      const sandbox = place.kind === 'inside' ? place.rights : undefined;
      const unmade = makeFolders(sandbox?.write ?? []);
      if (unmade !== undefined) return failure(unmade);
      let refused: string | undefined;
      let unreached: readonly string[] = [];
      const run = async (): Promise<CommandResult> => {
        const result = await shell({command, zone, limitMs: seconds * SECOND, signal, sandbox});
        const {refusedHosts = []} = result;
        unreached = refusedHosts;
        if (sandbox !== undefined) refused = explainRefusal(result.output, {refusedHosts, rights: sandbox, root});
        return result;
      };
      const hosts = (more.hosts ?? []).map(host => pageLimit({url: `https://${host}`}));
      // A host that it asked for says more than that it is from the web.
      const isNamed = ({by: {kind, name}}: TextLimit): boolean =>
        hosts.length === 0 || kind !== 'web' || name !== undefined;
      const limits = joinLimits(by.limits, hosts, (await origins.ofLine(command, by)).filter(isNamed));
      const {result, putBack} =
        limits.length === 0 ? {result: await run(), putBack: []} : await runLimited({files, fileLimits, limits}, run);
      const read = storedLimits(
        result.output.trim() === '' ? [] : hosts,
        // Nothing was read from a host that the sandbox refused.
        (await origins.ofOutput(command, result.output, by))
          .filter(isNamed)
          .filter(({by: {kind, name = ''}}) => kind !== 'web' || !unreached.includes(name.replace(/:\d+$/u, ''))),
      );
      const output = {...withSentence(toOutput(result, seconds), refused), limits: read};
      if (putBack.length === 0) return output;
      const why = `${putBack.join(', ')} was put back; the changed text is in ${PROPOSED}/.`;
      return {...output, ok: false, text: `${output.text}\n${why} ${whyNotStanding('It', limits)}`};
    },
  });

  return {
    ...tool,
    get spec() {
      return {...tool.spec, description: `${DESCRIPTION} ${describePlace(policy())}`};
    },
    get needs() {
      return policy().inner === undefined ? 'full' : 'inner';
    },
  };
};

/** Makes the missing folders that a person allowed. Returns why that failed. */
const makeFolders = (paths: readonly string[]): string | undefined => {
  for (const path of paths) {
    try {
      if (!existsSync(path)) mkdirSync(path, {recursive: true});
    } catch (error) {
      return `Not run. The folder ${path} couldn't be made: ${errorMessage(error)}`;
    }
    // A link that came since then leads elsewhere.
    if (realOf(path) !== path) return `Not run. ${path} leads to ${realOf(path)}. Name that path.`;
  }
  return undefined;
};

const nameOf = ({turnId, callId}: ToolContext): string => `${turnId} ${callId}`;

const names = (sentence: string) =>
  z.array(z.string().check(z.minLength(1), z.maxLength(4_000))).check(z.maxLength(MOST_NAMES), z.describe(sentence));

/** True if the command would leave the sandbox of the configuration. */
const leaves = (place: CommandPlan): boolean =>
  place.kind === 'outside' || (place.kind === 'inside' && place.more.hosts.length + place.more.write.length > 0);

const whyNotRun = (place: CommandPlan): string => {
  const sentence = place.kind === 'outside' ? place.sentence : undefined;
  return `Not run. ${sentence ?? 'Nobody can be asked for it here.'} ${WITHOUT}`;
};

const withSentence = (output: ToolOutput, sentence: string | undefined): ToolOutput =>
  sentence === undefined ? output : {...output, text: `${output.text}\n${sentence}`};

const toOutput = ({end, output}: CommandResult, seconds: number): ToolOutput => {
  const written = output.trimEnd();
  const tooLong = `Timed out after ${seconds} s and was ended. timeout_seconds can be up to ${LONGEST_SECONDS}.`;
  const sentence = formatEnd(end, tooLong);
  if (sentence === undefined) return {ok: true, text: written === '' ? 'Done; it wrote nothing.' : written};
  return {ok: false, text: written === '' ? sentence : `${written}\n${sentence}`};
};

/** The rights of a command under this policy, for the model. */
const describePlace = ({sandbox, hosts, inner, secrets}: PolicyConfig): string => {
  if (sandbox === 'off') return BACKGROUND;
  if (sandbox === 'full') return `It runs without a sandbox, and the person is asked for each command. ${BACKGROUND}`;
  const writes =
    sandbox === 'workspace'
      ? 'writes only in the workspace (not AGENTS.md, HEARTBEAT.md, TOOLS.md and cron/) and in $TMPDIR'
      : 'writes only in $TMPDIR';
  const lent = Object.entries(secrets).map(([name, {hosts: getting}]) => `${name} (for ${getting.join(', ')})`);
  const listed = [...new Set([...hosts, ...Object.values(secrets).flatMap(secret => secret.hosts)])];
  const reaches =
    listed.length === 0 ? 'no host' : `only the hosts ${listed.join(', ')}, through a proxy that the environment names`;
  const standIns =
    lent.length === 0
      ? ''
      : `The proxy puts secrets into requests to their hosts, so send these variables as they are: ${lent.join(', ')}. `;
  const forInner =
    inner === undefined ? '' : `For people with trust inner, the sandbox is ${inner}, without exceptions. `;
  return (
    `It runs in a sandbox: it reads this machine except passwords, keys and browsers, ${writes}, and reaches ${reaches}. ${standIns}` +
    'All its processes end with it. To do more, name exactly what this command ' +
    `needs: hosts, write, or outside: true where nothing else helps. The person is then asked. ${forInner}`
  ).trimEnd();
};

const DESCRIPTION =
  'Run a shell command (bash if installed) in the workspace folder, without a terminal or standard input. The result is stdout and ' +
  'stderr (the middle of long output is cut) and the exit code if it is not 0. The environment holds no passwords or keys of the ' +
  'daemon.';
const BACKGROUND =
  'Background processes end with the command; to keep one running, use setsid and redirect its output.';
const WITHOUT = 'Do it without leaving the sandbox, or tell the person what to do.';
const MOST_NAMES = 20;
const MOST_SHOWN = 1_000;
const USUAL_SECONDS = 120;
const LONGEST_SECONDS = 600;
