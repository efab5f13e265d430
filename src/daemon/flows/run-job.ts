// Run-job: what a claimed run does, whatever scheduled it: an isolated turn, then its announcement, then its end. Each step
// is stored before the next begins, so that a run found unfinished at start is carried on from where it stood.

import {present} from '../../shared/fields/present.ts';
import type {Address} from '../../shared/records/address.ts';
import {errorMessage} from '../../shared/records/gateway-error.ts';
import type {Run, RunStatus} from '../../shared/records/jobs.ts';
import type {InternalSource, Message} from '../../shared/records/message.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Trust} from '../../shared/records/trust.ts';
import type {TurnOutcome} from '../../shared/records/turn.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import {untilSaved} from '../../shared/time/until-saved.ts';
import type {Emit} from '../ports/store.ts';
import type {World} from '../ports/system.ts';
import type {Router} from '../router.ts';
import {attemptsMade, endRun, isWornOut, WORN_OUT} from '../schedule/end-run.ts';
import {type Finding, readFinding} from '../schedule/suppression.ts';
import {attemptKey} from '../turns/run-transcript.ts';
import type {Announcement, Announcer} from './announce.ts';

type JobDeps = World & {
  readonly router: Pick<Router, 'inject'>;
  readonly announcer: Announcer;
  readonly closing: () => boolean;
};

type Job = {
  readonly run: Run;
  readonly source: InternalSource;
  readonly title: string;
  /** Made when the run begins; a rejection fails the run with its sentence. `skip`: why there is nothing to be done, a sentence. */
  readonly prompt: () => Promise<Pick<Message, 'text' | 'frame'> | {readonly skip: string}>;
  /** Its session begins empty each time: what the last run did there is with that run. */
  readonly anew?: true;
  readonly trust: Trust;
  readonly user?: string;
  readonly promptChannel?: string;
  readonly targets: readonly Address[];
  readonly announce: 'rephrase' | 'direct' | 'none';
  /** What was asked for, as it stands before a result that is told word for word. */
  readonly task?: Pick<Message, 'text' | 'frame'>;
  /** What the person gets, word for word, when the turn fails or has nothing to say: they hear of it in any case. */
  readonly fallback?: string;
  readonly model?: string;
  readonly limitMs?: number;
  /** By then the person has heard of it, whatever it waits for: in its session's words, else word for word. */
  readonly until?: EpochMs;
  /** A conversation that its turn sees before its own, and does not write into. */
  readonly reads?: SessionKey;
  /** Nothing stands in for a language model. */
  readonly modelOnly?: true;
  readonly mostSteps?: number;
  /** What its reply amounts to, which is what it ends with; empty where it said nothing. @default readFinding, and one that says nothing has run */
  readonly judge?: (reply: string) => Finding;
  /** After a successful turn, before the run ends: what it said is to be kept. A failure is only logged. */
  readonly keep?: (output: string) => Promise<void>;
  /** In the transaction that ends the run. */
  readonly onEnd?: (run: Run, emit: Emit) => void;
};

export type JobRunner = {
  /** Resolves with the run as it ended; with a running one when the daemon is closing. Never rejects. */
  readonly run: (job: Job) => Promise<Run>;
};

export const createJobRunner = (deps: JobDeps): JobRunner => {
  const {store} = deps;
  const current = (job: Job): Run => store.runs.get(job.run.id) ?? job.run;
  return {
    run: async job => {
      const finding = await findingOf(deps, job);
      // Cut short by our own end: the next start finds the run as it stands.
      if (finding === undefined) return current(job);
      if (finding.text !== undefined && job.announce !== 'none') {
        const mode = finding.raw ? 'direct' : job.announce;
        const announcement: Announcement = {
          run: current(job),
          source: job.source,
          title: job.title,
          text: finding.text,
          mode,
          insist: job.fallback !== undefined,
          ...present({until: job.until}),
          ...(job.task === undefined || finding.raw ? {} : {task: job.task}),
          ...(finding.raw ? {plain: true as const} : {}),
        };
        await Promise.all(job.targets.map(address => deps.announcer.announce(announcement, address)));
        if (deps.closing()) return current(job);
      }
      if (finding.status === 'ran') await keepOutput(deps, job, current(job));
      const ended = await untilSaved(() => end(deps, job, finding), {
        ...deps,
        onWait: reason => deps.log.error({run: job.run.id}, `the end of a run waits to be saved: ${reason}`),
      });
      return ended ?? current(job);
    },
  };
};

type Result = {
  readonly status: RunStatus;
  /** What there is to tell. */
  readonly text?: string;
  /** The text is not the agent's: it is told as it is. */
  readonly raw?: boolean;
  readonly error?: string;
  /** Where it is fewer than the run says: it was not begun again. */
  readonly attempt?: number;
};

/** What a run comes to, from the step that is stored. Undefined when the daemon closes under it. */
const findingOf = async (deps: JobDeps, job: Job): Promise<Result | undefined> => {
  const run = deps.store.runs.get(job.run.id) ?? job.run;
  if (run.output !== undefined) return judged(job, run.output);
  return isWornOut(run) ? {...failed(job, WORN_OUT), attempt: attemptsMade(run)} : await work(deps, job);
};

/** The isolated turn. Undefined when the daemon closes under it. */
const work = async (deps: JobDeps, job: Job): Promise<Result | undefined> => {
  const {store, router, closing, log} = deps;
  const storeOutput = (outcome: TurnOutcome): void => {
    const run = store.runs.get(job.run.id);
    if (run !== undefined && outcome.kind === 'replied') store.runs.update({...run, output: outcome.text});
  };
  try {
    const prompt = await job.prompt();
    if ('skip' in prompt) return {status: 'skipped', error: prompt.skip};
    const {text, frame} = prompt;
    if (job.anew) begunAnew(deps, job.run);
    const entry = await router.inject(
      {
        target: job.run.session,
        content: text,
        ...present({frame}),
        runId: job.run.id,
        trust: job.trust,
        ...present({user: job.user, promptChannel: job.promptChannel}),
        source: job.source,
        key: attemptKey(job.run.id, job.run.attempt),
      },
      {
        attempt: job.run.attempt,
        settle: storeOutput,
        ...present({
          model: job.model,
          limitMs: job.limitMs,
          until: job.until,
          reads: job.reads,
          modelOnly: job.modelOnly,
          mostSteps: job.mostSteps,
        }),
        ...present({onlyEnd: job.judge && (true as const)}),
      },
    );
    if (entry.kind === 'refused') return failed(job, entry.reason);
    const outcome = await entry.outcome;
    if (outcome.kind === 'replied') return judged(job, outcome.text);
    if (outcome.kind === 'silent') return job.judge === undefined ? {status: 'ran', ...told(job)} : judged(job, '');
    return closing() ? undefined : failed(job, outcome.error);
  } catch (error) {
    log.error({run: job.run.id, error}, `a run could not be worked on: ${errorMessage(error)}`);
    return closing() ? undefined : failed(job, errorMessage(error));
  }
};

const begunAnew = ({store, clock}: JobDeps, {id, session}: Run): void =>
  store.transact(emit => {
    if (store.sessions.get(session) === undefined) return;
    store.sessions.reset(session, clock.now());
    emit({type: 'session.reset', session, cause: id});
  });

/** Sentinels are handled here, before any turn of the person's session is spent. */
const judged = (job: Job, output: string): Result => {
  const finding = (job.judge ?? readFinding)(output);
  if (finding.kind === 'report') return {status: 'ran', text: finding.text};
  return {status: 'suppressed', ...told(job)};
};

const failed = (job: Job, error: string): Result => ({status: 'failed', error, ...told(job)});

/** What is told where the agent has nothing to tell. */
const told = ({fallback}: Job): Pick<Result, 'text' | 'raw'> =>
  fallback === undefined ? {} : {text: fallback, raw: true};

const keepOutput = async ({log}: JobDeps, {keep}: Job, {id, output}: Run): Promise<void> => {
  if (output === undefined) return;
  await keep?.(output).catch((error: unknown) => {
    log.warn({run: id, error}, `what a run said could not be kept for the next one: ${errorMessage(error)}`);
  });
};

const end = (deps: JobDeps, {run, onEnd}: Job, {status, error, attempt}: Result): Run =>
  deps.store.transact(emit => {
    const ended = endRun(deps, run, {status, ...present({error, attempt})}, emit);
    onEnd?.(ended, emit);
    return ended;
  });
