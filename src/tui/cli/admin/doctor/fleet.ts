// Checks the fleet of this home: whether PostgreSQL answers, and who holds each cell. The daemon's program asks it.
import {existsSync, readFileSync, statSync} from 'node:fs';
import {dirname, join} from 'node:path';
import type {DaemonStatus} from '../../../../ipc/daemon-status.ts';
import type {Wire} from '../../../../shared/fields/wire.ts';
import {FLEET_NOTE} from '../../../../shared/records/places.ts';
import type {Finding} from '../../../../shared/records/problem.ts';
import type {CellReport, FleetReport} from '../../../../shared/records/setup/fleet-report.ts';
import {printableLine} from '../../../../shared/text/sanitize.ts';
import {counted} from '../../../../shared/text/sentences.ts';
import {askProgram} from '../../client/ask-program.ts';
import type {CommandWorld} from '../../command.ts';
import {replicaLine} from '../../format/format-status.ts';
import {bad, good, odd} from './finding.ts';

type Status = Pick<Wire<DaemonStatus>, 'replica'>;

export const fleetFindings = async (world: CommandWorld, status: Status | undefined): Promise<readonly Finding[]> => {
  const {config, database} = world.places;
  const isAsked = existsSync(join(dirname(database), FLEET_NOTE)) || mayHaveFleet(config);
  const known = isAsked ? judgeFleet(await askProgram(world, ['check-fleet'], isReport)) : [];
  // A cell among several has its setting in the home above.
  const all = known.length === 0 && isCell(status) ? [good(NAME, replicaLine(status.replica))] : known;
  const left = unasked(status);
  return left === undefined ? all : [...all, left];
};

/**
 * False only if the setting can't be in the file: its name isn't there, also not written with an escape. The daemon's
 * program reads the file properly, but takes the time of a start.
 */
const mayHaveFleet = (config: string): boolean => {
  try {
    return statSync(config).isFile() && /"fleet"|\\u/u.test(readFileSync(config, 'utf8'));
  } catch {
    // Missing or closed: the check of the configuration says so.
    return false;
  }
};

const isCell = (status: Status | undefined): status is Status & Required<Pick<Status, 'replica'>> =>
  status?.replica?.role === 'holder';

export const judgeFleet = ({mistaken, unasked, postgres, cells = []}: FleetReport): readonly Finding[] => {
  if (mistaken !== undefined)
    return [bad(NAME, mistaken, 'correct "fleet" in config.json, then rooster daemon restart')];
  if (unasked !== undefined)
    return [odd(NAME, `PostgreSQL wasn't asked. ${unasked}`, 'set it here as for the daemon, then rooster doctor')];
  if (postgres === undefined) return [];
  return [postgresFinding(postgres), ...cells.map(cellFinding)];
};

const postgresFinding = ({
  host,
  encrypted,
  trouble,
  tables = 0,
  newest,
}: NonNullable<FleetReport['postgres']>): Finding => {
  if (trouble !== undefined)
    return bad(
      NAME,
      `${printableLine(trouble)} Until it answers, nothing is sent or confirmed`,
      'start PostgreSQL, or correct "fleet.postgres"',
    );
  const answers = `PostgreSQL at ${printableLine(host)} answers, ${encrypted ? 'encrypted' : 'not encrypted'}`;
  if (tables > newest) return bad(NAME, `${answers}; its tables are those of a newer Rooster`, 'rooster update');
  if (tables === 0) return odd(NAME, `${answers}; it has no tables of Rooster yet`, 'rooster daemon start');
  const what = `${answers}; tables of version ${tables}`;
  return tables < newest
    ? odd(NAME, `${what}, this Rooster has ${newest}`, 'rooster daemon restart')
    : good(NAME, what);
};

const cellFinding = ({
  cell,
  home,
  host,
  address,
  isHere = false,
  isHeld = false,
  logBytes = 0,
}: CellReport): Finding => {
  const more = home === undefined ? '' : `. All about it: ROOSTER_HOME=${home} rooster doctor`;
  if (host === undefined) return odd(NAME, `${cell}: no daemon has held it yet${more}`, 'rooster daemon start');
  const name = printableLine(host);
  if (!isHeld) return bad(NAME, `${cell}: nobody holds it, the last one was ${name}${more}`, 'rooster daemon start');
  const size = `${counted(Math.ceil(logBytes / 1024), 'KB', 'KB')} of changes since its newest snapshot`;
  if (isHere) return good(NAME, `${cell}: held by this home; ${size}${more}`);
  const at = address === undefined ? '' : ` (${printableLine(address)})`;
  return good(NAME, `${cell}: held by the daemon on ${name}${at}; ${size}${more}`);
};

/** Names the checks that only a daemon at work can answer, if this one isn't. */
export const unasked = (status: Status | undefined): Finding | undefined => {
  const replica = status?.replica;
  if (replica?.role === 'standby')
    return good(NAME, 'this home stands by. Channels, people and the sandbox are checked where the cell is held');
  if (replica?.role === 'cells')
    return good(NAME, 'channels, people and sandboxes are checked in the home of each cell');
  if (replica?.held === undefined) return undefined;
  return odd(
    NAME,
    'channels, people and the sandbox were not checked: the daemon waits for PostgreSQL',
    'rooster doctor, once it answers',
  );
};

const isReport = (value: unknown): value is FleetReport =>
  typeof value === 'object' && value !== null && !('error' in value);

const NAME = 'fleet';
