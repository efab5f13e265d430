// The status of an idle conversation for clients: the next runs, or the reason why there is none.

import type {IdleStatus} from '../../../shared/records/jobs/idle-status.ts';
import type {PlannedRun} from '../../../shared/records/jobs/jobs.ts';
import type {SessionKey} from '../../../shared/records/session-key.ts';
import type {EpochMs} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {Known} from '../../schedule/idle/idle-index.ts';
import type {IdleJob} from '../../schedule/idle/idle-job.ts';
import {type IdlePlans, instantOf} from './idle-plans.ts';

type IdleReportDeps = Core &
  IdlePlans & {
    readonly jobs: readonly IdleJob[];
    /** The active run of a conversation. */
    readonly isAtWork: (session: SessionKey) => IdleJob['kind'] | undefined;
  };

type IdleReport = {
  readonly statusOf: (known: Known, now: EpochMs) => IdleStatus;
  readonly plannedRuns: (known: Known, now: EpochMs) => readonly PlannedRun[];
};

export const createIdleReport = ({store, jobs, sessionOf, planOf, isAtWork}: IdleReportDeps): IdleReport => ({
  statusOf: (known, now) => {
    const session = sessionOf(known);
    const of = (kind: IdleJob['kind']): IdleStatus['heartbeat'] => {
      const job = jobs.find(item => item.kind === kind);
      if (job === undefined) return {why: `No ${kind}.`};
      if ('why' in session) return session;
      if (isAtWork(known.key) === kind) return {why: 'Running now.'};
      const plan = planOf(job, session, now);
      return plan.kind === 'none' ? {why: plan.why} : {nextAt: plan.at};
    };
    return {
      session: known.key,
      lastHeardAt: known.idleSince,
      heartbeat: of('heartbeat'),
      reflection: of('reflection'),
    };
  },

  plannedRuns: (known, now) => {
    const session = sessionOf(known);
    if ('why' in session || isAtWork(known.key) !== undefined) return [];
    return jobs.flatMap(job => {
      const at = instantOf(planOf(job, session, now));
      // An overdue run waits for the active one.
      const wakeAt = at === undefined ? undefined : Math.max(at, now);
      const what = store.sessions.get(known.key)?.title ?? known.key;
      return wakeAt === undefined ? [] : [{kind: job.kind, name: known.key, what, wakeAt}];
    });
  },
});
