// The table of alarms. No alarm is kept in memory; the index finds the next one in one step.

import {type Alarm, type AlarmState, alarm, wakeAtOf} from '../../../shared/records/jobs/alarm.ts';
import {GatewayError} from '../../../shared/text/gateway-error.ts';
import type {AlarmStore} from '../../ports/schedule-store.ts';
import {instant, maybeInstant, maybeInstantIn, maybeTextIn, numberIn, textIn} from '../columns.ts';
import type {Database} from '../database/database.ts';
import type {Row} from '../database/queries.ts';
import {createQuarantine, firstReadable} from '../quarantine.ts';
import {tableOf} from '../record-table.ts';
import {rowUpdate} from '../row-update.ts';

export const createAlarms = (database: Database, setAside = createQuarantine(database)): AlarmStore => {
  const alarmsOf = (rows: readonly Row[]): readonly Alarm[] => setAside.readable('alarms', rows, alarmOf);
  const insert = database.query(TABLE.insertion('asked'));
  const update = rowUpdate(database, TABLE);
  const byId = database.query('SELECT * FROM alarms WHERE id = ?');
  const withKey = database.query(`SELECT * FROM alarms WHERE user = ? AND key = ? AND state = 'active'`);
  const active = database.query(`SELECT * FROM alarms WHERE state = 'active' ORDER BY dueAt, ord LIMIT 0 + ?`);
  const activeOf = database.query(
    `SELECT * FROM alarms WHERE state = 'active' AND user = ? ORDER BY dueAt, ord LIMIT 0 + ?`,
  );
  const over = database.query(OVER);
  const ofTurn = database.query('SELECT * FROM alarms WHERE turnId = ? ORDER BY ord');
  const countAll = database.query(`SELECT count(*) AS number FROM alarms WHERE state = 'active'`);
  const countOf = database.query(`SELECT count(*) AS number FROM alarms WHERE state = 'active' AND user = ?`);
  const countOver = database.query('SELECT count(*) AS number FROM alarms WHERE endedAt IS NOT NULL');
  const next = database.query(`SELECT * FROM alarms WHERE state = 'active' AND dueAt > '' ORDER BY dueAt LIMIT 1`);
  const due = database.query(
    `SELECT * FROM alarms WHERE state = 'active' AND dueAt <= ? ORDER BY dueAt, ord LIMIT 0 + ?`,
  );
  const oldest = database.query('SELECT * FROM alarms WHERE endedAt IS NOT NULL ORDER BY endedAt, ord LIMIT 0 + ?');
  const people = database.query(`SELECT DISTINCT user FROM alarms WHERE state = 'active'`);
  const reassign = database.query(`UPDATE OR IGNORE alarms SET user = ? WHERE user = ? AND state = 'active'`);
  const drop = database.query('DELETE FROM alarms WHERE id = ?');
  const count = (row: Row | undefined): number => numberIn(row ?? {}, 'number');

  return {
    add: (alarm, asked) => {
      insert.run(...TABLE.inserted(alarm), asked ?? null);
    },
    get: id => {
      const row = byId.get(id);
      return row && alarmOf(row);
    },
    byKey: (user, key) => {
      const row = withKey.get(user, key);
      return row && {alarm: alarmOf(row), asked: maybeTextIn(row, 'asked') ?? ''};
    },
    list: ({user, state = 'active', before, after, limit}) => {
      const cursor = after ?? before;
      if (cursor !== undefined) {
        const row = byId.get(cursor);
        if (row === undefined) throw new GatewayError('not_found', `No alarm ${cursor}.`);
        const query = database.query(nextTo(state, after === undefined ? 'before' : 'after'));
        const rows = query.all(state, user ?? null, hourOf(row, state), numberIn(row, 'ord'), limit).map(alarmOf);
        return after === undefined ? rows.toReversed() : rows;
      }
      if (state !== 'active')
        return over
          .all(state, user ?? null, limit)
          .map(alarmOf)
          .toReversed();
      return alarmsOf(user === undefined ? active.all(limit) : activeOf.all(user, limit));
    },
    ofTurn: turnId => alarmsOf(ofTurn.all(turnId)),
    people: () => people.all().map(row => textIn(row, 'user')),
    reassign: (from, to) => reassign.run(to, from),
    countActive: user => count(user === undefined ? countAll.get() : countOf.get(user)),
    nextDueAt: () => {
      const row = firstReadable(
        () => next.get(),
        item => alarmsOf([item]).length > 0,
      );
      return row && maybeInstantIn(row, 'dueAt');
    },
    due: (now, limit) => alarmsOf(due.all(instant(now), limit)),
    update: (alarm, was) => {
      if (update(alarm, was)) return;
      throw new GatewayError('not_found', `No alarm ${alarm.id}.`);
    },
    prune: ({keep, before, limit}) => {
      const tooMany = count(countOver.get()) - keep;
      const removed = oldest
        .all(limit)
        .map(alarmOf)
        .filter(({endedAt = 0}, index) => index < tooMany || endedAt < before);
      for (const {id} of removed) drop.run(id);
      return removed;
    },
  };
};

const TABLE = tableOf(alarm, {computed: {dueAt: alarm => maybeInstant(wakeAtOf(alarm))}});
const alarmOf = TABLE.read;

/** The alarm's time in the list: its next time, or when it ended. */
const hourOf = (row: Row, state: AlarmState): string => {
  const [hour, ...others] = (state === 'active' ? ['dueAt', 'at', 'endedAt'] : ['endedAt', 'dueAt']).flatMap(
    name => maybeTextIn(row, name) ?? [],
  );
  return hour ?? others[0] ?? '';
};

/** The alarms next to a row, on one side. */
const nextTo = (state: AlarmState, side: 'before' | 'after'): string => {
  const hour = state === 'active' ? 'dueAt' : 'endedAt';
  const [sign, order] = side === 'after' ? ['>', 'ASC'] : ['<', 'DESC'];
  return `
    SELECT * FROM alarms WHERE ${state === 'active' ? `state = 'active'` : 'endedAt IS NOT NULL'} AND state = ?1
      AND (?2 IS NULL OR user = ?2) AND (${hour}, ord) ${sign} (?3, ?4)
    ORDER BY ${hour} ${order}, ord ${order} LIMIT 0 + ?5`;
};

/** Newest first, for a person or a start. */
const OVER = `
  SELECT * FROM alarms WHERE endedAt IS NOT NULL AND state = ?1 AND (?2 IS NULL OR user = ?2)
  ORDER BY endedAt DESC, ord DESC LIMIT 0 + ?3`;
