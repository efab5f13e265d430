// IdleStatus: what will run in an idle conversation, or why nothing will.

import type {EpochMs} from '../../time/time.ts';
import type {SessionKey} from '../session-key.ts';

export type IdleStatus = {
  readonly session: SessionKey;
  /** When a person was last active, or last got an answer. */
  readonly lastHeardAt: EpochMs;
  readonly heartbeat: IdlePlan;
  readonly reflection: IdlePlan;
};

/** `why`: a sentence. */
export type IdlePlan = {readonly nextAt: EpochMs} | {readonly why: string};
