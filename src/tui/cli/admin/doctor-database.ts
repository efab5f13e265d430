// Checks the database's contents with the daemon's program, even while a daemon runs.
import {existsSync} from 'node:fs';
import {askProgram} from '../client/ask-program.ts';
import type {CommandWorld} from '../command.ts';
import type {Finding} from './finding.ts';

export const databaseCheck = async (world: CommandWorld): Promise<readonly Finding[]> => {
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
