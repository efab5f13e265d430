// The setup: what the person has entered so far. It is only in memory, and goes nowhere until it is saved.

import type {SetupProvider, SetupRequest} from '../../shared/records/setup/model-setup.ts';
import type {EpochMs} from '../../shared/time/time.ts';

export type SetupOverlay = {
  readonly kind: 'setup';
  readonly step: SetupStep;
  /** The steps that led here, with the choice that was taken. */
  readonly before: readonly {readonly step: SetupStep; readonly index: number}[];
  /** The typed line of each step: going back loses nothing. A key stays with the server that it was typed for. */
  readonly lines: Readonly<Record<string, string>>;
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
  | {readonly at: 'subscription'}
  | {readonly at: 'address'}
  /** `needsKey`: the server said so. */
  | {readonly at: 'key'; readonly of: SetupProvider | {readonly baseUrl: string}; readonly needsKey: boolean}
  /** `note`: why there is no list. */
  | {readonly at: 'model'; readonly request: SetupRequest; readonly models: readonly string[]; readonly note?: string}
  /** The model answered; nobody says how much it reads at once. `tokens`: what is assumed. */
  | {readonly at: 'context'; readonly request: ModelRequest; readonly reply: string; readonly tokens: number}
  | {
      readonly at: 'done';
      readonly model: string;
      readonly reply: string;
      readonly keyFile?: string;
      /** The context size, if the model's name alone doesn't tell it. */
      readonly tokens?: number;
    };

export type ModelRequest = SetupRequest & {readonly model: string};

export const setupAt = (step: SetupStep): SetupOverlay => ({kind: 'setup', step, before: [], lines: {}, index: 0});

/** The next step. Esc comes back to this one. */
export const setupAfter = (overlay: SetupOverlay, step: SetupStep): SetupOverlay => ({
  kind: 'setup',
  step,
  before: [...overlay.before, {step: overlay.step, index: overlay.index}],
  // At the end nothing that was typed is needed any more, least of all the key.
  lines: step.at === 'done' ? {} : overlay.lines,
  index: 0,
});

/** The step before, or that of a name. Undefined: there is none. */
export const setupBefore = ({before, lines}: SetupOverlay, at?: SetupStep['at']): SetupOverlay | undefined => {
  const place = before.findLastIndex(({step}) => at === undefined || step.at === at);
  const found = before[place];
  return found && {kind: 'setup', ...found, before: before.slice(0, place), lines};
};

/** True if letters belong to the step's line. */
export const takesLine = ({step}: SetupOverlay): boolean =>
  step.at === 'address' || step.at === 'key' || step.at === 'model' || step.at === 'context';

export const typedIn = ({step, lines}: SetupOverlay): string => lines[lineName(step)] ?? '';

export const withLine = (overlay: SetupOverlay, typed: string): SetupOverlay => ({
  ...overlay,
  lines: {...overlay.lines, [lineName(overlay.step)]: typed},
  index: 0,
});

const lineName = (step: SetupStep): string => {
  switch (step.at) {
    case 'key':
      return `key ${'baseUrl' in step.of ? step.of.baseUrl : step.of.name}`;
    case 'model':
      return `model ${step.request.baseUrl ?? step.request.provider}`;
    case 'context':
      return `context ${step.request.model}`;
    default:
      return step.at;
  }
};
