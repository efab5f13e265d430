// The commits, snapshots and files of many cells, kept where all their daemons reach them. A cell is one database with
// one daemon that writes. Each method rejects with a sentence while that place can't be reached.
import type {Commit} from './commit-log.ts';

/** The right to write for a cell. Each one that is given has a higher number: its fence. */
export type Lease = {
  readonly cell: string;
  readonly fence: number;
  /** The version of the tables in the holder's database. */
  readonly schema: number;
};

type CellHolder = {
  /** A name of its own for each home. */
  readonly holder: string;
  /** The address for clients. */
  readonly address?: string | undefined;
  /** The address of its HTTP server. */
  readonly http?: string | undefined;
};

export type CellFile = {readonly path: string; readonly mode: number; readonly bytes: Uint8Array};

export type LogSize = {readonly bytes: number; readonly commits: number};

/**
 * The log of a cell begins with a complete snapshot, and continues it without a gap. `fence` of a row is that of the
 * lease under which it was written.
 */
export interface FleetLog extends AsyncDisposable {
  /**
   * Creates the tables, or brings them up to date. Refuses those of a newer Rooster. Several daemons may start at once.
   */
  prepare(): Promise<void>;
  /**
   * Takes one of these cells that nobody holds: never held, given back, or its lease is over. Undefined if all are
   * held. `again`: also one of the same holder, whose last process has ended for certain. Refuses if the only ones to
   * take have a database of a newer Rooster.
   */
  take(
    cells: readonly string[],
    holder: CellHolder & {readonly schema: number; readonly leaseMs: number; readonly again?: boolean},
  ): Promise<Lease | undefined>;
  /** The last holder. Undefined if nobody has taken the cell yet. */
  holderOf(cell: string): Promise<(CellHolder & {readonly fence: number; readonly isHeld: boolean}) | undefined>;
  /** False: another daemon has taken the cell. Works after the lease is over, too, while nobody has taken it. */
  renew(lease: Lease, leaseMs: number): Promise<boolean>;
  /** The cell is free at once, and nothing more is written under this lease. */
  release(lease: Lease): Promise<void>;
  /**
   * Writes all of these commits, or none. False, and nothing is written, if the lease isn't current. Commits that were
   * written under the same lease before count as written: an answer may have been lost. Throws `conflict` if they don't
   * continue the log, or if another commit has such a number. One call at a time for a lease.
   */
  append(lease: Lease, commits: readonly Commit[]): Promise<boolean>;
  /** The newest commit, in the log or in the snapshot. Undefined before the first snapshot. */
  newest(cell: string): Promise<{readonly number: number; readonly fence: number} | undefined>;
  /**
   * The lease under which a commit was written, if all commits after it are kept: one in the log, or the last one of
   * the snapshot, whose lease counts. Undefined for any other number.
   */
  leaseOf(cell: string, number: number): Promise<Lease | undefined>;
  /** The commits after the snapshot. */
  sinceSnapshot(cell: string): Promise<LogSize>;
  /**
   * Stores a copy of the database. It counts once it is complete; then older snapshots go, and the commits up to its
   * number. False if the lease isn't current. Its number may be higher than that of the log's newest commit.
   */
  writeSnapshot(lease: Lease, copy: {readonly number: number; readonly file: string}): Promise<boolean>;
  /** Writes the snapshot into a new file, whole or not at all, but not flushed. Undefined if there is none. */
  readSnapshot(
    cell: string,
    file: string,
  ): Promise<{readonly number: number; readonly fence: number; readonly schema: number} | undefined>;
  /** The commits after a number, in bounded amounts. Throws `conflict` if some of them are no longer kept. */
  readCommits(cell: string, after: number): AsyncIterable<readonly Commit[]>;
  /** Writes all of these files, or none. Without bytes a file is removed. False if the lease isn't current. */
  putFiles(
    lease: Lease,
    files: readonly (Pick<CellFile, 'path' | 'mode'> & {readonly bytes: Uint8Array | undefined})[],
  ): Promise<boolean>;
  readFiles(cell: string): AsyncIterable<CellFile>;
}

/** A commit in the log of a cell, or the beginning of the text for all commits under a fence. */
export const placeIn = (cell: string, fence: number | string, number: number | string = ''): string =>
  `${cell} ${fence} ${number}`;
