// One call of signal-cli and its end. A failure is a value; above all, a call whose answer is lost may have been carried out, and
// one that never left has not: who sends messages must be able to tell.

/** `because` is a part of a sentence, without its full stop. */
export type CallReply<T = unknown> =
  | {readonly kind: 'result'; readonly result: T}
  /** signal-cli answered that it failed; `code` and `data` are its own. */
  | {readonly kind: 'error'; readonly code: number; readonly message: string; readonly data?: unknown}
  /** It left, and no answer came: whether it was carried out is not known. */
  | {readonly kind: 'lost'; readonly because: string}
  /** It never left. */
  | {readonly kind: 'unsent'; readonly because: string};

export type Params = Readonly<Record<string, unknown>>;

/** A way to call signal-cli. Never rejects. */
export interface SignalCaller {
  call(method: string, params: Params, timeoutMs: number): Promise<CallReply>;
}

/** The same caller for one account of a signal-cli that serves several. Some methods are of no account, and refuse to be given one. */
export const speakFor = (caller: SignalCaller, account: string): SignalCaller => ({
  call: (method, params, timeoutMs) =>
    caller.call(method, OF_NO_ACCOUNT.has(method) ? params : {account, ...params}, timeoutMs),
});

/** The reply with its result read; one that cannot be read becomes an error. */
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

/** Why a call gave no result, as a part of a sentence. */
export const failureOf = (reply: Exclude<CallReply, {kind: 'result'}>): string =>
  reply.kind === 'error' ? withoutStop(reply.message) : reply.because;

export const withoutStop = (sentence: string): string => sentence.replace(/\.$/u, '');

/** JSON-RPC's own number for what nobody foresaw. */
const UNEXPECTED = -32603;
const OF_NO_ACCOUNT = new Set(['version', 'listAccounts', 'startLink', 'finishLink', 'unsubscribeReceive']);
