// IdleStatus: what is going to happen by itself in a conversation that has gone quiet, or why nothing is.

import type {EpochMs} from '../time/time.ts';
import type {SessionKey} from './session-key.ts';

export type IdleStatus = {
  readonly session: SessionKey;
  /** When a person was last there, or was last answered. */
  readonly lastHeardAt: EpochMs;
  readonly heartbeat: IdlePlan;
  readonly reflection: IdlePlan;
};

/** `why`: a sentence. */
export type IdlePlan = {readonly nextAt: EpochMs} | {readonly why: string};
