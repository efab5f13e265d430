// The reminders of one state in the order of their hours. One index serves every question, by state, person and hour:
// so a reminder that is set, or takes its next step, is written into one. Everybody's are those of each person in turn,
// and persons are few.
import {REMINDER_STATES} from '../../../shared/records/jobs/jobs.ts';
import {instantIn, maybeTextIn, numberIn, textIn} from '../columns.ts';
import type {Database} from '../database/database.ts';
import type {Row} from '../database/queries.ts';
import {firstReadable} from '../quarantine.ts';

/**
 * State of a row: `paused` and `waiting` for its "done" or an event are pending, and apart from those that come due.
 */
const ROW_STATES = [...REMINDER_STATES, 'paused', 'waiting'] as const;
export type RowState = (typeof ROW_STATES)[number];

type RemindersInState = {
  /** Says, before it is written, that somebody (or nobody) has a reminder. */
  note(user: string | undefined): void;
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
  /** The first row of a person that can be read; others are set aside on the way. */
  const nextOf = (user: string | null): Row | undefined => firstReadable(() => next.get(user), isReadable);
  const personsIn = database.query(PERSONS);
  const ascending = database.query(OF_PERSON);
  const descending = database.query(`${OF_PERSON_BEFORE} ORDER BY fireAt DESC, ord DESC LIMIT 0 + ?`);
  const following = database.query(`${OF_PERSON_IN_STATE} AND (fireAt, ord) > (?, ?) ORDER BY fireAt, ord LIMIT 0 + ?`);
  const preceding = database.query(
    `${OF_PERSON_IN_STATE} AND (fireAt, ord) < (?, ?) ORDER BY fireAt DESC, ord DESC LIMIT 0 + ?`,
  );
  const next = database.query(NEXT);
  const anyOfUser = database.query('SELECT 1 FROM reminders WHERE state = ? AND user = ? LIMIT 1');
  const countAll = database.query('SELECT count(*) AS number FROM reminders WHERE state = ?');
  const countOfUser = database.query('SELECT count(*) AS number FROM reminders WHERE state = ? AND user = ?');

  /**
   * Everybody who may have a reminder; one who has none any more costs a look. Only this process makes reminders for
   * others.
   */
  const persons = new Set<string | null>();
  let areKnown = false;
  const everybody = (): ReadonlySet<string | null> => {
    if (areKnown) return persons;
    for (const state of ROW_STATES)
      for (const row of personsIn.all(state)) persons.add(maybeTextIn(row, 'user') ?? null);
    areKnown = true;
    return persons;
  };

  /** Merges the first entries of all people. */
  const ofEach = (limit: number, ofOne: (user: string | null) => readonly Row[], sign: 1 | -1) => {
    const [some = [], ...others] = [...everybody()].map(ofOne).filter(rows => rows.length > 0);
    if (others.length === 0) return some;
    return [some, ...others]
      .flat()
      .sort((a, b) => sign * byHour(a, b))
      .slice(0, limit);
  };

  const ofOneOrEach = (of: Of, ofOne: (user: string | null) => readonly Row[], sign: 1 | -1): readonly Row[] =>
    of.user === undefined ? ofEach(of.limit, ofOne, sign) : ofOne(of.user);

  const earliestUntil = (state: RowState, until: string, user: string | undefined, limit: number) =>
    user === undefined
      ? ofEach(limit, user => ascending.all(state, user, until, limit), 1)
      : ascending.all(state, user, until, limit);

  return {
    note: user => {
      persons.add(user ?? null);
    },
    earliest: (state, {after, ...of}) =>
      after === undefined
        ? earliestUntil(state, END_OF_TIME, of.user, of.limit)
        : ofOneOrEach(of, user => following.all(state, user, ...placeOf(after), of.limit), 1),
    latest: (state, {before, ...of}) =>
      ofOneOrEach(
        of,
        before === undefined
          ? user => descending.all(state, user, END_OF_TIME, of.limit)
          : user => preceding.all(state, user, ...placeOf(before), of.limit),
        -1,
      ),
    due: (until, limit) => earliestUntil('pending', until, undefined, limit),
    nextFireAt: () => {
      const hours = [...everybody()].map(nextOf).filter(row => row !== undefined);
      return hours.length === 0 ? undefined : Math.min(...hours.map(row => instantIn(row, 'fireAt')));
    },
    // Counting them takes 25 ms where somebody has 100,000, and the start waits for this.
    people: state =>
      [...everybody()].flatMap(user => (user !== null && anyOfUser.get(state, user) !== undefined ? [user] : [])),
    count: (state, user) =>
      numberIn((user === undefined ? countAll.get(state) : countOfUser.get(state, user)) ?? {}, 'number'),
  };
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

const OF_PERSON_IN_STATE = 'SELECT * FROM reminders WHERE state = ? AND user IS ?';
const OF_PERSON_BEFORE = `${OF_PERSON_IN_STATE} AND fireAt <= ?`;
const OF_PERSON = `${OF_PERSON_BEFORE} ORDER BY fireAt, ord LIMIT 0 + ?`;

const NEXT = `SELECT * FROM reminders WHERE state = 'pending' AND user IS ? ORDER BY fireAt LIMIT 1`;

/** After every instant that is kept. */
const END_OF_TIME = '~';
