// `rooster backup` and `rooster restore` with the daemon of another machine: FILE is on this one, and ssh carries it.
// `den:FILE` is a file of that machine.
import {closeSync, existsSync, fstatSync, fsyncSync, openSync, readSync, renameSync, rmSync, statSync} from 'node:fs';
import {dirname, resolve} from 'node:path';
import type {Host} from '../../../shared/records/host.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {isoOf} from '../../../shared/time/time.ts';
import {wantsJson, wordAt} from '../args.ts';
import {type Args, type There, UsageError} from '../arguments.ts';
import type {CommandWorld} from '../command.ts';
import {contentLines, isConfirmed, isContent, isRestored, megabytes, restoredLines} from '../commands/backup.ts';
import {noteHost} from './chosen-host.ts';

export const backUpHere = async (world: CommandWorld, args: Args, there: There): Promise<number> => {
  const {host, runAt} = there;
  const {print, clock} = world;
  const [word] = args.words;
  if (word === '-') {
    if (print.onTerminal) throw new UsageError('a backup needs a file or a pipe, and this is a terminal');
    return (await runAt(host, ['backup', '-'], {input: 'ignore'})).code;
  }
  const path = word === undefined ? undefined : pathThere(host, word);
  if (word === undefined || path !== undefined)
    return await runThere(world, args, there, ['backup', ...(path === undefined ? [] : [path])]);
  const [file, at] = [resolve(word), clock.now()];
  const force = args.switches.has('force');
  refuseTarget(file, force);
  using arriving = openArriving(`${file}.new`);
  using stopping = stoppable();
  const {code} = await runAt(host, ['backup', '-'], {input: 'ignore', output: arriving.fd, signal: stopping.signal});
  if (code !== 0) return code;
  if (!arriving.isWhole())
    throw new GatewayError('failed', `What came from ${host.name} isn't a whole backup. Nothing was stored.`);
  const {size: bytes} = fstatSync(arriving.fd);
  fsyncSync(arriving.fd);
  refuseTarget(file, force);
  renameSync(arriving.path, file);
  if (wantsJson(args)) print.json({file, at: isoOf(at), bytes});
  else print.line(`Backup of ${host.name}: ${file} (${megabytes(bytes)})`);
  return 0;
};

export const restoreFromHere = async (world: CommandWorld, args: Args, there: There): Promise<number> => {
  const {host} = there;
  const {print} = world;
  const word = wordAt(args, 0, 'FILE');
  const path = pathThere(host, word);
  if (word === '-' || path !== undefined) return await runThere(world, args, there, ['restore', path ?? word]);
  const file = resolve(word);
  const isAsked = !args.switches.has('yes');
  if (isAsked || args.switches.has('check')) {
    const {code, out} = await sent(file, there, ['--check', '--json']);
    const content: unknown = code === 0 ? JSON.parse(out) : undefined;
    if (!isContent(content)) return code || 1;
    if (args.switches.has('check') && wantsJson(args)) print.json(content);
    else if (!wantsJson(args)) for (const line of contentLines(world, content)) print.note(line);
    if (args.switches.has('check')) return 0;
    if (!(await isConfirmed(world))) {
      print.note('Nothing was changed.');
      return 1;
    }
  }
  const {code, out} = await sent(file, there, ['--yes', '--json']);
  const restored: unknown = code === 0 ? JSON.parse(out) : undefined;
  if (!isRestored(restored)) return code || 1;
  if (wantsJson(args)) print.json(restored);
  else for (const line of restoredLines(world, restored)) print.line(line);
  noteHost(print, host, args);
  return 0;
};

const sent = async (file: string, {host, runAt}: There, options: readonly string[]): ReturnType<There['runAt']> => {
  const fd = openGiven(file, host);
  try {
    return await runAt(host, ['restore', '-', ...options], {input: fd, output: 'pipe'});
  } finally {
    closeSync(fd);
  }
};

const openGiven = (file: string, {name}: Host): number => {
  const stats = statSync(file, {throwIfNoEntry: false});
  if (stats === undefined)
    throw new GatewayError('not_found', `No file ${file} on this machine. A file of ${name} begins with "${name}:".`);
  if (!stats.isFile()) throw new GatewayError('invalid', `${file} is not a file. Give the name of a file.`);
  return openSync(file, 'r');
};

/** All of it is there, with this terminal. */
const runThere = async (
  {print}: CommandWorld,
  args: Args,
  {host, runAt}: There,
  words: readonly string[],
): Promise<number> => {
  const {code} = await runAt(host, [...words, ...[...args.switches].map(name => `--${name}`)]);
  if (code === 0 && !args.switches.has('check')) noteHost(print, host, args);
  return code;
};

/** The path of `den:PATH`; undefined for a file of this machine. */
const pathThere = ({name}: Host, word: string): string | undefined =>
  word.startsWith(`${name}:`) ? word.slice(name.length + 1) : undefined;

const refuseTarget = (file: string, force: boolean): void => {
  const found = statSync(file, {throwIfNoEntry: false});
  if (found === undefined) {
    if (existsSync(dirname(file))) return;
    throw new GatewayError(
      'not_found',
      `The folder ${dirname(file)} does not exist. Make it first, or give another file.`,
    );
  }
  if (!found.isFile()) throw new GatewayError('invalid', `${file} is not a file. Give the name of a file.`);
  if (!force) throw new GatewayError('conflict', `${file} exists already. Add --force to replace it.`);
};

type Arriving = Disposable & {
  readonly path: string;
  readonly fd: number;
  /** Its header says how long it is. */
  readonly isWhole: () => boolean;
};

/** Only the user may read it. What hasn't got its own name in the end is removed. */
const openArriving = (path: string): Arriving => {
  rmSync(path, {force: true});
  const fd = openSync(path, 'wx+', 0o600);
  return {
    path,
    fd,
    isWhole: () => {
      const header = Buffer.alloc(HEADER_BYTES);
      if (readSync(fd, header, 0, HEADER_BYTES, 0) < HEADER_BYTES) return false;
      const pageBytes = header.readUInt16BE(16) === 1 ? 65_536 : header.readUInt16BE(16);
      const bytes = pageBytes * header.readUInt32BE(28);
      return header.toString('latin1', 0, MAGIC.length) === MAGIC && fstatSync(fd).size === bytes;
    },
    [Symbol.dispose]: () => {
      closeSync(fd);
      rmSync(path, {force: true});
    },
  };
};

/** Ctrl+C ends ssh, and this process only after it has tidied up. */
const stoppable = (): Disposable & {readonly signal: AbortSignal} => {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  for (const name of STOPS) process.on(name, stop);
  return {
    signal: controller.signal,
    [Symbol.dispose]: () => {
      for (const name of STOPS) process.off(name, stop);
    },
  };
};

const STOPS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
