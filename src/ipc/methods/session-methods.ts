// The methods about conversations and their messages.
import type {Wire} from '../../shared/events/wire.ts';
import type {MessageId, TurnId} from '../../shared/records/ids.ts';
import type {InjectionPreview} from '../../shared/records/injection.ts';
import type {Message} from '../../shared/records/message.ts';
import type {Session} from '../../shared/records/session.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Turn} from '../../shared/records/turn.ts';
import {literalInSession, oneDirection} from '../checks.ts';
import {flag, id, name, nameOrEmpty, optional, sessionKey, text, trust} from '../fields.ts';
import {type Empty, method, returns} from '../method.ts';
import {limit} from '../repeated-fields.ts';

export const SESSION_METHODS = {
  'session.list': method({}, returns<{sessions: readonly Wire<Session>[]}>()),
  /** Messages older than `before`, or newer than `after`, or the first ones (`oldest`), oldest first; by default the newest `limit`. */
  /**
   * `more`: further messages exist in this direction. `turns`: failed and aborted turns of the page's messages, so that clients can show
   * their errors.
   */
  'session.history': method(
    {
      session: sessionKey,
      before: optional(id('msg')),
      after: optional(id('msg')),
      oldest: optional(flag),
      limit,
    },
    returns<{messages: readonly Wire<Message>[]; more: boolean; turns?: readonly Wire<Turn>[]}>(),
    oneDirection,
  ),
  'session.send': method(
    {session: optional(sessionKey), text, key: optional(name)},
    returns<{session: SessionKey; turnId: TurnId}>(),
  ),
  'session.inject': method(
    {
      session: sessionKey,
      text,
      trust: optional(trust),
      channel: optional(name),
      deliver: optional(flag),
      key: optional(name),
    },
    returns<{session: SessionKey; turnId: TurnId}>(),
  ),
  /** A dry run of `session.inject`; changes nothing. */
  'session.preview': method(
    {
      session: sessionKey,
      text,
      trust: optional(trust),
      channel: optional(name),
      deliver: optional(flag),
    },
    returns<InjectionPreview>(),
  ),
  /** Adds the operator's text to a session without a turn: the next turn reads it. */
  'session.record': method({session: sessionKey, text}, returns<{messageId: MessageId}>()),
  /** Aborts the running turn; queued turns stay. */
  'session.stop': method({session: sessionKey}, returns<Empty>()),
  'session.reset': method({session: sessionKey}, returns<Empty>()),
  'session.compact': method({session: sessionKey}, returns<Empty>()),
  /** Sets the title, one line; an empty title restores the default. */
  'session.rename': method({session: sessionKey, title: nameOrEmpty}, returns<Empty>()),
  /** Marks everything up to and including this message as seen. */
  'session.read': method({session: sessionKey, upTo: id('msg')}, returns<Empty>()),
  /** Withdraws a message whose turn has not started. */
  'session.retract': method({session: sessionKey, turnId: id('turn')}, returns<{text: string}>()),
  /**
   * Messages with all words (the last one may be a prefix), newest first. `literal`: messages of one session since its last reset that
   * contain the exact text, also inside words; `before` continues after a message.
   */
  'message.search': method(
    {
      text,
      session: optional(sessionKey),
      limit,
      literal: optional(flag),
      before: optional(id('msg')),
    },
    returns<{messages: readonly Wire<Message>[]}>(),
    literalInSession,
  ),
};
