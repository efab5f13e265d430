// The home of a cell: how it is brought from the log of the fleet, and how its database and files get there.
import {existsSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {isRecord} from '../../../shared/fields/is-record.ts';
import type {Places} from '../../../shared/records/places.ts';
import {SECOND} from '../../../shared/time/time.ts';
import {endLeftClis} from '../../channels/signal-cli/index.ts';
import {editedJson} from '../../config/edit-json.ts';
import {readConfigFile} from '../../config/read-config-file.ts';
import type {bringHome} from '../../fleet/bring-home.ts';
import {sendFiles} from '../../fleet/cell-files.ts';
import {type HeldCell, holdCell} from '../../fleet/held-cell.ts';
import type {LeaseKeeper} from '../../fleet/lease-keeper.ts';
import type {FleetLog} from '../../ports/fleet-log.ts';
import {copiedFiles} from '../../replica/file-copies.ts';
import {putAside} from '../../store/backup/finish-restore.ts';
import {copyDatabase} from '../../store/backup/make-backup.ts';
import {CELL, FENCE, LEFT} from '../../store/copy/cell-marks.ts';
import {
  checkCopy,
  completeDraft,
  factsIn,
  marksOf,
  openCopy,
  placeCopy,
  versionIn,
} from '../../store/copy/database-copy.ts';
import {removeFile} from '../../store/database/database-file.ts';
import {MIGRATIONS, versionAfter} from '../../store/database/migrations.ts';
import {COMMITS} from '../../store/database/recording.ts';
import type {OpenStore} from '../../store/store.ts';
import {inTime} from '../../system/time-limit.ts';
import type {DaemonOptions} from '../daemon-options.ts';

type CellHome = Pick<DaemonOptions, 'places' | 'clock' | 'log'> & {
  readonly cell: string;
  /** @default that of `holdCell` */
  readonly snapshotBytes?: number;
};

export const homeOf = ({places, log, cell, clock}: CellHome, fleetLog: FleetLog): Parameters<typeof bringHome>[0] => {
  const before = readConfigFile(places.config);
  return {
    ...{places, fleetLog, cell, log, schema: SCHEMA},
    databases: {
      marksOf: path => {
        const marks = marksOf(path, [CELL, FENCE, COMMITS, LEFT]);
        return (
          marks && {
            cell: marks[CELL],
            fence: marks[FENCE],
            number: marks[COMMITS],
            left: marks[LEFT],
            schema: versionIn(path),
          }
        );
      },
      ...{factsOf: factsIn, copy: copyDatabase, complete: completeDraft},
      openCopy: path => openCopy(path, 'draft'),
      ...{check: checkCopy, publish: placeCopy, remove: removeFile, putAside},
    },
    onFiles: async () => {
      keepFleet(places, before.kind === 'read' && isRecord(before.value) ? before.value['fleet'] : undefined);
      // It would go on in the folder that is put aside.
      await endLeftClis(places.signal, clock);
    },
  };
};

type Beginning = {
  readonly fleetLog: FleetLog;
  readonly keeper: LeaseKeeper;
  readonly store: OpenStore;
  readonly written: number | undefined;
};

/** Resolves when all of the database and its files are in the log. */
export const beginToHold = async (
  options: CellHome,
  {fleetLog, keeper, store, written}: Beginning,
): Promise<HeldCell> => {
  const {places, clock, log, cell} = options;
  const schema = String(keeper.lease.schema);
  // A change of the schema is in no commit, so the log goes on with a snapshot.
  const isSameSchema = store.cursors.get(SCHEMA_MARK) === schema;
  store.transact(() => {
    store.cursors.set(CELL, cell);
    store.cursors.set(FENCE, String(keeper.lease.fence));
    store.cursors.set(SCHEMA_MARK, schema);
  });
  await using stack = new AsyncDisposableStack();
  const held = stack.use(
    await holdCell({
      ...{fleetLog, keeper, clock, log},
      commitLog: store.commitLog,
      snapshotBytes: options.snapshotBytes,
      written: isSameSchema ? written : undefined,
      snapshot: {
        path: `${places.database}.snapshot`,
        numberOf: path => Number(marksOf(path, [COMMITS])?.[COMMITS] ?? 0),
      },
      seq: () => store.events.seq,
    }),
  );
  if (store.cursors.get(LEFT) !== undefined) store.cursors.remove(LEFT);
  const files = await sendFiles({places, fleetLog, keeper, clock, log, copyDatabase});
  stack.defer(async () => void (await inTime(Promise.resolve(files[Symbol.asyncDispose]()), FILES_MS, clock)));
  const all = stack.move();
  return {
    ...held,
    problems: () => [...held.problems(), ...files.problems()],
    [Symbol.asyncDispose]: () => {
      // Later commits are in no log.
      store.flush();
      return all.disposeAsync();
    },
  };
};

/** The fleet's setting belongs to this machine: all else of the configuration is the cell's. */
const keepFleet = (places: Places, fleet: unknown): void => {
  const path = join(copiedFiles(places), 'config.json');
  if (existsSync(path)) writeFileSync(path, editedJson(readFileSync(path, 'utf8'), ['fleet'], fleet), {flush: true});
};

const SCHEMA_MARK = 'fleet.schema';
export const SCHEMA = versionAfter(MIGRATIONS);
/** The last changes of files are sent in this time, or a silent PostgreSQL is left alone. */
const FILES_MS = 3 * SECOND;
