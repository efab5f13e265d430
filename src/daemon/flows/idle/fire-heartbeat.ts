// Runs the heartbeat of an idle conversation: an isolated session reads the conversation, with HEARTBEAT.md as the
// prompt, and its report is sent unchanged. The claimed instant prevents a second run, even after a restart.

import {channelOf, isGroup} from '../../../shared/records/address.ts';
import type {Run} from '../../../shared/records/jobs/jobs.ts';
import {heartbeatSession, isChat, type SessionKey} from '../../../shared/records/session-key.ts';
import {DAY, MINUTE} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import {verbatimTargets} from '../../delivery/targets.ts';
import type {World} from '../../ports/system.ts';
import {abandonRun} from '../../schedule/end-run.ts';
import {asksNothing} from '../../schedule/idle/heartbeat-file.ts';
import {HEARTBEAT_RUNS, type HeartbeatRules, planHeartbeat} from '../../schedule/idle/heartbeat-policy.ts';
import type {IdleJob, IdleSession} from '../../schedule/idle/idle-job.ts';
import {claimIdle, notResumed, sessionToResume, startWork} from '../../schedule/idle/idle-run.ts';
import {noRun} from '../../schedule/idle/next-run.ts';
import {readHeartbeat} from '../../schedule/reply-verdict.ts';
import {forgetTranscripts} from '../../turns/run-transcript.ts';
import type {JobRunner} from '../run-job.ts';

type HeartbeatDeps = Core & {
  readonly rules: () => HeartbeatRules;
  readonly jobs: JobRunner;
  /** The text of HEARTBEAT.md, created if missing. Rejects with a sentence. */
  readonly readPrompt: () => Promise<string>;
};

export const createHeartbeat = (deps: HeartbeatDeps): IdleJob => {
  const {store} = deps;
  return {
    kind: 'heartbeat',
    plan: ({key, idleSince}) =>
      isChat(key)
        ? noRun("Heartbeats run in a person's own conversation.")
        : planHeartbeat(
            deps.rules(),
            idleSince,
            store.runs.list({kind: 'heartbeat', name: key, limit: HEARTBEAT_RUNS}),
          ),
    fire: (session, {at, because}, now) => {
      const {key} = session;
      const of = {kind: 'heartbeat', name: key, session: heartbeatSession(key)} as const;
      const run = claimIdle(deps, {...of, instants: [at], because}, now);
      if (run !== undefined) startWork(deps, run, work(deps, session, run));
    },
    resume: (run, session) => {
      const there = sessionToResume(run, session);
      if ('why' in there) abandonRun(deps, run, notResumed(there.why));
      else startWork(deps, run, work(deps, there, run));
    },
  };
};

const work = async (deps: HeartbeatDeps, {key, user, trust}: IdleSession, run: Run): Promise<void> => {
  const {store, jobs} = deps;
  const targets = verbatimTargets(key, deps.people.addressesOf(user));
  const [address] = targets;
  await jobs.run({
    run,
    source: {kind: 'system', name: 'heartbeat'},
    title: 'heartbeat',
    prompt: async () => {
      const text = (await deps.readPrompt()).trim();
      if (asksNothing(text)) return {skip: NOTHING_ASKED};
      return {text};
    },
    freshSession: true,
    reads: key,
    modelOnly: true,
    limitMs: LIMIT_MS,
    trust,
    user,
    promptChannel: address && channelOf(address),
    // If the conversation was started over meanwhile, the report refers to nothing.
    judge: reply => (isEmpty(store, key) ? NOTHING_TO_REPORT : readHeartbeat(reply)),
    announce: 'direct',
    targets,
    reach: address !== undefined && !isGroup(address) ? {person: user, kind: 'announce'} : undefined,
    onEnd: ended => {
      const before = ended.startedAt - LONGEST_KEPT_MS;
      forgetTranscripts(store, store.runs.prune({kind: 'heartbeat', name: key, keep: MOST_KEPT, before}));
    },
  });
};

const isEmpty = ({messages}: World['store'], key: SessionKey): boolean =>
  messages.page(key, {limit: 1}).messages.length === 0;

const NOTHING_TO_REPORT = {kind: 'suppressed', comeBack: false} as const;
const NOTHING_ASKED = 'HEARTBEAT.md asks for nothing.';
/** A short check, because other turns wait. */
const LIMIT_MS = 5 * MINUTE;
/** The number of kept heartbeat runs per conversation. */
const MOST_KEPT = 50;
const LONGEST_KEPT_MS = 30 * DAY;
