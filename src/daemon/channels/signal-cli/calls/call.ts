// The result of a call to signal-cli. A failure is a value that tells apart calls that never left and calls whose
// answer was lost. A sender must know which may have had an effect.
import {clauseFromOutside} from '../../../../shared/text/sentences.ts';

/** `because` is a part of a sentence, without its full stop. */
export type CallReply<T = unknown> =
  | {readonly kind: 'result'; readonly result: T}
  /** signal-cli answered with an error. `code`, `message` and `data` are its own. */
  | {readonly kind: 'error'; readonly code: number; readonly message: string; readonly data?: unknown}
  /** The call left, but no answer came. Whether it had an effect is unknown. */
  | {readonly kind: 'lost'; readonly because: string}
  /** The call never left. */
  | {readonly kind: 'unsent'; readonly because: string};

export type Params = Readonly<Record<string, unknown>>;

/** Calls signal-cli. Never rejects. */
export interface SignalCaller {
  call(method: string, params: Params, timeoutMs: number): Promise<CallReply>;
}

/**
 * The same caller for one account of a signal-cli that serves several. Some methods belong to no account and refuse the
 * parameter.
 */
export const speakFor = (caller: SignalCaller, account: string): SignalCaller => ({
  call: (method, params, timeoutMs) =>
    caller.call(method, OF_NO_ACCOUNT.has(method) ? params : {account, ...params}, timeoutMs),
});

/** A caller that stays the same across reconnects. Without a connection, calls end as `unsent` with the reason. */
export type Switchboard = SignalCaller & {
  /** `because`: why calls aren't sent while no caller is set, as a part of a sentence. */
  plug(caller: SignalCaller | undefined, because: string): void;
};

export const createSwitchboard = (): Switchboard => {
  let current: SignalCaller | undefined;
  let why = 'there is no connection to signal-cli yet';
  return {
    call: async (method, params, timeoutMs) =>
      current === undefined ? {kind: 'unsent', because: why} : current.call(method, params, timeoutMs),
    plug: (caller, reason) => {
      current = caller;
      why = reason;
    },
  };
};

/** Parses the result of a reply. An unreadable result becomes an error. */
export const mapReply = <T>(
  reply: CallReply,
  method: string,
  read: (result: unknown) => T | undefined,
): CallReply<T> => {
  if (reply.kind !== 'result') return reply;
  const result = read(reply.result);
  if (result !== undefined) return {kind: 'result', result};
  const message = `signal-cli answered ${method} in a form that is not known.`;
  return {kind: 'error', code: UNEXPECTED, message, data: reply.result};
};

/** The reason why a call failed, as a part of a sentence. */
export const failureOf = (reply: Exclude<CallReply, {kind: 'result'}>): string =>
  reply.kind === 'error' ? clauseFromOutside(reply.message) : reply.because;

/** JSON-RPC's code for an internal error. */
const UNEXPECTED = -32603;
const OF_NO_ACCOUNT = new Set(['version', 'listAccounts', 'startLink', 'finishLink', 'unsubscribeReceive']);
