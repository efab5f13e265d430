// The schema of version 43, continued: deliveries, received messages, and the daemon's own notes. Never edit it either.

export const FIRST_DELIVERIES = `
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
  repeat INTEGER NOT NULL,
  plain INTEGER NOT NULL DEFAULT 0,
  quote TEXT,
  files TEXT,
  missed TEXT,
  doubts INTEGER NOT NULL DEFAULT 0,
  needs TEXT,
  discarded INTEGER NOT NULL DEFAULT 0,
  holding INTEGER NOT NULL DEFAULT 0,
  late TEXT,
  wake TEXT,
  person TEXT
) STRICT;
CREATE INDEX deliveriesWaiting ON deliveries(channel, address, ord, state) WHERE state IN ('queued', 'sending');
CREATE INDEX deliveriesUnread ON deliveries(address) WHERE state NOT IN ('read', 'dead');
CREATE INDEX deliveriesOfRun ON deliveries(runId) WHERE runId IS NOT NULL;
CREATE INDEX deliveriesOfTurn ON deliveries(turnId) WHERE turnId IS NOT NULL;
CREATE INDEX deliveriesByState ON deliveries(state);
CREATE INDEX deliveriesDiscarded ON deliveries(state) WHERE state = 'dead' AND discarded = 1;

-- The channel's ids of sent messages. Receipts, reactions, quotes and edits name deliveries by them.
CREATE TABLE sentIds (
  channel TEXT NOT NULL,
  channelId TEXT NOT NULL,
  delivery TEXT NOT NULL,
  -- A long text leaves in several messages
  part INTEGER NOT NULL,
  PRIMARY KEY (channel, channelId, delivery)
) STRICT, WITHOUT ROWID;
CREATE INDEX sentIdsOfDelivery ON sentIds(delivery, part);

-- On which channels a person was tried, and what waits for the end of quiet hours.
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
  outcome TEXT,
  text TEXT,
  plain INTEGER NOT NULL DEFAULT 0,
  digest TEXT,
  urgent INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX escalationsDue ON escalations(nextAt) WHERE nextAt IS NOT NULL;
CREATE INDEX escalationsOfRun ON escalations(runId);
CREATE INDEX escalationsInDigest ON escalations(digest) WHERE digest IS NOT NULL;

CREATE TABLE inbox (
  ord INTEGER PRIMARY KEY AUTOINCREMENT,
  channel TEXT NOT NULL,
  author TEXT NOT NULL,
  -- The author's own clock: a part of the message's identity, not an instant of ours
  timestamp INTEGER NOT NULL,
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

-- The newest message each way per address. Messages up to clearedAt need no reply.
CREATE TABLE ledger (
  address TEXT PRIMARY KEY,
  inAt TEXT,
  inId TEXT,
  outAt TEXT,
  outId TEXT,
  clearedAt TEXT
) STRICT, WITHOUT ROWID;

-- Requests over HTTP, with the key under which each is answered once.
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

-- A row has the events of one transaction, one per line, under the number of the last.
CREATE TABLE events (
  seq INTEGER PRIMARY KEY,
  lines TEXT NOT NULL
) STRICT;

CREATE TABLE marks (
  name TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- Unreadable rows, each as JSON with the name of its table.
CREATE TABLE setAside (
  ord INTEGER PRIMARY KEY,
  tableName TEXT NOT NULL,
  rowOrd INTEGER NOT NULL,
  rowId TEXT NOT NULL,
  reason TEXT NOT NULL,
  content TEXT NOT NULL,
  dismissedAt TEXT
) STRICT;
`;
