// Linking a Signal account, as a client sees it: a code is shown, and something comes of it.

import type {ConfigProblem} from '../events/gateway-event.ts';
import type {Address} from './address.ts';

/** What came of a code that was shown. */
export type LinkOutcome =
  /** Nobody scanned it in time; the new one is to be shown in its place. */
  | {readonly kind: 'again'; readonly because: string; readonly uri: string}
  /** `problems`: why the configuration does not name the account; none when it does. */
  | {
      readonly kind: 'linked';
      readonly account: string;
      /** Where the person whose account it is can be reached, if it is theirs (Note to Self). */
      readonly address: Address;
      readonly problems: readonly ConfigProblem[];
    }
  | {readonly kind: 'failed'; readonly because: string};
