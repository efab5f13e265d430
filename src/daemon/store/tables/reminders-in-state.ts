// The reminders of one state in the order of their hours: those of a person by one index, everybody's by another.
// A fleet's cell has hundreds of people, so nothing here goes through them one by one.
import type {ReminderState} from '../../../shared/records/jobs/jobs.ts';
import {instantIn, maybeTextIn, numberIn, textIn} from '../columns.ts';
import type {Database} from '../database/database.ts';
import type {Row} from '../database/queries.ts';
import {firstReadable} from '../quarantine.ts';

/**
 * State of a row: `paused` and `waiting` for its "done" or an event are pending, and apart from those that come due.
 */
export type RowState = ReminderState | 'paused' | 'waiting';

type RemindersInState = {
  /** Rows of the table, those of one instant in the order they were set. Of everybody without a `user`. */
  earliest(state: RowState, of: Of & {readonly after?: Row | undefined}): readonly Row[];
  /** The same from the other end: the latest first. */
  latest(state: RowState, of: Of & {readonly before?: Row | undefined}): readonly Row[];
  /** The earliest pending ones up to an instant. */
  due(until: string, limit: number): readonly Row[];
  /** The hour of the first pending one. */
  nextFireAt(): number | undefined;
  count(state: RowState, user?: string): number;
  /** People with a reminder in the state. */
  people(state: RowState): readonly string[];
};

/** `after` and `before` are rows that the others stand after or before, whatever their state. */
type Of = {readonly user?: string | undefined; readonly limit: number};

export const createRemindersInState = (database: Database, isReadable: (row: Row) => boolean): RemindersInState => {
  const ofAll = inOrder(database, EVERYBODYS);
  const ofPerson = inOrder(database, `${EVERYBODYS} AND user IS ?`);
  const next = database.query(`SELECT * FROM reminders WHERE state = 'pending' ORDER BY fireAt LIMIT 1`);
  const persons = database.query(PERSONS);
  const countAll = database.query('SELECT count(*) AS number FROM reminders WHERE state = ?');
  const countOfUser = database.query('SELECT count(*) AS number FROM reminders WHERE state = ? AND user = ?');
  const rowsOf = (state: RowState, user: string | undefined): RowsOf =>
    user === undefined ? ofAll(state) : ofPerson(state, user);

  return {
    earliest: (state, {user, after, limit}) => {
      const rows = rowsOf(state, user);
      return after === undefined ? rows.first(END_OF_TIME, limit) : rows.following(...placeOf(after), limit);
    },
    latest: (state, {user, before, limit}) => {
      const rows = rowsOf(state, user);
      return before === undefined ? rows.last(limit) : rows.preceding(...placeOf(before), limit);
    },
    due: (until, limit) => ofAll('pending').first(until, limit),
    nextFireAt: () => {
      const row = firstReadable(() => next.get(), isReadable);
      return row && instantIn(row, 'fireAt');
    },
    people: state => persons.all(state).flatMap(row => maybeTextIn(row, 'user') ?? []),
    count: (state, user) =>
      numberIn((user === undefined ? countAll.get(state) : countOfUser.get(state, user)) ?? {}, 'number'),
  };
};

type RowsOf = {
  readonly first: (until: string, limit: number) => readonly Row[];
  readonly last: (limit: number) => readonly Row[];
  readonly following: (fireAt: string, ord: number, limit: number) => readonly Row[];
  readonly preceding: (fireAt: string, ord: number, limit: number) => readonly Row[];
};

const inOrder = (database: Database, which: string) => {
  const first = database.query(`${which} AND fireAt <= ? ORDER BY fireAt, ord LIMIT 0 + ?`);
  const last = database.query(`${which} ORDER BY fireAt DESC, ord DESC LIMIT 0 + ?`);
  const following = database.query(`${which} AND (fireAt, ord) > (?, ?) ORDER BY fireAt, ord LIMIT 0 + ?`);
  const preceding = database.query(`${which} AND (fireAt, ord) < (?, ?) ORDER BY fireAt DESC, ord DESC LIMIT 0 + ?`);
  return (...of: readonly string[]): RowsOf => ({
    first: (until, limit) => first.all(...of, until, limit),
    last: limit => last.all(...of, limit),
    following: (fireAt, ord, limit) => following.all(...of, fireAt, ord, limit),
    preceding: (fireAt, ord, limit) => preceding.all(...of, fireAt, ord, limit),
  });
};

const placeOf = (row: Row): readonly [string, number] => [textIn(row, 'fireAt'), numberIn(row, 'ord')];

/** By their hours, those of one instant in the order they were set. */
export const byHour = (a: Row, b: Row): number => {
  const [one, other] = [textIn(a, 'fireAt'), textIn(b, 'fireAt')];
  if (one !== other) return one < other ? -1 : 1;
  return numberIn(a, 'ord') - numberIn(b, 'ord');
};

/**
 * Everybody who has a reminder in the state, each found by one step into the index; and at the end NULL, for those of
 * nobody.
 */
const PERSONS = `
  WITH RECURSIVE person(user) AS (
    SELECT (SELECT user FROM reminders WHERE state = ?1 AND user >= '' ORDER BY user LIMIT 1)
    UNION ALL
    SELECT (SELECT user FROM reminders WHERE state = ?1 AND user > person.user ORDER BY user LIMIT 1)
    FROM person WHERE person.user IS NOT NULL
  )
  SELECT user FROM person`;

const EVERYBODYS = 'SELECT * FROM reminders WHERE state = ?';

/** After every instant that is kept. */
const END_OF_TIME = '~';
