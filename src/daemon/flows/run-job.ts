// Run-job: what a claimed run does, whatever scheduled it: an isolated turn, then its announcement, then its end. Each step
// is stored before the next begins, so that a run found unfinished at start is carried on from where it stood.
import type {Address} from '../../shared/address.ts';
import {wordsFor} from '../../shared/gateway-error.ts';
import type {InjectionSource} from '../../shared/injection.ts';
import type {Run, RunStatus} from '../../shared/jobs.ts';
import type {Trust} from '../../shared/trust.ts';
import type {TurnOutcome} from '../../shared/turn.ts';
import type {Emit, World} from '../ports.ts';
import type {Router} from '../router.ts';
import type {Announcer} from './announce.ts';

export type JobDeps = World & {
  readonly router: Pick<Router, 'inject'>;
  readonly announcer: Announcer;
  readonly closing: () => boolean;
};

export type Job = {
  readonly run: Run;
  readonly source: InjectionSource;
  readonly title: string;
  readonly prompt: string;
  readonly trust: Trust;
  readonly user?: string;
  readonly promptChannel?: string;
  readonly targets: readonly Address[];
  readonly announce: 'rephrase' | 'direct' | 'none';
  /** What the person is told when the turn fails; nothing without it. */
  readonly fallback?: string;
  /** In the transaction that ends the run. */
  readonly onEnd?: (run: Run, emit: Emit) => void;
};

export type JobRunner = {
  /** Resolves with the run as it ended; with a running one when the daemon is closing. Never rejects. */
  readonly run: (job: Job) => Promise<Run>;
};

export const createJobRunner = (deps: JobDeps): JobRunner => {
  const {store} = deps;
  return {
    run: async job => {
      const known = store.runs.get(job.run.id) ?? job.run;
      const finding = known.output === undefined ? await work(deps, job) : told(known.output);
      // Cut short by our own end: the next start finds the run as it stands.
      if (finding === undefined) return known;
      const {text, status, error} = finding;
      const run = store.runs.get(job.run.id) ?? job.run;
      if (text !== undefined && job.announce !== 'none') {
        const announcement = {run, source: job.source, title: job.title, text};
        const mode = finding.status === 'failed' ? 'direct' : job.announce;
        for (const address of job.targets) await deps.announcer.announce({...announcement, mode}, address);
        if (deps.closing()) return run;
      }
      return endRun(deps, job, status, error);
    },
  };
};

type Finding = {readonly text?: string; readonly status: RunStatus; readonly error?: string};

/** The isolated turn. Undefined when the daemon closes under it. */
const work = async ({store, router, closing, log}: JobDeps, job: Job): Promise<Finding | undefined> => {
  const keepOutput = (outcome: TurnOutcome): void => {
    const run = store.runs.get(job.run.id);
    if (run !== undefined && outcome.kind === 'replied') store.runs.update({...run, output: outcome.text});
  };
  try {
    const entry = await router.inject(
      {
        target: job.run.session,
        content: job.prompt,
        trust: job.trust,
        ...(job.user === undefined ? {} : {user: job.user}),
        ...(job.promptChannel === undefined ? {} : {promptChannel: job.promptChannel}),
        source: job.source,
      },
      {attempt: job.run.attempt, settle: keepOutput},
    );
    if (entry.kind === 'refused') return failing(job, entry.reason);
    const outcome = await entry.outcome;
    if (outcome.kind === 'replied') return told(outcome.text);
    if (outcome.kind === 'silent') return {status: 'ran'};
    return closing() ? undefined : failing(job, outcome.error);
  } catch (error) {
    log.error({run: job.run.id, error}, `a run could not be started: ${wordsFor(error)}`);
    return closing() ? undefined : failing(job, wordsFor(error));
  }
};

const told = (text: string): Finding => ({text, status: 'ran'});

const failing = ({fallback}: Job, error: string): Finding => ({
  status: 'failed',
  error,
  ...(fallback === undefined ? {} : {text: fallback}),
});

const endRun = ({store, clock}: JobDeps, job: Job, status: RunStatus, error?: string): Run =>
  store.transact(emit => {
    const kept = store.runs.get(job.run.id) ?? job.run;
    const run: Run = {...kept, status, endedAt: clock.now(), ...(error === undefined ? {} : {error})};
    store.runs.update(run);
    job.onEnd?.(run, emit);
    emit({type: 'run.ended', session: run.session, cause: run.name, run});
    return run;
  });
