// Checks that a file has no tables, views or triggers but Rooster's own. A trigger of somebody else would run with each
// write.
import {DatabaseSync} from 'node:sqlite';
import {FIRST_VERSION, MIGRATIONS} from '../database/migrations.ts';

/** The first foreign part of a database of this version, as a part of a sentence. Undefined if there is none. */
export const foreignPart = (copy: DatabaseSync, version: number): string | undefined => {
  using own = new DatabaseSync(':memory:');
  for (const step of MIGRATIONS.slice(0, version - FIRST_VERSION + 1)) own.exec(step);
  const known = new Map(partsOf(own).map(part => [part.name, part]));
  const foreign = partsOf(copy).find(({type, name, sql}) => {
    const same = known.get(name);
    return same?.type !== type || (type !== 'table' && type !== 'index' && same.sql !== sql);
  });
  return foreign && `it has a ${foreign.type} that isn't Rooster's: "${foreign.name.slice(0, LONGEST_NAME)}"`;
};

type Part = {readonly type: string; readonly name: string; readonly sql: string};

const partsOf = (database: DatabaseSync): readonly Part[] =>
  database
    .prepare(`SELECT type, name, sql FROM sqlite_schema WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\'`)
    .all()
    .map(({type, name, sql}) => ({type: String(type), name: String(name), sql: String(sql)}));

const LONGEST_NAME = 60;
