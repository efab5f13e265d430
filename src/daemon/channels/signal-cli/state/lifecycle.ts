// Drives the state machine of signal-cli: each event gives a state, which is logged, and a step, which is performed
// after the steps before it.
import {reasonOf} from '../../../../shared/text/gateway-error.ts';
import {formatReason} from '../../../../shared/text/sentences.ts';
import type {Switchboard} from '../calls/call.ts';
import type {World} from '../host.ts';
import {nextProcessState, type ProcessEvent, type ProcessState, reasonOfState, type Step} from './process-state.ts';

export type Lifecycle = {
  readonly state: () => ProcessState;
  readonly happen: (event: ProcessEvent) => void;
  /** Drops the planned retry. */
  readonly stopWaiting: () => void;
  /** Stops and resolves once the last step was performed. */
  readonly stopped: () => Promise<void>;
};

type LifecycleDeps = World & {
  /** A random number from 0 to 1 that spreads the retries. */
  readonly chance: () => number;
  /** No wait is longer. @default that of the state machine */
  readonly longestRestMs?: number;
  /** Gets the reason why there is no connection. */
  readonly switchboard: Pick<Switchboard, 'plug'>;
  readonly perform: (step: Exclude<Step, 'wait'>) => Promise<void>;
  readonly onChange: () => void;
};

export const createLifecycle = (deps: LifecycleDeps): Lifecycle => {
  const {clock, log, host, chance, longestRestMs, switchboard, perform, onChange} = deps;
  let state: ProcessState = {kind: 'stopped'};
  let work: Promise<void> = Promise.resolve();
  let timer: Disposable | undefined;

  const happen = (event: ProcessEvent): void => {
    const before = state;
    const {life, step} = nextProcessState(before, event, {now: clock.now(), chance: chance(), longestRestMs, host});
    state = life;
    if (life.kind !== 'up') switchboard.plug(undefined, reasonOfState(life).what);
    if (life !== before) log.info({life: life.kind}, formatReason(reasonOfState(life)));
    // Waiting isn't queued, because it must not delay the end.
    if (step === 'wait') wait();
    else if (step !== undefined) work = work.then(() => perform(step)).catch(broke);
    if (life !== before) onChange();
  };

  const broke = (error: unknown): void => happen({type: 'broken', reason: reasonOf(error)});

  const stopWaiting = (): void => timer?.[Symbol.dispose]();

  const wait = (): void => {
    if (!('retryAt' in state)) return;
    stopWaiting();
    timer = clock.after(state.retryAt - clock.now(), () => happen({type: 'retry'}));
  };

  return {
    state: () => state,
    happen,
    stopWaiting,
    stopped: async () => {
      happen({type: 'stop'});
      await work;
    },
  };
};
