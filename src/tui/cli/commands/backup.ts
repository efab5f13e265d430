// `rooster backup` and `rooster restore`: copies the database, and replaces it with a copy. Both work while a daemon
// runs: the first asks it for a copy, the second stops it briefly.

import {createReadStream, createWriteStream, existsSync, mkdirSync, readdirSync, rmSync} from 'node:fs';
import {dirname, join, resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {pipeline} from 'node:stream/promises';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {counted} from '../../../shared/text/sentences.ts';
import {formatDuration, formatMoment} from '../../../shared/time/format-time.ts';
import {type EpochMs, instantOfIso, SECOND} from '../../../shared/time/time.ts';
import {startInstalled} from '../admin/install.ts';
import {stopIfRunning} from '../admin/stop-daemon.ts';
import {wantsJson, wordAt} from '../args.ts';
import type {Run} from '../arguments.ts';
import {UsageError} from '../arguments.ts';
import {show} from '../ask.ts';
import {askProgram} from '../client/ask-program.ts';
import {reachIfRunning} from '../client/reach-if-running.ts';
import type {CommandWorld, ExitCode} from '../command.ts';
import {factsWith} from '../update/trial.ts';
import {isOfFleet, statusIfRunning} from './status.ts';

export const backUp: Run = async (world, args) => {
  const [word] = args.words;
  if (word === '-') return await streamBackup(world);
  const file = word === undefined ? undefined : resolve(word);
  const made = await createBackup(world, file, args.switches.has('force'));
  if (wantsJson(args)) world.print.json(made);
  else world.print.line(`Backup: ${made.file} (${megabytes(made.bytes)})`);
  return 0;
};

/** Exit code 0 only after all of it is written. */
const streamBackup = async (world: CommandWorld): Promise<ExitCode> => {
  if (world.print.onTerminal) throw new UsageError('a backup needs a file or a pipe, and this is a terminal');
  using passing = passingFile(world);
  await createBackup(world, passing.file, false);
  await pipeline(createReadStream(passing.file), world.stdout, {end: false});
  return 0;
};

/** A file beside the backups that passes through a pipe. Later backups remove what a killed command has left. */
const passingFile = ({places, processId}: CommandWorld): Disposable & {readonly file: string} => {
  const file = join(dirname(places.database), 'backups', `rooster-${processId}.db.new`);
  mkdirSync(dirname(file), {recursive: true, mode: 0o700});
  rmSync(file, {force: true});
  return {file, [Symbol.dispose]: () => rmSync(file, {force: true})};
};

/** FILE, or what comes through a pipe. */
const fileOf = async (world: CommandWorld, word: string): Promise<Disposable & {readonly file: string}> => {
  if (word !== '-') return {file: resolve(word), [Symbol.dispose]: () => {}};
  if (world.stdin.isTTY === true) throw new UsageError('a backup comes through a pipe, not from a terminal');
  const passing = passingFile(world);
  try {
    await pipeline(world.stdin, createWriteStream(passing.file, {flags: 'wx', mode: 0o600}));
    return passing;
  } catch (thrown) {
    passing[Symbol.dispose]();
    throw thrown;
  }
};

/** A copy that is sound and with which no daemon starts would be none. */
export const verifyBackup: Run = async (world, args) => {
  const {print} = world;
  const [word] = args.words;
  const file = word === undefined ? newestBackup(world) : resolve(word);
  const content = await askProgram(world, ['check-copy', file], isContent);
  if (print.onTerminal && !wantsJson(args)) print.note('Starting a daemon with it…');
  const {conversations, jobs, reminders} = await factsWith(world, file);
  if (reminders !== content.reminders)
    throw new GatewayError(
      'failed',
      `A daemon finds ${reminders} pending reminders in it, and not ${content.reminders}.`,
    );
  const found = `${counted(reminders, 'pending reminder')} and ${counted(conversations, 'conversation')}`;
  const lines = [
    file,
    ...contentLines(world, content),
    `A daemon starts with it, and finds ${found}. The workspace of today has ${counted(jobs.flat().length, 'job')}.`,
  ];
  return await show(world, args, Promise.resolve({file, ...content, conversations}), () => lines);
};

const newestBackup = ({places}: CommandWorld): string => {
  const folder = join(dirname(places.database), 'backups');
  const names = existsSync(folder) ? readdirSync(folder).filter(name => /^rooster-.*\.db$/u.test(name)) : [];
  const newest = names.toSorted().at(-1);
  if (newest === undefined) throw new GatewayError('not_found', 'There is no backup yet. Make one: rooster backup');
  return join(folder, newest);
};

export const restore: Run = async (world, args) => {
  const {print} = world;
  await refuseElsewhere(world);
  using given = await fileOf(world, wordAt(args, 0, 'FILE'));
  const {file} = given;
  const content = await askProgram(world, ['check-copy', file], isContent);
  if (args.switches.has('check'))
    return await show(world, args, Promise.resolve(content), () => contentLines(world, content));
  if (!wantsJson(args)) for (const line of contentLines(world, content)) print.note(line);
  await refuseInFleet(world);
  if (!args.switches.has('yes') && !(await isConfirmed(world))) {
    print.note('Nothing was changed.');
    return 1;
  }
  const stopped = await stopIfRunning(world);
  try {
    const restored = await askProgram(world, ['restore', file], isRestored);
    if (wantsJson(args)) print.json(restored);
    else for (const line of restoredLines(world, restored)) print.line(line);
  } finally {
    if (stopped !== undefined) await startAgain(world);
  }
  return 0;
};

/** A daemon that stands by sends this to the machine that does the work, before anything is read or asked. */
const refuseElsewhere = async ({connect}: CommandWorld): Promise<void> => {
  try {
    const connection = await connect({starts: false, patienceMs: 2 * SECOND});
    await connection[Symbol.asyncDispose]();
  } catch (thrown) {
    // A daemon with a damaged database may not answer: that is what a backup is for.
    if (thrown instanceof GatewayError && thrown.code === 'moved') throw thrown;
  }
};

/** Another daemon would have the cell a moment after the one here has stopped. */
const refuseInFleet = async (world: CommandWorld): Promise<void> => {
  const status = await statusIfRunning(world).catch(() => undefined);
  if (isOfFleet(status))
    throw new GatewayError(
      'refused',
      'This home is a cell of a fleet. To restore: stop all daemons of the cell, take "fleet" out of the configuration here, start the daemon once, restore, and put "fleet" in again.',
    );
};

type Made = {readonly file: string; readonly at: string; readonly bytes: number};

/** Through the daemon if one runs, otherwise with its program. */
export const createBackup = async (world: CommandWorld, file: string | undefined, force: boolean): Promise<Made> => {
  const connection = await reachIfRunning(world);
  if (connection === undefined) return await askProgram(world, ['backup', file ?? '', force ? 'force' : ''], isMade);
  await using client = connection.client;
  // Copying a large database takes as long as the disk needs.
  return await client.call('backup.create', {file, force}, {timeoutMs: Infinity});
};

export const startAgain = async (world: CommandWorld): Promise<void> => {
  await startInstalled(world);
  const connection = await world.connect();
  await connection[Symbol.asyncDispose]();
};

/** Only a `y` typed after the question confirms. `cannotAsk`: thrown where nobody can answer. */
export const isConfirmed = async (
  {stdin, stdout, print}: CommandWorld,
  {question, cannotAsk}: {readonly question: string; readonly cannotAsk: Error} = REPLACES,
): Promise<boolean> => {
  if (stdin.isTTY !== true || !print.onTerminal) throw cannotAsk;
  const reader = createInterface({input: stdin, output: stdout});
  try {
    return await new Promise<boolean>(answered => {
      reader.once('close', () => answered(false));
      reader.question(`${question} [y/N] `, answer => answered(/^y(?:es)?$/iu.test(answer.trim())));
    });
  } finally {
    reader.close();
  }
};

const REPLACES = {
  question: 'Replace the database with this backup?',
  cannotAsk: new UsageError('restore replaces the database; add --yes to skip the question'),
};

type Content = {
  readonly at: string;
  readonly reminders: number;
  readonly due: number;
  readonly waiting: number;
  /** Counts of records that only the database has. Absent after a restore. */
  readonly newReminders?: number;
  readonly newMessages?: number;
};
type Restored = Content & {readonly replaced?: string; readonly held: number; readonly known: boolean};

export const contentLines = ({clock}: CommandWorld, content: Content): readonly string[] => {
  const {at, reminders, due, waiting, newReminders = 0, newMessages = 0} = content;
  const now = clock.now();
  const newer = [counted(newReminders, 'pending reminder'), counted(newMessages, 'message')].filter(
    (_, index) => [newReminders, newMessages][index] !== 0,
  );
  const age = formatDuration(Math.max(0, now - (instantOfIso(at) ?? now)));
  return [
    `The backup is from ${momentOf(at, now)}, ${age} ago. It lacks everything after that.`,
    ...(newer.length === 0 ? [] : [`Only the database has ${newer.join(' and ')}.`]),
    `It holds ${counted(reminders, 'pending reminder')} and ${counted(waiting, 'unsent message')}.`,
    ...(due === 0 ? [] : [`${counted(due, 'reminder')} came due since then and will fire at once, marked as late.`]),
  ];
};

export const restoredLines = ({clock}: CommandWorld, {at, due, held, known, replaced}: Restored): readonly string[] => [
  `Restored the database of ${momentOf(at, clock.now())}.`,
  ...(due === 0 ? [] : [`${counted(due, 'reminder')} came due since then and will fire late.`]),
  ...(held === 0
    ? []
    : [
        `${counted(held, 'message')} may have been sent since then and will not be resent: rooster outbox --state dead`,
      ]),
  ...(known ? [] : ["Couldn't read the replaced database. Signal messages since then may be answered twice."]),
  ...(replaced === undefined ? [] : [`The replaced database is in ${replaced}`]),
];

/** In the zone of all other shown times. */
const momentOf = (iso: string, now: EpochMs): string => {
  const at = instantOfIso(iso);
  return at === undefined ? iso : formatMoment(at, now);
};

export const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const hasFields = <T>(
  value: unknown,
  fields: Readonly<Record<keyof T & string, 'string' | 'number' | 'boolean'>>,
): value is T =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(fields).every(([name, type]) => typeof (value as Readonly<Record<string, unknown>>)[name] === type);

const isMade = (value: unknown): value is Made =>
  hasFields<Made>(value, {file: 'string', at: 'string', bytes: 'number'});
export const isContent = (value: unknown): value is Content =>
  hasFields<Pick<Content, 'at' | 'reminders' | 'due' | 'waiting'>>(value, {
    at: 'string',
    reminders: 'number',
    due: 'number',
    waiting: 'number',
  });
export const isRestored = (value: unknown): value is Restored =>
  isContent(value) && hasFields<Pick<Restored, 'held' | 'known'>>(value, {held: 'number', known: 'boolean'});
