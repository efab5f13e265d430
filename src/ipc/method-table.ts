// All methods. To add one, write its record, and its handler where the compiler asks for it (`rpc/methods.ts`).

import {APPROVAL_METHODS} from './methods/approval-methods.ts';
import {CHANNEL_METHODS} from './methods/channel-methods.ts';
import {DAEMON_METHODS} from './methods/daemon-methods.ts';
import {JOB_METHODS} from './methods/job-methods.ts';
import {OUTBOX_METHODS} from './methods/outbox-methods.ts';
import {REMINDER_METHODS} from './methods/reminder-methods.ts';
import {SESSION_METHODS} from './methods/session-methods.ts';
import {STORE_METHODS} from './methods/store-methods.ts';
import {OPERATION_METHODS} from './operation-methods.ts';
import {type AnyMethod, type Handlers, type ParamsOf, type Parsers, parserOf, type ResultOf} from './wire/index.ts';
export const TABLE = {
  ...DAEMON_METHODS,
  ...STORE_METHODS,
  ...SESSION_METHODS,
  ...REMINDER_METHODS,
  ...JOB_METHODS,
  ...APPROVAL_METHODS,
  ...OUTBOX_METHODS,
  ...OPERATION_METHODS,
  ...CHANNEL_METHODS,
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

/** The handlers of the methods whose names begin so: `HandlersOf<'reminder' | 'alarm'>`. */
export type HandlersOf<Area extends string> = Handlers<Pick<Methods, Extract<Method, `${Area}.${string}`>>>;
