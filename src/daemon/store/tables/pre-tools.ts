// The output of pre-tools of active runs. Each output is stored when its tool ends, so that a resumed run doesn't call
// the tool twice.

import type {RunId} from '../../../shared/records/ids.ts';
import type {PreToolStore} from '../../ports/schedule-store.ts';
import {maybeTextIn, numberIn} from '../columns.ts';
import type {Database} from '../database/database.ts';

export const createPreTools = (database: Database): PreToolStore => {
  const put = database.query(
    `INSERT INTO preToolOutputs (runId, position, output) VALUES (?, ?, ?)
     ON CONFLICT (runId, position) DO UPDATE SET output = excluded.output`,
  );
  const ofRun = database.query('SELECT position, output FROM preToolOutputs WHERE runId = ? ORDER BY position');
  const remove = database.query('DELETE FROM preToolOutputs WHERE runId = ?');
  return {
    put: (id: RunId, position, output) => {
      put.run(id, position, output ?? null);
    },
    of: id =>
      ofRun.all(id).map(row => {
        const output = maybeTextIn(row, 'output');
        return {position: numberIn(row, 'position'), output};
      }),
    forget: id => {
      remove.run(id);
    },
  };
};
