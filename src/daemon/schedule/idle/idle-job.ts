// Work in an idle conversation: a heartbeat, then a reflection. Each job knows when it is due or why not. The caller
// asks them in order, one conversation at a time.

import type {Run} from '../../../shared/records/jobs/jobs.ts';
import type {IdleRunKind} from '../../../shared/records/jobs/run-kinds.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {Trust} from '../../../shared/records/trust.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {DueRun, NextRun} from './next-run.ts';

/** A conversation with its person and the start of its idle time. */
export type IdleSession = {
  readonly key: SessionKey;
  readonly user: string;
  /** The current trust of the work: the lower of the person's and the conversation's. */
  readonly trust: Trust;
  /**
   * The last message of a person there, or the end of the turn that answered it. The daemon's own messages don't count.
   */
  readonly idleSince: EpochMs;
};

/** The reason why nothing runs there, as a sentence. */
export type NotNow = {readonly why: string};

export interface IdleJob {
  readonly kind: IdleRunKind;
  /** Quick. The caller checks for running turns and jobs. If it throws, nothing runs. */
  plan(session: IdleSession): NextRun;
  /**
   * Claims due work and starts it. One transaction adds a Run of this kind, named by the session's key. It also
   * publishes `run.started`, or `run.ended` if that is all. Awaits nothing. Nothing else fires there until the run has
   * ended.
   */
  fire(session: IdleSession, due: DueRun, now: EpochMs): void;
  /** Resumes a run that was interrupted when the previous daemon stopped, or ends it with the reason. */
  resume(run: Run, session: IdleSession | NotNow): void;
}
