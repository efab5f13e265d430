// ExpectedCall: a hook that another program should call in time, and what is known about its calls. Ping: how this
// daemon tells a watcher outside that it lives.
import type {EpochMs} from '../time/time.ts';

export type ExpectedCall = {
  /** The name of the hook in the configuration. */
  readonly hook: string;
  /** The longest time between two calls. */
  readonly withinMs: number;
  /** Rooster waits for calls since then. */
  readonly sinceAt: EpochMs;
  /** Absent: none has come. */
  readonly lastAt?: EpochMs;
  /** The next call is expected by then. */
  readonly dueAt: EpochMs;
  /** The person was told at this instant that no call came. */
  readonly overdueAt?: EpochMs;
  /** Spans since the last call in which Rooster could not hear one. */
  readonly deaf?: readonly DeafSpan[];
};

export type DeafSpan = {readonly from: EpochMs; readonly to: EpochMs};

export type PingStatus = {
  /** The host of the watcher. The rest of its address is a secret. */
  readonly host: string;
  readonly everyMs: number;
  /** The last ping that the watcher accepted. */
  readonly lastAt?: EpochMs;
  /** A sentence: why the last ping wasn't sent or accepted. */
  readonly why?: string;
};
