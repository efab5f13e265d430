// For tests about what calls do: no call waits for a person.
import {ASK_KINDS} from '../../src/shared/records/approval.ts';

export const NOTHING_ASKS = {ask: Object.fromEntries(ASK_KINDS.map(kind => [kind, 'never']))};
