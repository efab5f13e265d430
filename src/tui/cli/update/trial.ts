// Tries a new version on a copy: its daemon updates the copy and answers questions, beside the old version on another
// copy. Both must know the same.
import {execFile} from 'node:child_process';
import {copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {dirname, join} from 'node:path';
import {isDeepStrictEqual, promisify} from 'node:util';
import type {Client} from '../../../ipc/protocol.ts';
import {startDialling} from '../../../ipc/socket/dial.ts';
import {isAlive, signalProcess} from '../../../ipc/socket/is-alive.ts';
import {type Environment, type Places, placesOf} from '../../../shared/records/places.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {clauseFromOutside} from '../../../shared/text/sentences.ts';
import {SECOND} from '../../../shared/time/time.ts';
import {createConnect, pause} from '../client/connect.ts';
import {createDaemonProgram} from '../client/daemon-program.ts';
import type {CommandWorld} from '../command.ts';

/** `command`: its file for people, tried as well. */
type Version = {readonly version: string; readonly daemon: string; readonly command?: string};

type Trial = {
  readonly old: Version;
  readonly new: Version;
  /** A checked copy of the database. */
  readonly copy: string;
};

/** The copy, after a version has opened it. */
type Tried = {
  /** The oldest schema whose program may use the database afterwards. */
  readonly readableFrom: number;
};

/** Rejects with a sentence when the new version can't use the copy, or finds something else in it. */
export const tryVersion = async (world: CommandWorld, options: Trial): Promise<Tried> => {
  using homes = trialHomes(world, options.copy);
  const [before, after] = [await homes.factsOf('old', options.old), await homes.factsOf('new', options.new)];
  const lost = firstDifference(before, after);
  if (lost !== undefined)
    throw new GatewayError('failed', `Rooster ${options.new.version} finds other ${lost} in a copy of the database.`);
  return {readableFrom: await readableFrom(world, options.new, homes.placing('new'))};
};

/** Starts this version with a copy of a database, in a home of its own. Rejects with a sentence if that fails. */
export const factsWith = async (world: CommandWorld, copy: string): Promise<Facts> => {
  using homes = trialHomes(world, copy);
  return await homes.factsOf('copy', {version: world.version, daemon: world.program.entry});
};

/** Homes for daemons that try a copy, with the configuration and jobs of this one. Deleted at the end. */
const trialHomes = (world: CommandWorld, copy: string) => {
  const folder = mkdtempSync(join(dirname(world.places.database), '.trial-'));
  const sockets = mkdtempSync(join(tmpdir(), 'rooster-trial-'));
  const placing = (name: string): Environment => ({
    ...world.env,
    ROOSTER_HOME: undefined,
    XDG_CONFIG_HOME: join(folder, name, 'config'),
    XDG_DATA_HOME: join(folder, name, 'data'),
    XDG_STATE_HOME: join(folder, name, 'state'),
    XDG_RUNTIME_DIR: join(sockets, name),
  });
  return {
    placing,
    factsOf: async (name: string, version: Version): Promise<Facts> => {
      const env = placing(name);
      fill(placesOf(env, world.userHome), world.places, copy);
      return await startAndAsk(world, version, env);
    },
    [Symbol.dispose]: () => {
      for (const each of [folder, sockets]) rmSync(each, {recursive: true, force: true, maxRetries: 5});
    },
  };
};

/** Configuration and jobs are copied, too: the jobs' next times are compared. */
const fill = (copy: Places, own: Places, database: string): void => {
  for (const path of [copy.config, copy.database, copy.socket, join(copy.workspace, 'cron')])
    mkdirSync(dirname(path), {recursive: true, mode: 0o700});
  copyFileSync(database, copy.database);
  if (existsSync(own.config)) copyFileSync(own.config, copy.config);
  const jobs = join(own.workspace, 'cron');
  if (existsSync(jobs)) cpSync(jobs, join(copy.workspace, 'cron'), {recursive: true});
};

const startAndAsk = async (
  world: CommandWorld,
  {version, daemon, command}: Version,
  env: Environment,
): Promise<Facts> => {
  const places = placesOf(env, world.userHome);
  const program = createDaemonProgram({
    node: process.execPath,
    entry: daemon,
    places,
    env,
    options: ['--trial', String(world.processId)],
  });
  const connect = createConnect({places, version: world.version, clock: world.clock, dial: startDialling, program});
  await using connection = await connect();
  const {client, hello} = connection;
  if (hello.version !== version)
    throw new GatewayError('failed', `Rooster ${version} says that it is ${hello.version}.`);
  const facts = await factsFrom(client);
  if (command !== undefined) await runCommand(command, env);
  await client.call('daemon.stop', {});
  await untilGone(world, hello.pid);
  return facts;
};

/** One that doesn't end by itself is not worth a failed update. */
const untilGone = async ({clock}: CommandWorld, pid: number): Promise<void> => {
  const giveUpAt = clock.now() + END_MS;
  while (isAlive(pid)) {
    if (clock.now() >= giveUpAt) signalProcess(pid, 'SIGKILL');
    await pause(clock, BETWEEN_LOOKS_MS);
  }
};

/** A command that doesn't work couldn't even take the update back. */
const runCommand = async (command: string, env: Environment): Promise<void> => {
  try {
    await promisify(execFile)(process.execPath, [command, 'status', '--json'], {env: {...env}, timeout: COMMAND_MS});
  } catch (cause) {
    throw new GatewayError('failed', `Its command doesn't work: ${clauseFromOutside(errorMessage(cause))}.`, {cause});
  }
};

/** These must be the same in both, each by its name in a sentence. */
type Facts = {
  readonly conversations: number;
  readonly reminders: number;
  readonly alarms: number | undefined;
  readonly jobs: readonly (readonly string[])[];
  readonly deliveries: readonly number[];
  readonly 'next times': readonly (readonly unknown[])[];
};

const factsFrom = async (client: Client): Promise<Facts> => {
  const status = await client.call('daemon.status', {});
  const {reminders} = await client.call('reminder.list', {state: 'pending', limit: MOST_NEXT});
  const {jobs, invalid} = await client.call('cron.list', {});
  return {
    conversations: status.sessions.total,
    reminders: status.reminders.pending,
    alarms: status.alarms?.active,
    jobs: [jobs.map(({name}) => name).toSorted(), invalid.map(({file}) => file).toSorted()],
    deliveries: [status.outbox.waiting, status.outbox.dead],
    'next times': reminders.map(({id, fireAt, next}) => [id, fireAt, next]),
  };
};

const firstDifference = (before: Facts, after: Facts): string | undefined =>
  Object.keys(before).find(name => {
    const fact = name as keyof Facts;
    return !isDeepStrictEqual(before[fact], after[fact]);
  });

const readableFrom = async ({userHome}: CommandWorld, {daemon}: Version, env: Environment): Promise<number> => {
  const program = createDaemonProgram({
    node: process.execPath,
    entry: daemon,
    places: placesOf(env, userHome),
    env,
  });
  return (await askSchema(program)).readableFrom ?? 0;
};

/** The schema that a version writes, and the oldest whose program may use the database of its home. */
export const askSchema = async (
  program: CommandWorld['program'],
): Promise<{readonly schema: number; readonly readableFrom?: number}> => {
  const {stdout} = await program.ask(['schema']);
  return JSON.parse(stdout);
};

const END_MS = 20 * SECOND;
const COMMAND_MS = 30 * SECOND;
const MOST_NEXT = 200;
const BETWEEN_LOOKS_MS = 20;
