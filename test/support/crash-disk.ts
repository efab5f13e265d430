// Disks as a power cut can leave them, rebuilt from the system calls of a program. Flushed data is there; of the writes since a file's last
// flush none, all, or any sectors. Valid for a disk that honours flushes.
import {readFileSync, writeFileSync} from 'node:fs';

/** The remains of the writes that were not flushed. */
export type Left = 'none' | 'all' | 'some';

/** A disk at the moment of a cut: the bytes of each file, and the program's output until then. */
export type CutDisk = {
  readonly said: string;
  readonly left: Left;
  readonly files: (rename: (path: string) => string) => void;
};

export type Trial = {
  /** The disk's content when the program began: its databases. Their logs are followed too. */
  readonly before: ReadonlyMap<string, Buffer>;
  /** In [0, 1). */
  readonly random: () => number;
};

/** The calls to trace (`strace -f -y -xx -s 70000`), so that the disks can be rebuilt. */
export const TRACED = 'trace=pwrite64,write,fdatasync,fsync,ftruncate';

/** Every disk that a cut can leave at the moments when the program wrote to its standard output. */
export function* disksIn(tracePath: string, {before, random}: Trial): Generator<CutDisk> {
  const files = new Map<string, {flushed: Buffer; waiting: Change[]}>();
  for (const [path, flushed] of before) files.set(path, {flushed, waiting: []});
  const isKept = (path: string): boolean => [...before.keys()].some(each => path === each || path === `${each}-wal`);
  const fileAt = (path: string) => {
    const file = files.get(path) ?? {flushed: Buffer.alloc(0), waiting: []};
    files.set(path, file);
    return file;
  };
  let said = '';
  for (const line of readFileSync(tracePath, 'latin1').split('\n')) {
    const call = CALL.exec(line)?.groups;
    if (call === undefined) continue;
    const {name = '', fd = '', path: rawPath = '', data = '', last = ''} = call;
    const path = bytesOf(rawPath).toString();
    if (name === 'write' && fd === '1') {
      said += bytesOf(data).toString();
      for (const left of ['none', 'all', 'some'] as const) {
        const disk = [...files].map(
          ([each, {flushed, waiting}]) => [each, leftOf(flushed, waiting, left, random)] as const,
        );
        yield {
          said,
          left,
          files: rename => {
            for (const [each, bytes] of disk) writeFileSync(rename(each), bytes);
          },
        };
      }
    }
    if (!isKept(path)) continue;
    if (name === 'pwrite64') fileAt(path).waiting.push({at: Number(last), data: bytesOf(data)});
    if (name === 'ftruncate') fileAt(path).waiting.push({length: Number(last)});
    if (name === 'fsync' || name === 'fdatasync') {
      const file = fileAt(path);
      file.flushed = file.waiting.reduce(changed, file.flushed);
      file.waiting = [];
    }
  }
}

type Change = {readonly at: number; readonly data: Buffer} | {readonly length: number};

const changed = (bytes: Buffer, change: Change): Buffer => {
  const length = 'length' in change ? change.length : Math.max(bytes.length, change.at + change.data.length);
  const result = Buffer.alloc(length);
  bytes.copy(result);
  if ('data' in change) change.data.copy(result, change.at);
  return result;
};

const leftOf = (flushed: Buffer, waiting: readonly Change[], left: Left, random: () => number): Buffer => {
  if (left === 'none') return flushed;
  if (left === 'all') return waiting.reduce(changed, flushed);
  return waiting
    .flatMap(change => ('data' in change ? sectorsOf(change) : [change]))
    .filter(() => random() < 0.5)
    .reduce(changed, flushed);
};

/** A disk writes a sector whole. */
const sectorsOf = ({at, data}: {readonly at: number; readonly data: Buffer}): readonly Change[] =>
  Array.from({length: Math.ceil(data.length / SECTOR)}, (_, index) => ({
    at: at + index * SECTOR,
    data: data.subarray(index * SECTOR, (index + 1) * SECTOR),
  }));

/** Decodes the bytes that strace writes as `\x72\x6f`. */
const bytesOf = (hex: string): Buffer => Buffer.from(hex.replaceAll('\\x', ''), 'hex');

const SECTOR = 512;
/** A call on an open file that succeeded. The number after the bytes is how many; the last one is where, or how long. */
const CALL =
  /(?<name>pwrite64|write|fsync|fdatasync|ftruncate)\((?<fd>\d+)<(?<path>[^>]*)>(?:, "(?<data>[^"]*)", \d+)?(?:, (?<last>\d+))?\)\s+= \d/u;
