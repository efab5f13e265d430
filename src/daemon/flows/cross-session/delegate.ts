// Delegates a task to an isolated conversation. The task is a run, stored before it starts; its result comes back as an
// injection, in the transaction that marks the run as reported. So a kill at any step leads to exactly one result.

import {channelOf} from '../../../shared/records/address.ts';
import type {RunId} from '../../../shared/records/ids.ts';
import type {Delegated, Run} from '../../../shared/records/jobs/jobs.ts';
import {delegationSession, isIsolated} from '../../../shared/records/session-key.ts';
import {errorMessage, GatewayError} from '../../../shared/text/gateway-error.ts';
import {shortened} from '../../../shared/text/shortened.ts';
import {DAY, HOUR, MINUTE} from '../../../shared/time/time.ts';
import type {Core} from '../../core.ts';
import type {Models} from '../../ports/model.ts';
import type {Emit} from '../../ports/store.ts';
import type {Router} from '../../router.ts';
import {keepContext} from '../../sessions/keep-context.ts';
import {forgetTranscripts, limitsOfRun} from '../../turns/run-transcript.ts';
import type {JobRunner} from '../run-job.ts';
import type {ActingSession, CrossSessionService, NewTask} from './cross-session-actions.ts';
import {nextDepth} from './message-depth.ts';

export type DelegateDeps = Core & {
  readonly router: Pick<Router, 'inject'>;
  readonly jobs: JobRunner;
  readonly models: Pick<Models, 'candidates'>;
  /** Number of tasks that one conversation may give in a day. */
  readonly mostPerDay: () => number;
  /** Ends the running turn of a session, and withdraws its queued ones. */
  readonly stopSession: (session: Run['session']) => void;
};

type Delegating = Pick<CrossSessionService, 'delegate' | 'list' | 'stop' | 'resume' | 'reportRest'>;

export const createDelegating = (deps: DelegateDeps): Delegating => {
  const {store, clock, log} = deps;

  const report = (run: Run): void => {
    reportOf(deps, run).catch((error: unknown) => {
      log.warn({run: run.id, error}, `The result of a task waits: ${errorMessage(error)}`);
      if (!deps.closing.aborted) clock.after(AGAIN_MS, () => report(run));
    });
  };

  const work = async (run: Run): Promise<void> => {
    const {delegated} = run;
    if (delegated === undefined) return;
    const {session: from, task, trust, user, model, tools, limitMs, limits} = delegated;
    const done = await deps.jobs.run({
      run,
      source: {kind: 'delegation', name: run.id},
      title: task,
      prompt: async () => ({text: task, frame: {kind: 'delegated', from}, limits}),
      trust,
      targets: [],
      announce: 'none',
      limitMs,
      user,
      model,
      onlyTools: tools,
    });
    if (done.status !== 'running') report(done);
  };

  return {
    delegate: async (task, by) => {
      const made = (): Run | undefined =>
        store.runs.list({kind: 'delegation', limit: MOST_LOOKED}).find(isMadeWith(by.key));
      const known = made();
      if (known !== undefined) return known;
      await check(deps, task, by);
      // The same request may have come twice meanwhile.
      const again = made();
      if (again !== undefined) return again;
      const run = store.transact(emit => claim(deps, task, by, emit));
      void work(run);
      return run;
    },
    list: ({session, limit}) =>
      store.runs
        .list({kind: 'delegation', limit: session === undefined ? limit : MOST_LOOKED})
        .filter(({delegated}) => session === undefined || delegated?.session === session)
        .slice(0, limit),
    stop: id => {
      const run = store.runs.get(id as RunId);
      if (run?.delegated === undefined) throw new GatewayError('not_found', `No delegated task ${id}.`);
      if (run.status !== 'running') throw new GatewayError('conflict', `Task ${id} has already ended.`);
      const stopped: Run = {...run, delegated: {...run.delegated, stopped: true}};
      store.transact(() => store.runs.update(stopped, run));
      deps.stopSession(run.session);
      return stopped;
    },
    resume: run => void work(run),
    reportRest: () => {
      for (const run of store.runs.list({kind: 'delegation', limit: MOST_LOOKED})) {
        if (run.status !== 'running' && run.delegated !== undefined && run.delegated.reportedAt === undefined)
          report(run);
      }
    },
  };
};

const isMadeWith =
  (key: string) =>
  ({delegated}: Run): boolean =>
    delegated?.key === key;

const check = async (deps: DelegateDeps, {task, model, limitMs}: NewTask, {session}: ActingSession): Promise<void> => {
  const {store, clock} = deps;
  if (task.trim() === '') throw new GatewayError('invalid', 'The task is empty.');
  if (isIsolated(session)) throw new GatewayError('refused', "A background task can't delegate.");
  if (limitMs !== undefined && (limitMs < MINUTE || limitMs > LONGEST_MS))
    throw new GatewayError('invalid', 'The time limit must be between a minute and two hours.');
  if (model !== undefined) await deps.models.candidates(model);
  const own = store.runs
    .list({kind: 'delegation', limit: MOST_LOOKED})
    .filter(({delegated}) => delegated?.session === session);
  if (own.filter(({status}) => status === 'running').length >= MOST_AT_ONCE)
    throw new GatewayError(
      'busy',
      `${MOST_AT_ONCE} tasks of this conversation are running. Wait for one, or stop one.`,
    );
  if (own.filter(({startedAt}) => startedAt > clock.now() - DAY).length >= deps.mostPerDay())
    throw new GatewayError(
      'refused',
      `This conversation gave ${deps.mostPerDay()} tasks in a day, which is the limit.`,
    );
};

const claim = (deps: DelegateDeps, request: NewTask, by: ActingSession, emit: Emit): Run => {
  const {store, clock, ids, agent} = deps;
  const {task, model, tools, limitMs = USUAL_MS} = request;
  const id = ids.next('run');
  const now = clock.now();
  const {session, user, trust, turnId, limits} = by;
  const depth = nextDepth(deps, by);
  const delegated: Delegated = {
    key: by.key,
    session,
    task,
    trust,
    limitMs,
    depth,
    user,
    model,
    tools,
    turnId,
    limits,
  };
  const run: Run = {
    id,
    kind: 'delegation',
    name: id,
    session: delegationSession(agent(), id),
    status: 'running',
    scheduledFor: now,
    startedAt: now,
    attempt: 1,
    late: false,
    delegated,
  };
  store.runs.claim(run);
  emit({type: 'run.started', session: run.session, cause: turnId ?? session, trust, run});
  return run;
};

/** Stores the result in the conversation that asked, together with the mark that it was reported. */
const reportOf = async (deps: DelegateDeps, {id}: Run): Promise<void> => {
  const {store, clock} = deps;
  const run = store.runs.get(id);
  const delegated = run?.delegated;
  if (run === undefined || delegated === undefined || delegated.reportedAt !== undefined) return;
  const {task, trust, depth, stopped} = delegated;
  const session = deps.people.current(delegated.session);
  const mark = (): void => {
    const kept = store.runs.get(id);
    if (kept?.delegated !== undefined)
      store.runs.update({...kept, delegated: {...kept.delegated, reportedAt: clock.now()}}, kept);
    prune(deps);
  };
  const ok = run.status === 'ran' || run.status === 'suppressed';
  const text = ok ? (run.output?.trim() ?? '') || NOTHING : (run.error ?? NOTHING);
  const source = {kind: 'delegation', name: id} as const;
  const frame = {kind: 'delegation', id, task: shortened(task, LONGEST_QUOTE), ok, depth} as const;
  const key = `delegation:${id}`;
  const limits = limitsOfRun(store, run);
  const note = {session, role: 'user', at: clock.now(), source, frame, trust, key, limits} as const;
  if (stopped === true) {
    store.transact(emit => {
      keepContext(deps, {...note, text: STOPPED}, emit);
      mark();
    });
    return;
  }
  const address = deps.people.addressIn(session);
  const promptChannel = address && channelOf(address);
  const entry = await deps.router.inject(
    {target: session, content: text, frame, trust, source, runId: id, key, promptChannel, limits},
    {deliver: address !== undefined, onKept: mark},
  );
  // The conversation may not accept turns any more, but it still gets the result.
  if (entry.kind === 'refused')
    store.transact(emit => {
      keepContext(deps, {...note, text}, emit);
      mark();
    });
};

/** Keeps the newest tasks with their transcripts. */
const prune = ({store}: DelegateDeps): void => {
  const over = store.runs.list({kind: 'delegation', limit: MOST_LOOKED}).slice(MOST_KEPT);
  for (const {name, status} of over) {
    if (status !== 'running')
      forgetTranscripts(store, store.runs.prune({kind: 'delegation', name, keep: 0, before: 0}));
  }
};

const AGAIN_MS = MINUTE / 2;
const USUAL_MS = 15 * MINUTE;
const LONGEST_MS = 2 * HOUR;
const MOST_AT_ONCE = 5;
const MOST_KEPT = 500;
const MOST_LOOKED = 1_000;
const LONGEST_QUOTE = 200;
const NOTHING = 'It ended without a result.';
const STOPPED = 'A person stopped the task.';
