// Checks the write-ahead log for damage before SQLite opens it. SQLite drops everything after the first frame with a
// wrong checksum. Right after a power failure this is correct: the tail was never acknowledged. But it silently loses
// commits when a byte in the middle is damaged.

/**
 * The reason why a log can't be trusted, or undefined if SQLite will recover every acknowledged commit. Each commit is
 * flushed before the next, so a power failure leaves at most one unflushed commit: two after a bad frame mean damage.
 */
export const walDamage = (log: Buffer): string | undefined => {
  if (log.length < HEADER_BYTES || log.subarray(0, HEADER_BYTES).every(byte => byte === 0)) return undefined;
  const magic = log.readUInt32BE(0);
  // SQLite handles a log from a machine with the other byte order.
  if (magic === OTHER_MAGIC) return undefined;
  if (magic !== MAGIC) return 'its log has no valid header';
  const words = new Uint32Array(log.buffer, log.byteOffset, log.length >> 2);
  let sum = checksum(words, 0, 24, [0, 0]);
  if (!matches(words, 24, sum)) return 'its log has no valid header';
  const frameBytes = FRAME_HEADER_BYTES + log.readUInt32BE(8);
  const isOfThisLog = (at: number): boolean => log.compare(log, 16, 24, at + 8, at + 16) === 0;

  let at = HEADER_BYTES;
  for (; at + frameBytes <= log.length; at += frameBytes) {
    if (!isOfThisLog(at)) break;
    sum = checksum(words, at, 8, sum);
    sum = checksum(words, at + FRAME_HEADER_BYTES, frameBytes - FRAME_HEADER_BYTES, sum);
    if (!matches(words, at + 16, sum)) break;
  }
  let commits = 0;
  for (; at + frameBytes <= log.length; at += frameBytes) {
    if (isOfThisLog(at) && log.readUInt32BE(at + 4) !== 0) commits += 1;
  }
  return commits > 1 ? `its log has a bad frame with ${commits} commits behind it` : undefined;
};

type Checksum = readonly [number, number];

/** SQLite's checksum: two running sums over pairs of words in the writer's byte order. */
const checksum = (words: Uint32Array, from: number, bytes: number, [first, second]: Checksum): Checksum => {
  let a = first;
  let b = second;
  for (let word = from >> 2; word < (from + bytes) >> 2; word += 2) {
    a = (a + (words[word] ?? 0) + b) | 0;
    b = (b + (words[word + 1] ?? 0) + a) | 0;
  }
  return [a, b];
};

/** Stored checksums are big-endian, whatever byte order they were computed in. */
const matches = (words: Uint32Array, at: number, [a, b]: Checksum): boolean =>
  swapped(words[at >> 2] ?? 0) === a >>> 0 && swapped(words[(at >> 2) + 1] ?? 0) === b >>> 0;

const swapped = (word: number): number =>
  (((word & 0xff) << 24) | ((word & 0xff00) << 8) | ((word >>> 8) & 0xff00) | (word >>> 24)) >>> 0;

const HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/** The last bit is the byte order of the checksum's words. This value is little-endian. */
const MAGIC = 0x377f0682;
const OTHER_MAGIC = 0x377f0683;
