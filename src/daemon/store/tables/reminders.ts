// Reminders. Only SQLite knows the pending ones: none of them is an object in memory, and finding the next does not
// depend on how many there are.

import {isFromEnd} from '../../../shared/fields/listing.ts';
import type {ReminderId} from '../../../shared/records/ids.ts';
import {
  REMINDER_STATES,
  type Reminder,
  type ReminderState,
  reminder,
  waitsForDone,
} from '../../../shared/records/jobs/jobs.ts';
import {isFollowed, isStartsOn, waitsForEvent} from '../../../shared/records/jobs/starting-event.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {ReminderStore} from '../../ports/schedule-store.ts';
import {
  instant,
  instantIn,
  json,
  maybeInstant,
  maybeJsonIn,
  maybeTextIn,
  nameIn,
  numberIn,
  textIn,
  unreadable,
} from '../columns.ts';
import type {Database} from '../database/database.ts';
import type {Row} from '../database/queries.ts';
import {createQuarantine, firstReadable} from '../quarantine.ts';
import {tableOf} from '../record-table.ts';
import {rowUpdate} from '../row-update.ts';
import {byHour, createRemindersInState, type RowState} from './reminders-in-state.ts';

export const createReminders = (database: Database, setAside = createQuarantine(database)): ReminderStore => {
  const remindersOf = (rows: readonly Row[]): readonly Reminder[] => setAside.readable('reminders', rows, reminderOf);
  const insert = database.query(
    `${TABLE.insertion('key', 'asked')} ON CONFLICT (key) WHERE key IS NOT NULL DO NOTHING`,
  );
  const update = rowUpdate(database, TABLE);
  const byId = database.query('SELECT * FROM reminders WHERE id = ?');
  const withKey = database.query('SELECT * FROM reminders WHERE key = ?');
  const ofTurn = database.query('SELECT * FROM reminders WHERE turnId = ? ORDER BY ord');
  // Every state is named, because the index of people begins with it.
  const reassign = database.query(
    `UPDATE reminders SET user = ? WHERE user = ? AND state IN ('pending', 'paused', 'waiting', 'firing', 'fired', 'done', 'cancelled')`,
  );
  const drop = database.query(DROP);
  const isReadable = (row: Row): boolean => remindersOf([row]).length > 0;
  const inState = createRemindersInState(database, isReadable);
  const nextNag = database.query('SELECT * FROM reminders WHERE nextNagAt IS NOT NULL ORDER BY nextNagAt LIMIT 1');
  const dueNags = database.query('SELECT * FROM reminders WHERE nextNagAt <= ? ORDER BY nextNagAt, ord LIMIT 0 + ?');

  const nextResume = database.query(`${TO_RESUME} ORDER BY pausedUntil LIMIT 1`);
  const dueResumes = database.query(`${TO_RESUME} AND pausedUntil <= ? ORDER BY pausedUntil, ord LIMIT 0 + ?`);
  const byKey = (key: string): Reminder | undefined => {
    const row = withKey.get(key);
    return row && reminderOf(row);
  };

  const rowOf = (id: ReminderId | undefined): Row | undefined => {
    const row = id === undefined ? undefined : byId.get(id);
    if (row === undefined && id !== undefined) throw new GatewayError('not_found', `No reminder ${id}.`);
    return row;
  };

  return {
    add: (reminder, key, asked) => {
      const added = insert.run(...TABLE.inserted(reminder), key ?? null, asked ?? null) > 0;
      return added || key === undefined ? reminder : (byKey(key) ?? reminder);
    },
    get: id => {
      const row = byId.get(id);
      return row && reminderOf(row);
    },
    byKey,
    askedUnder: key => {
      const row = withKey.get(key);
      return row && maybeTextIn(row, 'asked');
    },
    list: wanted => {
      const {user, state, text, limit} = wanted;
      const [before, after] = [rowOf(wanted.before), rowOf(wanted.after)];
      const states = statesOf(state);
      if (text !== undefined) {
        const cursor = after ?? before;
        const place = [cursor && textIn(cursor, 'fireAt'), cursor && numberIn(cursor, 'ord')].map(cell => cell ?? null);
        const query = database.query(before === undefined ? WITH_TEXT : WITH_TEXT_BEFORE);
        const rows = query.all(JSON.stringify(states), user ?? null, text.toLowerCase(), limit, ...place);
        return remindersOf(before === undefined ? rows : rows.toReversed());
      }
      const of = {user, limit};
      if (isFromEnd(wanted)) {
        const rows = states.flatMap(name => inState.latest(name, {...of, before}));
        return remindersOf(rows.sort(byHour).slice(-limit));
      }
      const rows = states.flatMap(name => inState.earliest(name, {...of, after}));
      return remindersOf(rows.sort(byHour).slice(0, limit));
    },
    upcoming: limit => remindersOf(inState.earliest('pending', {limit})),
    ofTurn: turnId => remindersOf(ofTurn.all(turnId)),
    people: () => [...new Set(PENDING.flatMap(inState.people))],
    reassign: (from, to) => reassign.run(to, from),
    countPending: user => PENDING.reduce((sum, state) => sum + inState.count(state, user), 0),
    prune: ({keep, before, limit}) => {
      for (const state of OVER) {
        const tooMany = inState.count(state) - keep;
        const rows = inState.earliest(state, {limit}).filter(isReadable);
        for (const [index, row] of rows.entries())
          if (index < tooMany || instantIn(row, 'fireAt') < before) drop.run(numberIn(row, 'ord'));
      }
    },
    ...createSpecial(database, remindersOf),
    nextFireAt: inState.nextFireAt,
    nextNagAt: () => {
      const row = firstReadable(() => nextNag.get(), isReadable);
      return row && instantIn(row, 'nextNagAt');
    },
    dueNags: (now, limit) => remindersOf(dueNags.all(instant(now), limit)),
    nextResumeAt: () => {
      const row = firstReadable(() => nextResume.get(), isReadable);
      return row && instantIn(row, 'pausedUntil');
    },
    dueResumes: (now, limit) => remindersOf(dueResumes.all(instant(now), limit)),
    due: (now, limit) => remindersOf(inState.due(instant(now), limit)),
    update: (reminder, was) => {
      if (update(reminder, was)) return;
      throw new GatewayError('not_found', `No reminder ${reminder.id}.`);
    },
  };
};

/** The reminders that are more than a text at a time. */
const createSpecial = (
  database: Database,
  remindersOf: (rows: readonly Row[]) => readonly Reminder[],
): Pick<ReminderStore, 'hasSeries' | 'seriesOfWorld' | 'series' | 'following' | 'timers' | 'onEvents'> => {
  const anySeries = database.query(`SELECT 1 FROM reminders WHERE ${SERIES} AND ${WORLD} >= 0 LIMIT 1`);
  const ofWorld = database.query(
    `SELECT * FROM reminders WHERE ${SERIES} AND ${WORLD} > 0 AND state IN ('pending', 'paused')`,
  );
  const allSeries = database.query(
    `SELECT * FROM reminders WHERE ${SERIES} AND ${WORLD} >= 0 AND state <> 'cancelled' AND (?1 IS NULL OR firedAt > ?1)`,
  );

  const onEvents = database.query(
    "SELECT * FROM reminders WHERE startsOn IS NOT NULL AND state IN ('pending', 'paused', 'waiting')",
  );
  const timers = database.query("SELECT * FROM reminders WHERE timer = 1 AND state = 'pending' ORDER BY fireAt, ord");
  const following = database.query(
    "SELECT * FROM reminders WHERE follows = 'person' AND state IN ('pending', 'paused', 'waiting') ORDER BY ord",
  );
  return {
    hasSeries: () => anySeries.get() !== undefined,
    seriesOfWorld: () => remindersOf(ofWorld.all()),
    series: firedAfter => remindersOf(allSeries.all(maybeInstant(firedAfter))),
    following: () => remindersOf(following.all()),
    timers: () => remindersOf(timers.all()),
    onEvents: () => remindersOf(onEvents.all()),
  };
};

/** Pending reminders that aren't due have a state of their own in the table, so that no index finds them due. */
const PAUSED = 'paused';
const WAITING = 'waiting';

const TABLE = tableOf(reminder, {
  own: {
    state: {
      columns: {state: reminder => rowState(reminder)},
      read: row => (isIdle(row) ? 'pending' : nameIn(row, 'state', REMINDER_STATES)),
    },
    paused: {columns: {}, read: row => isPaused(row) || undefined},
    // Few reminders wait for an event, so all about that is in one column.
    on: {columns: {startsOn: waiting => startsOn(waiting)}, read: row => waitingIn(row)?.on},
    once: {columns: {}, read: row => waitingIn(row)?.once},
    followed: {columns: {}, read: row => waitingIn(row)?.followed},
    gone: {columns: {}, read: row => waitingIn(row)?.gone},
  },
});
const reminderOf = TABLE.read;
const isPaused = (row: Row): boolean => row['state'] === PAUSED;
type Waiting = Pick<Reminder, 'on' | 'once' | 'followed' | 'gone'>;

const startsOn = ({on, once, followed, gone}: Waiting): string | null =>
  on === undefined ? null : json({on, once, followed, gone});

const waitingIn = (row: Row): Waiting | undefined => {
  const waiting = maybeJsonIn<Waiting>(row, 'startsOn');
  if (waiting === undefined) return undefined;
  const isSound = isStartsOn(waiting.on) && (waiting.followed === undefined || isFollowed(waiting.followed));
  if (!isSound) throw unreadable('startsOn');
  return waiting;
};
const isIdle = (row: Row): boolean => isPaused(row) || row['state'] === WAITING;

const rowState = (reminder: Reminder): RowState => {
  if (reminder.paused && reminder.state === 'pending') return PAUSED;
  return waitsForDone(reminder) || waitsForEvent(reminder) ? WAITING : reminder.state;
};

const TO_RESUME = "SELECT * FROM reminders WHERE pausedUntil IS NOT NULL AND +state = 'paused'";

/** As the index of the series has them, for SQLite to use it. */
const SERIES = 'repeat IS NOT NULL';
const WORLD = "instr(repeat, ';X-SUN=') + instr(repeat, ';X-WORKDAYS=')";

/** It looks at every message: for a person's search, not for daily work. */
const WITH_TEXT = `
  SELECT * FROM reminders
  WHERE state IN (SELECT value FROM json_each(?1)) AND (?2 IS NULL OR user = ?2)
    AND instr(lowered(message), ?3) > 0 AND (?5 IS NULL OR (fireAt, ord) > (?5, ?6))
  ORDER BY fireAt, ord LIMIT 0 + ?4`;
const WITH_TEXT_BEFORE = WITH_TEXT.replace('(fireAt, ord) >', '(fireAt, ord) <').replace(
  'ORDER BY fireAt, ord',
  'ORDER BY fireAt DESC, ord DESC',
);

const statesOf = (state: ReminderState | undefined): readonly RowState[] =>
  state === undefined ? OPEN : state === 'pending' ? PENDING : [state];

const OVER = ['fired', 'done', 'cancelled'] as const;
const PENDING = ['pending', PAUSED, WAITING] as const;
const OPEN = ['firing', ...PENDING] as const;

const DROP = `
  DELETE FROM reminders
  WHERE ord = ? AND NOT EXISTS (SELECT 1 FROM runs WHERE runs.kind = 'reminder' AND runs.name = reminders.id)`;
