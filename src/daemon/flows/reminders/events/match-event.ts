// Decides which events start which reminders. Only messages of people and runs of jobs do. The agent's words, a
// reminder's and Rooster's own start nothing, so no reminder starts itself. A message counts only for those who may
// read it.
import type {GatewayEvent} from '../../../../shared/events/gateway-event.ts';
import type {Reminder, RunStatus} from '../../../../shared/records/jobs/jobs.ts';
import {isWatching, type RunEnding, type StartingEvent} from '../../../../shared/records/jobs/starting-event.ts';
import {kindOfSession, type SessionKey} from '../../../../shared/records/session-key.ts';
import {type EpochMs, instantOfIso} from '../../../../shared/time/time.ts';
import type {Core} from '../../../core.ts';
import type {Person} from '../../../routing/actor.ts';
import {mayFollow, type WatchedJobs} from './read-event.ts';

/** An event that can start reminders. `keptAt`: when it was stored. */
export type Happened = {readonly event: StartingEvent; readonly keptAt: EpochMs; readonly session: SessionKey};

/** Undefined for an event that starts nothing. */
export const happenedIn = (event: GatewayEvent): Happened | undefined => {
  const {seq} = event;
  const keptAt = instantOfIso(event.at) ?? 0;
  if (event.type === 'message.added') {
    const {id, role, source, session, turnId, details} = event.message;
    if (role !== 'user' || source.kind !== 'user' || source.name === undefined) return undefined;
    // It joined the running turn now, and was looked at when it came.
    if (details?.steers === true && event.cause === turnId) return undefined;
    const at = instantOfIso(event.message.at) ?? keptAt;
    return {event: {kind: 'message', id, who: source.name, at, seq}, keptAt, session};
  }
  if (event.type !== 'run.ended' || event.run.kind !== 'cron') return undefined;
  const {id, name, status, session} = event.run;
  const ending = ENDINGS[status];
  if (ending === undefined) return undefined;
  return {event: {kind: 'run', id, status: ending, who: name, at: keptAt, seq}, keptAt, session};
};

const ENDINGS: Readonly<Partial<Record<RunStatus, RunEnding>>> = {
  ran: 'ran',
  suppressed: 'ran',
  failed: 'failed',
  skipped: 'skipped',
};

/** True if the event starts the reminder now. */
export const startsIt = (deps: Core & WatchedJobs, reminder: Reminder, {event, session}: Happened): boolean => {
  const {on, paused, user, followed = {seq: 0}} = reminder;
  if (on === undefined || paused === true || !isWatching(reminder) || event.seq <= followed.seq) return false;
  const person = deps.people.person(user);
  if (person === undefined) return false;
  if (on.kind === 'run') {
    if (event.kind !== 'run' || event.who !== on.name) return false;
    const job = deps.watchedJobs().find(({name}) => name === on.name);
    const isMeant = on.status === undefined ? event.status !== 'skipped' : event.status === on.status;
    return isMeant && (job === undefined ? person.trust === 'full' : mayFollow(job, person));
  }
  if (event.kind !== 'message' || event.who === person.name) return false;
  if (on.from !== undefined && event.who !== on.from) return false;
  if (on.words !== undefined && !deps.store.messages.hasWords(event.id, on.words)) return false;
  return mayRead(deps, person, session);
};

/** With full trust everything, otherwise one's own conversations and the groups in which one has written. */
const mayRead = (
  {people, store}: Core,
  {name, trust}: Pick<Person, 'name' | 'trust'>,
  session: SessionKey,
): boolean => {
  if (trust === 'full') return true;
  return kindOfSession(session) === 'group'
    ? store.messages.hasWritten(session, name)
    : people.userIn(session) === name;
};
