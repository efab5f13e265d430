// The table of turns, in queue order.

import type {EveryField} from '../../../shared/fields/every-field.ts';
import type {Address} from '../../../shared/records/address.ts';
import type {TurnId} from '../../../shared/records/ids.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {TextLimit, Trust} from '../../../shared/records/trust.ts';
import type {OutcomeKind, Turn, Usage} from '../../../shared/records/turn.ts';
import type {TurnStore} from '../../ports/conversation-store.ts';
import {
  flag,
  flagIn,
  instant,
  instantIn,
  json,
  maybeInstant,
  maybeInstantIn,
  maybeJsonIn,
  maybeNumberIn,
  maybeTextIn,
  numberIn,
  tableOf,
  textIn,
} from '../columns.ts';
import type {Database} from '../database/database.ts';
import type {Row} from '../database/queries.ts';
import {createQuarantine} from '../quarantine.ts';
import {rowUpdate} from '../row-update.ts';
import {sourceColumns, sourceIn} from '../source-columns.ts';

export const createTurns = (database: Database, setAside = createQuarantine(database)): TurnStore => {
  const turnsOf = (rows: readonly Row[]): readonly Turn[] => setAside.readable('turns', rows, turnOf);
  const update = rowUpdate(database, 'turns', TABLE);
  const insert = database.query(`INSERT INTO turns ${TABLE.insertion()}`);
  const byId = database.query('SELECT * FROM turns WHERE id = ?');
  // The partial index contains unfinished turns. SQLite can't know that a bound state is one of them.
  const open = database.query(`SELECT * FROM turns WHERE state = ? AND state <> 'ended' ORDER BY ord`);
  const ended = database.query(`SELECT * FROM turns WHERE state = 'ended' ORDER BY ord`);
  const ofJob = database.query(
    `SELECT * FROM turns WHERE sourceName = ? AND sourceKind = ? AND sourceKind <> 'user' ORDER BY ord`,
  );
  const toRetry = database.query(`SELECT * FROM turns WHERE retry IN ('waiting', 'due') ORDER BY ord`);
  const byWaking = database.query(BY_WAKING);
  const byWakingFrom = database.query(BY_WAKING_FROM);
  const remove = database.query('DELETE FROM turns WHERE id = ?');
  return {
    put: turn => {
      if (!update(turn)) insert.run(...TABLE.inserted(turn));
    },
    get: id => {
      const row = byId.get(id);
      return row && turnOf(row);
    },
    inState: state => turnsOf(state === 'ended' ? ended.all() : open.all(state)),
    toRetry: () => turnsOf(toRetry.all()),
    countWakes: (there, after, before) => {
      const between = [instant(after), instant(before)];
      const row =
        'session' in there
          ? byWaking.get(there.session, ...between)
          : byWakingFrom.get(there.sessionsFrom, `${there.sessionsFrom}\u{10ffff}`, there.person, ...between);
      return numberIn(row ?? {n: 0}, 'n');
    },
    ofJob: (kind, name) => turnsOf(ofJob.all(name, kind)),
    remove: id => {
      remove.run(id);
    },
  };
};

/** The list is the index's, word for word. */
const WAKING = `sourceKind IN ('alarm', 'wake', 'session', 'delegation', 'broadcast') AND queuedAt > ? AND queuedAt < ?`;
const BY_WAKING = `SELECT count(*) AS n FROM turns WHERE session = ? AND ${WAKING}`;
const BY_WAKING_FROM = `
  SELECT count(*) AS n FROM turns WHERE session > ? AND session < ? AND user = ? AND ${WAKING}`;

const turnOf = (row: Row): Turn =>
  ({
    id: textIn<TurnId>(row, 'id'),
    session: textIn<SessionKey>(row, 'session'),
    state: textIn<Turn['state']>(row, 'state'),
    source: sourceIn(row),
    trust: textIn<Trust>(row, 'trust'),
    user: maybeTextIn(row, 'user'),
    promptChannel: maybeTextIn(row, 'promptChannel'),
    replyTo: maybeTextIn<Address>(row, 'replyTo'),
    deliver: flagIn(row, 'deliver'),
    addressed: maybeNumberIn(row, 'addressed') === 1 || undefined,
    queuedAt: instantIn(row, 'queuedAt'),
    startedAt: maybeInstantIn(row, 'startedAt'),
    endedAt: maybeInstantIn(row, 'endedAt'),
    outcome: maybeTextIn<OutcomeKind>(row, 'outcome'),
    error: maybeTextIn(row, 'error'),
    model: maybeTextIn(row, 'model'),
    usage: usageOf(row),
    limits: maybeJsonIn<readonly TextLimit[]>(row, 'limits'),
    retry: maybeTextIn<NonNullable<Turn['retry']>>(row, 'retry'),
    attempt: maybeNumberIn(row, 'attempt'),
  }) satisfies EveryField<Turn>;

const usageOf = (row: Row): Usage | undefined => {
  const inputTokens = maybeNumberIn(row, 'inputTokens');
  const outputTokens = maybeNumberIn(row, 'outputTokens');
  return inputTokens === undefined || outputTokens === undefined ? undefined : {inputTokens, outputTokens};
};

const TABLE = tableOf<Turn>({
  fixed: {
    id: turn => turn.id,
    session: turn => turn.session,
    sourceKind: turn => sourceColumns(turn.source).sourceKind,
    sourceName: turn => sourceColumns(turn.source).sourceName,
    sourceChannel: turn => sourceColumns(turn.source).sourceChannel,
    queuedAt: turn => instant(turn.queuedAt),
    replyTo: turn => turn.replyTo ?? null,
    addressed: turn => (turn.addressed === true ? flag(true) : null),
  },
  changing: {
    state: turn => turn.state,
    trust: turn => turn.trust,
    user: turn => turn.user ?? null,
    promptChannel: turn => turn.promptChannel ?? null,
    deliver: turn => flag(turn.deliver),
    startedAt: turn => maybeInstant(turn.startedAt),
    endedAt: turn => maybeInstant(turn.endedAt),
    outcome: turn => turn.outcome ?? null,
    error: turn => turn.error ?? null,
    model: turn => turn.model ?? null,
    inputTokens: turn => turn.usage?.inputTokens ?? null,
    outputTokens: turn => turn.usage?.outputTokens ?? null,
    limits: turn => json(turn.limits),
    retry: turn => turn.retry ?? null,
    attempt: turn => turn.attempt ?? null,
  },
});
