// The schema's steps to versions 2 to 25. All are released: never edit one. New steps go to migrations.ts.

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

/** Version 15: the message up to which a reflection reads, and the agent's plan in a run. */
export const reflections = `
ALTER TABLE runs ADD COLUMN seenTo TEXT;
ALTER TABLE runs ADD COLUMN todos TEXT;
`;

/**
 * Version 16: alarms, which the agent sets for itself, and data attached to messages. `dueAt` is the alarm's next check, NULL once it
 * has ended. `asked` is the requested time of an alarm with a key.
 */
export const alarms = `
ALTER TABLE messages ADD COLUMN payload TEXT;
CREATE TABLE alarms (
  ord INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  state TEXT NOT NULL,
  at TEXT,
  cron TEXT,
  zone TEXT NOT NULL,
  nextAt TEXT,
  message TEXT NOT NULL,
  payload TEXT,
  session TEXT NOT NULL,
  user TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  turnId TEXT,
  key TEXT,
  asked TEXT,
  runId TEXT,
  retryAt TEXT,
  dueAt TEXT,
  failures INTEGER NOT NULL,
  lastError TEXT,
  lastFiredAt TEXT,
  skipped INTEGER NOT NULL,
  endedAt TEXT
) STRICT;
CREATE UNIQUE INDEX alarmsByKey ON alarms(user, key) WHERE key IS NOT NULL AND state = 'active';
CREATE INDEX alarmsDue ON alarms(dueAt) WHERE state = 'active';
CREATE INDEX alarmsOfUser ON alarms(user, dueAt) WHERE state = 'active';
CREATE INDEX alarmsOver ON alarms(endedAt) WHERE endedAt IS NOT NULL;
CREATE INDEX alarmsOfTurn ON alarms(turnId) WHERE turnId IS NOT NULL;
`;

/** Version 17: when the turn of a run started, which may be later than the run. Unknown for older runs. */
export const beginnings = `
ALTER TABLE runs ADD COLUMN beganAt TEXT;
`;

/** Version 18: the instant up to which an address's messages need no reply. */
export const clearedReplies = `
ALTER TABLE ledger ADD COLUMN clearedAt TEXT;
`;

/** Version 19: what a person has to do about a delivery, and whether they discarded it. */
export const needsOfDeliveries = `
ALTER TABLE deliveries ADD COLUMN needs TEXT;
ALTER TABLE deliveries ADD COLUMN discarded INTEGER NOT NULL DEFAULT 0;
UPDATE deliveries SET discarded = 1 WHERE state = 'dead' AND lastError = 'discarded by hand';
DROP INDEX deliveriesDiscarded;
CREATE INDEX deliveriesDiscarded ON deliveries(state) WHERE state = 'dead' AND discarded = 1;
`;

/** Version 20: the requested content behind a reminder's key. Unknown for older reminders. */
export const askedReminders = `
ALTER TABLE reminders ADD COLUMN asked TEXT;
`;

/**
 * Version 21: retries after a crash or a model failure: pre-tool output of active runs, turns to run again, deliveries that answer
 * nothing yet. Alarm turns are counted per day.
 */
export const secondTries = `
CREATE TABLE preToolOutputs (
  runId TEXT NOT NULL,
  position INTEGER NOT NULL,
  output TEXT,
  PRIMARY KEY (runId, position)
) STRICT, WITHOUT ROWID;
ALTER TABLE turns ADD COLUMN retry TEXT;
CREATE INDEX turnsToRetry ON turns(retry) WHERE retry IN ('waiting', 'due');
CREATE INDEX turnsOfAlarms ON turns(session, queuedAt) WHERE sourceKind = 'alarm';
ALTER TABLE deliveries ADD COLUMN holding INTEGER NOT NULL DEFAULT 0;
`;

/** Version 22: unreadable rows, each as JSON with the name of its table. */
export const unreadableRows = `
CREATE TABLE setAside (
  ord INTEGER PRIMARY KEY,
  tableName TEXT NOT NULL,
  rowOrd INTEGER NOT NULL,
  rowId TEXT NOT NULL,
  reason TEXT NOT NULL,
  content TEXT NOT NULL
) STRICT;
`;

/** Version 23: the due time of a late delivery. */
export const lateDeliveries = `
ALTER TABLE deliveries ADD COLUMN late TEXT;
`;

/** Version 24: a dismissed unreadable row is kept. */
export const dismissedRows = `
ALTER TABLE setAside ADD COLUMN dismissedAt TEXT;
`;

/**
 * Version 25: a message's frame is data. Older texts for the model stay as text, but the introductions of job tasks are removed from
 * their messages.
 */
export const framesAsData = `
UPDATE messages SET frame = json_object('kind', 'task', 'job', sourceName),
  text = substr(text, length('[Scheduled: ' || sourceName || ']') + 2)
WHERE sourceKind = 'cron' AND role = 'user' AND frame IS NULL AND text LIKE '[Scheduled: %'
  AND substr(text, 1, length(sourceName) + 14) = '[Scheduled: ' || sourceName || ']' || char(10);
UPDATE messages SET frame = json_object('kind', 'words', 'words',
  CASE WHEN frame LIKE '[%]' AND instr(substr(frame, 2), '[') = 0 THEN substr(frame, 2, length(frame) - 2) ELSE frame END)
WHERE frame IS NOT NULL AND json_valid(frame) = 0;
`;
