// The files of a cell's home, in PostgreSQL: those that change are sent within a second, and a takeover brings them.
import {readFileSync, rmSync} from 'node:fs';
import type {Places} from '../../shared/records/places.ts';
import type {Problem} from '../../shared/records/problem.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {Clock} from '../../shared/time/clock.ts';
import {SECOND} from '../../shared/time/time.ts';
import type {FleetLog} from '../ports/fleet-log.ts';
import type {Log} from '../ports/system.ts';
import {copiedFiles, writeCopy} from '../replica/file-copies.ts';
import {isDatabase, listHomeFiles, pathOfHomeFile} from '../replica/home-files.ts';
import type {LeaseKeeper} from './lease-keeper.ts';

type Sent = {
  readonly places: Places;
  readonly fleetLog: Pick<FleetLog, 'putFiles' | 'readFiles'>;
  readonly keeper: LeaseKeeper;
  readonly clock: Clock;
  readonly log: Log;
  /** Copies an SQLite database that another program has open. */
  readonly copyDatabase: (from: string, to: string) => Promise<void>;
};

type CellFiles = AsyncDisposable & {readonly problems: () => readonly Problem[]};

type Batch = Parameters<FleetLog['putFiles']>[1][number];

/** Resolves when PostgreSQL has the files as they are now. Then sends what changes. */
export const sendFiles = async ({places, fleetLog, keeper, clock, log, copyDatabase}: Sent): Promise<CellFiles> => {
  const {lease} = keeper;
  /** The files that PostgreSQL has, by size and time here. */
  const known = new Map<string, string>();
  const leftOut = new Set<string>();
  let isCompared = false;
  let hasEnded = false;
  let timer: Disposable | undefined;
  let looking: Promise<void> = Promise.resolve();

  const contentOf = async (file: string): Promise<Uint8Array> => {
    const path = pathOfHomeFile(places, file);
    if (!isDatabase(path)) return readFileSync(path);
    const copy = `${places.database}.file`;
    try {
      await copyDatabase(path, copy);
      return readFileSync(copy);
    } finally {
      rmSync(copy, {force: true});
    }
  };

  const put = async (batch: Batch[]): Promise<void> => {
    if (batch.length > 0 && !(await fleetLog.putFiles(lease, batch.splice(0)))) keeper.lose();
  };

  /** Files of an earlier time are removed, and those that are as they were needn't be sent. */
  const compare = async (states: ReadonlyMap<string, string>): Promise<void> => {
    known.clear();
    for await (const {path, bytes} of fleetLog.readFiles(lease.cell)) {
      const state = states.get(path);
      const isSame = state !== undefined && Buffer.compare(bytes, await contentOf(path).catch(() => GONE)) === 0;
      known.set(path, isSame ? state : '');
    }
    isCompared = true;
  };

  const look = async (): Promise<void> => {
    const {files, more} = await listHomeFiles(places);
    const states = new Map(files.map(({file, bytes, changedAt, runs}) => [file, `${bytes} ${changedAt} ${runs}`]));
    if (!isCompared) await compare(states);
    const batch: Batch[] = [];
    for (const {file, bytes, runs} of files) {
      const state = states.get(file) ?? '';
      if (known.get(file) === state) continue;
      if (bytes > MOST_BYTES) {
        if (!leftOut.has(file))
          log.warn({file, bytes}, `${file} is too large for the fleet, and stays on this machine.`);
        leftOut.add(file);
        continue;
      }
      leftOut.delete(file);
      try {
        batch.push({path: file, mode: runs === true ? 0o700 : 0o600, bytes: await contentOf(file)});
      } catch (error) {
        // It may be gone again. The next look says so.
        log.debug({error, file}, `Couldn't read ${file}: ${errorMessage(error)}`);
        continue;
      }
      known.set(file, state);
      if (batch.length >= MOST_AT_ONCE || bytes > LARGE_BYTES) await put(batch);
    }
    if (more !== true) {
      for (const path of known.keys()) {
        if (states.has(path)) continue;
        batch.push({path, mode: 0, bytes: undefined});
        known.delete(path);
      }
    }
    await put(batch);
  };

  const lookSafely = async (): Promise<void> => {
    try {
      await look();
    } catch (error) {
      // Some of it may not have been written.
      isCompared = false;
      log.warn({error}, `Couldn't send the files of ${lease.cell}: ${errorMessage(error)}`);
    }
    if (!hasEnded) timer = clock.after(EVERY_MS, begin);
  };
  const begin = (): void => {
    looking = lookSafely();
  };

  await look();
  timer = clock.after(EVERY_MS, begin);
  return {
    problems: () =>
      [...leftOut].map(file => ({
        key: 'fleet',
        reason: `${file} is larger than ${MOST_BYTES / 1024 / 1024} MB.`,
        inForce: 'It stays on this machine, so a takeover lacks it.',
      })),
    [Symbol.asyncDispose]: async () => {
      hasEnded = true;
      timer?.[Symbol.dispose]();
      await looking;
      // The last turn may have written some.
      await lookSafely();
    },
  };
};

/** Writes the files of a cell beside the database, from where they are put in place. */
export const readFiles = async (places: Places, fleetLog: Pick<FleetLog, 'readFiles'>, cell: string): Promise<void> => {
  const folder = copiedFiles(places);
  rmSync(folder, {recursive: true, force: true});
  for await (const file of fleetLog.readFiles(cell)) writeCopy(folder, file);
};

const GONE = Buffer.of();
const EVERY_MS = SECOND;
const MOST_AT_ONCE = 100;
const LARGE_BYTES = 1024 * 1024;
/** One value of PostgreSQL, and one message of its protocol. */
const MOST_BYTES = 64 * 1024 * 1024;
