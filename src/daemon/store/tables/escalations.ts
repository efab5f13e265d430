// The table of escalations: what was tried on which way, and when the next way is due.
import type {EveryField} from '../../../shared/fields/every-field.ts';
import type {Address} from '../../../shared/records/address.ts';
import {callOf} from '../../../shared/records/delivery/delivery.ts';
import {
  type Escalation,
  type EscalationEnd,
  type EscalationState,
  REACH_KINDS,
  type WayTried,
} from '../../../shared/records/delivery/escalation.ts';
import {GatewayError} from '../../../shared/records/gateway-error.ts';
import type {InternalSource} from '../../../shared/records/message.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {ReachStore} from '../../ports/reach-store.ts';
import {
  flag,
  flagIn,
  instant,
  instantIn,
  json,
  jsonIn,
  maybeInstant,
  maybeInstantIn,
  maybeNumberIn,
  maybeTextIn,
  nameIn,
  numberIn,
  tableOf,
  textIn,
} from '../columns.ts';
import type {Database} from '../database/database.ts';
import type {Row} from '../database/queries.ts';
import {rowUpdate} from '../row-update.ts';

export const createEscalations = (database: Database): ReachStore => {
  const insert = database.query(`INSERT INTO escalations ${TABLE.insertion()}`);
  const update = rowUpdate(database, 'escalations', TABLE);
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

const escalationOf = (row: Row): Escalation =>
  ({
    id: textIn(row, 'id'),
    person: textIn(row, 'person'),
    kind: nameIn(row, 'kind', REACH_KINDS),
    about: textIn<Escalation['about']>(row, 'runId'),
    key: textIn(row, 'key'),
    repeatNumber: maybeNumberIn(row, 'again'),
    source: jsonIn<InternalSource>(row, 'source'),
    urgent: flagIn(row, 'urgent') || undefined,
    notice: flagIn(row, 'notice') || undefined,
    alreadyIn: maybeTextIn<SessionKey>(row, 'saidIn'),
    ways: jsonIn<readonly Address[]>(row, 'ways'),
    afterMs: numberIn(row, 'afterMs'),
    tried: jsonIn<readonly WayTried[]>(row, 'tried'),
    state: textIn<EscalationState>(row, 'state'),
    nextAt: maybeInstantIn(row, 'nextAt'),
    createdAt: instantIn(row, 'createdAt'),
    endedAt: maybeInstantIn(row, 'endedAt'),
    outcome: maybeTextIn<EscalationEnd>(row, 'outcome'),
    text: maybeTextIn(row, 'text'),
    plain: flagIn(row, 'plain') || undefined,
    digest: maybeTextIn(row, 'digest'),
  }) satisfies EveryField<Escalation>;

const TABLE = tableOf<Escalation>({
  fixed: {
    id: ({id}) => id,
    person: ({person}) => person,
    kind: ({kind}) => kind,
    runId: ({about}) => about,
    key: ({key}) => key,
    again: ({repeatNumber}) => repeatNumber ?? null,
    source: ({source}) => json(source),
    urgent: ({urgent}) => flag(urgent ?? false),
    notice: ({notice}) => flag(notice ?? false),
    saidIn: ({alreadyIn}) => alreadyIn ?? null,
    ways: ({ways}) => json(ways),
    afterMs: ({afterMs}) => afterMs,
    createdAt: ({createdAt}) => instant(createdAt),
    plain: ({plain}) => flag(plain ?? false),
  },
  changing: {
    text: ({text}) => text ?? null,
    digest: ({digest}) => digest ?? null,
    tried: ({tried}) => json(tried),
    state: ({state}) => state,
    nextAt: ({nextAt}) => maybeInstant(nextAt),
    endedAt: ({endedAt}) => maybeInstant(endedAt),
    outcome: ({outcome}) => outcome ?? null,
  },
});

/** The oldest rows come first, so a few are enough at each addition. */
const PRUNE = `
  DELETE FROM escalations
  WHERE ord IN (SELECT ord FROM (SELECT ord, endedAt FROM escalations ORDER BY ord LIMIT 20) WHERE endedAt < ?)`;
