// The crash matrix with a takeover in the place of a restart. The first daemon of a scene joins a fleet with the home of its story. The
// next daemon brings the cell from PostgreSQL into a home of its own.
import {readFileSync, writeFileSync} from 'node:fs';
import {dirname} from 'node:path';
import type {Homes} from './crash-story.ts';
import {clientOf, type PostgresServer} from './postgres.ts';
import {writeConfig} from './write-config.ts';

/** A cell for each scene. The server is asked for when a daemon starts. */
export const takenOver = (postgres: () => PostgresServer): Homes => {
  let scenes = 0;
  return first => {
    scenes += 1;
    const cell = `cell-${scenes}`;
    const secret = `${dirname(first)}/postgres`;
    const fleet = {postgres: {file: secret}, cells: [cell]};
    let lives = 0;
    let home = first;
    return async () => {
      lives += 1;
      if (lives === 1) {
        writeFileSync(secret, postgres().address, {mode: 0o600});
        writeConfig(home, {...JSON.parse(readFileSync(`${home}/config.json`, 'utf8')), fleet});
        return home;
      }
      // Another daemon may take the cell now, and not only when the lease is over.
      await using sql = await clientOf(postgres());
      await sql.query(`UPDATE cells SET lease_until = '-infinity' WHERE cell = $1`, [cell]);
      home = `${first}-${lives}`;
      writeConfig(home, {fleet});
      return home;
    };
  };
};

/** The steps after the first daemon has joined: what a home had before is lost with it, and nobody was told of it. */
export const stepsInFleet = (steps: readonly string[]): readonly string[] => {
  const joined = steps.findLastIndex(step => step.startsWith('before mark fleet.schema'));
  const next = steps.findIndex((step, index) => index > joined && step.startsWith('before commit'));
  return steps.slice(next);
};
