// The origins of the texts in workspace files. A file is known by its content: a moved or copied file keeps its limits,
// and a person's edit ends them.
import type {TextLimit} from '../../../shared/records/trust.ts';
import type {FileLimitStore} from '../../ports/workspace.ts';
import {sha256} from '../../system/node-crypto.ts';
import {instant, json, maybeJsonIn} from '../columns.ts';
import type {Database} from '../database/database.ts';

export const createFileLimits = (database: Database): FileLimitStore => {
  const byDigest = database.query('SELECT limits FROM fileLimits WHERE digest = ?');
  const put = database.query(
    `INSERT INTO fileLimits (digest, limits, at) VALUES (?, ?, ?)
     ON CONFLICT (digest) DO UPDATE SET limits = excluded.limits, at = excluded.at`,
  );
  return {
    of: text => {
      const row = byDigest.get(sha256(text));
      return (row && maybeJsonIn<readonly TextLimit[]>(row, 'limits')) ?? [];
    },
    put: (text, limits, at) => {
      if (limits.length > 0 && text.trim() !== '') put.run(sha256(text), json(limits), instant(at));
    },
  };
};
