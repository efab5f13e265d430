// Story: what `why` tells of a thing, step by step, from what was recorded when it happened.

import type {EpochMs} from '../time/time.ts';
import type {Address} from './address.ts';
import type {SessionKey} from './session-key.ts';
import type {Trust} from './trust.ts';

type StepKind = 'reminder' | 'alarm' | 'cron' | 'run' | 'message' | 'turn' | 'tool' | 'delivery';

export type TraceStep = {
  readonly at: EpochMs;
  /** One line. */
  readonly what: string;
  /** The thing it is about: `why` has its story too. */
  readonly id: string;
  readonly kind: StepKind;
  /** Where it happened and where it went, which `what` tells by name. */
  readonly session?: SessionKey;
  readonly address?: Address;
  /** At which trust it was done. */
  readonly trust?: Trust;
  /** The whole of what `what` only begins to quote. */
  readonly detail?: string;
};
