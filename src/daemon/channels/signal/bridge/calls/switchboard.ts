// A caller that stays the same across reconnects. Without a connection, calls end as `unsent` with the reason.
import type {SignalCaller} from './call.ts';

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
