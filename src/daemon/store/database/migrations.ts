// The shape of the database, as the numbered steps that lead to it. A step that has shipped is never edited: a change of shape is
// a new step at the end. Columns bear the names of the fields they keep; instants are ISO 8601 texts, which sort as they should.
import {FIRST_VERSION} from './first-version.ts';

/** Each brings a database from the version of its index to the next one, in one transaction. */
export type Migrations = readonly string[];

/** Written into the file's header, so that another program's database is told from ours. */
export const APPLICATION_ID = 0x526f6f73;

/** Version 2: the inbox of what was received on channels, and the ledger of the newest message each way of every address. */
const inboxAndLedger = `
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

/** Version 3: the ids a channel gave to what it sent, by which receipts, reactions, quotes and edits name a delivery. */
const sentIds = `
CREATE TABLE sentIds (
  channel TEXT NOT NULL,
  channelId TEXT NOT NULL,
  delivery TEXT NOT NULL,
  part INTEGER NOT NULL,               -- a long text leaves in several messages
  PRIMARY KEY (channel, channelId, delivery)
) STRICT, WITHOUT ROWID;
CREATE INDEX sentIdsOfDelivery ON sentIds(delivery, part);
`;

/** A text that opens with words that only the model was to read. */
const framed = (text: string): string =>
  `sourceKind IN ('cron', 'reminder') AND role = 'user' AND instr(${text}, ']' || char(10) || char(10)) > 0 AND ` +
  `(${text} LIKE '[Scheduled task "%' OR ${text} LIKE '[This is a scheduled reminder%')`;

/**
 * Version 4: which run a message belongs to, what was said to the model beside it, in which turn a reminder was set, what made a
 * run due. What older messages can be told of it is worked out once: their run is the one of their job that began last before them.
 */
const origins = `
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

/** Version 5: how a delivery is to leave and how far that went; reminders that are said again until they are answered. */
const partsAndNags = `
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

/** Version 6: messages that came with files, and messages whose words were replaced or taken back. */
const changedMessages = `
ALTER TABLE messages ADD COLUMN attachments TEXT;
CREATE TRIGGER messageWordsChanged AFTER UPDATE OF text ON messages BEGIN
  INSERT INTO messageWords(messageWords, rowid, text) SELECT 'delete', old.ord, old.text WHERE old.text <> '';
  INSERT INTO messageWords(rowid, text) SELECT new.ord, new.text WHERE new.text <> '';
END;
`;

/** Version 7: what a model thought before it spoke. */
const thoughts = `
ALTER TABLE messages ADD COLUMN thinking TEXT;
`;

/** Version 8: when a reminder was put off. */
const snoozes = `
ALTER TABLE reminders ADD COLUMN snoozedAt TEXT;
`;

/**
 * Version 9: a run is written into as few indexes as there are questions about runs. One job's runs are found by the instant they
 * claim, which is unique; the runs of a kind lie in the order in which they began.
 */
const fewerIndexes = `
DROP INDEX runsByName;
DROP INDEX runsByStatus;
DROP INDEX runsEnded;
CREATE INDEX runsRunning ON runs(ord) WHERE status = 'running';
`;

/**
 * Version 10: a reminder stands in one index for its state, its person and its hour together, which is written once when it is set
 * and once with each step it takes. Everybody's reminders are those of each person in turn.
 */
const oneIndexOfReminders = `
DROP INDEX remindersPending;
DROP INDEX remindersNotPending;
DROP INDEX remindersOfUser;
CREATE INDEX remindersInState ON reminders(state, user, fireAt);
`;

/**
 * Version 11: where runs are many, they are runs of reminders: those are found in the order of all, and only those of other kinds,
 * which are bounded by their jobs, stand in an index of their own.
 */
const indexOfFewRuns = `
DROP INDEX runsByKind;
CREATE INDEX runsOfJobs ON runs(kind) WHERE kind <> 'reminder';
`;

/**
 * Version 12: whoever adds a message adds its words to the index in a statement of its own. A trigger makes one statement of both,
 * and before each such statement the index writes down what it has gathered, instead of once in a transaction.
 */
const wordsByHand = `
DROP TRIGGER messageWordsAdded;
`;

/** Version 13: a row holds the events of one transaction, a line for each, under the number of the last. Those there were hold one. */
const eventsInLines = `
ALTER TABLE events RENAME COLUMN event TO lines;
`;

/** Version 14: deliveries that a person gave up stand in an index of their own, to be forgotten as those that arrived are. */
const indexOfDiscarded = `
CREATE INDEX deliveriesDiscarded ON deliveries(state) WHERE state = 'dead' AND lastError = 'discarded by hand';
`;

/** Version 15: which message a reflection sees up to, and what the agent planned to do in a run. */
const reflections = `
ALTER TABLE runs ADD COLUMN seenTo TEXT;
ALTER TABLE runs ADD COLUMN todos TEXT;
`;

/**
 * Version 16: alarms, which an agent sets for itself, and the data that comes with a message. `dueAt` is when an alarm is looked at
 * next; those that are over have none. `asked` is how the time was said where the alarm has a key.
 */
const alarms = `
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

/** Version 17: when the turn of a run began, which may have waited for others. Of what ran before nobody knows. */
const beginnings = `
ALTER TABLE runs ADD COLUMN beganAt TEXT;
`;

/** Version 18: up to when the messages of an address need no reply. */
const clearedReplies = `
ALTER TABLE ledger ADD COLUMN clearedAt TEXT;
`;

/** Version 19: what a person has to do about a delivery, and whether they gave it up, stand beside the reason. */
const needsOfDeliveries = `
ALTER TABLE deliveries ADD COLUMN needs TEXT;
ALTER TABLE deliveries ADD COLUMN discarded INTEGER NOT NULL DEFAULT 0;
UPDATE deliveries SET discarded = 1 WHERE state = 'dead' AND lastError = 'discarded by hand';
DROP INDEX deliveriesDiscarded;
CREATE INDEX deliveriesDiscarded ON deliveries(state) WHERE state = 'dead' AND discarded = 1;
`;

/** Version 20: what was asked for under the key of a reminder. Of older ones nobody knows. */
const askedReminders = `
ALTER TABLE reminders ADD COLUMN asked TEXT;
`;

/**
 * Version 21: what ended with the process or with the model, to be made good once: the output of pre-tools while their run works; turns
 * that are asked again; deliveries that answer nothing yet. The turns that alarms began are counted over a day.
 */
const secondTries = `
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

/** Version 22: rows that could not be read, each as JSON with the table that it stood in. */
const unreadableRows = `
CREATE TABLE setAside (
  ord INTEGER PRIMARY KEY,
  tableName TEXT NOT NULL,
  rowOrd INTEGER NOT NULL,
  rowId TEXT NOT NULL,
  reason TEXT NOT NULL,
  content TEXT NOT NULL
) STRICT;
`;

/** Version 23: when a delivery was due that comes late. */
const lateDeliveries = `
ALTER TABLE deliveries ADD COLUMN late TEXT;
`;

/** Version 24: an entry that could not be read stays, also after a person has dismissed it. */
const dismissedRows = `
ALTER TABLE setAside ADD COLUMN dismissedAt TEXT;
`;

/**
 * Version 25: how a text is to be taken is data. What older daemons wrote for the model stays as words; what they put in front of the
 * task of a job, in the message itself, is taken out of it.
 */
const framesAsData = `
UPDATE messages SET frame = json_object('kind', 'task', 'job', sourceName),
  text = substr(text, length('[Scheduled: ' || sourceName || ']') + 2)
WHERE sourceKind = 'cron' AND role = 'user' AND frame IS NULL AND text LIKE '[Scheduled: %'
  AND substr(text, 1, length(sourceName) + 14) = '[Scheduled: ' || sourceName || ']' || char(10);
UPDATE messages SET frame = json_object('kind', 'words', 'words',
  CASE WHEN frame LIKE '[%]' AND instr(substr(frame, 2), '[') = 0 THEN substr(frame, 2, length(frame) - 2) ELSE frame END)
WHERE frame IS NOT NULL AND json_valid(frame) = 0;
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
];
