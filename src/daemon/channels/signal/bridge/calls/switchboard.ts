// A caller that stays the same while connections come and go. Without one, a call is not sent and says why.
import type {SignalCaller} from './call.ts';

export type Switchboard = SignalCaller & {
  /** `because` is a part of a sentence: why calls are not sent while nothing is plugged in. */
  plug(caller: SignalCaller | undefined, because: string): void;
};

export const createSwitchboard = (because: string): Switchboard => {
  let current: SignalCaller | undefined;
  let why = because;
  return {
    call: async (method, params, timeoutMs) =>
      current === undefined ? {kind: 'unsent', because: why} : current.call(method, params, timeoutMs),
    plug: (caller, reason) => {
      current = caller;
      why = reason;
    },
  };
};
