// The results of checks: problems in the daemon's status, and lines of `rooster doctor`.

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

/** One line of `rooster doctor`. `bad` needs a fix, `odd` is worth knowing. */
export type Finding = {
  readonly name: string;
  /** Shown instead of the name. */
  readonly label?: string;
  readonly verdict: 'good' | 'odd' | 'bad';
  readonly what: string;
  readonly fix?: string;
};
