// `rooster follow` and `rooster takeover`: this machine keeps a copy of another one, and takes its place when a person
// says so.
import {readFollowing} from '../../../ipc/socket/following.ts';
import {isRecord} from '../../../shared/fields/is-record.ts';
import type {Host} from '../../../shared/records/host.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {counted} from '../../../shared/text/sentences.ts';
import {MINUTE} from '../../../shared/time/time.ts';
import {startInstalled} from '../admin/install.ts';
import {stopIfRunning} from '../admin/stop-daemon.ts';
import {wantsJson} from '../args.ts';
import type {Args, Run} from '../arguments.ts';
import {askProgram} from '../client/ask-program.ts';
import {pause} from '../client/connect.ts';
import {NoDaemonError, UnreachableHostError} from '../client/no-daemon-error.ts';
import {reachHost} from '../client/reach-host.ts';
import type {CommandWorld} from '../command.ts';
import {isOfFleet, statusIfRunning} from '../commands/status.ts';
import {replicaLine} from '../format/format-status.ts';
import {hostCalled} from './chosen-host.ts';

export const follow: Run = async (world, args) => {
  const [word] = args.words;
  if (args.switches.has('end')) return await endFollow(world, args);
  if (word !== undefined) await beginToFollow(world, hostCalled(word, world.places), args.switches.has('replace'));
  const status = await statusIfRunning(world);
  const {replica} = status ?? {};
  if (wantsJson(args)) {
    world.print.json({replica});
    return replica?.role === 'follower' ? 0 : 1;
  }
  if (replica?.role !== 'follower') throw new GatewayError('refused', notFollowing(world));
  world.print.line(replicaLine(replica));
  for (const {reason} of status?.problems ?? []) world.print.line(reason);
  return 0;
};

export const takeOver: Run = async (world, args) => {
  const following = readFollowing(world.places);
  if (following === undefined) throw new GatewayError('refused', 'This machine follows no other one.');
  const {host} = following;
  if (following.takesOver !== true) await refuseIfAlive(world, host);
  await stopIfRunning(world);
  const taken = await askProgram(world, ['takeover'], isTaken);
  await startAgain(world);
  if (wantsJson(args)) world.print.json(taken);
  else for (const line of takenLines(taken)) world.print.line(line);
  return 0;
};

const beginToFollow = async (world: CommandWorld, host: Host, replaces: boolean): Promise<void> => {
  const {print} = world;
  const status = await statusIfRunning(world);
  if (isOfFleet(status))
    throw new GatewayError(
      'refused',
      'This home is a cell of a fleet, and the fleet keeps its copies. To follow another machine: take "fleet" out of its configuration first.',
    );
  await using _reached = await reach(world, host);
  const known = readFollowing(world.places);
  if (known === undefined && status !== undefined && !replaces)
    throw new GatewayError(
      'conflict',
      'A daemon runs here. To put its reminders and conversations aside and follow: add --replace',
    );
  await stopIfRunning(world);
  const words = ['follow', host.destination, host.name, host.command ?? '', replaces ? 'replace' : ''];
  const {replaced} = await askProgram(world, words, isFollowed);
  if (replaced !== undefined) print.note(`What was here before is in ${replaced}`);
  await startAgain(world);
  await firstCopy(world, host);
};

/** Waits for the first whole copy: before, there is nothing to take over with. */
const firstCopy = async (world: CommandWorld, host: Host): Promise<void> => {
  const giveUpAt = world.clock.now() + COPY_MS;
  world.print.note(`Copying from ${host.name}…`);
  for (;;) {
    const status = await statusIfRunning(world);
    if (status?.replica !== undefined && status.problems.length === 0) return;
    if (world.clock.now() >= giveUpAt) {
      const why = status?.problems[0]?.reason ?? 'The daemon here has ended.';
      throw new GatewayError('unavailable', `${why} It goes on in the background: rooster follow`);
    }
    await pause(world.clock, BETWEEN_LOOKS_MS);
  }
};

const endFollow = async (world: CommandWorld, args: Args): Promise<0> => {
  if (readFollowing(world.places) === undefined) throw new GatewayError('refused', notFollowing(world));
  await stopIfRunning(world);
  const {host} = await askProgram(world, ['unfollow'], isEnded);
  if (wantsJson(args)) world.print.json({ended: host});
  else world.print.line(`This machine no longer follows ${host}. Its copy is deleted.`);
  return 0;
};

/** Two machines must not do the same: as long as the other one answers, it is the one. */
const refuseIfAlive = async (world: CommandWorld, host: Host): Promise<void> => {
  world.print.note(`Looking whether ${host.name} answers…`);
  try {
    await using _connection = await reach(world, host);
  } catch (thrown) {
    if (thrown instanceof UnreachableHostError || thrown instanceof NoDaemonError) return;
    throw thrown;
  }
  throw new GatewayError(
    'refused',
    `${host.name} answers, so nothing is taken over. To stop it first: ssh ${host.destination} ${host.command ?? 'rooster'} daemon stop`,
  );
};

const reach = (world: CommandWorld, host: Host): ReturnType<CommandWorld['connect']> => {
  const {clock, version, print, stdin} = world;
  const reached = reachHost({host, clock, version, onTerminal: () => stdin.isTTY === true, onOther: print.note});
  return reached.connect({starts: false, patienceMs: MINUTE / 2});
};

const startAgain = async (world: CommandWorld): Promise<void> => {
  await startInstalled(world);
  const connection = await world.connect();
  await connection[Symbol.asyncDispose]();
};

const notFollowing = ({places}: CommandWorld): string => {
  const known = readFollowing(places);
  return known === undefined
    ? 'This machine follows no other one. To begin: rooster follow ssh://me@server'
    : `This machine follows ${known.host.name}, but its daemon isn't running. Start it: rooster daemon start`;
};

type Taken = {
  readonly host: string;
  readonly seq: number;
  readonly reminders: number;
  readonly deliveries: {readonly waiting: number};
};

const takenLines = ({host, seq, reminders, deliveries}: Taken): readonly string[] => [
  `This machine has taken over from ${host}, with everything up to event ${seq}.`,
  `${counted(reminders, 'reminder')} will ring here. What came due meanwhile rings late.`,
  ...(deliveries.waiting === 0
    ? []
    : [`${counted(deliveries.waiting, 'message')} may have been sent already, and are marked as repeated.`]),
  `As soon as ${host} can be reached, it is told, and sends nothing any more.`,
];

const isFollowed = (value: unknown): value is {readonly replaced?: string} => isRecord(value) && !('error' in value);
const isEnded = (value: unknown): value is {readonly host: string} =>
  isRecord(value) && typeof value['host'] === 'string';
const isTaken = (value: unknown): value is Taken =>
  isRecord(value) && typeof value['host'] === 'string' && typeof value['seq'] === 'number';

const COPY_MS = 2 * MINUTE;
const BETWEEN_LOOKS_MS = 200;
