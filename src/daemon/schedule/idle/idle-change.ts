// What a committed event says about how quiet a conversation is. Only people make it less quiet: their messages, and the end of
// the turn that answers them. A heartbeat's own words, a reminder, an announcement or a note do not. Pure.
import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import {RUN_KIND_FACTS} from '../../../shared/records/run-kinds.ts';
import {kindOfSession, type SessionKey} from '../../../shared/records/session-key.ts';
import {type EpochMs, instantOfIso} from '../../../shared/time/time.ts';

export type IdleChange =
  /** A person was there. */
  | {readonly kind: 'heard'; readonly session: SessionKey; readonly at: EpochMs}
  /** Its conversation was begun anew: there is nothing in it to look at. */
  | {readonly kind: 'emptied'; readonly session: SessionKey}
  /** Something else ended there: what waited for that may go on. */
  | {readonly kind: 'free'; readonly session: SessionKey}
  | {readonly kind: 'began' | 'ended'; readonly session: SessionKey}
  /** Other rules are in force. */
  | {readonly kind: 'rules'};

/** Undefined where it says nothing about that. */
export const idleChange = (event: GatewayEvent): IdleChange | undefined => {
  switch (event.type) {
    case 'message.added': {
      const {session, at, role, source, turnId} = event.message;
      // The operator's note starts no turn, and waits for nobody's answer.
      const isPersons = source.kind === 'user' || (source.kind === 'operator' && turnId !== undefined);
      return role === 'user' && isPersons ? heard(session, at) : undefined;
    }
    case 'turn.ended': {
      const {session, at, source} = event;
      if (session === undefined || !isWatched(session)) return undefined;
      return source.kind === 'user' || source.kind === 'operator' ? heard(session, at) : {kind: 'free', session};
    }
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

const heard = (session: SessionKey, iso: string): IdleChange | undefined => {
  const at = instantOfIso(iso);
  return at === undefined || !isWatched(session) ? undefined : {kind: 'heard', session, at};
};

/** In a group nobody wants to be spoken to unasked, and an isolated session has nobody in it. */
const isWatched = (session: SessionKey): boolean => {
  const kind = kindOfSession(session);
  return kind === 'main' || kind === 'dm';
};
