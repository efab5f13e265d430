// Linking a Signal account, as a client sees it: a code to scan, then an outcome.

import type {Address} from '../address.ts';
import type {Problem} from '../problem.ts';

/** The outcome of a displayed code. */
export type LinkOutcome =
  /** The code expired; show the new one. */
  | {readonly kind: 'again'; readonly because: string; readonly uri: string}
  /** `problems`: why the configuration doesn't name the account; absent when it does. */
  | {
      readonly kind: 'linked';
      readonly account: string;
      /** The address of the account's owner, if the account is their own (Note to Self). */
      readonly address: Address;
      readonly problems: readonly Problem[];
    }
  | {readonly kind: 'failed'; readonly because: string};
