// The table of escalations: what was tried on which way, and when the next way is due.
import {callOf} from '../../../shared/records/delivery/delivery.ts';
import {type Escalation, escalation} from '../../../shared/records/delivery/escalation.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {ReachStore} from '../../ports/reach-store.ts';
import {instant, maybeInstantIn, maybeNumberIn, maybeTextIn, textIn} from '../columns.ts';
import type {Database} from '../database/database.ts';
import {tableOf} from '../record-table.ts';
import {rowUpdate} from '../row-update.ts';

export const createEscalations = (database: Database): ReachStore => {
  const insert = database.query(TABLE.insertion());
  const update = rowUpdate(database, TABLE);
  const byId = database.query('SELECT * FROM escalations WHERE id = ?');
  const ofRun = database.query('SELECT * FROM escalations WHERE runId = ? ORDER BY ord');
  const open = database.query(
    'SELECT * FROM escalations WHERE nextAt IS NOT NULL AND (?1 IS NULL OR person = ?1) ORDER BY ord LIMIT 0 + ?2',
  );
  const inDigest = database.query('SELECT * FROM escalations WHERE digest = ? ORDER BY ord');
  const next = database.query('SELECT min(nextAt) AS at FROM escalations WHERE nextAt IS NOT NULL');
  const due = database.query('SELECT * FROM escalations WHERE nextAt <= ? ORDER BY nextAt, ord LIMIT 0 + ?');
  const prune = database.query(PRUNE);

  const get = (id: string): Escalation | undefined => {
    const row = byId.get(id);
    return row && escalationOf(row);
  };

  return {
    add: escalation => {
      insert.run(...TABLE.inserted(escalation));
    },
    get,
    ofDelivery: delivery => {
      const found = get(callOf(delivery));
      return found?.tried.some(({address}) => address === delivery.address) ? found : undefined;
    },
    ofRun: id => ofRun.all(id).map(escalationOf),
    inDigest: id => inDigest.all(id).map(escalationOf),
    update: escalation => {
      if (!update(escalation)) throw new GatewayError('not_found', `No escalation ${escalation.id}.`);
    },
    open: (limit, person) => open.all(person ?? null, limit).map(escalationOf),
    nextAt: () => {
      const row = next.get();
      return row && maybeInstantIn(row, 'at');
    },
    due: (now, limit) => due.all(instant(now), limit).map(escalationOf),
    prune: before => {
      prune.run(instant(before));
    },
  };
};

/** Three columns still have the earlier names of their fields. */
const TABLE = tableOf(escalation, {
  own: {
    about: {columns: {runId: ({about}) => about}, read: row => textIn(row, 'runId')},
    repeatNumber: {
      columns: {again: ({repeatNumber}) => repeatNumber ?? null},
      read: row => maybeNumberIn(row, 'again'),
    },
    alreadyIn: {columns: {saidIn: ({alreadyIn}) => alreadyIn ?? null}, read: row => maybeTextIn(row, 'saidIn')},
  },
});
const escalationOf = TABLE.read;

/** The oldest rows come first, so a few are enough at each addition. */
const PRUNE = `
  DELETE FROM escalations
  WHERE ord IN (SELECT ord FROM (SELECT ord, endedAt FROM escalations ORDER BY ord LIMIT 20) WHERE endedAt < ?)`;
