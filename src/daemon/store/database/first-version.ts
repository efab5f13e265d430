// Version 1 of the database. It has shipped: it is never edited.

/** Version 1: sessions, messages with their full-text index, turns, reminders, runs, deliveries, events, marks. */
export const FIRST_VERSION = `
CREATE TABLE sessions (
  key TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  title TEXT NOT NULL,
  user TEXT,
  trust TEXT NOT NULL,
  lastActivityAt TEXT NOT NULL,
  summary TEXT,
  summarizedTo TEXT,
  resetAt TEXT,
  resetTo INTEGER NOT NULL DEFAULT 0,  -- the last message (its ord) that a reset took out of the conversation
  readTo INTEGER NOT NULL DEFAULT 0,   -- the last message (its ord) that a client has shown
  messages INTEGER NOT NULL,
  unread INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- AUTOINCREMENT because marks point at ords: the number of a removed message must not be given to the next one.
-- place is where a message stands in the model's context: the ord of its turn's first message, or its own without a turn.
CREATE TABLE messages (
  ord INTEGER PRIMARY KEY AUTOINCREMENT,
  place INTEGER NOT NULL,
  id TEXT NOT NULL UNIQUE,
  key TEXT,
  session TEXT NOT NULL,
  role TEXT NOT NULL,
  text TEXT NOT NULL,
  at TEXT NOT NULL,
  turnId TEXT,
  sourceKind TEXT NOT NULL,
  sourceName TEXT,
  sourceChannel TEXT,
  toolCalls TEXT,
  tool TEXT
) STRICT;
CREATE UNIQUE INDEX messagesByKey ON messages(key) WHERE key IS NOT NULL;
CREATE INDEX messagesOfSession ON messages(session);
CREATE INDEX messagesInContext ON messages(session, place);
CREATE INDEX messagesOfTurn ON messages(turnId) WHERE turnId IS NOT NULL;

CREATE VIRTUAL TABLE messageWords USING fts5(
  text, content='messages', content_rowid='ord', columnsize=0, tokenize='unicode61 remove_diacritics 2'
);
CREATE TRIGGER messageWordsAdded AFTER INSERT ON messages WHEN new.text <> '' BEGIN
  INSERT INTO messageWords(rowid, text) VALUES (new.ord, new.text);
END;
CREATE TRIGGER messageWordsRemoved AFTER DELETE ON messages WHEN old.text <> '' BEGIN
  INSERT INTO messageWords(messageWords, rowid, text) VALUES ('delete', old.ord, old.text);
END;

CREATE TABLE turns (
  ord INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session TEXT NOT NULL,
  state TEXT NOT NULL,
  sourceKind TEXT NOT NULL,
  sourceName TEXT,
  sourceChannel TEXT,
  trust TEXT NOT NULL,
  user TEXT,
  promptChannel TEXT,
  deliver INTEGER NOT NULL,
  queuedAt TEXT NOT NULL,
  startedAt TEXT,
  endedAt TEXT,
  outcome TEXT,
  error TEXT,
  model TEXT,
  inputTokens INTEGER,
  outputTokens INTEGER
) STRICT;
CREATE INDEX turnsToEnd ON turns(state) WHERE state <> 'ended';
CREATE INDEX turnsOfJob ON turns(sourceName, sourceKind) WHERE sourceKind <> 'user';

CREATE TABLE reminders (
  ord INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  key TEXT,
  fireAt TEXT NOT NULL,
  message TEXT NOT NULL,
  mode TEXT NOT NULL,
  user TEXT,
  delivery TEXT NOT NULL,
  sourceSession TEXT NOT NULL,
  createdAt TEXT NOT NULL,
  state TEXT NOT NULL,
  zone TEXT NOT NULL,
  firedAt TEXT,
  runId TEXT
) STRICT;
CREATE UNIQUE INDEX remindersByKey ON reminders(key) WHERE key IS NOT NULL;
CREATE INDEX remindersPending ON reminders(fireAt) WHERE state = 'pending';
CREATE INDEX remindersNotPending ON reminders(state, fireAt) WHERE state <> 'pending';
CREATE INDEX remindersOfUser ON reminders(user, state, fireAt) WHERE user IS NOT NULL;

CREATE TABLE runs (
  ord INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  name TEXT NOT NULL,
  session TEXT NOT NULL,
  status TEXT NOT NULL,
  scheduledFor TEXT NOT NULL,
  startedAt TEXT NOT NULL,
  endedAt TEXT,
  attempt INTEGER NOT NULL,
  late INTEGER NOT NULL,
  output TEXT,
  error TEXT,
  UNIQUE (kind, name, scheduledFor)
) STRICT;
CREATE INDEX runsByName ON runs(name);
CREATE INDEX runsByKind ON runs(kind);
CREATE INDEX runsByStatus ON runs(status);

CREATE TABLE deliveries (
  ord INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  key TEXT NOT NULL UNIQUE,
  channel TEXT NOT NULL,
  address TEXT NOT NULL,
  text TEXT NOT NULL,
  state TEXT NOT NULL,
  attempts INTEGER NOT NULL,
  nextAttemptAt TEXT,
  lastError TEXT,
  runId TEXT,
  turnId TEXT,
  session TEXT,
  createdAt TEXT NOT NULL,
  sentAt TEXT,
  deliveredAt TEXT,
  readAt TEXT,
  repeat INTEGER NOT NULL
) STRICT;
CREATE INDEX deliveriesWaiting ON deliveries(channel, address, ord, state) WHERE state IN ('queued', 'sending');
CREATE INDEX deliveriesUnread ON deliveries(address) WHERE state NOT IN ('read', 'dead');
CREATE INDEX deliveriesOfRun ON deliveries(runId) WHERE runId IS NOT NULL;
CREATE INDEX deliveriesOfTurn ON deliveries(turnId) WHERE turnId IS NOT NULL;
CREATE INDEX deliveriesByState ON deliveries(state);

CREATE TABLE events (
  seq INTEGER PRIMARY KEY,
  event TEXT NOT NULL
) STRICT;

CREATE TABLE marks (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
`;
