// The heartbeat of a quiet conversation: an isolated session reads the conversation, with HEARTBEAT.md as it stands for its prompt,
// and what it reports is one message there, word for word. The claimed instant is the guard: none runs twice, also over a restart.
import {channelOf} from '../../../shared/address.ts';
import {wordsFor} from '../../../shared/gateway-error.ts';
import type {Run} from '../../../shared/jobs.ts';
import {addressOfSession, heartbeatSession, type SessionKey} from '../../../shared/session-key.ts';
import {DAY, type EpochMs, LATE_AFTER_MS, MINUTE} from '../../../shared/time.ts';
import type {World} from '../../ports.ts';
import {asksNothing} from '../../schedule/heartbeat-file.ts';
import {
  HEARTBEAT_RUNS,
  type HeartbeatPlan,
  type HeartbeatRules,
  planHeartbeat,
} from '../../schedule/heartbeat-policy.ts';
import type {QuietJob, QuietSession} from '../../schedule/quiet-job.ts';
import {readHeartbeat} from '../../schedule/suppression.ts';
import {forgetTranscripts} from '../../turns/run-transcript.ts';
import type {JobRunner} from '../run-job.ts';

type HeartbeatDeps = World & {
  readonly rules: () => HeartbeatRules;
  readonly jobs: JobRunner;
  /** The text of HEARTBEAT.md, which is made where there is none. Rejects with a sentence. */
  readonly readPrompt: () => Promise<string>;
};

export const createHeartbeat = (deps: HeartbeatDeps): QuietJob => {
  const {store} = deps;
  const planOf = ({key, quietSince}: QuietSession): HeartbeatPlan =>
    planHeartbeat(deps.rules(), quietSince, store.runs.list({kind: 'heartbeat', name: key, limit: HEARTBEAT_RUNS}));
  return {
    kind: 'heartbeat',
    nextAt: session => {
      const plan = planOf(session);
      return plan.kind === 'at' ? plan.at : undefined;
    },
    why: session => {
      const plan = planOf(session);
      return plan.kind === 'none' ? plan.why : undefined;
    },
    fire: (session, now) => {
      const plan = planOf(session);
      if (plan.kind === 'none' || plan.at > now) return;
      const run = claim(deps, session.key, plan, now);
      if (run !== undefined) start(deps, session, run);
    },
    carryOn: (run, session) => {
      const why = 'why' in session ? session.why : tooOften(run);
      if (why === undefined && !('why' in session)) start(deps, session, run);
      else abandon(deps, run, why ?? '');
    },
  };
};

const claim = (
  {store, ids}: HeartbeatDeps,
  session: SessionKey,
  {at, because}: Extract<HeartbeatPlan, {kind: 'at'}>,
  now: EpochMs,
): Run | undefined =>
  store.transact(emit => {
    const run = store.runs.claim({
      id: ids.next('run'),
      kind: 'heartbeat',
      name: session,
      session: heartbeatSession(session),
      status: 'running',
      scheduledFor: at,
      startedAt: now,
      attempt: 1,
      late: now - at > LATE_AFTER_MS,
      schedule: because,
    });
    if (run !== undefined) emit({type: 'run.started', session: run.session, cause: session, run});
    return run;
  });

const start = (deps: HeartbeatDeps, session: QuietSession, run: Run): void =>
  void work(deps, session, run).catch((error: unknown) => {
    deps.log.error({run: run.id, error}, `a run broke: ${wordsFor(error)}`);
  });

const work = async (deps: HeartbeatDeps, {key, user, trust}: QuietSession, run: Run): Promise<void> => {
  const {store, clock, jobs} = deps;
  const address = addressOfSession(key);
  await jobs.run({
    run,
    source: {kind: 'system', name: 'heartbeat'},
    title: 'heartbeat',
    prompt: async () => {
      const text = (await deps.readPrompt()).trim();
      if (asksNothing(text)) return {skip: NOTHING_ASKED};
      // What the last one did is with its run.
      store.transact(emit => {
        if (store.sessions.get(run.session) === undefined) return;
        store.sessions.reset(run.session, clock.now());
        emit({type: 'session.reset', session: run.session, cause: run.id});
      });
      return {text};
    },
    reads: key,
    modelOnly: true,
    limitMs: LIMIT_MS,
    trust,
    user,
    ...(address === undefined ? {} : {promptChannel: channelOf(address)}),
    // Where the conversation was begun anew meanwhile, what it found is about nothing that is there.
    judge: reply => (isEmpty(store, key) ? NOTHING_TO_TELL : readHeartbeat(reply)),
    announce: 'direct',
    targets: address === undefined ? [] : [address],
    onEnd: ended => {
      const before = ended.startedAt - LONGEST_KEPT_MS;
      forgetTranscripts(store, store.runs.prune({kind: 'heartbeat', name: key, keep: MOST_KEPT, before}));
    },
  });
};

const isEmpty = ({messages}: World['store'], key: SessionKey): boolean =>
  messages.page(key, {limit: 1}).messages.length === 0;

/** What kills the daemon each time must not be begun for ever. */
const tooOften = ({attempt, output}: Run): string | undefined =>
  attempt > MOST_ATTEMPTS && output === undefined ? `It was interrupted ${attempt - 1} times.` : undefined;

const abandon = ({store, clock}: HeartbeatDeps, run: Run, why: string): void =>
  store.transact(emit => {
    const ended: Run = {
      ...run,
      status: 'failed',
      endedAt: clock.now(),
      error: `It was interrupted, and not begun again: ${why}`,
    };
    store.runs.update(ended, run);
    emit({type: 'run.ended', session: run.session, cause: run.name, run: ended});
  });

const NOTHING_TO_TELL = {kind: 'suppressed', comeBack: false} as const;
const NOTHING_ASKED = 'HEARTBEAT.md asks for nothing.';
/** It is a look around, and others wait. */
const LIMIT_MS = 5 * MINUTE;
const MOST_ATTEMPTS = 3;
/** What is kept of a conversation's heartbeats. */
const MOST_KEPT = 50;
const LONGEST_KEPT_MS = 30 * DAY;
