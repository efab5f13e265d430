// `rooster daemon install` and `uninstall`: the daemon under the system's service manager. Without a reachable manager
// (a container, a bare shell) the unit files are still written, and the output names the remaining steps.

import {execFile} from 'node:child_process';
import {existsSync, mkdirSync, rmSync, writeFileSync} from 'node:fs';
import {userInfo} from 'node:os';
import {basename, dirname, join} from 'node:path';
import {isSea} from 'node:sea';
import {readChosen} from '../../../ipc/versions/chosen-version.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {wantsJson} from '../args.ts';
import type {Run} from '../arguments.ts';
import type {CommandWorld} from '../command.ts';
import {AGENT_LABEL, type ServiceUnit, SOCKET_NAME, serviceUnit, UNIT_NAME} from './login-unit.ts';
import {stopIfRunning} from './stop-daemon.ts';

export const installUnit: Run = async (world, args) => {
  const {print} = world;
  const unit = await unitOf(world);
  if (args.switches.has('print')) {
    // As "systemctl cat" prints several units.
    if (unit.socket === undefined) print.raw(unit.text);
    else
      print.raw(
        filesOf(unit)
          .map(({path, text}) => `# ${path}\n${text}`)
          .join('\n'),
      );
    return 0;
  }
  for (const file of filesOf(unit)) {
    write(file);
    print.note(`Wrote ${file.path}`);
  }
  const problem = await enable(world, unit);
  for (const line of advice(world, unit, problem)) print.note(line);
  if (wantsJson(args)) print.json({path: unit.path, manager: unit.manager, running: problem === undefined});
  return 0;
};

export const uninstallUnit: Run = async (world, args) => {
  const {print} = world;
  const unit = await unitOf(world);
  const there = existsSync(unit.path);
  if (there) {
    await manage(disabling(unit));
    for (const {path} of filesOf(unit)) rmSync(path, {force: true});
    await manage(reloading(unit));
  }
  if (wantsJson(args)) print.json({path: unit.path, manager: unit.manager, removed: there});
  else
    print.line(
      there
        ? `Removed ${unit.path}. Configuration and conversations stay.`
        : `Nothing to remove: ${unit.path} doesn't exist.`,
    );
  return 0;
};

/** Starts the daemon through the service manager if it is installed there; otherwise does nothing. */
export const startInstalled = async (world: CommandWorld): Promise<void> => {
  const unit = await unitOf(world).catch(() => undefined);
  if (unit === undefined || !isInstalled(world, unit.path)) return;
  const problem = await manage(starting(unit));
  if (problem !== undefined)
    world.print.note(`${unit.manager} did not start the daemon (${problem}). Starting it directly.`);
};

/**
 * Ends systemd's listening for the daemon, if it is installed there: the next command would start it again. The daemon
 * keeps the socket while it runs.
 */
export const stopListening = async (world: CommandWorld): Promise<void> => {
  const unit = await unitOf(world).catch(() => undefined);
  if (unit?.socket !== undefined && isInstalled(world, unit.socket.path))
    // Without a reachable manager nobody listens.
    await manage(['systemctl', '--user', 'stop', SOCKET_NAME]);
};

/** By this command, or for the usual home by a package of the system that this command is from. */
const isInstalled = ({env}: CommandWorld, path: string): boolean =>
  existsSync(path) || (isSea() && !env['ROOSTER_HOME'] && existsSync(join(PACKAGED_UNITS, basename(path))));

export const unitOf = async (world: CommandWorld): Promise<ServiceUnit> => {
  // The one file unpacks its entry again if the cache folder is emptied.
  const command = isSea() ? [process.execPath, 'daemon.js', 'run'] : [process.execPath, lastingEntry(world), 'run'];
  // A world for reading is no copy: spreading it would lose all but its connection.
  const {platform, env, userHome, places} = world;
  const unit = serviceUnit({platform, env, userHome, places, command});
  if (unit !== undefined) return unit;
  throw new GatewayError(
    'unavailable',
    `Rooster knows no service manager for ${world.platform}. Run "rooster daemon start" when you log in.`,
  );
};

/** The folder of an added version goes with a later update. The installed version stays, and runs the one in use. */
const lastingEntry = ({program: {entry}, places: {versions}}: CommandWorld): string => {
  const chosen = entry.startsWith(join(versions, '/')) ? readChosen(versions) : undefined;
  return chosen === undefined ? entry : join(chosen.launcher, 'daemon.js');
};

type UnitFile = {readonly path: string; readonly text: string};

const filesOf = (unit: ServiceUnit): readonly UnitFile[] => (unit.socket === undefined ? [unit] : [unit.socket, unit]);

const write = ({path, text}: UnitFile): void => {
  try {
    mkdirSync(dirname(path), {recursive: true});
    writeFileSync(path, text, {mode: 0o600});
  } catch (cause) {
    throw new GatewayError('failed', `Couldn't write ${path}: ${errorMessage(cause)}`, {cause});
  }
};

/** Enables and starts the service in place of a daemon started by hand; returns the manager's refusal as a sentence. */
const enable = async (world: CommandWorld, unit: ServiceUnit): Promise<string | undefined> => {
  const problem = await manage(reloading(unit));
  if (problem !== undefined) return problem;
  await stopListening(world);
  await stopIfRunning(world);
  return await manage(enabling(unit));
};

const advice = (world: CommandWorld, unit: ServiceUnit, problem: string | undefined): readonly string[] => {
  const {manager, secrets} = unit;
  const done =
    problem === undefined
      ? ['The daemon runs as a service now and starts at each login.']
      : [`Couldn't reach ${manager} (${problem}). Run this in a login session:`, ...byHand(unit)];
  if (manager === 'launchd') return done;
  return [
    ...done,
    `The daemon stops when you log out. To keep it running: loginctl enable-linger ${userInfo().username}`,
    `Put API keys from the environment into ${secrets}, one NAME=VALUE per line.`,
    ...(world.env['ROOSTER_HOME'] ? [`Its home is ROOSTER_HOME=${world.env['ROOSTER_HOME']}.`] : []),
  ];
};

type ProgramCall = readonly [program: string, ...words: string[]];

const reloading = ({manager}: ServiceUnit): ProgramCall | undefined =>
  manager === 'systemd' ? ['systemctl', '--user', 'daemon-reload'] : undefined;

const enabling = ({manager, path}: ServiceUnit): ProgramCall =>
  manager === 'systemd'
    ? ['systemctl', '--user', 'enable', '--now', SOCKET_NAME, UNIT_NAME]
    : ['launchctl', 'bootstrap', domain(), path];

const starting = ({manager}: ServiceUnit): ProgramCall =>
  manager === 'systemd'
    ? ['systemctl', '--user', 'start', UNIT_NAME]
    : ['launchctl', 'kickstart', `${domain()}/${AGENT_LABEL}`];

/** An older installation has no socket unit, and systemd would refuse its name. */
const disabling = ({manager, path}: ServiceUnit): ProgramCall =>
  manager === 'systemd'
    ? [
        ...(['systemctl', '--user', 'disable', '--now'] as const),
        ...[SOCKET_NAME, UNIT_NAME].filter(name => existsSync(join(dirname(path), name))),
      ]
    : ['launchctl', 'bootout', `${domain()}/${AGENT_LABEL}`];

const byHand = (unit: ServiceUnit): readonly string[] =>
  [reloading(unit), enabling(unit)].flatMap(call => (call === undefined ? [] : [`  ${call.join(' ')}`]));

const domain = (): string => `gui/${userInfo().uid}`;

/** Runs the manager; returns a sentence if that failed. */
const manage = (call: ProgramCall | undefined): Promise<string | undefined> =>
  new Promise(resolve => {
    if (call === undefined) return resolve(undefined);
    const [program, ...words] = call;
    execFile(program, words, {timeout: 30_000}, (error, _, stderr) => {
      if (error === null) resolve(undefined);
      else if ('code' in error && error.code === 'ENOENT') resolve(`${program} is not installed`);
      else resolve(stderr.trim().split('\n')[0] || errorMessage(error));
    });
  });

/** The folder of the units of Debian's package. */
const PACKAGED_UNITS = '/usr/lib/systemd/user';
