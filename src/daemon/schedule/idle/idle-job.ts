// What may be done by itself in a conversation that has gone quiet: a heartbeat, then a reflection. Each knows when it is next
// due there and why it is not; whoever holds them asks them in order, one conversation at a time.
import type {Run} from '../../../shared/records/jobs.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {Trust} from '../../../shared/records/trust.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {DueRun, NextRun} from './next-run.ts';

/** A conversation with its person, and since when nobody has said anything in it. */
export type IdleSession = {
  readonly key: SessionKey;
  readonly user: string;
  /** What the person may have done for them now: never more than they are configured with, or than the conversation bears. */
  readonly trust: Trust;
  /** The last message of a person there, or the end of the turn that answered it. Nothing that the daemon says itself counts. */
  readonly idleSince: EpochMs;
};

/** Nothing runs by itself there, and this sentence says why. */
export type NotNow = {readonly why: string};

export interface IdleJob {
  readonly kind: 'heartbeat' | 'reflection';
  /** Quick. Whether a turn works there, or the other job, is looked at by whoever asks. What it throws is a reason not to run. */
  plan(session: IdleSession): NextRun;
  /**
   * Claims what is due and starts the story: in one transaction, a Run of this kind whose name is the session's key, and its
   * `run.started` (or, where it is over with that, its `run.ended`). Awaits nothing. Until that run has ended nothing else is fired there.
   */
  fire(session: IdleSession, due: DueRun, now: EpochMs): void;
  /** Goes on with a run that the end of the previous daemon interrupted, or ends it with the reason. */
  resume(run: Run, session: IdleSession | NotNow): void;
}
