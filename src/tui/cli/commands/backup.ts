// `rooster backup` and `rooster restore`: copies the database, and replaces it with a copy. Both work while a daemon
// runs: the first asks it for a copy, the second stops it briefly.

import {resolve} from 'node:path';
import {createInterface} from 'node:readline';
import {counted} from '../../../shared/text/sentences.ts';
import {formatDuration, formatMoment} from '../../../shared/time/format-time.ts';
import {type EpochMs, instantOfIso} from '../../../shared/time/time.ts';
import {startInstalled} from '../admin/install.ts';
import {stopIfRunning} from '../admin/stop-daemon.ts';
import {wantsJson, wordAt} from '../args.ts';
import type {Run} from '../arguments.ts';
import {UsageError} from '../arguments.ts';
import {askProgram} from '../client/ask-program.ts';
import {reachIfRunning} from '../client/reach-if-running.ts';
import type {CommandWorld} from '../command.ts';

export const backUp: Run = async (world, args) => {
  const [word] = args.words;
  const file = word === undefined ? undefined : resolve(word);
  const made = await createBackup(world, file, args.switches.has('force'));
  if (wantsJson(args)) world.print.json(made);
  else world.print.line(`Backup: ${made.file} (${megabytes(made.bytes)})`);
  return 0;
};

export const restore: Run = async (world, args) => {
  const {print} = world;
  const file = resolve(wordAt(args, 0, 'FILE'));
  const content = await askProgram(world, ['check-copy', file], isContent);
  if (!wantsJson(args)) for (const line of contentLines(world, content)) print.note(line);
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

type Made = {readonly file: string; readonly at: string; readonly bytes: number};

/** Through the daemon if one runs, otherwise with its program. */
const createBackup = async (world: CommandWorld, file: string | undefined, force: boolean): Promise<Made> => {
  const connection = await reachIfRunning(world);
  if (connection === undefined) return await askProgram(world, ['backup', file ?? '', force ? 'force' : ''], isMade);
  await using client = connection.client;
  // Copying a large database takes as long as the disk needs.
  return await client.call('backup.create', {file, force}, {timeoutMs: Infinity});
};

const startAgain = async (world: CommandWorld): Promise<void> => {
  await startInstalled(world);
  const connection = await world.connect();
  await connection[Symbol.asyncDispose]();
};

/** Only a `y` typed after the question confirms. */
const isConfirmed = async ({stdin, stdout, print}: CommandWorld): Promise<boolean> => {
  if (stdin.isTTY !== true || !print.onTerminal)
    throw new UsageError('restore replaces the database; add --yes to skip the question');
  const reader = createInterface({input: stdin, output: stdout});
  try {
    return await new Promise<boolean>(answered => {
      reader.once('close', () => answered(false));
      reader.question('Replace the database with this backup? [y/N] ', answer =>
        answered(/^y(?:es)?$/iu.test(answer.trim())),
      );
    });
  } finally {
    reader.close();
  }
};

type Content = {readonly at: string; readonly reminders: number; readonly due: number; readonly waiting: number};
type Restored = Content & {readonly replaced?: string; readonly held: number; readonly known: boolean};

const contentLines = ({clock}: CommandWorld, {at, reminders, due, waiting}: Content): readonly string[] => {
  const now = clock.now();
  const age = formatDuration(Math.max(0, now - (instantOfIso(at) ?? now)));
  return [
    `The backup is from ${momentOf(at, now)}, ${age} ago. It lacks everything after that.`,
    `It holds ${counted(reminders, 'pending reminder')} and ${counted(waiting, 'unsent message')}.`,
    ...(due === 0 ? [] : [`${counted(due, 'reminder')} came due since then and will fire at once, marked as late.`]),
  ];
};

const restoredLines = ({clock}: CommandWorld, {at, due, held, known, replaced}: Restored): readonly string[] => [
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

const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

const hasFields = <T>(
  value: unknown,
  fields: Readonly<Record<keyof T & string, 'string' | 'number' | 'boolean'>>,
): value is T =>
  typeof value === 'object' &&
  value !== null &&
  Object.entries(fields).every(([name, type]) => typeof (value as Readonly<Record<string, unknown>>)[name] === type);

const isMade = (value: unknown): value is Made =>
  hasFields<Made>(value, {file: 'string', at: 'string', bytes: 'number'});
const isContent = (value: unknown): value is Content =>
  hasFields<Content>(value, {at: 'string', reminders: 'number', due: 'number', waiting: 'number'});
const isRestored = (value: unknown): value is Restored =>
  isContent(value) && hasFields<Pick<Restored, 'held' | 'known'>>(value, {held: 'number', known: 'boolean'});
