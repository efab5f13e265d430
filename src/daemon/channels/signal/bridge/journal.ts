// Follows a file that another program only appends to: what signal-cli received, a line each. A line is handed out when it is
// complete, in order, and never again once it was taken; where taking it fails, it comes again.
import {createHash} from 'node:crypto';
import {type FileHandle, open, truncate} from 'node:fs/promises';
import {errorMessage} from '../../../../shared/records/gateway-error.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {SECOND} from '../../../../shared/time/time.ts';
import {pause} from './waiting.ts';

export type JournalLine = {
  /** Without its LF. */
  readonly line: string;
  /** Where the next line begins, in bytes. */
  readonly endOffset: number;
  /** To be kept in the transaction that keeps what the line says; `from` of the next start. */
  readonly mark: string;
};

export type JournalDeps = {
  readonly path: string;
  readonly clock: Clock;
  /** The mark of the last line that was taken. In a file that is another one by now, reading begins at the start. */
  readonly from?: string;
  /** Keeps lines, all or none. When it throws, the same lines come again with the next look. */
  readonly take: (lines: readonly JournalLine[]) => void | Promise<void>;
  /** Why nothing can be read or taken at present; undefined when it works again. */
  readonly onTrouble?: (because: string | undefined) => void;
  /** How often to look unasked. @default 1 s */
  readonly lookEveryMs?: number;
  /** The longest line taken, in bytes: a longer one is skipped, with a word to `onSkipped`. @default 64 MiB */
  readonly longestLine?: number;
  readonly onSkipped?: (sentence: string) => void;
};

export type Journal = AsyncDisposable & {
  /** Looks now. It looks by itself from time to time. */
  wake(): void;
  /** Resolves when everything that is complete in the file by now was taken, or when the journal was closed. */
  drained(): Promise<void>;
  /** Empties the file after everything in it was taken. Only while nobody writes to it: what comes in between is lost. */
  empty(): Promise<void>;
  /** Where the next line begins, in bytes. */
  readonly offset: number;
};

export const followJournal = ({
  path,
  clock,
  from,
  take,
  onTrouble,
  lookEveryMs = SECOND,
  longestLine = LONGEST_LINE,
  onSkipped,
}: JournalDeps): Journal => {
  let offset = 0;
  let file: number | undefined;
  let started = false;
  let closed = false;
  let again = false;
  let looking: Promise<boolean> | undefined;
  let nextLook: Disposable | undefined;
  let troubled = false;

  /** True when everything that was there was taken. One look at a time; who asks during one is answered after another. */
  const look = (): Promise<boolean> => {
    if (looking !== undefined) {
      again = true;
      return looking;
    }
    looking = lookUntilQuiet();
    return looking;
  };

  const lookUntilQuiet = async (): Promise<boolean> => {
    try {
      do {
        again = false;
        await readOn();
      } while (again && !closed);
      if (troubled) onTrouble?.(undefined);
      troubled = false;
      return true;
    } catch (error) {
      troubled = true;
      onTrouble?.(errorMessage(error));
      return false;
    } finally {
      // In the same step as the last question for `again`: who asks from now on gets a look of their own.
      looking = undefined;
      nextLook?.[Symbol.dispose]();
      nextLook = closed ? undefined : clock.after(lookEveryMs, () => void look());
    }
  };

  const readOn = async (): Promise<void> => {
    await using handle = await openIfThere(path);
    if (handle === undefined) {
      if (started) offset = 0;
      return;
    }
    await findPlace(handle);
    while (!closed && (await takeSome(handle)));
  };

  /** A file that is shorter than what was read of it, or another file, was emptied or replaced: what it holds is new. */
  const findPlace = async (handle: FileHandle): Promise<void> => {
    const {size, ino} = await handle.stat();
    if (!started) offset = await placeOf(handle, from);
    else if (size < offset || ino !== file) offset = 0;
    started = true;
    file = ino;
  };

  /** False when no complete line is left. */
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
    onSkipped?.(`A line of ${end - offset} bytes at ${offset} in ${path} is longer than is taken and was skipped.`);
    offset = end;
    return true;
  };

  const drained = async (): Promise<void> => {
    while (!closed && !(await look())) await pause(clock, lookEveryMs);
  };

  void look();
  return {
    wake: () => {
      if (!closed) void look();
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
      await looking;
      nextLook?.[Symbol.dispose]();
    },
  };
};

/** Whole lines from an offset on: as many as fit into a chunk, or one that is longer. Empty when none is complete. */
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

/** Cuts at LF alone: CR and U+2028 are content. Lines with nothing in them are left out. */
const cut = (bytes: Buffer, at: number): readonly JournalLine[] => {
  const lines: JournalLine[] = [];
  for (let start = 0; start < bytes.length; ) {
    const end = bytes.indexOf(LF, start);
    const line = bytes.toString('utf8', start, end);
    const endOffset = at + end + 1;
    if (line.trim() !== '') lines.push({line, endOffset, mark: markOf(bytes.subarray(start, end + 1), endOffset)});
    start = end + 1;
  }
  return lines;
};

/** The place, and what stands before it: so that a file that was emptied and grew again is not taken for the old one. */
const markOf = (line: Buffer, endOffset: number): string => {
  const witness = line.subarray(-MOST_WITNESSED);
  return `${endOffset}:${witness.length}:${digestOf(witness)}`;
};

const placeOf = async (handle: FileHandle, mark: string | undefined): Promise<number> => {
  const [, end, length, digest] = /^(\d+):(\d+):(\w+)$/u.exec(mark ?? '') ?? [];
  const [endOffset, witnessed] = [Number(end), Number(length)];
  if (digest === undefined || witnessed > endOffset) return 0;
  return digestOf(await readAt(handle, endOffset - witnessed, witnessed)) === digest ? endOffset : 0;
};

const digestOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex').slice(0, 16);

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
const MOST_WITNESSED = 4_096;
