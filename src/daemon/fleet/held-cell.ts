// A cell that this daemon holds: each commit goes to PostgreSQL, and nothing leaves before those that it follows from
// are there. All commits that wait go in one round trip.
import {rmSync} from 'node:fs';
import type {DaemonStatus} from '../../ipc/daemon-status.ts';
import type {Problem} from '../../shared/records/problem.ts';
import {errorMessage, GatewayError} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import type {Commit, CommitLog} from '../ports/commit-log.ts';
import type {FleetLog, LogSize} from '../ports/fleet-log.ts';
import type {OutputGate} from '../ports/output-gate.ts';
import type {Log} from '../ports/system.ts';
import {inTime} from '../system/time-limit.ts';
import type {LeaseKeeper} from './lease-keeper.ts';

type Cell = {
  readonly fleetLog: FleetLog;
  readonly keeper: LeaseKeeper;
  readonly commitLog: CommitLog;
  /** The newest commit of the log. Undefined if it can't be continued: the database is new, or has a new schema. */
  readonly written: number | undefined;
  /** The path of a snapshot on its way, and its number. */
  readonly snapshot: {readonly path: string; readonly numberOf: (path: string) => number};
  /**
   * A snapshot is written when the log has grown by so many bytes, or by 7,500 commits: a takeover reads one, and at
   * most this much of the log.
   * @default 64 MB
   */
  readonly snapshotBytes?: number | undefined;
  readonly clock: Clock;
  readonly log: Log;
  /** The newest event. */
  readonly seq: () => number;
};

export type HeldCell = OutputGate &
  AsyncDisposable & {
    readonly status: () => NonNullable<DaemonStatus['replica']>;
    readonly problems: () => readonly Problem[];
    /** The reason why nothing leaves. */
    readonly closed: () => string | undefined;
    /** Called when that reason comes, changes or goes. */
    readonly onClosed: (listener: (reason: string | undefined) => void) => Disposable;
  };

/** Resolves when the log can be continued by anybody who takes the cell. */
export const holdCell = async (cell: Cell): Promise<HeldCell> => {
  const {fleetLog, keeper, commitLog, clock, log, snapshotBytes = SNAPSHOT_BYTES} = cell;
  const {lease} = keeper;
  const {promise: ended, resolve: end} = Promise.withResolvers<void>();
  const waiting: {readonly number: number; readonly pass: () => void}[] = [];
  let written = cell.written ?? Number.NEGATIVE_INFINITY;
  let currentAt = clock.now();
  let grown: LogSize = cell.written === undefined ? NOTHING : await fleetLog.sinceSnapshot(lease.cell);
  let trouble: string | undefined;
  let hasEnded = false;
  let snapshotting: Promise<void> | undefined;

  const letPass = (): void => {
    while (waiting[0] !== undefined && waiting[0].number <= written && keeper.isHeld()) waiting.shift()?.pass();
  };

  const closed = (): string | undefined =>
    trouble ?? keeper.trouble() ?? (keeper.isHeld() ? undefined : 'The lease has to be renewed first.');
  const {announce, onClosed} = announceChanges(closed);
  for (const step of [letPass, announce]) keeper.onRenewed(step);

  const lose = (): void => {
    hasEnded = true;
    keeper.lose();
  };

  /** It may be ahead of the log, which then continues it. */
  const writeSnapshot = async (): Promise<void> => {
    const {path, numberOf} = cell.snapshot;
    const before = grown;
    try {
      await commitLog.copyTo(path);
      const number = numberOf(path);
      if (hasEnded) return;
      if (!(await fleetLog.writeSnapshot(lease, {number, file: path}))) return lose();
      written = Math.max(written, number);
      grown = {bytes: grown.bytes - before.bytes, commits: grown.commits - before.commits};
      log.info({cell: lease.cell, number}, 'Wrote a snapshot for the fleet.');
    } finally {
      rmSync(path, {force: true});
    }
  };

  const appendNext = async (): Promise<void> => {
    const commits = Number.isFinite(written) ? commitLog.after(written) : undefined;
    if (commits === undefined) {
      // It fell too far behind, has none to continue, or has lost some in a failover.
      await snapshotting;
      await writeSnapshot();
    } else if (commits.length > 0) {
      if (!(await fleetLog.append(lease, commits))) return lose();
      written = Math.max(written, commits.at(-1)?.number ?? written);
      grown = grownBy(grown, commits);
    } else {
      await Promise.race([commitLog.next(), ended]);
      // Until then nothing was missing there.
      currentAt = clock.now();
    }
    trouble = undefined;
    letPass();
    announce();
    if ((grown.bytes < snapshotBytes && grown.commits < SNAPSHOT_COMMITS) || snapshotting !== undefined) return;
    snapshotting = writeSnapshot()
      .catch(error => {
        log.warn({error}, `Couldn't write a snapshot for the fleet: ${errorMessage(error)}`);
      })
      .finally(() => {
        snapshotting = undefined;
      });
  };

  const append = async (): Promise<void> => {
    try {
      await appendNext();
    } catch (error) {
      if (trouble === undefined) log.warn({error}, `Nothing leaves until PostgreSQL answers: ${errorMessage(error)}`);
      trouble = errorMessage(error);
      announce();
      if (error instanceof GatewayError && error.code === 'conflict') written = Number.NEGATIVE_INFINITY;
      await inTime(ended, AGAIN_MS, clock);
    }
  };

  const isWritten = (): boolean => commitLog.newest() <= written;
  while (!isWritten() && !hasEnded) await append();
  const appending = (async () => {
    while (!hasEnded) await append();
  })();

  return {
    passed: () => {
      if (waiting.length === 0 && isWritten() && keeper.isHeld()) return undefined;
      return new Promise<void>(pass => waiting.push({number: commitLog.newest(), pass}));
    },
    closed,
    onClosed,
    status: () => ({
      role: 'holder',
      host: lease.cell,
      behindMs: isWritten() ? 0 : Math.max(0, clock.now() - currentAt),
      seq: cell.seq(),
      fence: lease.fence,
      held: closed(),
    }),
    problems: () => {
      const reason = closed();
      return reason === undefined
        ? []
        : [{key: 'fleet', reason, inForce: 'Nothing is sent or confirmed. It all follows once PostgreSQL answers.'}];
    },
    [Symbol.asyncDispose]: async () => {
      // The last commits, as far as PostgreSQL takes them soon.
      const giveUpAt = clock.now() + LAST_MS;
      while (!isWritten() && clock.now() < giveUpAt && !hasEnded) await inTime(ended, BETWEEN_LOOKS_MS, clock);
      hasEnded = true;
      end();
      const givenBack = Promise.all([appending, snapshotting]).then(() => keeper[Symbol.asyncDispose]());
      // A silent PostgreSQL is left alone: what is on its way there counts only under this lease.
      await inTime(givenBack, GIVE_BACK_MS, clock);
    },
  };
};

const grownBy = ({bytes, commits}: LogSize, added: readonly Commit[]): LogSize => ({
  bytes: added.reduce((sum, {changes}) => sum + changes.length, bytes),
  commits: commits + added.length,
});

const announceChanges = (closed: HeldCell['closed']): Pick<HeldCell, 'onClosed'> & {readonly announce: () => void} => {
  const listeners = new Set<(reason: string | undefined) => void>();
  let announced: string | undefined;
  return {
    announce: () => {
      const reason = closed();
      if (reason === announced) return;
      announced = reason;
      for (const listener of listeners) listener(reason);
    },
    onClosed: listener => {
      listeners.add(listener);
      return {[Symbol.dispose]: () => void listeners.delete(listener)};
    },
  };
};

const NOTHING: LogSize = {bytes: 0, commits: 0};
const SNAPSHOT_BYTES = 64 * 1024 * 1024;
/** Small ones are applied in about three seconds on two slow cores. */
const SNAPSHOT_COMMITS = 7_500;
const AGAIN_MS = 250;
const BETWEEN_LOOKS_MS = 20;
const LAST_MS = 2 * SECOND;
const GIVE_BACK_MS = 1_500;
