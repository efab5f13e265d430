// The account's pause after a rate limit or a captcha request from Signal. Nothing is sent until the time is over or
// the captcha is solved. More requests would extend it. Stored, so that it survives a restart.
import type {Clock} from '../../../../shared/time/clock.ts';
import {type EpochMs, HOUR, MINUTE} from '../../../../shared/time/time.ts';
import type {SendVerdict} from './send-verdict.ts';

export type Pause = {
  readonly until: EpochMs;
  /** For the operator: what happened and what to do. */
  readonly because: string;
  /** The token that the captcha belongs to. */
  readonly token?: string;
};

export type AccountPause = Disposable & {
  readonly current: () => Pause | undefined;
  /** Handles the verdict on a send. */
  readonly note: (verdict: SendVerdict) => void;
  /** The captcha was solved, or a person ends the pause. */
  readonly end: () => void;
};

type AccountPauseDeps = {
  readonly clock: Clock;
  /** The stored state of the previous start. */
  readonly kept: string | undefined;
  /** Stores the state for the next start. Never throws. */
  readonly keep: (word: string) => void;
  /** A pause began, changed or ended. */
  readonly onChange: (pause: Pause | undefined) => void;
};

export const createAccountPause = ({clock, kept, keep, onChange}: AccountPauseDeps): AccountPause => {
  let {pause, inARow} = readKept(kept);
  let waiting: DisposableStack | undefined;

  const end = (): void => {
    waiting?.dispose();
    if (pause === undefined) return;
    become(undefined);
  };

  const become = (next: Pause | undefined): void => {
    pause = next;
    keep(JSON.stringify({inARow, pause}));
    onChange(next);
  };

  /** The time of a suspended machine counts, too: the tick notices it. */
  const wait = (): void => {
    waiting?.dispose();
    const left = (pause?.until ?? 0) - clock.now();
    if (left > 0) {
      waiting = new DisposableStack();
      waiting.use(clock.after(left, wait));
      waiting.use(clock.lookAgain('pause of Signal', wait));
    } else end();
  };

  const begin = (because: string, ms: number, token?: string): void => {
    // A shorter rate limit doesn't replace a captcha request.
    if (pause?.token !== undefined && token === undefined) return;
    become({until: clock.now() + ms, because, token});
    wait();
  };

  const onVerdict = (): void => {
    if (inARow === 0) return;
    inARow = 0;
    keep(JSON.stringify({inARow, pause}));
  };

  if (pause !== undefined && pause.until <= clock.now()) pause = undefined;
  if (pause !== undefined) wait();
  return {
    current: () => pause,
    note: verdict => {
      if (verdict.kind === 'sent') onVerdict();
      if (verdict.kind === 'proofRequired') begin(verdict.sentence, verdict.retryAfterMs ?? PROOF_MS, verdict.token);
      if (verdict.kind === 'limited' && pause === undefined) {
        const guessed = Math.min(MINUTE * 2 ** inARow, HOUR);
        inARow += 1;
        begin(verdict.sentence, verdict.retryAfterMs ?? guessed);
      }
    },
    end,
    [Symbol.dispose]: () => waiting?.dispose(),
  };
};

type StoredPause = {
  pause: Pause | undefined;
  /** The number of rate limits in a row without an accepted message between. */
  inARow: number;
};

const readKept = (word: string | undefined): StoredPause => {
  const {pause, inARow = 0} = JSON.parse(word ?? '{}') as Partial<StoredPause>;
  return {pause, inARow};
};

const PROOF_MS = 24 * HOUR;
