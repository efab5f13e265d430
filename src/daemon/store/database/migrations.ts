// The database schema as numbered steps. Never edit a released step; add a new one at the end. Columns have the names
// of their fields. Instants are ISO 8601 texts, which sort chronologically.
import {FIRST_CONVERSATIONS} from './first-conversations.ts';
import {FIRST_DELIVERIES} from './first-deliveries.ts';

/** The first step makes `FIRST_VERSION`; each further one migrates to the next version, in one transaction. */
export type Migrations = readonly string[];

/** Stored in the file header, to recognize Rooster's databases. */
export const APPLICATION_ID = 0x526f6f73;

/** Databases from before are opened by the commit of this version, and then by this program. */
export const FIRST_VERSION = 43;
const FIRST_COMMIT = '67feaf30';

/** The version after all of these steps. */
export const versionAfter = (migrations: Migrations): number => FIRST_VERSION + migrations.length - 1;

/** The reason why a database of a version can't be used, as a part of a sentence. Undefined if it can. */
export const whyTooOld = (version: number): string | undefined =>
  version >= FIRST_VERSION
    ? undefined
    : `it has version ${version}, and this Rooster opens version ${FIRST_VERSION} and newer: start Rooster of commit ${FIRST_COMMIT} once, which updates it`;

/**
 * Version 44: the texts from elsewhere that turns, summaries and messages hold, each with its trust and where it is
 * from.
 */
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

/**
 * Version 48: an item of the inbox is what the channel read. Signal kept its envelopes unread, so these stay a line,
 * which the channel reads when it needs them.
 */
const eventsOfInbox = `
ALTER TABLE inbox ADD COLUMN event TEXT;
UPDATE inbox SET event = CASE WHEN channel = 'signal' THEN json_object('kind', 'line', 'line', raw) ELSE raw END
WHERE raw <> '' AND (channel = 'signal' OR json_valid(raw));
ALTER TABLE inbox DROP COLUMN raw;
`;

/** Version 49: a reminder that is a timer. */
const timers = `
ALTER TABLE reminders ADD COLUMN timer INTEGER NOT NULL DEFAULT 0;
CREATE INDEX remindersTimers ON reminders(state, fireAt, ord) WHERE timer = 1;
`;

/** Version 50: a reminder that rings until it is answered. */
const untilAnswered = `
ALTER TABLE reminders ADD COLUMN untilAnswered INTEGER NOT NULL DEFAULT 0;
`;

/** Version 51: a paused series goes on by itself at an instant. */
const endsOfPauses = `
ALTER TABLE reminders ADD COLUMN pausedUntil TEXT;
CREATE INDEX remindersToResume ON reminders(pausedUntil) WHERE pausedUntil IS NOT NULL;
`;

/** Version 52: a reminder waits for an event instead of a time. */
const eventsOfReminders = `
ALTER TABLE reminders ADD COLUMN startsOn TEXT;
ALTER TABLE reminders ADD COLUMN event TEXT;
CREATE INDEX remindersOnEvents ON reminders(state, ord) WHERE startsOn IS NOT NULL;
`;

/** Version 53: a series that follows its person, or stays with a place. */
const followedPeople = `
ALTER TABLE reminders ADD COLUMN follows TEXT;
CREATE INDEX remindersFollowing ON reminders(follows, ord) WHERE follows = 'person';
`;

/**
 * Version 54: a reminder is for a person, so addresses that nobody chose are chosen when it rings. The direct chat in
 * which it was asked for is kept.
 */
const addressesWhenDue = `
ALTER TABLE reminders ADD COLUMN origin TEXT;
UPDATE reminders SET origin = (
  SELECT replyTo FROM turns
  WHERE turns.id = reminders.turnId AND replyTo NOT LIKE 'terminal:%' AND reminders.delivery = json_array(replyTo)
) WHERE addressed = 0 AND turnId IS NOT NULL;
UPDATE reminders SET delivery = '[]'
WHERE addressed = 0 AND (repeat IS NOT NULL OR state IN ('pending', 'paused', 'waiting'));
`;

/** Version 55: what was set keeps the origins of its text, also after its turn is gone. */
const limitsOfWhatWasSet = `
ALTER TABLE reminders ADD COLUMN limits TEXT;
ALTER TABLE alarms ADD COLUMN limits TEXT;
UPDATE reminders SET limits = (SELECT limits FROM turns WHERE turns.id = reminders.turnId) WHERE turnId IS NOT NULL;
UPDATE alarms SET limits = (SELECT limits FROM turns WHERE turns.id = alarms.turnId) WHERE turnId IS NOT NULL;
`;

/** Version 56: calls that a person has to allow, and what was allowed for good. */
const approvals = `
CREATE TABLE approvals (
  ord INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  session TEXT NOT NULL,
  turnId TEXT NOT NULL,
  callId TEXT NOT NULL,
  tool TEXT NOT NULL,
  arguments TEXT NOT NULL,
  digest TEXT NOT NULL,
  effect TEXT NOT NULL,
  effects TEXT NOT NULL,
  after TEXT,
  asks TEXT NOT NULL,
  askedAt TEXT NOT NULL,
  deadlineAt TEXT NOT NULL,
  state TEXT NOT NULL,
  answeredAt TEXT,
  by TEXT,
  way TEXT,
  rule TEXT,
  UNIQUE (turnId, callId)
);
CREATE INDEX approvalsOpen ON approvals(ord) WHERE state = 'open';
CREATE TABLE approvalRules (
  ord INTEGER PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  kind TEXT NOT NULL,
  tool TEXT NOT NULL,
  scope TEXT NOT NULL,
  allows TEXT NOT NULL,
  session TEXT,
  endsAt TEXT,
  createdAt TEXT NOT NULL,
  by TEXT NOT NULL,
  approval TEXT NOT NULL
);
`;

/** Version 57: notes that a reflection proposes. */
const proposals = `
ALTER TABLE approvals ADD COLUMN proposed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE approvals ADD COLUMN result TEXT;
CREATE INDEX approvalsAccepted ON approvals(ord) WHERE proposed = 1 AND state = 'approved' AND result IS NULL;
`;

/** Version 58: the language of a question on the phone. */
const languagesOfQuestions = `
ALTER TABLE approvals ADD COLUMN language TEXT;
`;

/** Version 59: a rule's `*` that a person typed. */
const patternsOfRules = `
ALTER TABLE approvalRules ADD COLUMN pattern INTEGER NOT NULL DEFAULT 0;
`;

/**
 * Version 60: the oldest version whose program may still write here. A step that adds leaves it, so that an update can
 * be taken back. A step that such a program could not live with raises it, at the earliest one release later.
 */
const readableFrom = `
CREATE TABLE schema (version INTEGER NOT NULL, readableFrom INTEGER NOT NULL) STRICT;
INSERT INTO schema VALUES (60, 60);
`;

/** Version 61: everybody's reminders in the order of their hours, however many people there are. */
const remindersOfEverybody = `
CREATE INDEX remindersByHour ON reminders(state, fireAt);
`;

/** The first version that says the oldest one. Each later step stores its own version beside it. */
export const FIRST_THAT_SAYS = 60;

export const MIGRATIONS: Migrations = [
  FIRST_CONVERSATIONS + FIRST_DELIVERIES,
  limitsOfTexts,
  attemptsOfTurns,
  lanesOfDeliveries,
  addressedTurns,
  eventsOfInbox,
  timers,
  untilAnswered,
  endsOfPauses,
  eventsOfReminders,
  followedPeople,
  addressesWhenDue,
  limitsOfWhatWasSet,
  approvals,
  proposals,
  languagesOfQuestions,
  patternsOfRules,
  readableFrom,
  remindersOfEverybody,
];
