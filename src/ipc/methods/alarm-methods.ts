// The alarm methods.
import type {Wire} from '../../shared/fields/wire.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import {ALARM_STATES, type Alarm} from '../../shared/records/jobs/alarm.ts';
import {oneCursor, oneTime} from '../checks.ts';
import {address, flag, id, limit, moment, name, oneOf, optional, sessionKey, text} from '../fields.ts';
import {method, returns} from '../wire/index.ts';

export const ALARM_METHODS = {
  /**
   * Sets a wake-up for the agent: at one moment, or by a schedule. `payload` is JSON text, stored and returned
   * unchanged.
   */
  'alarm.set': method(
    {
      ...moment,
      cron: optional(name),
      timezone: optional(name),
      message: text,
      payload: optional(text),
      session: optional(sessionKey),
      deliver: optional(address),
      conversation: optional(name),
      key: optional(name),
      urgent: optional(flag),
    },
    returns<Wire<Alarm> & {note?: string}>(),
    oneTime,
  ),
  /**
   * Active alarms, earliest first, unless a state is given; cursors and `more` as for reminders; the default limit is
   * 100.
   */
  'alarm.list': method(
    {
      state: optional(oneOf(ALARM_STATES)),
      before: optional(id('alm')),
      after: optional(id('alm')),
      limit,
    },
    returns<{alarms: readonly Wire<Alarm>[]; more?: boolean}>(),
    oneCursor,
  ),
  'alarm.get': method({id: id('alm')}, returns<Wire<Alarm>>()),
  'alarm.cancel': method({id: id('alm')}, returns<Wire<Alarm>>()),
  /** Runs an alarm now. Responds when the turn is queued in its conversation, or the delivery to its program. */
  'alarm.wake': method({id: id('alm')}, returns<{alarm: Wire<Alarm>; turnId?: TurnId}>()),
};
