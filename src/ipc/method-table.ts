// All methods. To add one, write its record, and its handler where the compiler asks for it (`rpc/methods.ts`).
import {ALARM_METHODS} from './methods/alarm-methods.ts';
import {CALENDAR_METHODS} from './methods/calendar-methods.ts';
import {CROSS_SESSION_METHODS} from './methods/cross-session-methods.ts';
import {DAEMON_METHODS} from './methods/daemon-methods.ts';
import {JOB_METHODS} from './methods/job-methods.ts';
import {MAIL_METHODS} from './methods/mail-methods.ts';
import {OUTBOX_METHODS} from './methods/outbox-methods.ts';
import {REACH_METHODS} from './methods/reach-methods.ts';
import {REMINDER_METHODS} from './methods/reminder-methods.ts';
import {SESSION_METHODS} from './methods/session-methods.ts';
import {SETUP_METHODS} from './methods/setup-methods.ts';
import {SIGNAL_METHODS} from './methods/signal-methods.ts';
import {type AnyMethod, type ParamsOf, type Parsers, parserOf, type ResultOf} from './wire/index.ts';
export const TABLE = {
  ...DAEMON_METHODS,
  ...SESSION_METHODS,
  ...REMINDER_METHODS,
  ...ALARM_METHODS,
  ...CROSS_SESSION_METHODS,
  ...JOB_METHODS,
  ...CALENDAR_METHODS,
  ...OUTBOX_METHODS,
  ...SETUP_METHODS,
  ...SIGNAL_METHODS,
  ...MAIL_METHODS,
  ...REACH_METHODS,
};

export const METHODS = Object.keys(TABLE) as readonly Method[];

/**
 * Unknown parameters are refused by name. Otherwise a misspelled one would be ignored. The caller's identity is never a
 * parameter.
 */
export const PARAMS = Object.fromEntries(
  Object.entries<AnyMethod>(TABLE).map(([name, record]) => [name, parserOf(name, record)]),
) as unknown as Parsers<Methods>;

export type Method = keyof typeof TABLE;

export type Params<M extends Method> = ParamsOf<(typeof TABLE)[M]>;

export type Result<M extends Method> = ResultOf<(typeof TABLE)[M]>;

/** A request without a session means the agent's main session. */
export type Methods = {[M in Method]: {params: Params<M>; result: Result<M>}};
