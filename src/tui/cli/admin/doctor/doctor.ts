// `rooster doctor`: checks everything that a user can get wrong, with a fix for each. Changes nothing and starts no
// daemon.
import {DialError} from '../../../../ipc/socket/dial.ts';
import {CHANNELS, type ChannelName} from '../../../../shared/records/channels.ts';
import type {Finding} from '../../../../shared/records/problem.ts';
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import {printableLine} from '../../../../shared/text/sanitize.ts';
import type {Tone} from '../../../format/tone.ts';
import {wantsJson} from '../../args.ts';
import type {Args, Run, There} from '../../arguments.ts';
import {NoDaemonError} from '../../client/no-daemon-error.ts';
import type {CommandWorld} from '../../command.ts';
import {statusIfRunning} from '../../commands/status.ts';
import {addressFindings, mailFindings, peopleFindings, targetFindings} from './channels.ts';
import {type AnswerSpan, daemonFindings, updateFindings} from './daemon.ts';
import {configFindings, cronFindings} from './files.ts';
import {bad} from './finding.ts';
import {fleetFindings, unasked} from './fleet.ts';
import {machineFindings, OF_TERMINAL, terminalFindings} from './machine.ts';
import {contentFindings, diskFindings, placeFindings} from './places.ts';
import {sandboxFindings} from './sandbox.ts';
import {signalFindings} from './signal.ts';

type Status = Awaited<ReturnType<typeof statusIfRunning>>;

/** One thing that a user can get wrong. `status` asks the daemon once, and rejects if it can't be reached. */
type Check = {
  readonly id: string;
  /** It needs a daemon that does its work, and answers. */
  readonly asks?: true;
  readonly run: (
    world: CommandWorld,
    status: () => Promise<Status>,
    answered: AnswerSpan,
  ) => readonly Finding[] | Promise<readonly Finding[]>;
};

export const doctor: Run = async (world, args) => {
  let asked: Promise<Status> | undefined;
  const answered = {from: 0, to: 0};
  const ask = async (): Promise<Status> => {
    answered.from = world.clock.now();
    const found = await statusIfRunning(world);
    answered.to = world.clock.now();
    return found;
  };
  const status = (): Promise<Status> => {
    asked ??= ask();
    return asked;
  };
  const findings: Finding[] = [];
  const isSilent = async (): Promise<boolean> => unasked(await ifKnown(status)) !== undefined;
  for (const check of CHECKS)
    if (check.asks !== true || !(await isSilent())) findings.push(...(await runCheck(check, world, status, answered)));
  const healthy = findings.every(({verdict}) => verdict !== 'bad');
  if (wantsJson(args)) world.print.json({healthy, findings: findings.map(toJson)});
  else world.print.line(findingLines(world, findings, widestOf(findings)).join('\n'));
  return healthy ? 0 : 1;
};

/** Scripts know the fix as `mend`. */
const toJson = ({fix, ...finding}: Finding) => ({...finding, mend: fix});

/** The checks of the other machine run there; those of the terminal are of this one. */
export const doctorOfHost = async (world: CommandWorld, args: Args, {host, runAt}: There): Promise<number> => {
  const {code, out} = await runAt(host, ['doctor', '--json'], {input: 'ignore', output: 'pipe'});
  const report = reportIn(out);
  if (report === undefined) return code || 1;
  const there = report
    .filter(({name}) => !OF_TERMINAL.includes(name))
    .map(({mend, ...finding}) => ({...finding, fix: mend}));
  const here = terminalFindings(world);
  const all = [...there, ...here];
  const healthy = all.every(({verdict}) => verdict !== 'bad');
  const machines = [
    {machine: host.name, findings: there},
    {machine: 'this machine', findings: here},
  ];
  if (wantsJson(args)) {
    const findings = machines.flatMap(({machine, findings: own}) =>
      own.map(finding => ({machine, ...toJson(finding)})),
    );
    world.print.json({healthy, findings});
  } else
    world.print.line(
      machines
        .map(({machine, findings}) => [`On ${machine}:`, ...findingLines(world, findings, widestOf(all))].join('\n'))
        .join('\n\n'),
    );
  return healthy ? 0 : 1;
};

const reportIn = (text: string): readonly (Finding & {readonly mend?: string})[] | undefined => {
  try {
    const {findings} = JSON.parse(text);
    return Array.isArray(findings) ? findings : undefined;
  } catch {
    return undefined;
  }
};

const widestOf = (findings: readonly Finding[]): number =>
  Math.max(...findings.map(({name, label = name}) => label.length));

const runCheck = async (
  {id, run}: Check,
  world: CommandWorld,
  status: () => Promise<Status>,
  answered: AnswerSpan,
): Promise<readonly Finding[]> => {
  try {
    return await run(world, status, answered);
  } catch (thrown) {
    const fix = hasNoPlace(thrown) ? 'export ROOSTER_HOME=$HOME/.rooster' : 'rooster daemon restart';
    return [bad(id, errorMessage(thrown), fix)];
  }
};

/** A restart doesn't help if the socket's path is unusable. */
const hasNoPlace = (thrown: unknown): boolean =>
  thrown instanceof NoDaemonError &&
  thrown.cause instanceof DialError &&
  (thrown.cause.reason === 'too-long' || thrown.cause.reason === 'forbidden');

const findingLines = ({print}: CommandWorld, findings: readonly Finding[], widest: number): readonly string[] =>
  findings.flatMap(({name, label = name, verdict, what, fix}) => {
    const {mark, tone} = MARKS[verdict];
    const line = `${print.paint(tone, mark.padEnd(4))}  ${label.padEnd(widest)}  ${printableLine(what)}`;
    return fix === undefined ? [line] : [line, `${' '.repeat(widest + 8)}${print.paint('strong', `fix: ${fix}`)}`];
  });

const MARKS: Readonly<Record<Finding['verdict'], {readonly mark: string; readonly tone: Tone}>> = {
  good: {mark: 'ok', tone: 'good'},
  odd: {mark: 'note', tone: 'busy'},
  bad: {mark: 'BAD', tone: 'bad'},
};

/** The status for a check that also runs without a daemon; the check of the daemon says why there is none. */
const ifKnown = (status: () => Promise<Status>): Promise<Status> => status().catch(() => undefined);

/** The checks of each channel. */
const CHANNEL_CHECKS: Readonly<Record<ChannelName, Check['run']>> = {
  terminal: async (world, status) => peopleFindings(world, await ifKnown(status)),
  signal: async (world, status) => signalFindings(world, await ifKnown(status)),
  ntfy: async (world, status) => addressFindings(world, 'ntfy', await ifKnown(status)),
  notify: async (world, status) => addressFindings(world, 'notify', await ifKnown(status)),
  mail: async (world, status) => {
    const known = await ifKnown(status);
    return [...mailFindings(known), ...(await addressFindings(world, 'mail', known))];
  },
  hook: async (_, status) => targetFindings(await ifKnown(status)),
};

/** In the order of their lines, from this machine outwards. */
const CHECKS: readonly Check[] = [
  {id: 'machine', run: world => [...machineFindings(world), ...terminalFindings(world)]},
  {id: 'folders', run: async (world, status) => placeFindings(world, await ifKnown(status))},
  {id: 'disk', run: async (world, status) => diskFindings(world, await ifKnown(status))},
  {id: 'database', run: contentFindings},
  {id: 'daemon', run: async (world, status, answered) => daemonFindings(world, await status(), answered)},
  {id: 'update', run: updateFindings},
  {id: 'sandbox', asks: true, run: async (world, status) => sandboxFindings(world, await ifKnown(status))},
  {
    id: 'configuration',
    run: async (world, status) => configFindings(world, unasked(await ifKnown(status)) === undefined),
  },
  {id: 'cron', run: cronFindings},
  // Last, because reading the configuration makes its file private, and its check must see the earlier mode.
  {id: 'fleet', run: async (world, status) => fleetFindings(world, await ifKnown(status))},
  ...CHANNELS.map(id => ({id, asks: true, run: CHANNEL_CHECKS[id]}) as const),
];
