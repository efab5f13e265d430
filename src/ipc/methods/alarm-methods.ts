// The methods about alarms.
import type {Wire} from '../../shared/events/wire.ts';
import {ALARM_STATES, type Alarm} from '../../shared/records/alarm.ts';
import type {TurnId} from '../../shared/records/ids.ts';
import {oneCursor, oneTime} from '../checks.ts';
import {id, name, oneOf, optional, sessionKey, text} from '../fields.ts';
import {method, returns} from '../method.ts';
import {limit, moment} from '../repeated-fields.ts';

export const ALARM_METHODS = {
  /** A wake-up of the agent: once at a moment, or by a timetable. `payload` is JSON, as text: it is kept and given back as it is. */
  'alarm.set': method(
    {
      ...moment,
      cron: optional(name),
      timezone: optional(name),
      message: text,
      payload: optional(text),
      session: optional(sessionKey),
      key: optional(name),
    },
    returns<Wire<Alarm> & {note?: string}>(),
    oneTime,
  ),
  /** Active ones, earliest first, unless a state is named; cursors and `more` as of reminders; the limit is 100 without one. */
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
  /** Wakes now; answers when the turn is in the line of its conversation. */
  'alarm.wake': method({id: id('alm')}, returns<{alarm: Wire<Alarm>; turnId: TurnId}>()),
};
