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
  const next = database.query(`SELECT fireAt FROM reminders WHERE state = 'pending' ORDER BY fireAt LIMIT 1`);
  const due = database.query(
    `SELECT * FROM reminders WHERE state = 'pending' AND fireAt <= ? ORDER BY fireAt, ord LIMIT 0 + ?`,
  );
  const nextNag = database.query(
    'SELECT nextNagAt FROM reminders WHERE nextNagAt IS NOT NULL ORDER BY nextNagAt LIMIT 1',
  );
  const dueNags = database.query('SELECT * FROM reminders WHERE nextNagAt <= ? ORDER BY nextNagAt, ord LIMIT 0 + ?');
  const countAll = database.query(`SELECT count(*) AS pending FROM reminders WHERE state = 'pending'`);
  const countOfUser = database.query(`SELECT count(*) AS pending FROM reminders WHERE user = ? AND state = 'pending'`);
  /** The state stands in the text, so that SQLite sees which partial index fits without looking at it each time. */
  const listIn = (order: 'ASC' | 'DESC') => (state: ReminderState, user: string | undefined, limit: number) => {
    const whose = user === undefined ? OF_STATE[state] : `user = ? AND ${OF_STATE[state]}`;
    const found = database.query(
      `SELECT * FROM reminders WHERE ${whose} ORDER BY fireAt ${order}, ord ${order} LIMIT 0 + ?`,
    );
    return found.all(...(user === undefined ? [] : [user]), limit).map(reminderOf);
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
      for (const state of OVER) database.query(dropOf(state)).run(keep, instant(before), limit);
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

/** What is not pending says so a second time: that is how the index of those is found. */
const OF_STATE: Readonly<Record<ReminderState, string>> = {
  pending: `state = 'pending'`,
  firing: `state = 'firing' AND state <> 'pending'`,
  fired: `state = 'fired' AND state <> 'pending'`,
  done: `state = 'done' AND state <> 'pending'`,
  cancelled: `state = 'cancelled' AND state <> 'pending'`,
};

const dropOf = (state: ReminderState): string => `
  DELETE FROM reminders WHERE ord IN (
    SELECT ord FROM (
      SELECT ord, id, fireAt FROM reminders WHERE ${OF_STATE[state]} ORDER BY fireAt, ord LIMIT 0 + ?3
    ) AS earliest
    WHERE (
      fireAt < ?2
      OR fireAt <= (SELECT fireAt FROM reminders WHERE ${OF_STATE[state]} ORDER BY fireAt DESC LIMIT 1 OFFSET 0 + ?1)
    ) AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.kind = 'reminder' AND runs.name = earliest.id)
  )`;
