// The database schema as numbered steps. Never edit a released step; add a new one at the end. Columns have the names of their fields.
// Instants are ISO 8601 texts, which sort chronologically.
import {
  alarms,
  askedReminders,
  beginnings,
  changedMessages,
  clearedReplies,
  dismissedRows,
  eventsInLines,
  fewerIndexes,
  framesAsData,
  inboxAndLedger,
  indexOfDiscarded,
  indexOfFewRuns,
  lateDeliveries,
  needsOfDeliveries,
  oneIndexOfReminders,
  origins,
  partsAndNags,
  reflections,
  secondTries,
  sentIds,
  snoozes,
  thoughts,
  unreadableRows,
  wordsByHand,
} from './early-migrations.ts';
import {FIRST_VERSION} from './first-version.ts';

/** Each step migrates from the version of its index to the next one, in one transaction. */
export type Migrations = readonly string[];

/** Stored in the file header, to recognize Rooster's databases. */
export const APPLICATION_ID = 0x526f6f73;

/**
 * Version 26: recurring reminders: recurrence, missed occurrences, next instants, count, open occurrence and exceptions. A paused
 * reminder has its own state in the table, so that no index finds it due.
 */
const recurringReminders = `
ALTER TABLE reminders ADD COLUMN repeat TEXT;
ALTER TABLE reminders ADD COLUMN missed TEXT;
ALTER TABLE reminders ADD COLUMN next TEXT;
ALTER TABLE reminders ADD COLUMN passed INTEGER;
ALTER TABLE reminders ADD COLUMN occurrence TEXT;
ALTER TABLE reminders ADD COLUMN skipped TEXT;
`;

/** Version 27: runs that are retried, and what runs used. */
const retriesAndCosts = `
ALTER TABLE runs ADD COLUMN retries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE runs ADD COLUMN retryAt TEXT;
ALTER TABLE runs ADD COLUMN tokens TEXT;
ALTER TABLE runs ADD COLUMN cost TEXT;
`;

/** Version 28: requests over HTTP, with the key under which each is answered once. */
const httpRequests = `
CREATE TABLE requests (
  ord INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  key TEXT,
  digest TEXT NOT NULL,
  at TEXT NOT NULL,
  expiresAt TEXT NOT NULL,
  messageId TEXT NOT NULL,
  turnId TEXT
) STRICT;
CREATE INDEX requestsByKey ON requests(kind, name, key) WHERE key IS NOT NULL;
CREATE INDEX requestsOfMessages ON requests(messageId);
`;

/**
 * Version 29: conversations that people make: archived ones, their models, titles and origins. The search index removes deleted text at
 * once instead of at its next merge.
 */
const madeConversations = `
ALTER TABLE sessions ADD COLUMN archived INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sessions ADD COLUMN model TEXT;
ALTER TABLE sessions ADD COLUMN titling TEXT;
ALTER TABLE sessions ADD COLUMN origin TEXT;
ALTER TABLE sessions ADD COLUMN earlier TEXT;
ALTER TABLE sessions ADD COLUMN madeWith TEXT;
CREATE UNIQUE INDEX sessionsByKey ON sessions(madeWith) WHERE madeWith IS NOT NULL;
ALTER TABLE messages ADD COLUMN copyOf TEXT;
CREATE INDEX messagesCopied ON messages(copyOf) WHERE copyOf IS NOT NULL;
INSERT INTO messageWords(messageWords, rank) VALUES ('secure-delete', 1);
`;

/** Version 30: alarms for other programs, what their deliveries carry, and turns that no person started, for their daily limit. */
const wakesOut = `
ALTER TABLE alarms ADD COLUMN deliver TEXT;
ALTER TABLE alarms ADD COLUMN conversation TEXT;
ALTER TABLE deliveries ADD COLUMN wake TEXT;
DROP INDEX turnsOfAlarms;
CREATE INDEX turnsByWaking ON turns(session, queuedAt)
  WHERE sourceKind IN ('alarm', 'wake', 'session', 'delegation', 'broadcast');
`;

/** Version 31: on which ways a person was tried, and reminders whose address the person named. */
const escalations = `
CREATE TABLE escalations (
  ord INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  person TEXT NOT NULL,
  kind TEXT NOT NULL,
  runId TEXT NOT NULL,
  key TEXT NOT NULL,
  again INTEGER,
  source TEXT NOT NULL,
  notice INTEGER NOT NULL,
  saidIn TEXT,
  ways TEXT NOT NULL,
  afterMs INTEGER NOT NULL,
  tried TEXT NOT NULL,
  state TEXT NOT NULL,
  nextAt TEXT,
  createdAt TEXT NOT NULL,
  endedAt TEXT,
  outcome TEXT
) STRICT;
CREATE INDEX escalationsDue ON escalations(nextAt) WHERE nextAt IS NOT NULL;
CREATE INDEX escalationsOfRun ON escalations(runId);
ALTER TABLE reminders ADD COLUMN addressed INTEGER NOT NULL DEFAULT 0;
`;

/** Version 32: the trust of texts from programs, of summaries that hold some, and until when a person has trusted them. */
const trustOfTexts = `
ALTER TABLE messages ADD COLUMN trust TEXT;
ALTER TABLE sessions ADD COLUMN summaryTrust TEXT;
ALTER TABLE sessions ADD COLUMN trustedAt TEXT;
ALTER TABLE turns ADD COLUMN readLimit TEXT;
`;

/** Version 33: an index of the series. Above 0 are those whose rule depends on the place or the holidays in the configuration. */
const indexOfSeries = `
CREATE INDEX remindersThatRepeat ON reminders(instr(repeat, ';X-SUN=') + instr(repeat, ';X-WORKDAYS='))
  WHERE repeat IS NOT NULL;
`;

/** Version 34: runs by hand over the limits of their job. */
const forcedRuns = `
ALTER TABLE runs ADD COLUMN forced INTEGER NOT NULL DEFAULT 0;
`;

/**
 * Version 35: where a message came in or went out, and where a turn's answer goes. In older rows the session's key says it: only the turns
 * of one address had a direct conversation.
 */
const channelsOfMessages = `
ALTER TABLE messages ADD COLUMN channel TEXT;
ALTER TABLE turns ADD COLUMN replyTo TEXT;
`;

/** Version 36: what waits for the end of quiet hours, and the digest with which it came. */
const quietHours = `
ALTER TABLE escalations ADD COLUMN text TEXT;
ALTER TABLE escalations ADD COLUMN plain INTEGER NOT NULL DEFAULT 0;
ALTER TABLE escalations ADD COLUMN digest TEXT;
CREATE INDEX escalationsInDigest ON escalations(digest) WHERE digest IS NOT NULL;
`;

/** Version 37: tasks that conversations give to isolated ones. */
const delegations = `
ALTER TABLE runs ADD COLUMN delegated TEXT;
`;

/** Version 38: what a person's message answers, replaces or lacks. Older messages have it in their text. */
const detailsOfMessages = `
ALTER TABLE messages ADD COLUMN details TEXT;
CREATE INDEX messagesWithFiles ON messages(ord) WHERE attachments IS NOT NULL;
`;

/** Version 39: what rings in quiet hours. */
const urgentCalls = `
ALTER TABLE reminders ADD COLUMN urgent INTEGER NOT NULL DEFAULT 0;
ALTER TABLE alarms ADD COLUMN urgent INTEGER NOT NULL DEFAULT 0;
ALTER TABLE escalations ADD COLUMN urgent INTEGER NOT NULL DEFAULT 0;
`;

/** Version 40: the person whom a delivery calls. */
const calledPeople = `
ALTER TABLE deliveries ADD COLUMN person TEXT;
`;

/** Version 41: tokens by time, so that a sum reads no whole turn. */
const tokensByTime = `
CREATE INDEX turnTokens ON turns(queuedAt, inputTokens, outputTokens) WHERE inputTokens IS NOT NULL;
`;

/** Version 42: the instants of series in milliseconds. A text that is no list of instants stays, and its row is found unreadable. */
const instantsInMs = ['next', 'skipped']
  .map(
    column => `
UPDATE reminders SET ${column} = (
  SELECT json_group_array(CAST(round(unixepoch(value, 'subsec') * 1000) AS INTEGER)) FROM json_each(reminders.${column})
) WHERE json_valid(${column}) AND NOT EXISTS (
  SELECT 1 FROM json_each(reminders.${column}) WHERE type <> 'text' OR unixepoch(value) IS NULL
);`,
  )
  .join('');

/** Version 43: the same for the instants of an open occurrence. */
const occurrenceInMs = ['$.at', '$.snoozedUntil']
  .map(
    path => `
UPDATE reminders SET occurrence =
  json_set(occurrence, '${path}', CAST(round(unixepoch(occurrence ->> '${path}', 'subsec') * 1000) AS INTEGER))
WHERE json_valid(occurrence) AND json_type(occurrence, '${path}') = 'text' AND unixepoch(occurrence ->> '${path}') IS NOT NULL;`,
  )
  .join('');

/** Version 44: the texts from elsewhere that turns, summaries and messages hold, each with its trust and where it is from. */
const limitsOfTexts = `
ALTER TABLE messages ADD COLUMN limits TEXT;
ALTER TABLE turns RENAME COLUMN readLimit TO limits;
UPDATE turns SET limits = json_array(json_object('trust', limits ->> '$.trust', 'by', CASE
  WHEN json_type(limits, '$.because') IS NULL THEN json_object('kind', 'summary')
  WHEN json_type(limits, '$.because.name') IS NULL THEN json_object('kind', limits ->> '$.because.kind')
  ELSE json_object('kind', limits ->> '$.because.kind', 'name', limits ->> '$.because.name') END))
WHERE json_valid(limits);
ALTER TABLE sessions RENAME COLUMN summaryTrust TO summaryLimits;
UPDATE sessions SET summaryLimits = json_array(json_object('trust', summaryLimits, 'by', json_object('kind', 'summary')))
WHERE summaryLimits IS NOT NULL;
CREATE TABLE fileLimits (
  digest TEXT PRIMARY KEY,
  limits TEXT NOT NULL,
  at TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;

/** Version 45: the number of starts of a turn. */
const attemptsOfTurns = `
ALTER TABLE turns ADD COLUMN attempt INTEGER;
`;

/** Version 46: the replies of one conversation keep their order; other deliveries to an address pass each other. */
const lanesOfDeliveries = `
DROP INDEX IF EXISTS deliveriesWaiting;
CREATE INDEX deliveriesWaiting ON deliveries(channel, address, ord, state, nextAttemptAt, createdAt, session, turnId, runId)
  WHERE state IN ('queued', 'sending');
`;

/** Version 47: the operator named the address of a turn's reply. */
const addressedTurns = `
ALTER TABLE turns ADD COLUMN addressed INTEGER;
`;

export const MIGRATIONS: Migrations = [
  FIRST_VERSION,
  inboxAndLedger,
  sentIds,
  origins,
  partsAndNags,
  changedMessages,
  thoughts,
  snoozes,
  fewerIndexes,
  oneIndexOfReminders,
  indexOfFewRuns,
  wordsByHand,
  eventsInLines,
  indexOfDiscarded,
  reflections,
  alarms,
  beginnings,
  clearedReplies,
  needsOfDeliveries,
  askedReminders,
  secondTries,
  unreadableRows,
  lateDeliveries,
  dismissedRows,
  framesAsData,
  recurringReminders,
  retriesAndCosts,
  httpRequests,
  madeConversations,
  wakesOut,
  escalations,
  trustOfTexts,
  indexOfSeries,
  forcedRuns,
  channelsOfMessages,
  quietHours,
  delegations,
  detailsOfMessages,
  urgentCalls,
  calledPeople,
  tokensByTime,
  instantsInMs,
  occurrenceInMs,
  limitsOfTexts,
  attemptsOfTurns,
  lanesOfDeliveries,
  addressedTurns,
];
