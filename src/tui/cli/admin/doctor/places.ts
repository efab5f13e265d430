// Checks folders and files: owner, permissions, free space, the database and its backups.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  type Stats,
  statfsSync,
  statSync,
} from 'node:fs';
import {dirname, join} from 'node:path';
import type {DaemonStatus} from '../../../../ipc/daemon-status.ts';
import type {Result} from '../../../../ipc/method-table.ts';
import {socketPathTooLong} from '../../../../ipc/socket/dial.ts';
import type {Finding} from '../../../../shared/records/problem.ts';
import {errorMessage} from '../../../../shared/text/gateway-error.ts';
import {shellQuoted} from '../../../../shared/text/shell-quoted.ts';
import {formatDuration} from '../../../../shared/time/format-time.ts';
import {DAY} from '../../../../shared/time/time.ts';
import {askProgram} from '../../client/ask-program.ts';
import type {CommandWorld} from '../../command.ts';
import {bad, good, odd} from './finding.ts';

export const placeFindings = (
  {places, clock}: Pick<CommandWorld, 'places' | 'clock'>,
  status?: Pick<Result<'daemon.status'>, 'replica'>,
): readonly Finding[] => {
  const now = clock.now();
  return [
    ...folderFindings(places),
    databaseFinding(places.database),
    ...backupFindings(places.database, {now, role: status?.replica?.role}),
    socketFinding(places.socket),
  ];
};

/** One row if all folders are fine, else one for each that isn't. */
const folderFindings = ({config, database, log, socket, workspace}: CommandWorld['places']): readonly Finding[] => {
  const folders = [...new Set([...[config, database, log, socket].map(path => dirname(path)), workspace])];
  const findings = folders.map(folder => entryFinding('folder', folder, 0o700));
  const wrong = findings.filter(({verdict}) => verdict === 'bad');
  if (wrong.length > 0) return wrong;
  const outermost = folders.filter(folder => !folders.some(other => folder.startsWith(`${other}/`)));
  const absent = folders.some(folder => !existsSync(folder)) ? '; Rooster creates what is missing' : '';
  return [good('folders', `${outermost.join(', ')}${absent}`)];
};

/** An existing folder or file must be ours, writable, and closed to everybody else. */
export const entryFinding = (name: string, path: string, mode: number): Finding => {
  try {
    const stats = statSync(path, {throwIfNoEntry: false});
    if (stats === undefined) return absentFinding(name, path);
    if (process.getuid !== undefined && stats.uid !== process.getuid()) {
      return bad(name, `${path} belongs to ${ownerOf(stats.uid)}`, `sudo chown -R $USER ${quoted(path)}`);
    }
    accessSync(path, constants.R_OK | constants.W_OK);
    const actual = stats.mode & 0o777;
    if ((actual & 0o077 & ~mode) === 0) return good(name, path);
    const what = `other users can read or write ${path} (mode ${actual.toString(8)})`;
    return bad(name, what, `chmod ${mode.toString(8)} ${quoted(path)}`);
  } catch (thrown) {
    const what = `couldn't open ${path}: ${errorMessage(thrown)}`;
    const foreign = foreignAbove(path);
    if (foreign === undefined) return bad(name, what, `chmod u+rw ${quoted(path)}`);
    const whose = `${foreign.folder} belongs to ${foreign.owner}`;
    return bad(name, `${what}. ${whose}`, 'run this as that user, or set ROOSTER_HOME');
  }
};

/** The nearest parent folder that we may read, where another user owns it and it is closed to us. */
const foreignAbove = (path: string): {readonly folder: string; readonly owner: string} | undefined => {
  for (let folder = path; folder !== dirname(folder); folder = dirname(folder)) {
    const stats = statsOf(folder);
    if (stats === undefined) continue;
    return stats.uid === process.getuid?.() ? undefined : {folder, owner: ownerOf(stats.uid)};
  }
  return undefined;
};

const statsOf = (path: string): Stats | undefined => {
  try {
    return statSync(path, {throwIfNoEntry: false});
  } catch {
    // A folder above it is closed.
    return undefined;
  }
};

/** `alice (uid 1000)`; only the number if no user has it. */
export const ownerOf = (uid: number, users = usersOfSystem()): string => {
  const name = users
    .split('\n')
    .map(line => line.split(':'))
    .find(([, , id]) => id === String(uid))?.[0];
  return name === undefined ? `uid ${uid}` : `${name} (uid ${uid})`;
};

const usersOfSystem = (): string => {
  try {
    return readFileSync('/etc/passwd', 'utf8');
  } catch {
    return '';
  }
};

/** Rooster creates missing entries at the first start; checks whether it can. */
const absentFinding = (name: string, path: string): Finding => {
  let parent = dirname(path);
  while (!existsSync(parent) && parent !== dirname(parent)) parent = dirname(parent);
  try {
    if (!statSync(parent).isDirectory()) throw new Error(`${parent} isn't a folder`);
    accessSync(parent, constants.W_OK);
    return good(name, `${path} doesn't exist yet; Rooster creates it when needed`);
  } catch (thrown) {
    return bad(
      name,
      `couldn't create ${path}: ${errorMessage(thrown)}`,
      `make ${parent} writable, or set ROOSTER_HOME to another folder`,
    );
  }
};

/** The first bytes identify a SQLite file; the daemon checks the contents. */
const databaseFinding = (path: string): Finding => {
  const found = entryFinding('database', path, 0o600);
  if (found.verdict === 'bad' || !existsSync(path)) return found;
  const size = statSync(path).size;
  if (size === 0 || startOf(path) === SQLITE_HEADER) return {...found, what: `${path}, ${sizeOf(size)}`};
  const what = `${path} isn't an SQLite database`;
  return bad(
    'database',
    what,
    'rooster restore FILE (a backup), or move the file away to start with an empty database',
  );
};

/** Checks the database's contents with the daemon's program, even while a daemon runs. */
export const contentFindings = async (world: CommandWorld): Promise<readonly Finding[]> => {
  const {database} = world.places;
  if (!existsSync(database)) return [];
  const {suspected, found, refused} = await askProgram(world, ['check-database'], isAnswer);
  const [fault] = found;
  const names = {name: 'database', label: 'integrity'} as const;
  if (refused !== undefined || fault !== undefined) {
    const what = refused ?? `${database} is damaged: ${fault}`;
    return [{...names, verdict: 'bad', what, fix: 'rooster restore FILE, where FILE is a backup'}];
  }
  if (!suspected) return [{...names, verdict: 'good', what: 'every page, row and index is sound'}];
  const what = `an earlier error left ${database}.suspect, but every page, row and index is sound`;
  return [{...names, verdict: 'odd', what, fix: 'rooster daemon restart (removes that file)'}];
};

type DatabaseCheck = {readonly suspected: boolean; readonly found: readonly string[]; readonly refused?: string};

const isAnswer = (value: unknown): value is DatabaseCheck =>
  typeof value === 'object' && value !== null && 'found' in value && Array.isArray(value.found) && 'suspected' in value;

/** The newest complete backup. A database that is in use should have one from the last days. */
const backupFindings = (
  database: string,
  {now, role}: {readonly now: number; readonly role: NonNullable<DaemonStatus['replica']>['role'] | undefined},
): readonly Finding[] => {
  if (!existsSync(database)) return [];
  const folder = join(dirname(database), 'backups');
  const newest = existsSync(folder)
    ? readdirSync(folder)
        .filter(file => BACKUP.test(file))
        .sort()
        .at(-1)
    : undefined;
  const [name, fix] = ['backup', 'rooster backup'];
  if (role === 'standby' || role === 'cells') {
    const where = role === 'standby' ? 'where the cell is held' : 'in the home of each cell';
    return [good(name, `backups are made ${where}; the database of this home isn't in use`)];
  }
  if (newest === undefined) return [odd(name, 'no backup yet; the daemon makes one each day', fix)];
  const path = join(folder, newest);
  const age = Math.max(0, now - statSync(path).mtimeMs);
  const what = `the newest backup is ${formatDuration(age)} old: ${path}`;
  return [age > OLD_BACKUP_MS ? odd(name, what, fix) : good(name, what)];
};

const socketFinding = (path: string): Finding => {
  const tooLong = socketPathTooLong(path);
  if (tooLong === undefined) return good('socket', path);
  return bad('socket', tooLong, 'export ROOSTER_HOME=$HOME/.rooster');
};

/** A full disk that the daemon reports isn't named twice. */
export const diskFindings = (
  {places}: Pick<CommandWorld, 'places'>,
  status: Pick<Result<'daemon.status'>, 'problems'> | undefined,
): readonly Finding[] =>
  status?.problems.some(({key}) => key === 'disk') === true ? [] : [diskFinding(dirname(places.database))];

const diskFinding = (home: string): Finding => {
  let folder = home;
  while (!existsSync(folder) && folder !== dirname(folder)) folder = dirname(folder);
  const {bavail, bsize} = statfsSync(folder);
  const free = bavail * bsize;
  const what = `${sizeOf(free)} free in ${folder}`;
  if (free >= LEAST_ROOM_BYTES) return good('disk', what);
  return bad('disk', `only ${what}`, "free some disk space; Rooster can't store messages on a full disk");
};

const startOf = (path: string): string => {
  const fd = openSync(path, 'r');
  try {
    const bytes = Buffer.alloc(SQLITE_HEADER.length);
    readSync(fd, bytes, 0, bytes.length, 0);
    return bytes.toString('latin1');
  } finally {
    closeSync(fd);
  }
};

/** `0.4 MB`, `230 MB`, `78.7 GB`. */
const sizeOf = (bytes: number): string => {
  const [size, unit] = bytes < GIB ? [bytes / MIB, 'MB'] : [bytes / GIB, 'GB'];
  return `${size.toFixed(size < 10 || unit === 'GB' ? 1 : 0)} ${unit}`;
};

const quoted = (path: string): string => (/^[\w./~-]+$/u.test(path) ? path : shellQuoted(path));

const BACKUP = /^rooster-\d.*\.db$/u;
const OLD_BACKUP_MS = 3 * DAY;
const SQLITE_HEADER = 'SQLite format 3\0';
const MIB = 1024 * 1024;
const GIB = 1024 * MIB;
const LEAST_ROOM_BYTES = 50 * MIB;
