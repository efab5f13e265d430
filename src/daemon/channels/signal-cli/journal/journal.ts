// Follows signal-cli's journal, a file with one received message per line that only grows. A complete line is delivered
// once, in order, and repeated if taking it fails. The system reports each change of the file, so nothing polls it.
import {type FileHandle, open, truncate} from 'node:fs/promises';
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {SECOND} from '../../../../shared/time/time.ts';
import {nodeCrypto} from '../../../system/node-crypto.ts';
import {pause} from '../waiting.ts';
import {watchChanges} from './file-changes.ts';

export type JournalLine = {
  /** Without its LF. */
  readonly line: string;
  /** Offset of the next line, in bytes. */
  readonly endOffset: number;
  /** Store this in the transaction that stores the line. The next start passes it as `from`. */
  readonly position: string;
};

export type JournalDeps = {
  readonly path: string;
  readonly clock: Clock;
  /** The position of the last taken line. If the file was replaced, reading starts at its beginning. */
  readonly from?: string;
  /** Stores all lines or none. If it throws, the same lines are repeated. */
  readonly take: (lines: readonly JournalLine[]) => void | Promise<void>;
  /** The reason why lines can't be read or taken now. Undefined when it works again. */
  readonly onTrouble?: (because: string | undefined) => void;
  /** Wait until the next check of a file that can't be watched, or whose lines couldn't be taken. @default 1 s */
  readonly retryMs?: number;
  /** The longest line in bytes. A longer one is skipped and reported to `onSkipped`. @default 64 MiB */
  readonly longestLine?: number;
  readonly onSkipped?: (sentence: string) => void;
  /** @default the system's */
  readonly watching?: typeof watchChanges;
};

export type Journal = AsyncDisposable & {
  /** Checks the file now. */
  poke(): void;
  /** Resolves when all complete lines of the file are taken, or the journal is closed. */
  drained(): Promise<void>;
  /** Empties the file after all its lines are taken. Call it only while nobody writes, or lines are lost. */
  empty(): Promise<void>;
  /** Offset of the next line, in bytes. */
  readonly offset: number;
};

export const followJournal = ({
  path,
  clock,
  from,
  take,
  onTrouble,
  retryMs = SECOND,
  longestLine = LONGEST_LINE,
  onSkipped,
  watching = watchChanges,
}: JournalDeps): Journal => {
  let offset = 0;
  let inode: number | undefined;
  let started = false;
  let closed = false;
  let isRequested = false;
  let checking: Promise<boolean> | undefined;
  let retry: Disposable | undefined;
  let isWatched = true;
  let troubled = false;

  /** True if everything was taken. Only one check runs at a time; a call during one gets the result of another. */
  const check = (): Promise<boolean> => {
    if (checking !== undefined) {
      isRequested = true;
      return checking;
    }
    checking = checkWhileRequested();
    return checking;
  };

  const checkWhileRequested = async (): Promise<boolean> => {
    try {
      do {
        isRequested = false;
        await readOn();
      } while (isRequested && !closed);
      if (troubled) onTrouble?.(undefined);
      troubled = false;
      return true;
    } catch (error) {
      troubled = true;
      onTrouble?.(errorMessage(error));
      return false;
    } finally {
      // In the same step as the last test of `isRequested`: later calls start their own check.
      checking = undefined;
      retry?.[Symbol.dispose]();
      if (troubled || !isWatched) checkLater();
    }
  };

  const checkLater = (): void => {
    retry?.[Symbol.dispose]();
    retry = closed ? undefined : clock.after(retryMs, check);
  };
  const changes = watching(path, check, checkLater);

  const readOn = async (): Promise<void> => {
    await using handle = await openIfThere(path);
    if (handle === undefined) {
      changes.stop();
      if (started) offset = 0;
      return;
    }
    await findOffset(handle);
    while (!closed && (await takeSome(handle)));
  };

  /** A shorter file, or another one, was emptied or replaced, so all its lines are new. */
  const findOffset = async (handle: FileHandle): Promise<void> => {
    const {size, ino} = await handle.stat();
    if (!started) offset = await offsetOf(handle, from);
    else if (size < offset || ino !== inode) offset = 0;
    started = true;
    inode = ino;
    // Before the file is read, so that no line falls between.
    isWatched = closed || changes.follow(ino);
  };

  /** False if no complete line is left. */
  const takeSome = async (handle: FileHandle): Promise<boolean> => {
    const bytes = await readLines(handle, offset, longestLine);
    if (bytes === 'too-long') return skipLine(handle);
    if (bytes.length === 0) return false;
    const lines = cut(bytes, offset);
    if (lines.length > 0) await take(lines);
    offset += bytes.length;
    return true;
  };

  const skipLine = async (handle: FileHandle): Promise<boolean> => {
    const end = await endOfLine(handle, offset);
    if (end === undefined) return false;
    onSkipped?.(`A line of ${end - offset} bytes at ${offset} in ${path} is longer than the limit and was skipped.`);
    offset = end;
    return true;
  };

  const drained = async (): Promise<void> => {
    while (!closed && !(await check())) await pause(clock, retryMs);
  };

  void check();
  const ticking = clock.lookAgain(path, check);
  return {
    poke: () => {
      if (!closed) void check();
    },
    drained,
    empty: async () => {
      await drained();
      if (closed) return;
      await truncate(path, 0).catch(unlessMissing);
      offset = 0;
    },
    get offset() {
      return offset;
    },
    [Symbol.asyncDispose]: async () => {
      closed = true;
      ticking[Symbol.dispose]();
      await checking;
      changes[Symbol.dispose]();
      retry?.[Symbol.dispose]();
    },
  };
};

/** Reads complete lines from an offset: as many as fit into a chunk, or one longer line. Empty if none is complete. */
const readLines = async (handle: FileHandle, at: number, longest: number): Promise<Buffer | 'too-long'> => {
  for (let wanted = CHUNK; ; wanted *= 4) {
    const bytes = await readAt(handle, at, wanted);
    const end = bytes.lastIndexOf(LF);
    if (end !== -1) return firstTooLong(bytes, longest) ? 'too-long' : bytes.subarray(0, end + 1);
    if (bytes.length < wanted) return bytes.length > longest ? 'too-long' : Buffer.alloc(0);
    if (bytes.length > longest) return 'too-long';
  }
};

const firstTooLong = (bytes: Buffer, longest: number): boolean => bytes.indexOf(LF) > longest;

const endOfLine = async (handle: FileHandle, at: number): Promise<number | undefined> => {
  for (let from = at; ; from += CHUNK) {
    const bytes = await readAt(handle, from, CHUNK);
    const end = bytes.indexOf(LF);
    if (end !== -1) return from + end + 1;
    if (bytes.length < CHUNK) return undefined;
  }
};

const readAt = async (handle: FileHandle, at: number, wanted: number): Promise<Buffer> => {
  const buffer = Buffer.allocUnsafe(wanted);
  let length = 0;
  while (length < wanted) {
    const {bytesRead} = await handle.read(buffer, length, wanted - length, at + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return buffer.subarray(0, length);
};

/** Splits at LF only, because CR and U+2028 are content. Empty lines are dropped. */
const cut = (bytes: Buffer, at: number): readonly JournalLine[] => {
  const lines: JournalLine[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LF, start);
    const line = bytes.toString('utf8', start, end);
    const endOffset = at + end + 1;
    if (line.trim() !== '')
      lines.push({line, endOffset, position: positionOf(bytes.subarray(start, end + 1), endOffset)});
    start = end + 1;
  }
  return lines;
};

/** The offset with a hash of the line before it, to recognize a file that was emptied and grew again. */
const positionOf = (line: Buffer, endOffset: number): string => {
  const end = line.subarray(-MOST_DIGESTED);
  return `${endOffset}:${end.length}:${digestOf(end)}`;
};

const offsetOf = async (handle: FileHandle, position: string | undefined): Promise<number> => {
  const [, end, length, digest] = /^(\d+):(\d+):(\w+)$/u.exec(position ?? '') ?? [];
  const [endOffset, digested] = [Number(end), Number(length)];
  if (digest === undefined || digested > endOffset) return 0;
  return digestOf(await readAt(handle, endOffset - digested, digested)) === digest ? endOffset : 0;
};

const digestOf = (bytes: Buffer): string => nodeCrypto().createHash('sha256').update(bytes).digest('hex').slice(0, 16);

const openIfThere = async (path: string): Promise<FileHandle | undefined> => {
  try {
    return await open(path, 'r');
  } catch (error) {
    return unlessMissing(error);
  }
};

const unlessMissing = (error: unknown): undefined => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
};

const LF = 0x0a;
const CHUNK = 256 * 1_024;
const LONGEST_LINE = 64 * 1_024 * 1_024;
const MOST_DIGESTED = 4_096;
