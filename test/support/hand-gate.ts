// An output gate that a test closes and opens by hand.
import type {OutputGate} from '../../src/daemon/ports/output-gate.ts';

export type HandGate = OutputGate & {
  /** From now on nothing passes. */
  readonly close: () => void;
  /** All that waits passes, and all that comes later. */
  readonly open: () => void;
  /** The number of calls that had to wait. */
  readonly waits: () => number;
};

/** Open at first. */
export const handGate = (): HandGate => {
  let closed: PromiseWithResolvers<void> | undefined;
  let waits = 0;
  return {
    passed: () => {
      if (closed !== undefined) waits += 1;
      return closed?.promise;
    },
    close: () => {
      closed ??= Promise.withResolvers<void>();
    },
    open: () => {
      closed?.resolve();
      closed = undefined;
    },
    waits: () => waits,
  };
};
