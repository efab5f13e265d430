// The auditor: one query on the database of a cell, which finds each past instant that has no outcome, or two.
import {DatabaseSync} from 'node:sqlite';

/** One line for each instant before `until` that has another number of outcomes than one. */
export const auditCells = (databases: readonly string[], until: number): readonly string[] =>
  databases.flatMap(path => {
    using database = new DatabaseSync(path, {readOnly: true});
    return database
      .prepare(AUDIT)
      .all(new Date(until).toISOString())
      .map(({id, state, runs, outcomes}) => `${path}: ${id} is ${state}, with ${runs} runs and ${outcomes} outcomes`);
  });

/** The rows of a reminder with this text, a line for each database. */
export const knownOf = (databases: readonly string[], message: string): readonly string[] =>
  databases.map(path => `${path}: ${JSON.stringify(rowsOf(path, message))}`);

/** True if its delivery was given up, which `status` says: after two sends whose end nobody knows there is no third. */
export const isGivenUp = (databases: readonly string[], message: string): boolean =>
  databases.some(path => rowsOf(path, message).some(({sent}) => sent === 'dead'));

const rowsOf = (path: string, message: string) => {
  using database = new DatabaseSync(path, {readOnly: true});
  return database.prepare(KNOWN).all(message);
};

/** The number of the last commit, by which the newest copy of a cell is known. */
export const commitsIn = (path: string): number => {
  using database = new DatabaseSync(path, {readOnly: true});
  return Number(database.prepare(`SELECT value FROM marks WHERE name = 'store.commits'`).get()?.['value'] ?? 0);
};

/** An instant of a reminder ran once, and its message was sent once or given up, with the reason. */
const AUDIT = `
  SELECT reminders.id, reminders.state, count(DISTINCT runs.id) AS runs, count(deliveries.id) AS outcomes
  FROM reminders
  LEFT JOIN runs ON runs.kind = 'reminder' AND runs.name = reminders.id AND runs.scheduledFor = reminders.fireAt
  LEFT JOIN deliveries ON deliveries.runId = runs.id AND deliveries.state IN ('sent', 'delivered', 'read', 'dead')
  WHERE reminders.fireAt < ?
  GROUP BY reminders.id
  HAVING reminders.state <> 'fired' OR runs <> 1 OR outcomes <> 1`;

const KNOWN = `
  SELECT reminders.id, reminders.state, fireAt, firedAt, deliveries.id AS delivery, deliveries.state AS sent, attempts, doubts, sentAt, lastError
  FROM reminders
  LEFT JOIN runs ON runs.kind = 'reminder' AND runs.name = reminders.id
  LEFT JOIN deliveries ON deliveries.runId = runs.id
  WHERE reminders.message = ?`;
