// The wake source of quiet conversations: in each, the heartbeat is looked at first and the reflection after it, whatever came of
// the heartbeat. Nothing starts where a turn runs or waits, and never two things in one conversation at a time.

import type {GatewayEvent} from '../../../shared/events/gateway-event.ts';
import type {Address} from '../../../shared/records/address.ts';
import {errorMessage} from '../../../shared/records/gateway-error.ts';
import type {IdleStatus} from '../../../shared/records/idle-status.ts';
import type {Run, Wake} from '../../../shared/records/jobs.ts';
import {addressOfSession, agentOfSession, type SessionKey} from '../../../shared/records/session-key.ts';
import {capped, type Trust} from '../../../shared/records/trust.ts';
import {DAY, type EpochMs, MINUTE, SECOND} from '../../../shared/time/time.ts';
import type {KeptSession} from '../../ports/conversation-store.ts';
import type {World} from '../../ports/system.ts';
import {idleChange} from '../../schedule/idle/idle-change.ts';
import {createIdleIndex, type Known} from '../../schedule/idle/idle-index.ts';
import type {IdleJob, IdleSession, NotNow} from '../../schedule/idle/idle-job.ts';
import {type NextRun, runAt} from '../../schedule/idle/next-run.ts';
import type {WakeSource} from '../../schedule/scheduler.ts';

export type IdleSourceDeps = World & {
  readonly agent: () => string;
  /** The name of whoever is met at an address. */
  readonly userAt: (address: Address) => string | undefined;
  /** The trust of a user now; undefined when they are no longer configured. */
  readonly trustOf: (user: string) => Trust | undefined;
  /** A turn runs or waits there. */
  readonly isBusy: (session: SessionKey) => boolean;
  /** Why nothing runs by itself in any conversation; undefined when it may. */
  readonly whyNothing: () => string | undefined;
  /** The least quiet after which something may be due. */
  readonly soonestMs: () => number;
  /** In the order in which they are looked at. */
  readonly jobs: readonly IdleJob[];
  /** The instants are others than before; only for `at`, where it is given. */
  readonly reschedule: (at?: EpochMs) => void;
};

export type IdleSource = WakeSource & {
  readonly resume: (run: Run) => void;
  /** How the conversations stand that somebody has been in lately, the newest first. */
  readonly standing: () => readonly IdleStatus[];
};

/** Follows what is committed until disposed of. What is kept from before is asked for once, and bounded. */
export const openIdleSource = (deps: IdleSourceDeps): IdleSource & Disposable => {
  const {store, clock, log, jobs} = deps;
  const index = createIdleIndex();
  const atWork = new Map<SessionKey, IdleJob['kind']>();

  const sessionOf = (known: Known): IdleSession | NotNow => {
    const nothing = deps.whyNothing();
    if (nothing !== undefined) return {why: nothing};
    if (agentOfSession(known.key) !== deps.agent()) return {why: 'It belongs to another agent.'};
    const kept = store.sessions.get(known.key);
    return kept === undefined ? {why: 'Nothing is kept of it.'} : withPerson(deps, kept, known.idleSince);
  };

  /** What cannot be found out is a reason not to run, and is asked again after a while. */
  const planOf = (job: IdleJob, session: IdleSession, now: EpochMs): NextRun => {
    try {
      return job.plan(session);
    } catch (error) {
      log.error(
        {session: session.key, error},
        `whether a ${job.kind} is due could not be told: ${errorMessage(error)}`,
      );
      return runAt(now + AFTER_TROUBLE_MS, 'it could not be told before');
    }
  };

  /** When it is to be looked at again, if nothing happens before; undefined when not before somebody has been there. */
  const lookAtOf = (known: Known, now: EpochMs): EpochMs | undefined => {
    const end = known.idleSince + LONGEST_QUIET_MS;
    if (now >= end) return undefined;
    const session = sessionOf(known);
    // The end of what works there is told.
    if ('why' in session || atWork.has(known.key)) return end;
    if (deps.isBusy(known.key)) return Math.min(end, now + WHILE_BUSY_MS);
    return Math.min(end, ...jobs.map(job => instantOf(planOf(job, session, now)) ?? end));
  };

  const work = (known: Known, now: EpochMs): void => {
    const session = sessionOf(known);
    for (const job of jobs) {
      if ('why' in session || now >= known.idleSince + LONGEST_QUIET_MS) break;
      if (atWork.has(known.key) || deps.isBusy(known.key)) break;
      const plan = planOf(job, session, now);
      if (plan.kind === 'none' || plan.at > now) continue;
      if (atWork.size >= MOST_AT_WORK) {
        index.put(known.key, now + WHILE_BUSY_MS);
        return;
      }
      try {
        job.fire(session, plan, now);
      } catch (error) {
        log.error({session: session.key, error}, `a ${job.kind} could not be started: ${errorMessage(error)}`);
        index.put(known.key, now + AFTER_TROUBLE_MS);
        return;
      }
    }
    const next = lookAtOf(known, now);
    // Whatever a job says of an instant it has just been told of, nothing goes round in a circle.
    index.put(known.key, next === undefined || next > now ? next : now + AFTER_TROUBLE_MS);
  };

  const take = (events: readonly GatewayEvent[]): void => {
    for (const event of events) {
      const news = idleChange(event);
      switch (news?.kind) {
        case 'heard':
          index.hear(news.session, news.at);
          deps.reschedule(news.at + deps.soonestMs());
          break;
        case 'emptied':
          index.forget(news.session);
          break;
        case 'free':
          index.doubt(news.session);
          break;
        case 'began':
          atWork.set(news.session, kindOf(event));
          break;
        case 'ended':
          atWork.delete(news.session);
          index.doubt(news.session);
          deps.reschedule();
          break;
        case 'rules':
          index.doubt();
          deps.reschedule();
          break;
        default:
          break;
      }
    }
  };

  const statusOf = (known: Known, now: EpochMs): IdleStatus => {
    const session = sessionOf(known);
    const of = (kind: IdleJob['kind']): IdleStatus['heartbeat'] => {
      const job = jobs.find(one => one.kind === kind);
      if (job === undefined) return {why: `There is no ${kind}.`};
      if ('why' in session) return session;
      if (atWork.get(known.key) === kind) return {why: 'It is at work.'};
      const plan = planOf(job, session, now);
      return plan.kind === 'none' ? {why: plan.why} : {nextAt: plan.at};
    };
    return {
      session: known.key,
      lastHeardAt: known.idleSince,
      heartbeat: of('heartbeat'),
      reflection: of('reflection'),
    };
  };

  const lately = (now: EpochMs): readonly Known[] =>
    index.list().filter(({idleSince}) => now < idleSince + LONGEST_QUIET_MS);

  const wakesOf = (known: Known, now: EpochMs): readonly Wake[] => {
    const session = sessionOf(known);
    if ('why' in session || atWork.has(known.key)) return [];
    return jobs.flatMap(job => {
      const at = instantOf(planOf(job, session, now));
      // Due already, it waits for what works there.
      const wakeAt = at === undefined ? undefined : Math.max(at, now);
      const what = store.sessions.get(known.key)?.title ?? known.key;
      return wakeAt === undefined ? [] : [{kind: job.kind, name: known.key, what, wakeAt}];
    });
  };

  for (const kind of jobs.map(job => job.kind)) {
    for (const {name} of store.runs.list({kind, status: 'running', limit: MOST_KNOWN}))
      atWork.set(name as SessionKey, kind);
  }
  const since = clock.now() - LONGEST_QUIET_MS;
  for (const {key, heardAt} of store.sessions.heard({since, limit: MOST_KNOWN}).toReversed()) index.hear(key, heardAt);
  const following = store.onCommitted(take);
  deps.reschedule();

  return {
    kind: 'heartbeat',
    nextAt: now => {
      index.settle(known => lookAtOf(known, now), SETTLED_AT_ONCE);
      return index.earliest(now);
    },
    fireDue: now => {
      for (const known of index.due(now, FIRED_AT_ONCE)) work(known, now);
    },
    upcoming: (now, limit) =>
      lately(now)
        .slice(0, MOST_TOLD)
        .flatMap(known => wakesOf(known, now))
        .toSorted((a, b) => a.wakeAt - b.wakeAt)
        .slice(0, limit),
    resume: run => {
      const known = index.get(run.name as SessionKey);
      const job = jobs.find(({kind}) => kind === run.kind);
      job?.resume(run, known === undefined ? {why: 'Nobody has been in its conversation lately.'} : sessionOf(known));
    },
    standing: () => {
      const now = clock.now();
      return lately(now)
        .slice(0, MOST_TOLD)
        .map(known => statusOf(known, now));
    },
    [Symbol.dispose]: () => following[Symbol.dispose](),
  };
};

const withPerson = (
  {userAt, trustOf}: Pick<IdleSourceDeps, 'userAt' | 'trustOf'>,
  {key, user: known, trust}: KeptSession,
  idleSince: EpochMs,
): IdleSession | NotNow => {
  const address = addressOfSession(key);
  const user = known ?? (address === undefined ? undefined : userAt(address));
  if (user === undefined) return {why: 'Nobody of the configuration is met there.'};
  const own = trustOf(user);
  if (own === undefined) return {why: `${user} is not, or no longer, a user of this agent.`};
  const least = capped(own, trust);
  return least === 'public' ? {why: 'Trust "public" starts no turns.'} : {key, user, trust: least, idleSince};
};

const instantOf = (plan: NextRun): EpochMs | undefined => (plan.kind === 'at' ? plan.at : undefined);

const kindOf = (event: GatewayEvent): IdleJob['kind'] =>
  'run' in event && event.run.kind === 'reflection' ? 'reflection' : 'heartbeat';

/** Beyond this a conversation is not looked at until it goes on. */
const LONGEST_QUIET_MS = DAY;
const WHILE_BUSY_MS = 30 * SECOND;
/** One place of the isolated sessions stays free of them, for what is due at an hour that somebody named. */
const MOST_AT_WORK = 3;
const AFTER_TROUBLE_MS = 5 * MINUTE;
/** At a start. Those that somebody has been in before these are not looked at until they go on. */
const MOST_KNOWN = 500;
const MOST_TOLD = 50;
/** Each costs some questions to the database; whatever else is due has its turn in between. */
const SETTLED_AT_ONCE = 100;
const FIRED_AT_ONCE = 20;
