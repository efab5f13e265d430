// `rooster daemon logs`: prints the daemon's log, formatted or as JSON lines, and follows it across rotation.

import {closeSync, existsSync, fstatSync, openSync, readSync, statSync} from 'node:fs';
import {StringDecoder} from 'node:string_decoder';
import {isRecord} from '../../../shared/fields/is-record.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import {printableLine} from '../../../shared/text/sanitize.ts';
import {timestamp} from '../../../shared/time/format-time.ts';
import {SECOND} from '../../../shared/time/time.ts';
import type {Tone} from '../../format/tone.ts';
import {countOf, wantsJson} from '../args.ts';
import type {Run} from '../arguments.ts';
import {pause} from '../client/connect.ts';
import type {CommandWorld} from '../command.ts';
import {timesLine} from '../format/fields.ts';

export const showLogs: Run = async (world, args) => {
  const {print, places, clock} = world;
  const follows = args.switches.has('follow');
  const show = (line: string): void => {
    if (wantsJson(args)) print.line(line);
    else print.line(logLine(world, line));
  };
  if (!existsSync(places.log) && !follows) {
    print.note(`No log at ${places.log} yet: the daemon has not run.`);
    return 0;
  }
  if (!wantsJson(args)) {
    await followZone(world);
    for (const line of timesLine(world)) print.line(line);
  }
  const tail = createTail(places.log);
  const lines = tail.more();
  for (const line of lines.slice(-(countOf(args, 'lines', 'n') ?? LINES))) show(line);
  while (follows) {
    await pause(clock, BETWEEN_LOOKS_MS);
    for (const line of tail.more()) show(line);
  }
  return 0;
};

/** Gets the zone from a running daemon. A daemon that doesn't answer must not delay its own log. */
const followZone = async ({connect}: CommandWorld): Promise<void> => {
  try {
    await using _connection = await connect({starts: false, patienceMs: SECOND});
  } catch (thrown) {
    if (!(thrown instanceof GatewayError)) throw thrown;
  }
};

type Tail = {
  /** The complete lines written since the last call. A new file is read from its start. */
  readonly more: () => readonly string[];
};

/** Reads lines appended to a file; a replaced or truncated file is read from its start. */
export const createTail = (path: string): Tail => {
  let file: {readonly fd: number; readonly inode: number; position: number} | undefined;
  let decoder = new StringDecoder('utf8');
  let rest = '';

  const open = (): void => {
    try {
      const fd = openSync(path, 'r');
      file = {fd, inode: fstatSync(fd).ino, position: 0};
      decoder = new StringDecoder('utf8');
      rest = '';
    } catch {
      // The file doesn't exist yet: the next read will find it.
    }
  };

  const read = (): readonly string[] => {
    if (file === undefined) return [];
    const chunk = Buffer.alloc(CHUNK_BYTES);
    for (;;) {
      const count = readSync(file.fd, chunk, 0, chunk.length, file.position);
      if (count === 0) break;
      file.position += count;
      rest += decoder.write(chunk.subarray(0, count));
    }
    const lines = rest.split('\n');
    rest = lines.pop() ?? '';
    return lines.filter(line => line !== '');
  };

  const replaced = (): boolean => {
    if (file === undefined) return true;
    const now = statSync(path, {throwIfNoEntry: false});
    return now !== undefined && (now.ino !== file.inode || now.size < file.position);
  };

  return {
    more: () => {
      if (file === undefined) open();
      const lines = read();
      if (file === undefined || !replaced()) return lines;
      closeSync(file.fd);
      file = undefined;
      open();
      return [...lines, ...read()];
    },
  };
};

/** `21:03:05 warn  a sentence  {"more":"fields"}`; a line that isn't a record is shown unchanged. */
export const logLine = ({print, clock}: Pick<CommandWorld, 'print' | 'clock'>, line: string): string => {
  const record = recordIn(line);
  if (record === undefined) return printableLine(line);
  const {level = 'info', time = '', msg = '', pid: _, ...fields} = record;
  const name = String(level);
  const more =
    Object.keys(fields).length === 0 ? '' : `  ${print.paint('quiet', printableLine(JSON.stringify(fields)))}`;
  return `${print.paint('quiet', timestamp(String(time), clock.now()))} ${print.paint(toneOfLevel(name), name.padEnd(5))}  ${printableLine(String(msg))}${more}`;
};

const recordIn = (line: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    const value: unknown = JSON.parse(line);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
};

const toneOfLevel = (level: string): Tone => (level === 'error' ? 'bad' : level === 'warn' ? 'busy' : 'quiet');

const LINES = 50;
const CHUNK_BYTES = 64 * 1024;
const BETWEEN_LOOKS_MS = SECOND / 4;
