// Story: what `why` tells of a thing, step by step, from what was recorded when it happened.
import type {EpochMs} from './time.ts';
import type {Trust} from './trust.ts';

type StepKind = 'reminder' | 'alarm' | 'cron' | 'run' | 'message' | 'turn' | 'tool' | 'delivery';

export type StoryStep = {
  readonly at: EpochMs;
  /** One line. */
  readonly what: string;
  /** The thing it is about: `why` has its story too. */
  readonly id: string;
  readonly kind: StepKind;
  /** At which trust it was done. */
  readonly trust?: Trust;
  /** The whole of what `what` only begins to quote. */
  readonly detail?: string;
};
