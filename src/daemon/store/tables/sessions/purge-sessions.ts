// Deletes conversations for good. Records that outlive them (reminders, deliveries, runs) keep their keys and lose the conversation's text,
// so that nothing is sent or done twice.
import type {SessionKey} from '../../../../shared/records/session-key.ts';
import type {Purged, SessionStore} from '../../../ports/conversation-store.ts';
import {textIn} from '../../columns.ts';
import type {Database} from '../../database/database.ts';
import {overwriting} from '../../database/overwriting.ts';
import {createCursors} from '../cursors.ts';
import type {EventLog} from '../events.ts';

type PurgeDeps = {readonly database: Database; readonly events: Pick<EventLog, 'forgetAbout'>};

export const createPurge = ({database, events}: PurgeDeps): Pick<SessionStore, 'purge' | 'purged'> => {
  const cursors = createCursors(database);
  const named = database.query(NAMED);
  const changes = STEPS.map(step => database.query(step));
  const reminders = database.query(`UPDATE reminders SET sourceSession = ?2 WHERE sourceSession IN ${KEYS}`);
  const alarms = database.query(`UPDATE alarms SET session = ?2 WHERE session IN ${KEYS}`);

  const purged = {
    list: (): readonly SessionKey[] => {
      const kept: unknown = JSON.parse(cursors.get(PURGED) ?? '[]');
      return Array.isArray(kept) ? kept.map(key => String(key) as SessionKey) : [];
    },
    scrub: (): void => database.cutLog(),
    keep: (keys: readonly SessionKey[]): void => cursors.set(PURGED, JSON.stringify(keys)),
    forget: (keys: readonly SessionKey[]): void => purged.keep(purged.list().filter(key => !keys.includes(key))),
  };

  const purge = (keys: readonly SessionKey[], heir: SessionKey): Purged => {
    const list = JSON.stringify(keys);
    const ids = new Set(named.all(list).map(row => textIn(row, 'id')));
    for (const change of changes) change.run(list);
    purged.keep([...new Set([...purged.list(), ...keys])]);
    events.forgetAbout({sessions: new Set(keys), ids, heir});
    return {reminders: reminders.run(list, heir), alarms: alarms.run(list, heir)};
  };

  return {
    purged,
    purge: (keys, heir) => overwriting(database, () => purge(keys, heir)),
  };
};

const PURGED = 'sessions.purged';

const KEYS = '(SELECT value FROM json_each(?1))';
const TURNS = `(SELECT id FROM turns WHERE session IN ${KEYS})`;
const OF_DELIVERIES = `session IN ${KEYS} OR turnId IN ${TURNS}`;
const OF_RUNS = `session IN ${KEYS} OR kind IN ('heartbeat', 'reflection') AND name IN ${KEYS}`;

const NAMED = `
  SELECT id FROM messages WHERE session IN ${KEYS}
  UNION ALL SELECT id FROM turns WHERE session IN ${KEYS}
  UNION ALL SELECT id FROM deliveries WHERE ${OF_DELIVERIES}
  UNION ALL SELECT id FROM runs WHERE ${OF_RUNS}`;

/** In order: messages and turns are needed to find the other rows. */
const STEPS = [
  `UPDATE inbox SET raw = '' WHERE state <> 'received' AND chat || '/' || author || '/' || timestamp IN (
    SELECT key FROM messages WHERE session IN ${KEYS} AND key IS NOT NULL
  )`,
  `UPDATE deliveries SET state = 'dead', discarded = 1, nextAttemptAt = NULL
    WHERE state IN ('queued', 'sending') AND (${OF_DELIVERIES})`,
  `UPDATE deliveries SET text = '', quote = NULL, files = NULL, lastError = NULL WHERE ${OF_DELIVERIES}`,
  `UPDATE runs SET output = NULL, error = NULL, todos = NULL WHERE ${OF_RUNS}`,
  `UPDATE sessions SET earlier = (SELECT gone.earlier FROM sessions AS gone WHERE gone.key = sessions.earlier)
    WHERE earlier IN ${KEYS}`,
  `DELETE FROM messages WHERE session IN ${KEYS}`,
  `DELETE FROM turns WHERE session IN ${KEYS}`,
  `DELETE FROM marks WHERE name IN (SELECT 'edit.replaced:' || value FROM json_each(?1))`,
  `DELETE FROM sessions WHERE key IN ${KEYS}`,
];
