// Reminders. Only SQLite knows the pending ones: none of them is an object in memory, and finding the next does not depend on how
// many there are.
import type {Address} from '../../shared/address.ts';
import {GatewayError} from '../../shared/gateway-error.ts';
import type {ReminderId, RunId, TurnId} from '../../shared/ids.ts';
import type {Reminder, ReminderMode, ReminderState} from '../../shared/jobs.ts';
import type {SessionKey} from '../../shared/session-key.ts';
import type {ReminderStore} from '../ports.ts';
import {
  instant,
  instantIn,
  jsonIn,
  maybeInstant,
  maybeInstantIn,
  maybeNumberIn,
  maybeTextIn,
  numberIn,
  present,
  tableOf,
  textIn,
} from './columns.ts';
import type {Database} from './database/database.ts';
import type {Row} from './database/queries.ts';

export const createReminders = (database: Database): ReminderStore => {
  const insert = database.query(
    `INSERT INTO reminders ${TABLE.insertion('key')} ON CONFLICT (key) WHERE key IS NOT NULL DO NOTHING`,
  );
  const update = database.query(`UPDATE reminders ${TABLE.update}`);
  const byId = database.query('SELECT * FROM reminders WHERE id = ?');
  const withKey = database.query('SELECT * FROM reminders WHERE key = ?');
  const ofTurn = database.query('SELECT * FROM reminders WHERE turnId = ? ORDER BY ord');
  const drop = database.query(DROP);
  const next = database.query(`SELECT fireAt FROM reminders WHERE state = 'pending' ORDER BY fireAt LIMIT 1`);
  const due = database.query(
    `SELECT * FROM reminders WHERE state = 'pending' AND fireAt <= ? ORDER BY fireAt, ord LIMIT ?`,
  );
  const nextNag = database.query(
    'SELECT nextNagAt FROM reminders WHERE nextNagAt IS NOT NULL ORDER BY nextNagAt LIMIT 1',
  );
  const dueNags = database.query('SELECT * FROM reminders WHERE nextNagAt <= ? ORDER BY nextNagAt, ord LIMIT ?');
  const countAll = database.query(`SELECT count(*) AS pending FROM reminders WHERE state = 'pending'`);
  const countOfUser = database.query(`SELECT count(*) AS pending FROM reminders WHERE user = ? AND state = 'pending'`);
  const listIn = (order: 'ASC' | 'DESC') => {
    const by = `ORDER BY fireAt ${order}, ord ${order} LIMIT ?`;
    const ofUser = database.query(`SELECT * FROM reminders WHERE user = ? AND state = ? ${by}`);
    const pending = database.query(`SELECT * FROM reminders WHERE state = 'pending' ${by}`);
    // Says that it is not pending a second time, so that SQLite sees the partial index fit.
    const others = database.query(`SELECT * FROM reminders WHERE state = ? AND state <> 'pending' ${by}`);
    return (state: ReminderState, user: string | undefined, limit: number): Reminder[] => {
      if (user !== undefined) return ofUser.all(user, state, limit).map(reminderOf);
      return (state === 'pending' ? pending.all(limit) : others.all(state, limit)).map(reminderOf);
    };
  };
  const earliest = listIn('ASC');
  const latest = listIn('DESC');

  const byKey = (key: string): Reminder | undefined => {
    const row = withKey.get(key);
    return row && reminderOf(row);
  };

  return {
    add: (reminder, key) => {
      const added = insert.run(...TABLE.inserted(reminder), key ?? null) > 0;
      return added || key === undefined ? reminder : (byKey(key) ?? reminder);
    },
    get: id => {
      const row = byId.get(id);
      return row && reminderOf(row);
    },
    byKey,
    list: ({user, state, limit}) => {
      if (state === 'fired' || state === 'done' || state === 'cancelled') return latest(state, user, limit).reverse();
      if (state !== undefined) return earliest(state, user, limit);
      const open = [...earliest('firing', user, limit), ...earliest('pending', user, limit)];
      return open.sort((a, b) => a.fireAt - b.fireAt).slice(0, limit);
    },
    ofTurn: turnId => ofTurn.all(turnId).map(reminderOf),
    countPending: user => {
      const row = user === undefined ? countAll.get() : countOfUser.get(user);
      return row === undefined ? 0 : numberIn(row, 'pending');
    },
    prune: ({keep, before, limit}) => {
      for (const state of OVER) drop.run(state, keep, instant(before), limit);
    },
    nextFireAt: () => {
      const row = next.get();
      return row && instantIn(row, 'fireAt');
    },
    nextNagAt: () => {
      const row = nextNag.get();
      return row && instantIn(row, 'nextNagAt');
    },
    dueNags: (now, limit) => dueNags.all(instant(now), limit).map(reminderOf),
    due: (now, limit) => due.all(instant(now), limit).map(reminderOf),
    update: reminder => {
      if (update.run(...TABLE.updated(reminder)) > 0) return;
      throw new GatewayError('not_found', `There is no reminder ${reminder.id}.`);
    },
  };
};

const reminderOf = (row: Row): Reminder =>
  present<Reminder>({
    id: textIn<ReminderId>(row, 'id'),
    fireAt: instantIn(row, 'fireAt'),
    message: textIn(row, 'message'),
    mode: textIn<ReminderMode>(row, 'mode'),
    user: maybeTextIn(row, 'user'),
    delivery: jsonIn<readonly Address[]>(row, 'delivery'),
    sourceSession: textIn<SessionKey>(row, 'sourceSession'),
    createdAt: instantIn(row, 'createdAt'),
    state: textIn<ReminderState>(row, 'state'),
    zone: textIn(row, 'zone'),
    snoozedAt: maybeInstantIn(row, 'snoozedAt'),
    firedAt: maybeInstantIn(row, 'firedAt'),
    runId: maybeTextIn<RunId>(row, 'runId'),
    turnId: maybeTextIn<TurnId>(row, 'turnId'),
    nagMs: maybeNumberIn(row, 'nagMs'),
    nags: numberIn(row, 'nags') || undefined,
    nextNagAt: maybeInstantIn(row, 'nextNagAt'),
  });

const TABLE = tableOf<Reminder>({
  fixed: {
    id: reminder => reminder.id,
  },
  changing: {
    fireAt: reminder => instant(reminder.fireAt),
    message: reminder => reminder.message,
    mode: reminder => reminder.mode,
    user: reminder => reminder.user ?? null,
    delivery: reminder => JSON.stringify(reminder.delivery),
    sourceSession: reminder => reminder.sourceSession,
    createdAt: reminder => instant(reminder.createdAt),
    state: reminder => reminder.state,
    zone: reminder => reminder.zone,
    snoozedAt: reminder => maybeInstant(reminder.snoozedAt),
    firedAt: reminder => maybeInstant(reminder.firedAt),
    runId: reminder => reminder.runId ?? null,
    turnId: reminder => reminder.turnId ?? null,
    nagMs: reminder => reminder.nagMs ?? null,
    nags: reminder => reminder.nags ?? 0,
    nextNagAt: reminder => maybeInstant(reminder.nextNagAt),
  },
});

const OVER = ['fired', 'done', 'cancelled'] as const;

/** Says that it is not pending a second time, for the partial index. */
const DROP = `
  DELETE FROM reminders WHERE ord IN (
    SELECT ord FROM (
      SELECT ord, id, fireAt FROM reminders WHERE state = ?1 AND state <> 'pending' ORDER BY fireAt, ord LIMIT ?4
    ) AS earliest
    WHERE (
      fireAt < ?3
      OR fireAt <= (SELECT fireAt FROM reminders WHERE state = ?1 AND state <> 'pending' ORDER BY fireAt DESC LIMIT 1 OFFSET ?2)
    ) AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.kind = 'reminder' AND runs.name = earliest.id)
  )`;
