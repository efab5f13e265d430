// `rooster doctor`: checks everything that a user can get wrong, with a fix for each. Changes nothing and starts no
// daemon.

import {DialError} from '../../../ipc/socket/dial.ts';
import {CHANNELS, type ChannelName} from '../../../shared/records/channels.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import type {Run} from '../arguments.ts';
import {NoDaemonError} from '../client/no-daemon-error.ts';
import type {CommandWorld} from '../command.ts';
import {statusIfRunning} from '../commands/status.ts';
import {wantsJson} from '../given.ts';
import type {Tone} from '../print.ts';
import {configFindings} from './doctor-config.ts';
import {cronFindings} from './doctor-cron.ts';
import {daemonFindings} from './doctor-daemon.ts';
import {databaseCheck} from './doctor-database.ts';
import {targetFindings} from './doctor-http.ts';
import {machineFindings} from './doctor-machine.ts';
import {mailFindings} from './doctor-mail.ts';
import {placeFindings} from './doctor-places.ts';
import {signalFindings} from './doctor-signal.ts';
import {peopleFindings, wayFindings} from './doctor-ways.ts';
import type {Finding} from './finding.ts';

type Running = ReturnType<typeof statusIfRunning>;

export const doctor: Run = async (world, given) => {
  let asked: Running | undefined;
  const running = (): Running => {
    asked ??= statusIfRunning(world);
    return asked;
  };
  const places = placeFindings(world);
  const database = await checked('database', () => databaseCheck(world));
  const daemon = await checked('daemon', async () => daemonFindings(world, await running()));
  const findings = [
    ...machineFindings(world),
    // A full disk that the daemon reports isn't named twice.
    ...places.filter(({name}) => name !== 'disk' || daemon.every(found => found.name !== 'disk')),
    ...database,
    ...daemon,
    ...(await checked('configuration', () => configFindings(world))),
    ...(await checked('cron', () => cronFindings(world))),
    // Last, because reading the configuration makes its file private, and the check must see the earlier mode.
    ...(await channelFindings(world, running)),
  ];
  const healthy = findings.every(({verdict}) => verdict !== 'bad');
  // Scripts know the fix as `mend`.
  if (wantsJson(given))
    world.print.json({healthy, findings: findings.map(({fix, ...finding}) => ({...finding, mend: fix}))});
  else world.print.line(findingLines(world, findings).join('\n'));
  return healthy ? 0 : 1;
};

const channelFindings = async (world: CommandWorld, running: () => Running): Promise<readonly Finding[]> => {
  const found: Finding[] = [];
  for (const name of CHANNELS) {
    const check = CHANNEL_CHECKS[name];
    if (check !== undefined) found.push(...(await checked(name, () => check(world, running))));
  }
  return found;
};

const checked = async (name: string, look: () => Promise<readonly Finding[]>): Promise<readonly Finding[]> => {
  try {
    return await look();
  } catch (thrown) {
    const fix = hasNoPlace(thrown) ? 'export ROOSTER_HOME=$HOME/.rooster' : 'rooster daemon restart';
    return [{name, verdict: 'bad', what: errorMessage(thrown), fix}];
  }
};

/** A restart doesn't help if the socket's path is unusable. */
const hasNoPlace = (thrown: unknown): boolean =>
  thrown instanceof NoDaemonError &&
  thrown.cause instanceof DialError &&
  (thrown.cause.reason === 'too-long' || thrown.cause.reason === 'forbidden');

const findingLines = ({print}: CommandWorld, findings: readonly Finding[]): readonly string[] => {
  const widest = Math.max(...findings.map(({name, label = name}) => label.length));
  return findings.flatMap(({name, label = name, verdict, what, fix}) => {
    const {mark, tone} = MARKS[verdict];
    const line = `${print.paint(tone, mark.padEnd(4))}  ${label.padEnd(widest)}  ${printableLine(what)}`;
    return fix === undefined ? [line] : [line, `${' '.repeat(widest + 8)}${print.paint('strong', `fix: ${fix}`)}`];
  });
};

const MARKS: Readonly<Record<Finding['verdict'], {readonly mark: string; readonly tone: Tone}>> = {
  good: {mark: 'ok', tone: 'good'},
  odd: {mark: 'note', tone: 'busy'},
  bad: {mark: 'BAD', tone: 'bad'},
};

type ChannelCheck = (world: CommandWorld, running: () => Running) => Promise<readonly Finding[]>;

/** The checks of each channel; undefined where a user cannot get anything wrong. */
const CHANNEL_CHECKS: Readonly<Record<ChannelName, ChannelCheck | undefined>> = {
  terminal: async (world, running) => peopleFindings(world, await running().catch(() => undefined)),
  signal: async (world, running) => signalFindings(world, await running().catch(() => undefined)),
  ntfy: async (world, running) => wayFindings(world, 'ntfy', await running().catch(() => undefined)),
  notify: async (world, running) => wayFindings(world, 'notify', await running().catch(() => undefined)),
  mail: async (world, running) => {
    const status = await running().catch(() => undefined);
    return [...mailFindings(status), ...(await wayFindings(world, 'mail', status))];
  },
  hook: async (_, running) => targetFindings(await running().catch(() => undefined)),
};
