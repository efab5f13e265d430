// The setup: what the person has entered so far. It is only in memory, and goes nowhere until it is saved.

import type {SetupProvider, SetupRequest} from '../../shared/records/model-setup.ts';
import type {EpochMs} from '../../shared/time/time.ts';

export type SetupOverlay = {
  readonly kind: 'setup';
  readonly step: SetupStep;
  /** The typed line: an address, a key, or letters of a model. */
  readonly typed: string;
  /** The selected choice. */
  readonly index: number;
  /** The pending request to the daemon. Until it is answered only Esc works. */
  readonly waits?: {readonly what: string; readonly since: EpochMs};
  readonly problem?: string;
};

export type SetupStep =
  /** `first`: Rooster asks by itself. */
  | {readonly at: 'what'; readonly first: boolean}
  /** `answering`: the model in use. */
  | {readonly at: 'provider'; readonly providers: readonly SetupProvider[]; readonly answering: string}
  | {readonly at: 'address'}
  | {readonly at: 'key'; readonly of: SetupProvider | {readonly baseUrl: string}}
  /** `note`: why there is no list. */
  | {readonly at: 'model'; readonly request: SetupRequest; readonly models: readonly string[]; readonly note?: string}
  | {readonly at: 'done'; readonly model: string; readonly reply: string; readonly keyFile?: string};

export const setupAt = (step: SetupStep): SetupOverlay => ({kind: 'setup', step, typed: '', index: 0});

/** True if letters belong to the step's line. */
export const takesLine = ({step}: SetupOverlay): boolean =>
  step.at === 'address' || step.at === 'key' || step.at === 'model';
