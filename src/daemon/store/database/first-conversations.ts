// The schema of version 43, the oldest that still opens: conversations, and what happens at a time. It is released:
// never edit it. New steps go to migrations.ts. Columns have the names of their fields. Instants are ISO 8601 texts,
// which sort chronologically.

export const FIRST_CONVERSATIONS = `
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
  -- The last message (its ord) that a reset took out of the conversation
  resetTo INTEGER NOT NULL DEFAULT 0,
  -- The last message (its ord) that a client has shown
  readTo INTEGER NOT NULL DEFAULT 0,
  messages INTEGER NOT NULL,
  unread INTEGER NOT NULL,
  archived INTEGER NOT NULL DEFAULT 0,
  model TEXT,
  titling TEXT,
  origin TEXT,
  earlier TEXT,
  madeWith TEXT,
  summaryTrust TEXT,
  trustedAt TEXT
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX sessionsByKey ON sessions(madeWith) WHERE madeWith IS NOT NULL;

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
  tool TEXT,
  frame TEXT,
  runId TEXT,
  attachments TEXT,
  thinking TEXT,
  payload TEXT,
  copyOf TEXT,
  trust TEXT,
  channel TEXT,
  details TEXT
) STRICT;
CREATE UNIQUE INDEX messagesByKey ON messages(key) WHERE key IS NOT NULL;
CREATE INDEX messagesOfSession ON messages(session);
CREATE INDEX messagesInContext ON messages(session, place);
CREATE INDEX messagesOfTurn ON messages(turnId) WHERE turnId IS NOT NULL;
CREATE INDEX messagesOfRun ON messages(runId) WHERE runId IS NOT NULL;
CREATE INDEX messagesCopied ON messages(copyOf) WHERE copyOf IS NOT NULL;
CREATE INDEX messagesWithFiles ON messages(ord) WHERE attachments IS NOT NULL;

-- The search index. A statement of its own fills it, because with a trigger SQLite would flush it at each message. It removes
-- deleted text at once instead of at its next merge.
CREATE VIRTUAL TABLE messageWords USING fts5(
  text, content='messages', content_rowid='ord', columnsize=0, tokenize='unicode61 remove_diacritics 2'
);
CREATE TRIGGER messageWordsRemoved AFTER DELETE ON messages WHEN old.text <> '' BEGIN
  INSERT INTO messageWords(messageWords, rowid, text) VALUES ('delete', old.ord, old.text);
END;
CREATE TRIGGER messageWordsChanged AFTER UPDATE OF text ON messages BEGIN
  INSERT INTO messageWords(messageWords, rowid, text) SELECT 'delete', old.ord, old.text WHERE old.text <> '';
  INSERT INTO messageWords(rowid, text) SELECT new.ord, new.text WHERE new.text <> '';
END;
INSERT INTO messageWords(messageWords, rank) VALUES ('secure-delete', 1);

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
  outputTokens INTEGER,
  retry TEXT,
  readLimit TEXT,
  replyTo TEXT
) STRICT;
CREATE INDEX turnsToEnd ON turns(state) WHERE state <> 'ended';
CREATE INDEX turnsOfJob ON turns(sourceName, sourceKind) WHERE sourceKind <> 'user';
CREATE INDEX turnsToRetry ON turns(retry) WHERE retry IN ('waiting', 'due');
CREATE INDEX turnsByWaking ON turns(session, queuedAt)
  WHERE sourceKind IN ('alarm', 'wake', 'session', 'delegation', 'broadcast');
CREATE INDEX turnTokens ON turns(queuedAt, inputTokens, outputTokens) WHERE inputTokens IS NOT NULL;

-- One index by state, person and time, written once per change. Above 0 in the index of series are those whose rule depends
-- on the place or the holidays in the configuration.
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
  runId TEXT,
  turnId TEXT,
  nagMs INTEGER,
  nags INTEGER NOT NULL DEFAULT 0,
  nextNagAt TEXT,
  snoozedAt TEXT,
  asked TEXT,
  repeat TEXT,
  missed TEXT,
  next TEXT,
  passed INTEGER,
  occurrence TEXT,
  skipped TEXT,
  addressed INTEGER NOT NULL DEFAULT 0,
  urgent INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX remindersByKey ON reminders(key) WHERE key IS NOT NULL;
CREATE INDEX remindersOfTurn ON reminders(turnId) WHERE turnId IS NOT NULL;
CREATE INDEX remindersToNag ON reminders(nextNagAt) WHERE nextNagAt IS NOT NULL;
CREATE INDEX remindersInState ON reminders(state, user, fireAt);
CREATE INDEX remindersThatRepeat ON reminders(instr(repeat, ';X-SUN=') + instr(repeat, ';X-WORKDAYS='))
  WHERE repeat IS NOT NULL;

-- dueAt is the alarm's next check, NULL once it has ended. asked is the requested time of an alarm with a key.
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
  endedAt TEXT,
  deliver TEXT,
  conversation TEXT,
  urgent INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE UNIQUE INDEX alarmsByKey ON alarms(user, key) WHERE key IS NOT NULL AND state = 'active';
CREATE INDEX alarmsDue ON alarms(dueAt) WHERE state = 'active';
CREATE INDEX alarmsOfUser ON alarms(user, dueAt) WHERE state = 'active';
CREATE INDEX alarmsOver ON alarms(endedAt) WHERE endedAt IS NOT NULL;
CREATE INDEX alarmsOfTurn ON alarms(turnId) WHERE turnId IS NOT NULL;

-- A run is found by its claimed instant; most are of reminders and found in the order of all runs.
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
  schedule TEXT,
  seenTo TEXT,
  todos TEXT,
  beganAt TEXT,
  retries INTEGER NOT NULL DEFAULT 0,
  retryAt TEXT,
  tokens TEXT,
  cost TEXT,
  forced INTEGER NOT NULL DEFAULT 0,
  delegated TEXT,
  UNIQUE (kind, name, scheduledFor)
) STRICT;
CREATE INDEX runsRunning ON runs(ord) WHERE status = 'running';
CREATE INDEX runsOfJobs ON runs(kind) WHERE kind <> 'reminder';

-- Pre-tool output of active runs.
CREATE TABLE preToolOutputs (
  runId TEXT NOT NULL,
  position INTEGER NOT NULL,
  output TEXT,
  PRIMARY KEY (runId, position)
) STRICT, WITHOUT ROWID;
`;
