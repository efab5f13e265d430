// Executes a claimed run of any kind: an isolated turn, the announcement, the end. Each step is stored before the next,
// so an unfinished run resumes from its last step.

import {refusedCalls} from '../../shared/record-text/call-words.ts';
import type {Address} from '../../shared/records/address.ts';
import type {Run, RunStatus} from '../../shared/records/jobs/jobs.ts';
import type {InternalSource, Message} from '../../shared/records/message.ts';
import type {SessionKey} from '../../shared/records/session-key.ts';
import type {Trust} from '../../shared/records/trust.ts';
import type {TurnOutcome, Usage} from '../../shared/records/turn.ts';
import {errorMessage} from '../../shared/text/gateway-error.ts';
import type {EpochMs} from '../../shared/time/time.ts';
import {untilSaved} from '../../shared/time/until-saved.ts';
import type {Core} from '../core.ts';
import type {AimRequest} from '../delivery/reach/aim.ts';
import type {Emit} from '../ports/store.ts';
import type {EntryOptions, Router} from '../router.ts';
import {attemptsMade, endRun, isWornOut, retryRun, WORN_OUT} from '../schedule/end-run.ts';
import {type Finding, readFinding} from '../schedule/reply-verdict.ts';
import {spentBy} from '../schedule/run-cost.ts';
import {markupOf} from '../turns/offline-turn.ts';
import {attemptKey, modelOfRun, turnToGoOn} from '../turns/run-transcript.ts';
import type {Announcement, Announcer} from './announce.ts';

type JobDeps = Core & {
  readonly router: Pick<Router, 'inject' | 'resume'>;
  readonly announcer: Announcer;
};

type Job = {
  readonly run: Run;
  readonly source: InternalSource;
  readonly title: string;
  /**
   * Called when the run starts. A rejection fails the run with its sentence. `skip`: why nothing is to be done, as a
   * sentence. `output`: the result itself, without a turn.
   */
  readonly prompt: () => Promise<
    Pick<Message, 'text' | 'frame' | 'limits'> | {readonly skip: string} | {readonly output: string}
  >;
  /** The session is emptied for each run. Earlier messages stay with their runs. */
  readonly freshSession?: true;
  readonly trust: Trust;
  readonly user?: string;
  readonly promptChannel?: string;
  readonly targets: readonly Address[];
  /** The person whose ways are used instead of `targets`, unless these were named, and whose quiet hours count. */
  readonly reach?: Pick<AimRequest, 'person' | 'kind' | 'addressed' | 'urgent'>;
  readonly announce: 'rephrase' | 'direct' | 'none';
  /** The task, shown before a directly announced result. */
  readonly task?: Pick<Message, 'text' | 'frame'>;
  /** True once nobody wants the result announced any more. @default never */
  readonly isUnwanted?: () => boolean;
  /** The person gets this text if the turn fails or is silent. */
  readonly fallback?: string;
  readonly model?: string;
  readonly limitMs?: number;
  /** Deadline for the announcement, in the session's words or else directly. */
  readonly until?: EpochMs;
  /** A conversation that the turn reads before its own messages and doesn't change. */
  readonly reads?: SessionKey;
  /** The offline assistant must not answer instead of a model. */
  readonly modelOnly?: true;
  readonly mostSteps?: number;
  readonly onlyTools?: readonly string[];
  /** Calls that run without a person's yes. @default none */
  readonly allow?: readonly string[];
  /** The reason why the model is not asked again, from what the turn has used so far. */
  readonly whyStop?: (usage: Usage, model: string) => string | undefined;
  /** Judges the final reply, empty if there is none. @default readFinding, and an empty reply counts as `ran` */
  readonly judge?: (reply: string) => Finding;
  /** Called after a successful turn, before the run ends, to store its output elsewhere. A failure is only logged. */
  readonly keep?: (output: string) => Promise<void>;
  /** When a failed run is retried, if at all. Runs in the transaction that ends the attempt. @default never */
  readonly retryAt?: (run: Run) => EpochMs | undefined;
  /** Runs in the transaction that schedules the next attempt. */
  readonly onRetry?: (run: Run, emit: Emit) => void;
  /** Runs in the transaction that ends the run. */
  readonly onEnd?: (run: Run, emit: Emit) => void;
};

export type JobRunner = {
  /**
   * Resolves with the ended run, or with a running one if it will be retried or the daemon is closing. Rejects only for
   * a bug.
   */
  readonly run: (job: Job) => Promise<Run>;
};

export const createJobRunner = (deps: JobDeps): JobRunner => ({
  run: async job => {
    try {
      return await carryOut(deps, job);
    } catch (error) {
      // The store may be closed already. The next start finds the run in its stored state.
      if (deps.closing.aborted) return job.run;
      throw error;
    }
  },
});

const carryOut = async (deps: JobDeps, job: Job): Promise<Run> => {
  const current = (): Run => deps.store.runs.get(job.run.id) ?? job.run;
  const finding = await findingOf(deps, job);
  // The daemon is closing. The next start finds the run in its stored state.
  if (finding === undefined) return current();
  const refused = refusedIn(deps, current());
  // The agent's own words may leave it out.
  const text = [finding.text, refused].filter(part => part !== undefined && part !== '').join('\n\n');
  if (text !== '' && job.announce !== 'none' && job.isUnwanted?.() !== true) {
    const mode = finding.raw || refused !== '' || isOverLimit(deps, job) ? 'direct' : job.announce;
    const announcement: Announcement = {
      run: current(),
      source: job.source,
      title: job.title,
      text,
      mode,
      insist: job.fallback !== undefined,
      until: job.until,
      isUnwanted: job.isUnwanted,
      ...(job.task === undefined || finding.raw ? {} : {task: job.task}),
      ...(!finding.raw && markupOf(modelOfRun(deps.store, current()))),
    };
    await deps.announcer.announce(announcement, await targetsOf(deps, job, announcement));
    if (deps.closing.aborted) return current();
  }
  if (finding.status === 'ran') await keepOutput(deps, job, current());
  const ended = await untilSaved(() => end(deps, job, finding), {
    ...deps,
    onWait: reason => deps.log.error({run: job.run.id}, `The end of a run waits to be saved: ${reason}`),
  });
  return ended ?? current();
};

/** Sentences about the calls of this run for which nobody could be asked. */
const refusedIn = ({store}: JobDeps, run: Run): string => {
  const {id, attempt} = run;
  const attempts = Array.from({length: attempt}, (_, index) => store.messages.byKey(attemptKey(id, index + 1))?.turnId);
  const turns = new Set(attempts.filter(turnId => turnId !== undefined));
  return refusedCalls(
    [...turns].flatMap(turnId => store.approvals.ofTurn(turnId)),
    run.kind === 'cron' ? 'job' : 'other',
  );
};

/** True if the turn has used up the limit of its job. Then no model is asked to announce the result. */
const isOverLimit = ({store, priceOf}: JobDeps, {run: {id}, whyStop}: Job): boolean => {
  const run = store.runs.get(id);
  const {tokens} = spentBy(store, {id}, priceOf);
  if (run === undefined || tokens === undefined || whyStop === undefined) return false;
  // Earlier attempts are counted already.
  const {input = 0, output = 0} = run.tokens ?? {};
  const usage = {inputTokens: tokens.input - input, outputTokens: tokens.output - output};
  return whyStop(usage, modelOfRun(store, run) ?? '') !== undefined;
};

/** Stored before the announcement, so that a restart announces it in the same place. */
const targetsOf = async (
  deps: JobDeps,
  {reach, targets}: Job,
  {run, source, text, markup}: Announcement,
): Promise<readonly Address[]> => {
  if (reach === undefined) return targets;
  const aim = (): readonly Address[] =>
    deps.store.transact(() => deps.announcer.aim({run, source, text, markup, ...reach, otherwise: targets}));
  return (await untilSaved(aim, {...deps, onWait: () => {}})) ?? targets;
};

type Result = {
  readonly status: RunStatus;
  readonly text?: string;
  /** The text isn't the agent's and is announced unchanged. */
  readonly raw?: boolean;
  readonly error?: string;
  /** Set if the last attempt of the run never started. */
  readonly attempt?: number;
};

/** The result of a run, from its stored step on. Undefined if the daemon closes meanwhile. */
const findingOf = async (deps: JobDeps, job: Job): Promise<Result | undefined> => {
  const run = deps.store.runs.get(job.run.id) ?? job.run;
  if (run.output !== undefined) return judged(job, run.output);
  return isWornOut(run) ? {...failed(job, WORN_OUT), attempt: attemptsMade(run)} : await work(deps, job);
};

/** Runs the isolated turn. Undefined if the daemon closes meanwhile. */
const work = async (deps: JobDeps, job: Job): Promise<Result | undefined> => {
  const {store, router, closing, log} = deps;
  const storeText = (output: string): void => {
    const run = store.runs.get(job.run.id);
    if (run !== undefined) store.runs.update({...run, output});
  };
  const storeOutput = (outcome: TurnOutcome): void => {
    if (outcome.kind === 'replied') storeText(outcome.text);
  };
  try {
    const options = optionsOf(job, storeOutput);
    const prompt = await job.prompt();
    if ('skip' in prompt) return {status: 'skipped', error: prompt.skip};
    if ('output' in prompt) {
      store.transact(() => storeText(prompt.output));
      return judged(job, prompt.output);
    }
    const {text, frame, limits} = prompt;
    // It has its prompt already.
    const interrupted = turnToGoOn(store, job.run);
    if (interrupted !== undefined) return resultOf(deps, job, await router.resume(interrupted, options));
    if (job.freshSession) resetFirst(deps, job.run);
    const entry = await router.inject(
      {
        target: job.run.session,
        content: text,
        frame,
        limits,
        runId: job.run.id,
        trust: job.trust,
        user: job.user,
        promptChannel: job.promptChannel,
        source: job.source,
        key: attemptKey(job.run.id, job.run.attempt),
      },
      options,
    );
    if (entry.kind === 'refused') return failed(job, entry.reason);
    return resultOf(deps, job, await entry.outcome);
  } catch (error) {
    log.error({run: job.run.id, error}, `A run failed: ${errorMessage(error)}`);
    return closing.aborted ? undefined : failed(job, errorMessage(error));
  }
};

const optionsOf = (job: Job, settle: (outcome: TurnOutcome) => void): EntryOptions => ({
  attempt: job.run.attempt,
  settle,
  model: job.model,
  limitMs: job.limitMs,
  until: job.until,
  reads: job.reads,
  modelOnly: job.modelOnly,
  mostSteps: job.mostSteps,
  onlyTools: job.onlyTools,
  allow: job.allow,
  whyStop: job.whyStop,
  onlyEnd: job.judge && (true as const),
});

/** The result of a turn. Undefined if the daemon closes meanwhile. */
const resultOf = ({closing}: JobDeps, job: Job, outcome: TurnOutcome): Result | undefined => {
  if (outcome.kind === 'replied') return judged(job, outcome.text);
  if (outcome.kind === 'silent')
    return job.judge === undefined ? {status: 'ran', ...fallbackResult(job)} : judged(job, '');
  return closing.aborted ? undefined : failed(job, outcome.error);
};

const resetFirst = ({store, clock}: JobDeps, {id, session}: Run): void =>
  store.transact(emit => {
    if (store.sessions.get(session) === undefined) return;
    store.sessions.reset(session, clock.now());
    emit({type: 'session.reset', session, cause: id});
  });

/** Sentinels are handled here, so that a silent result costs no turn in the person's session. */
const judged = (job: Job, output: string): Result => {
  const finding = (job.judge ?? readFinding)(output);
  if (finding.kind === 'report') return {status: 'ran', text: finding.text};
  return {status: 'suppressed', ...fallbackResult(job)};
};

const failed = (job: Job, error: string): Result => ({status: 'failed', error, ...fallbackResult(job)});

/** The announced text if the agent has none. */
const fallbackResult = ({fallback}: Job): Pick<Result, 'text' | 'raw'> =>
  fallback === undefined ? {} : {text: fallback, raw: true};

const keepOutput = async ({log}: JobDeps, {keep}: Job, {id, output}: Run): Promise<void> => {
  if (output === undefined) return;
  await keep?.(output).catch((error: unknown) => {
    log.warn({run: id, error}, `Couldn't store a run's result for the next run: ${errorMessage(error)}`);
  });
};

const end = (deps: JobDeps, {run, retryAt, onRetry, onEnd}: Job, {status, error, attempt}: Result): Run =>
  deps.store.transact(emit => {
    const isFailure = status === 'failed' && attempt === undefined;
    const spent = spentBy(deps.store, run, deps.priceOf);
    const at = isFailure ? retryAt?.(deps.store.runs.get(run.id) ?? run) : undefined;
    if (at !== undefined) {
      const waiting = retryRun(deps, run, {retryAt: at, ...spent, error}, emit);
      onRetry?.(waiting, emit);
      return waiting;
    }
    const ended = endRun(deps, run, {status, ...spent, error, attempt}, emit);
    onEnd?.(ended, emit);
    return ended;
  });
