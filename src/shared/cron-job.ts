// CronJob: a schedule and a prompt, from the configuration or from a file in the workspace's `cron/`.
import type {Address} from './address.ts';
import type {EpochMs} from './time.ts';

export type CronJob = {
  readonly name: string;
  /** Five fields; weekdays 0 and 7 are Sunday. */
  readonly cron: string;
  readonly zone: string;
  readonly message: string;
  readonly user?: string;
  readonly deliver: readonly Address[];
  /** `rephrase` in the person's own session, `direct` word for word, `none` only logs. */
  readonly announce: 'rephrase' | 'direct' | 'none';
  readonly missed: 'skip' | 'once';
  readonly enabled: boolean;
  readonly paused: boolean;
  /** `config`, or the path of its file inside the workspace. */
  readonly origin: string;
  readonly nextAt?: EpochMs;
};

/** A job that cannot be used: where and why. */
export type InvalidJob = {readonly file: string; readonly line: number; readonly reason: string};
