// The methods about conversations, their messages, and delegated tasks.

import type {Wire} from '../../shared/fields/wire.ts';
import type {InjectionPreview} from '../../shared/records/delivery/injection.ts';
import type {MessageId, TurnId} from '../../shared/records/ids.ts';
import type {Run} from '../../shared/records/jobs/jobs.ts';
import type {Message} from '../../shared/records/message.ts';
import type {SentText} from '../../shared/records/message-details.ts';
import type {Session} from '../../shared/records/session.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Turn} from '../../shared/records/turn.ts';
import {HOUR, MINUTE} from '../../shared/time/time.ts';
import {literalInSession, oneDirection} from '../checks.ts';
import {
  address,
  enclosed,
  flag,
  id,
  integer,
  limit,
  name,
  nameOrEmpty,
  names,
  oneOf,
  optional,
  sessionKey,
  text,
  trust,
} from '../fields.ts';
import {type Empty, method, returns} from '../wire/index.ts';

export const SESSION_METHODS = {
  /** Last active first. `archived`: only the archived ones, instead of the others. */
  'session.list': method({archived: optional(flag)}, returns<{sessions: readonly Wire<Session>[]}>()),
  /**
   * Makes a conversation of the caller. Without a title, its first words become the title. A repeated `key` returns the
   * same one.
   */
  'session.create': method({title: optional(nameOrEmpty), key: optional(name)}, returns<Wire<Session>>()),
  /** A new conversation with copies of the messages up to `from`, by default all. The original stays as it is. */
  'session.fork': method(
    {session: sessionKey, from: optional(id('msg')), title: optional(nameOrEmpty), key: optional(name)},
    returns<Wire<Session>>(),
  ),
  /**
   * Takes a conversation out of the lists. `<agent>:main` is emptied instead: the result is the archived one with what
   * was said.
   */
  'session.archive': method({session: sessionKey}, returns<Wire<Session>>()),
  'session.restore': method({session: sessionKey}, returns<Wire<Session>>()),
  /**
   * Deletes a conversation for good: messages, turns, search index, events, copies, and the texts of its deliveries.
   * Its reminders and alarms belong to `heir` from now on.
   */
  'session.delete': method({session: sessionKey}, returns<{heir: SessionKey; reminders: number; alarms: number}>()),
  /** The model of this conversation; without `model`, the configured one. */
  'session.model': method({session: sessionKey, model: optional(name)}, returns<Wire<Session>>()),
  /**
   * Messages older than `before`, or newer than `after`, or the first ones (`oldest`), oldest first; by default the
   * newest `limit`. `more`: further messages exist in this direction. `turns`: failed and aborted turns of the page's
   * messages, so that clients can show their errors.
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
  /**
   * Sends a message of the person at the terminal. Responds when it is stored; the event `turn.ended` follows. `steer`:
   * joins a turn that the person started at the terminal and that still runs, before its next step; the message is then
   * retracted and added again with that turn. Otherwise it gets a turn of its own. `enclosed`: the parts of the text
   * that the person didn't write, in order; they keep the trust of what they are from.
   */
  'session.send': method(
    {session: optional(sessionKey), text, key: optional(name), steer: optional(flag), enclosed: optional(enclosed)},
    returns<{session: SessionKey; turnId: TurnId}>(),
  ),
  /** The operator's message. `replyTo` delivers the reply there; `deliver` delivers it to the session's own address. */
  'session.inject': method(
    {
      session: sessionKey,
      text,
      trust: optional(trust),
      channel: optional(name),
      deliver: optional(flag),
      replyTo: optional(address),
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
      replyTo: optional(address),
    },
    returns<InjectionPreview>(),
  ),
  /** Adds the operator's text to a session without a turn: the next turn reads it. */
  'session.record': method({session: sessionKey, text}, returns<{messageId: MessageId}>()),
  /** Aborts the running turn; queued turns stay. */
  'session.stop': method({session: sessionKey}, returns<Empty>()),
  /**
   * Empties the conversation. `archive`: what was said becomes an archived conversation, whose key is in the result
   * unless nothing was said.
   */
  'session.reset': method({session: sessionKey, archive: optional(flag)}, returns<{archived?: SessionKey}>()),
  /** Replaces the older messages of the agent's context by a summary. */
  'session.compact': method({session: sessionKey}, returns<Empty>()),
  /** The texts of programs that stand there now no longer limit the tools of later turns. */
  'session.trust': method({session: sessionKey}, returns<Empty>()),
  /** Sets the title, one line; an empty title restores the default. */
  'session.rename': method({session: sessionKey, title: nameOrEmpty}, returns<Empty>()),
  /** Marks everything up to and including this message as seen. */
  'session.read': method({session: sessionKey, upTo: id('msg')}, returns<Empty>()),
  /** Withdraws a message whose turn has not started. */
  'session.retract': method({session: sessionKey, turnId: id('turn')}, returns<SentText>()),
  /**
   * Messages with all words (the last one may be a prefix), newest first. `literal`: messages of one session since its
   * last reset that contain the exact text, also inside words; `before` continues after a message. `archived`: the
   * archived conversations among them.
   */
  'message.search': method(
    {
      text,
      session: optional(sessionKey),
      limit,
      literal: optional(flag),
      before: optional(id('msg')),
    },
    returns<{messages: readonly Wire<Message>[]; archived?: readonly SessionKey[]}>(),
    literalInSession,
  ),

  /**
   * Gives a task to an isolated conversation. The result comes back into `session`, by default the main one. A repeated
   * `key` is the same task.
   */
  'session.delegate': method(
    {
      session: optional(sessionKey),
      task: text,
      model: optional(name),
      tools: optional(names),
      limitMs: optional(integer(MINUTE, 2 * HOUR)),
      key: optional(name),
    },
    returns<Wire<Run>>(),
  ),
  /** One message to people and groups, each in their own conversation, once. The default mode is `verbatim`. */
  'session.broadcast': method(
    {to: names, text, mode: optional(oneOf(['verbatim', 'rephrase'] as const)), key: optional(name)},
    returns<{sent: readonly {to: string; session: SessionKey}[]; refused: readonly {to: string; reason: string}[]}>(),
  ),
  /** Delegated tasks, newest first; the default limit is 100. */
  'delegation.list': method({session: optional(sessionKey), limit}, returns<{delegations: readonly Wire<Run>[]}>()),
  /** Ends a task. Its conversation gets a note instead of a result. */
  'delegation.stop': method({id: id('run')}, returns<Wire<Run>>()),
};
