// The schema's steps to versions 2 to 14. All are released: never edit one. New steps go to migrations.ts.

/** Version 2: the inbox of received messages, and the ledger of the newest message each way per address. */
export const inboxAndLedger = `
CREATE TABLE inbox (
  ord INTEGER PRIMARY KEY AUTOINCREMENT,
  channel TEXT NOT NULL,
  author TEXT NOT NULL,
  timestamp INTEGER NOT NULL,          -- the author's own clock: a part of the message's identity, not an instant of ours
  chat TEXT NOT NULL,
  raw TEXT NOT NULL,
  receivedAt TEXT NOT NULL,
  state TEXT NOT NULL,
  because TEXT,
  settledAt TEXT,
  receipt TEXT NOT NULL,
  UNIQUE (channel, author, timestamp, chat)
) STRICT;
CREATE INDEX inboxWaiting ON inbox(channel, ord) WHERE state = 'received';
CREATE INDEX inboxReceiptsOwed ON inbox(channel, ord) WHERE receipt = 'owed';
CREATE INDEX inboxOfChat ON inbox(channel, chat);
CREATE INDEX inboxSettled ON inbox(settledAt) WHERE settledAt IS NOT NULL;

CREATE TABLE ledger (
  address TEXT PRIMARY KEY,
  inAt TEXT,
  inId TEXT,
  outAt TEXT,
  outId TEXT
) STRICT, WITHOUT ROWID;
`;

/** Version 3: the channel's ids of sent messages. Receipts, reactions, quotes and edits name deliveries by them. */
export const sentIds = `
CREATE TABLE sentIds (
  channel TEXT NOT NULL,
  channelId TEXT NOT NULL,
  delivery TEXT NOT NULL,
  part INTEGER NOT NULL,               -- a long text leaves in several messages
  PRIMARY KEY (channel, channelId, delivery)
) STRICT, WITHOUT ROWID;
CREATE INDEX sentIdsOfDelivery ON sentIds(delivery, part);
`;

/** Matches a text that starts with an introduction for the model. */
const framed = (text: string): string =>
  `sourceKind IN ('cron', 'reminder') AND role = 'user' AND instr(${text}, ']' || char(10) || char(10)) > 0 AND ` +
  `(${text} LIKE '[Scheduled task "%' OR ${text} LIKE '[This is a scheduled reminder%')`;

/**
 * Version 4: the run of a message and its text for the model, the turn that set a reminder, the cause of a run. Older messages get the
 * run of their job that started last before them.
 */
export const origins = `
ALTER TABLE messages ADD COLUMN frame TEXT;
ALTER TABLE messages ADD COLUMN runId TEXT;
ALTER TABLE reminders ADD COLUMN turnId TEXT;
ALTER TABLE runs ADD COLUMN schedule TEXT;
CREATE INDEX messagesOfRun ON messages(runId) WHERE runId IS NOT NULL;
CREATE INDEX remindersOfTurn ON reminders(turnId) WHERE turnId IS NOT NULL;
CREATE INDEX runsEnded ON runs(kind, ord) WHERE status <> 'running';
UPDATE messages SET runId = (
  SELECT id FROM runs WHERE runs.name = messages.sourceName AND +runs.kind = messages.sourceKind AND runs.startedAt <= messages.at
  ORDER BY runs.ord DESC LIMIT 1
) WHERE sourceKind IN ('cron', 'reminder') AND sourceName IS NOT NULL;
INSERT INTO messageWords(messageWords, rowid, text) SELECT 'delete', ord, text FROM messages WHERE ${framed('text')};
UPDATE messages SET
  frame = substr(text, 1, instr(text, ']' || char(10) || char(10))),
  text = substr(text, instr(text, ']' || char(10) || char(10)) + 3)
WHERE ${framed('text')};
INSERT INTO messageWords(rowid, text) SELECT ord, text FROM messages WHERE frame IS NOT NULL AND text <> '';
`;

/** Version 5: options and progress of a delivery, and reminders that repeat until they are answered. */
export const partsAndNags = `
ALTER TABLE deliveries ADD COLUMN plain INTEGER NOT NULL DEFAULT 0;
ALTER TABLE deliveries ADD COLUMN quote TEXT;
ALTER TABLE deliveries ADD COLUMN files TEXT;
ALTER TABLE deliveries ADD COLUMN missed TEXT;
ALTER TABLE deliveries ADD COLUMN doubts INTEGER NOT NULL DEFAULT 0;
ALTER TABLE reminders ADD COLUMN nagMs INTEGER;
ALTER TABLE reminders ADD COLUMN nags INTEGER NOT NULL DEFAULT 0;
ALTER TABLE reminders ADD COLUMN nextNagAt TEXT;
CREATE INDEX remindersToNag ON reminders(nextNagAt) WHERE nextNagAt IS NOT NULL;
`;

/** Version 6: messages with files, and edited or deleted messages. */
export const changedMessages = `
ALTER TABLE messages ADD COLUMN attachments TEXT;
CREATE TRIGGER messageWordsChanged AFTER UPDATE OF text ON messages BEGIN
  INSERT INTO messageWords(messageWords, rowid, text) SELECT 'delete', old.ord, old.text WHERE old.text <> '';
  INSERT INTO messageWords(rowid, text) SELECT new.ord, new.text WHERE new.text <> '';
END;
`;

/** Version 7: a model's thinking. */
export const thoughts = `
ALTER TABLE messages ADD COLUMN thinking TEXT;
`;

/** Version 8: when a reminder was snoozed. */
export const snoozes = `
ALTER TABLE reminders ADD COLUMN snoozedAt TEXT;
`;

/**
 * Version 9: fewer indexes on runs, one per kind of query. A job's runs are found by their unique claimed instant; the runs of a kind
 * are in order of their start.
 */
export const fewerIndexes = `
DROP INDEX runsByName;
DROP INDEX runsByStatus;
DROP INDEX runsEnded;
CREATE INDEX runsRunning ON runs(ord) WHERE status = 'running';
`;

/**
 * Version 10: one index of reminders by state, person and time, written once per change. The reminders of all people are read person by
 * person.
 */
export const oneIndexOfReminders = `
DROP INDEX remindersPending;
DROP INDEX remindersNotPending;
DROP INDEX remindersOfUser;
CREATE INDEX remindersInState ON reminders(state, user, fireAt);
`;

/** Version 11: most runs are of reminders and found in the order of all runs. The few others have their own index. */
export const indexOfFewRuns = `
DROP INDEX runsByKind;
CREATE INDEX runsOfJobs ON runs(kind) WHERE kind <> 'reminder';
`;

/**
 * Version 12: the search index is filled by a statement of its own. With a trigger, SQLite would flush the index at each message
 * instead of once per transaction.
 */
export const wordsByHand = `
DROP TRIGGER messageWordsAdded;
`;

/** Version 13: a row holds the events of one transaction, one per line, under the number of the last. Existing rows hold one event. */
export const eventsInLines = `
ALTER TABLE events RENAME COLUMN event TO lines;
`;

/** Version 14: an index of discarded deliveries, which are pruned like those that arrived. */
export const indexOfDiscarded = `
CREATE INDEX deliveriesDiscarded ON deliveries(state) WHERE state = 'dead' AND lastError = 'discarded by hand';
`;
