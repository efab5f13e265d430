// The account's own pause: after Signal said that it sends too much, or wants proof of a person, nothing leaves until the time is
// over or the proof was given. Asking again and again would only make it longer, and so would a new start: it is kept.

import {present} from '../../../../shared/fields/present.ts';
import type {Clock} from '../../../../shared/time/clock.ts';
import {type EpochMs, HOUR, MINUTE} from '../../../../shared/time/time.ts';
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

export type AccountPauseDeps = {
  readonly clock: Clock;
  /** What was kept last, by the daemon before this one. */
  readonly kept: string | undefined;
  /** Keeps a word for the next start. Never throws. */
  readonly keep: (word: string) => void;
  /** A pause has begun, is another one, or is over. */
  readonly onChange: () => void;
};

export const createAccountPause = ({clock, kept, keep, onChange}: AccountPauseDeps): AccountPause => {
  let {pause, inARow} = readKept(kept);
  let timer: Disposable | undefined;

  const end = (): void => {
    timer?.[Symbol.dispose]();
    timer = undefined;
    if (pause === undefined) return;
    become(undefined);
  };

  const become = (next: Pause | undefined): void => {
    pause = next;
    keep(JSON.stringify({inARow, ...present({pause})}));
    onChange();
  };

  /** Looks again and again: a machine that was suspended meanwhile is not made to wait for that time too. */
  const wait = (): void => {
    timer?.[Symbol.dispose]();
    const left = (pause?.until ?? 0) - clock.now();
    if (left <= 0) end();
    else timer = clock.after(Math.min(left, LOOK_EVERY_MS), wait);
  };

  const begin = (because: string, ms: number, token?: string): void => {
    // A proof that is wanted is not forgotten over a shorter limit.
    if (pause?.token !== undefined && token === undefined) return;
    become({until: clock.now() + ms, because, ...present({token})});
    wait();
  };

  const heard = (): void => {
    if (inARow === 0) return;
    inARow = 0;
    keep(JSON.stringify({inARow, ...present({pause})}));
  };

  if (pause !== undefined && pause.until <= clock.now()) pause = undefined;
  if (pause !== undefined) wait();
  return {
    current: () => pause,
    hear: verdict => {
      if (verdict.kind === 'sent') heard();
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

type Kept = {
  pause: Pause | undefined;
  /** How many limits came one after the other, with nothing sent between them. */
  inARow: number;
};

const readKept = (word: string | undefined): Kept => {
  const {pause, inARow = 0} = JSON.parse(word ?? '{}') as Partial<Kept>;
  return {pause, inARow};
};

const PROOF_MS = 24 * HOUR;
const LOOK_EVERY_MS = MINUTE;
