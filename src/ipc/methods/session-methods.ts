// The methods about conversations and the messages in them.
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
  /** Messages older than `before`, or newer than `after`, or the first of all (`oldest`), oldest first; else the newest `limit`. */
  /** `more`: there are further messages in the direction that was read. `turns`: those of the page's messages that failed or were aborted, so that their sentence is shown again later. */
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
  /** What the same injection would be and do; nothing is changed by asking. */
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
  /** Puts the operator's words into a session and starts no turn: the next one reads them. */
  'session.record': method({session: sessionKey, text}, returns<{messageId: MessageId}>()),
  /** Aborts the running turn; what waits behind it stays. */
  'session.stop': method({session: sessionKey}, returns<Empty>()),
  'session.reset': method({session: sessionKey}, returns<Empty>()),
  'session.compact': method({session: sessionKey}, returns<Empty>()),
  /** What it is called, in one line; with an empty title it has its own again. */
  'session.rename': method({session: sessionKey, title: nameOrEmpty}, returns<Empty>()),
  /** The person has seen everything up to and including this message. */
  'session.read': method({session: sessionKey, upTo: id('msg')}, returns<Empty>()),
  /** Takes back a message whose turn has not started yet. */
  'session.retract': method({session: sessionKey, turnId: id('turn')}, returns<{text: string}>()),
  /**
   * Messages that have all the words, the last one as the beginning of one; newest first. With `literal` those of one session,
   * since it was last started over, that have the text as it stands, within words too; `before` goes on behind a message.
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
