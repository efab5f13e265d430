// Removes a deleted conversation's content from an event. Pure.
import type {GatewayEvent} from '../../../../shared/events/gateway-event.ts';
import type {SessionKey} from '../../../../shared/records/session-key.ts';
import {eventIn} from '../event-rows.ts';

export type DeletedSessions = {
  readonly sessions: ReadonlySet<SessionKey>;
  /** Their messages, turns, deliveries and runs. */
  readonly ids: ReadonlySet<string>;
  /** The conversation to which their reminders and alarms belong from now on. */
  readonly heir: SessionKey;
};

/** The stored line, unchanged if it isn't about them. */
export const withoutSession = (line: string, gone: DeletedSessions): string => {
  if (!mayConcern(line, gone)) return line;
  const event = eventIn(line);
  if (OUTLIVES.test(event.type)) return JSON.stringify(renamed(event, gone));
  if (!concerns(event, gone)) return line;
  return JSON.stringify({seq: event.seq, at: event.at, type: 'event.lost'});
};

/** The records that a line may name. */
export const idsIn = (line: string): readonly string[] => [...line.matchAll(ID)].map(([, id = '']) => id);

/** Looks at the text first, because parsing every event would take seconds. */
const mayConcern = (line: string, {sessions, ids}: DeletedSessions): boolean => {
  for (const key of sessions) if (line.includes(JSON.stringify(key))) return true;
  return idsIn(line).some(id => ids.has(id));
};

const concerns = (event: GatewayEvent, {sessions, ids}: DeletedSessions): boolean => {
  const named: Named = event;
  const records = [named.message, named.delivery, named.run, named.state];
  return (
    records.some(record => has(ids, record?.id) || has(sessions, record?.session) || has(sessions, record?.key)) ||
    [named.turnId, named.messageId].some(id => has(ids, id)) ||
    has(sessions, named.session)
  );
};

const has = (all: ReadonlySet<string>, key: string | undefined): boolean => key !== undefined && all.has(key);

/** The fields of an event that name records. */
type Named = {
  readonly session?: string;
  readonly turnId?: string;
  readonly messageId?: string;
  readonly message?: Identified;
  readonly delivery?: Identified;
  readonly run?: Identified;
  readonly state?: Identified;
};
type Identified = {readonly id?: string; readonly session?: string; readonly key?: string};

const renamed = (value: unknown, gone: DeletedSessions): unknown => {
  if (Array.isArray(value)) return value.map(item => renamed(item, gone));
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      SESSIONS.has(name) && has(gone.sessions, field) ? gone.heir : renamed(field, gone),
    ]),
  );
};

const SESSIONS: ReadonlySet<string> = new Set(['session', 'sourceSession']);
const OUTLIVES = /^(?:reminder|alarm|cron)\./u;
const ID = /"(?:id|turnId|messageId)":"((?:msg|turn|dlv|run)_[\w-]+)"/gu;
