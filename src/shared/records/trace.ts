// Trace: the recorded steps that explain a result, as `rooster why` shows them.

import type {EpochMs} from '../time/time.ts';
import type {Address} from './address.ts';
import type {SessionKey} from './session-key.ts';
import type {Trust} from './trust.ts';

type StepKind = 'reminder' | 'alarm' | 'cron' | 'run' | 'message' | 'turn' | 'tool' | 'delivery';

export type TraceStep = {
  readonly at: EpochMs;
  /** One line. */
  readonly what: string;
  /** The id of the step's subject, which has a trace of its own. */
  readonly id: string;
  readonly kind: StepKind;
  /** The conversation and address that `what` mentions by name. */
  readonly session?: SessionKey;
  readonly address?: Address;
  /** The trust at which it was done. */
  readonly trust?: Trust;
  /** The full text that `what` quotes in part. */
  readonly detail?: string;
};
