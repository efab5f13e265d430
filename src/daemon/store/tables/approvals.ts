// The tables of approvals and of the rules that were made with them.
import {type Approval, type ApprovalRule, approval, approvalRule} from '../../../shared/records/approval.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {ApprovalStore} from '../../ports/approval-store.ts';
import {instant, numberIn} from '../columns.ts';
import type {Database} from '../database/database.ts';
import type {Row} from '../database/queries.ts';
import {createQuarantine} from '../quarantine.ts';
import {tableOf} from '../record-table.ts';
import {rowUpdate} from '../row-update.ts';

export const createApprovals = (database: Database, setAside = createQuarantine(database)): ApprovalStore => {
  const approvalsOf = (rows: readonly Row[]): readonly Approval[] =>
    setAside.readable('approvals', rows, APPROVALS.read);
  const rulesOf = (rows: readonly Row[]): readonly ApprovalRule[] =>
    setAside.readable('approvalRules', rows, RULES.read);
  const insert = database.query(APPROVALS.insertion());
  const update = rowUpdate(database, APPROVALS);
  const byId = database.query('SELECT * FROM approvals WHERE id = ?');
  const ofCall = database.query('SELECT * FROM approvals WHERE turnId = ? AND callId = ?');
  const ofTurn = database.query('SELECT * FROM approvals WHERE turnId = ? ORDER BY ord');
  const open = database.query(`SELECT * FROM approvals WHERE state = 'open' ORDER BY ord LIMIT 0 + ?`);
  const accepted = database.query(
    `SELECT * FROM approvals WHERE proposed = 1 AND state = 'approved' AND result IS NULL ORDER BY ord LIMIT 0 + ?`,
  );
  const newest = database.query(
    'SELECT * FROM approvals WHERE (?1 IS NULL OR state = ?1) AND ord < ?2 ORDER BY ord DESC LIMIT 0 + ?3',
  );
  const insertRule = database.query(RULES.insertion());
  const rules = database.query('SELECT * FROM approvalRules ORDER BY ord');
  const removeRule = database.query('DELETE FROM approvalRules WHERE id = ?');
  const prune = database.query(PRUNE);

  return {
    add: item => {
      insert.run(...APPROVALS.inserted(item));
    },
    get: id => approvalsOf(byId.all(id))[0],
    ofCall: (turnId, callId) => approvalsOf(ofCall.all(turnId, callId))[0],
    ofTurn: turnId => approvalsOf(ofTurn.all(turnId)),
    open: limit => approvalsOf(open.all(limit)),
    accepted: limit => approvalsOf(accepted.all(limit)),
    list: ({state, before, limit}) => {
      const row = before === undefined ? undefined : byId.get(before);
      if (before !== undefined && row === undefined) throw new GatewayError('not_found', `No approval ${before}.`);
      const ord = row === undefined ? Number.MAX_SAFE_INTEGER : numberIn(row, 'ord');
      return approvalsOf(newest.all(state ?? null, ord, limit));
    },
    update: (item, was) => {
      if (!update(item, was)) throw new GatewayError('not_found', `No approval ${item.id}.`);
    },
    prune: ({before, limit}) => prune.run(instant(before), limit),
    addRule: rule => {
      insertRule.run(...RULES.inserted(rule));
    },
    rules: () => rulesOf(rules.all()),
    removeRule: id => removeRule.run(id) > 0,
  };
};

const APPROVALS = tableOf(approval);
const RULES = tableOf(approvalRule);

/** The oldest that are over; a turn that was answered long ago asks no more. */
const PRUNE = `
  DELETE FROM approvals WHERE ord IN (
    SELECT ord FROM approvals WHERE state <> 'open' AND askedAt < ?1 ORDER BY ord LIMIT 0 + ?2)`;
