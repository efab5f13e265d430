// The methods with which conversations reach others: delegated tasks and messages to several people.
import type {Wire} from '../../shared/fields/wire.ts';
import type {Run} from '../../shared/records/jobs/jobs.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import {HOUR, MINUTE} from '../../shared/time/time.ts';
import {id, integer, limit, name, names, oneOf, optional, sessionKey, text} from '../fields.ts';
import {method, returns} from '../wire/index.ts';

export const CROSS_SESSION_METHODS = {
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
