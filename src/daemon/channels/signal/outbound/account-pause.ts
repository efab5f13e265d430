// The account's own pause: after Signal said that it sends too much, or wants proof of a person, nothing leaves until the time is
// over or the proof was given. Asking again and again would only make it longer.
import type {Clock} from '../../../../shared/clock.ts';
import {type EpochMs, HOUR, MINUTE} from '../../../../shared/time.ts';
import type {SendVerdict} from './send-verdict.ts';

export type Pause = {
  readonly until: EpochMs;
  /** For the operator: what is so, and what to do. */
  readonly because: string;
  /** What the proof is to be given for. */
  readonly token?: string;
};

export type AccountPause = Disposable & {
  readonly current: () => Pause | undefined;
  /** A verdict was heard. */
  readonly hear: (verdict: SendVerdict) => void;
  /** The proof was given, or a person knows better. */
  readonly end: () => void;
};

/** `onChange` is called when a pause begins, is another one, or is over. */
export const createAccountPause = ({
  clock,
  onChange,
}: {
  readonly clock: Clock;
  readonly onChange: () => void;
}): AccountPause => {
  let pause: Pause | undefined;
  let timer: Disposable | undefined;
  let inARow = 0;

  const end = (): void => {
    timer?.[Symbol.dispose]();
    timer = undefined;
    if (pause === undefined) return;
    pause = undefined;
    onChange();
  };

  const begin = (because: string, ms: number, token?: string): void => {
    const until = clock.now() + ms;
    // A proof that is wanted is not forgotten over a shorter limit.
    if (pause?.token !== undefined && token === undefined) return;
    pause = {until, because, ...(token !== undefined && {token})};
    timer?.[Symbol.dispose]();
    timer = clock.after(ms, end);
    onChange();
  };

  return {
    current: () => pause,
    hear: verdict => {
      if (verdict.kind === 'sent') inARow = 0;
      if (verdict.kind === 'proofRequired') begin(verdict.sentence, verdict.retryAfterMs ?? PROOF_MS, verdict.token);
      if (verdict.kind === 'limited' && pause === undefined) {
        const guessed = Math.min(MINUTE * 2 ** inARow, HOUR);
        inARow += 1;
        begin(verdict.sentence, verdict.retryAfterMs ?? guessed);
      }
    },
    end,
    [Symbol.dispose]: () => timer?.[Symbol.dispose](),
  };
};

const PROOF_MS = 24 * HOUR;
