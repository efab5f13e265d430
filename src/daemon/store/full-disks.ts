// Finds disks that are full, without writing anything. An idle daemon would otherwise learn it only from the first
// message that it loses.
import {statfsSync, statSync} from 'node:fs';

/** The first of the given folders on each full disk. A folder that can't be inspected proves nothing. */
export const fullDisks = (folders: readonly string[], room: typeof roomIn = roomIn): readonly string[] => {
  const disks = new Map<number, string>();
  for (const folder of folders) {
    const found = room(folder);
    if (found !== undefined && found.bytes < LEAST_BYTES && !disks.has(found.disk)) disks.set(found.disk, folder);
  }
  return [...disks.values()];
};

/** The disk of a folder, and the bytes that this user can still write there. Undefined if the system doesn't tell. */
const roomIn = (folder: string): {readonly disk: number; readonly bytes: number} | undefined => {
  try {
    const {blocks, bavail, bfree, bsize, files, ffree} = statfsSync(folder);
    if (blocks === 0) return undefined;
    const isOutOfFiles = files > 0 && ffree === 0;
    // Some blocks are reserved for root.
    const free = process.getuid?.() === 0 ? bfree : bavail;
    return {disk: statSync(folder).dev, bytes: isOutOfFiles ? 0 : free * bsize};
  } catch {
    return undefined;
  }
};

/** A long message, its search index and the write-ahead log fit into this. */
const LEAST_BYTES = 1024 * 1024;
