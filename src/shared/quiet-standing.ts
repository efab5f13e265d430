// QuietStanding: what is going to happen by itself in a conversation that has gone quiet, or why nothing is.
import type {SessionKey} from './session-key.ts';
import type {EpochMs} from './time.ts';

export type QuietStanding = {
  readonly session: SessionKey;
  /** When a person was last there, or was last answered. */
  readonly lastHeardAt: EpochMs;
  readonly heartbeat: QuietPlan;
  readonly reflection: QuietPlan;
};

/** `why`: a sentence. */
export type QuietPlan = {readonly nextAt: EpochMs} | {readonly why: string};
