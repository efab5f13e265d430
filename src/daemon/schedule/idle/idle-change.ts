// Decides how a committed event changes a conversation's idle time. Only people end it: by their messages and the end
// of the turn that answers. Heartbeats, reminders, announcements and notes don't. Pure.
import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import {RUN_KIND_FACTS} from '../../../shared/records/jobs/run-kinds.ts';
import {kindOfSession, type SessionKey} from '../../../shared/records/session-key.ts';
import {type EpochMs, instantOfIso} from '../../../shared/time/time.ts';

type IdleChange =
  /** A person was active. */
  | {readonly kind: 'activity'; readonly session: SessionKey; readonly at: EpochMs}
  /** The conversation was started over and is empty. */
  | {readonly kind: 'emptied'; readonly session: SessionKey}
  /** Other work ended there, so waiting work may start. */
  | {readonly kind: 'free'; readonly session: SessionKey}
  | {readonly kind: 'began' | 'ended'; readonly session: SessionKey}
  /** The configured rules changed. */
  | {readonly kind: 'rules'};

/** Undefined if the event changes nothing. */
export const idleChange = (event: GatewayEvent): IdleChange | undefined => {
  switch (event.type) {
    case 'message.added': {
      const {session, at, role, source, turnId} = event.message;
      // An operator's note starts no turn and awaits no answer.
      const isPersons = source.kind === 'user' || (source.kind === 'operator' && turnId !== undefined);
      return role === 'user' && isPersons ? spoken(session, at) : undefined;
    }
    case 'turn.ended': {
      const {session, at, source} = event;
      if (session === undefined || !isWatched(session)) return undefined;
      return source.kind === 'user' || source.kind === 'operator' ? spoken(session, at) : {kind: 'free', session};
    }
    case 'session.created':
      // The moved messages were the latest ones from people.
      return event.state.origin?.how === 'cut' ? spoken(event.state.key, event.state.lastActivityAt) : undefined;
    case 'session.deleted':
    case 'session.reset':
      return event.session === undefined ? undefined : {kind: 'emptied', session: event.session};
    case 'run.started':
    case 'run.ended': {
      const {kind, name} = event.run;
      if (RUN_KIND_FACTS[kind].named !== 'by conversation') return undefined;
      return {kind: event.type === 'run.started' ? 'began' : 'ended', session: name as SessionKey};
    }
    case 'config.changed':
      return {kind: 'rules'};
    default:
      return undefined;
  }
};

const spoken = (session: SessionKey, iso: string): IdleChange | undefined => {
  const at = instantOfIso(iso);
  return at === undefined || !isWatched(session) ? undefined : {kind: 'activity', session, at};
};

/** Groups don't want unasked messages, and isolated sessions have no person. */
const isWatched = (session: SessionKey): boolean => {
  const kind = kindOfSession(session);
  return kind === 'main' || kind === 'person' || kind === 'chat' || kind === 'dm';
};
