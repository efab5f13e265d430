// Plans the heartbeat and the reflection of one idle conversation.

import type {KeptSession} from '../../../shared/records/session.ts';
import {agentOfSession} from '../../../shared/records/session-key.ts';
import {capped} from '../../../shared/records/trust.ts';
import {errorMessage} from '../../../shared/text/gateway-error.ts';
import {type EpochMs, MINUTE} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {Known} from '../../schedule/idle/idle-index.ts';
import type {IdleJob, IdleSession, NotNow} from '../../schedule/idle/idle-job.ts';
import {type NextRun, runAt} from '../../schedule/idle/next-run.ts';

export type IdlePlanDeps = Core & {
  /** The reason why heartbeat and reflection are off everywhere. Undefined if they may run. */
  readonly whyNothing: () => string | undefined;
};

export type IdlePlans = {
  readonly sessionOf: (known: Known) => IdleSession | NotNow;
  /** If a plan can't be made, nothing runs, and a later check tries again. */
  readonly planOf: (job: IdleJob, session: IdleSession, now: EpochMs) => NextRun;
};

export const createIdlePlans = (deps: IdlePlanDeps): IdlePlans => ({
  sessionOf: known => {
    const nothing = deps.whyNothing();
    if (nothing !== undefined) return {why: nothing};
    if (agentOfSession(known.key) !== deps.agent()) return {why: 'It belongs to another agent.'};
    const kept = deps.store.sessions.get(known.key);
    if (kept?.archived === true) return {why: 'The conversation is archived.'};
    return kept === undefined ? {why: 'The conversation no longer exists.'} : withPerson(deps, kept, known.idleSince);
  },

  /** If a plan can't be made, nothing runs, and a later check tries again. */
  planOf: (job, session, now) => {
    try {
      return job.plan(session);
    } catch (error) {
      deps.log.error(
        {session: session.key, error},
        `Couldn't find out whether a ${job.kind} is due: ${errorMessage(error)}`,
      );
      return runAt(now + AFTER_TROUBLE_MS, 'the last check failed');
    }
  },
});

const withPerson = (
  {people: {userIn, trustOf, current}}: Core,
  {key, user: known, trust}: KeptSession,
  idleSince: EpochMs,
): IdleSession | NotNow => {
  if (current(key) !== key) return {why: `It continues in ${current(key)}.`};
  const user = known ?? userIn(key);
  if (user === undefined) return {why: 'No configured person writes there.'};
  const own = trustOf(user);
  if (own === undefined) return {why: `${user} isn't configured here.`};
  const least = capped(own, trust);
  return least === 'public' ? {why: 'Trust "public" starts no turns.'} : {key, user, trust: least, idleSince};
};

export const instantOf = (plan: NextRun): EpochMs | undefined => (plan.kind === 'at' ? plan.at : undefined);

export const AFTER_TROUBLE_MS = 5 * MINUTE;
