// A problem in the status.

/**
 * A problem that the operator can solve: of a configuration key, a file, the disk or a channel. `inForce`: the value or
 * state until then.
 */
export type Problem = {
  readonly key: string;
  readonly reason: string;
  readonly inForce: string;
  /** The first line that cannot be parsed, counted from 1. */
  readonly line?: number;
  /** The key doesn't exist; `meant`: the key that the person probably meant. */
  readonly unknown?: {readonly meant?: string};
};
